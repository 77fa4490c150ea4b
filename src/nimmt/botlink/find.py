"""Bots by name, written in one way everywhere: ``NAME``, ``module:name`` or ``cmd:PROGRAM ARGUMENTS``."""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from random import Random
from typing import Any

from ..actions import Action
from ..bots import Bot, bot_for
from ..events import Event
from ..games.registry import known_as
from ..setup import Setup
from ..views import View
from .failures import BotFailed
from .program_bot import PREFIX, SECONDS, ProgramBot


def starts_code(name: str) -> bool:
    """Whether this names somebody's program or module: never take such a name from a stranger."""
    return ":" in name


def split_names(names: str, others: Iterable[str] = ()) -> list[str]:
    """Names with commas between them, except inside brackets, and others that stand alone; blanks part words only."""
    parts = [part.strip() for part in re.split(r",(?![^(]*\))", names)] if names else []
    return [name if starts_code(name) else name.replace(" ", "").lower() for name in (*parts, *others)]


def find_bot(name: str, setup: Setup, seconds: float = SECONDS) -> Bot:
    """Make a bot that plays this; programs have so many seconds for each decision."""
    if not starts_code(name):
        return bot_for(name, setup)
    try:
        made = ProgramBot(name, seconds) if name.startswith(PREFIX) else _imported(name)
        if not made.plays(setup):
            raise BotFailed("not_played", game=known_as(setup))
    except BotFailed as failure:
        raise failure.of(name) from failure.__cause__
    return made


class Guest(Bot):
    """Somebody's own object: it must have `choose`, and may have what other bots have."""

    def __init__(self, made: Any) -> None:
        """Take it in."""
        self.made = made

    def plays(self, setup: Setup) -> bool:
        """Whatever it does not refuse."""
        return bool(self.made.plays(setup)) if hasattr(self.made, "plays") else True

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Ask it."""
        answer: Action = self.made.choose(view, legal, history, rng)
        return answer

    def over(self, view: View, history: Sequence[Event]) -> None:
        """Tell it, if it wants to know."""
        if hasattr(self.made, "over"):
            self.made.over(view, history)


def _imported(name: str) -> Guest:
    """Import a module, also from the current folder, and make a bot of what it names."""
    module, _, attribute = name.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        made = getattr(import_module(module), attribute)()
    except Exception as error:  # whatever somebody's module does while it is imported
        raise BotFailed("cannot_make", reason=f"{type(error).__name__}: {error}") from error
    if not callable(getattr(made, "choose", None)):
        raise BotFailed("no_choose")
    return Guest(made)
