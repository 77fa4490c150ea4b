"""Bots of an arena: those of the project by name, and your own as ``module:name``."""

from importlib import import_module

from ..bots import Bot, bot_for
from ..errors import BadSetup
from ..setup import Setup


def find_bot(name: str, setup: Setup) -> Bot:
    """Make a bot that plays this. A module is imported: never give a stranger's text to this function."""
    if ":" not in name:
        return bot_for(name, setup)
    module, _, attribute = name.partition(":")
    try:
        made = getattr(import_module(module), attribute)()
    except Exception as error:  # whatever somebody's module does while it is imported
        raise BadSetup("unknown_bot", f"The bot {name} cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(made, "choose", None)):
        raise BadSetup("unknown_bot", f"The bot {name} has no method choose.")
    if not getattr(made, "plays", lambda _: True)(setup):
        raise BadSetup("unknown_bot", f"The bot {name} does not play {setup.key} here.")
    bot: Bot = made
    return bot
