"""How strong people want their opponents to be: up to five levels, each played by a bot."""

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from ..actions import Action
from ..errors import BadSetup
from ..events import Event
from ..fast import available
from ..setup import Setup
from ..views import View
from .bot import Bot
from .kinds import make, not_installed, plays
from .master import is_proven

CHOICES = {
    "beginner": ("careless(80)",),
    "easy": ("careless(40)",),
    "medium": ("heuristic", "greedy"),
    "hard": ("flat(300)", "search(200)"),
    "master": ("master",),
}
"""Which bot plays a level: the first of these that plays the game here."""

LEVELS = tuple(CHOICES)
"""From weak to strong."""


class Level(Struct, frozen=True):
    """A level at one table: its key, which is also a bot's name, and the bot that plays it there."""

    key: str
    bot: str


def levels(setup: Setup) -> tuple[Level, ...]:
    """The levels for people with this setup, the weakest first; the master only where it is clearly the strongest."""
    found = ((level, _bot_of(level, setup)) for level in LEVELS)
    return tuple(Level(level, name) for level, name in found if name and (name != "master" or is_proven(setup)))


def bot_of(level: str, setup: Setup) -> str:
    """The name of the bot that plays a level with this setup."""
    name = _bot_of(level, setup)
    if name is None and not available():
        raise not_installed(f"level {level} of {setup.key}")
    if name is None:
        for other in CHOICES[level]:
            make(other)  # which says what is missing
        those = ", ".join(other.key for other in levels(setup))
        raise BadSetup("no_kernel", f"The level {level} does not play {setup.key} here. These do: {those}.")
    return name


def _bot_of(level: str, setup: Setup) -> str | None:
    return next((name for name in CHOICES[level] if plays(name, setup)), None)


class LevelBot(Bot):
    """Plays every game at one level."""

    def __init__(self, level: str) -> None:
        """Choose one of `LEVELS`."""
        self.level = level

    def plays(self, setup: Setup) -> bool:
        """Whether the game has this level here."""
        return _bot_of(self.level, setup) is not None

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Let the bot of this game answer; if what it needs has gone since the table was set, the next best one."""
        weaker = reversed(LEVELS[: LEVELS.index(self.level) + 1])
        name = next(found for level in weaker if (found := _bot_of(level, view.setup)))
        return make(name).choose(view, legal, history, rng)
