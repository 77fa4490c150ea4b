"""Every bot: the kinds by name, and the levels for people."""

from difflib import get_close_matches

from ..errors import BadSetup
from ..kernels.host import available
from ..setup import Setup
from .bot import Bot
from .kinds import KINDS, make
from .levels import LEVELS, LevelBot, bot_of, levels


def names() -> tuple[str, ...]:
    """The bots that play all games, need nothing installed, and have no numbers."""
    return tuple(name for name, kind in KINDS.items() if not (kind.numbers or kind.kernels))


def pool_names() -> tuple[str, ...]:
    """How the other bots are written: those with numbers, and where there are kernels those that need them."""
    others = {name: kind for name, kind in KINDS.items() if name not in names()}
    return tuple(kind.written(name) for name, kind in others.items() if available() or not kind.kernels)


def known_names() -> tuple[str, ...]:
    """Everything that `bot` accepts here, the levels for people included."""
    return tuple(dict.fromkeys((*LEVELS, *names(), *pool_names())))


def names_for(setup: Setup) -> tuple[str, ...]:
    """The known names of bots that play this setup; what is a level as well is named where it is one for people."""
    kinds = (kind.written(name) for name, kind in KINDS.items() if name not in LEVELS and kind.plays(setup))
    return (*(level.key for level in levels(setup)), *kinds)


def bot(name: str) -> Bot:
    """The bot of this name."""
    if name in LEVELS:
        return LevelBot(name)
    if name.partition("(")[0] not in KINDS:
        raise _unknown(name)
    return make(name)


def bot_for(name: str, setup: Setup) -> Bot:
    """A bot that plays this setup; one that does not is refused with the names of those that do."""
    if name in LEVELS:
        bot_of(name, setup)
    made = bot(name)
    if not made.plays(setup):
        those = ", ".join(names_for(setup))
        raise BadSetup("no_kernel", f"The bot {name} does not play {setup.key} here. These do: {those}.")
    return made


def _unknown(name: str) -> BadSetup:
    known = known_names()
    near = get_close_matches(name, known, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return BadSetup("unknown_bot", f"There is no bot {name!r}; there are: {', '.join(known)}.{hint}")
