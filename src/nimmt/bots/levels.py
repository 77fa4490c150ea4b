"""How strong people want their opponents to be: up to five levels, each played by a bot."""

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from ..actions import Action
from ..errors import BadSetup
from ..events import Event
from ..kernels.host import available, not_available
from ..setup import Setup
from ..views import View
from .bot import Bot
from .kinds import KINDS, make, plays

LEVELS = ("beginner", "easy", "medium", "hard", "master")
"""From weak to strong."""

ROW_CUT = {
    1: ("careless(10)", "tired(85)", "tired(57)", "tired(27)", "master"),
    4: ("careless(40)", "careless(5)", "tired(70)", "tired(35)", "master"),
    6: ("careless(50)", "careless(20)", "tired(80)", "tired(40)", "master"),
    8: ("careless(85)", "careless(40)", "tired(92)", "tired(42)", "master"),
}
CUTS = {
    "surprise": {
        1: ("careless(35)", "careless(20)", "greedy", "tired(62)", "master"),
        6: ("careless(42)", "careless(20)", "greedy", "tired(52)", "master"),
    },
    "versus_ox": {
        1: ("careless(100)", "careless(55)", "careless(10)", "tired(60)", "master"),
        2: ("careless(64)", "careless(40)", "careless(14)", "tired(82)", "master"),
    },
    "bullenparty": {
        1: ("tired(92)", "tired(75)", "tired(45)", "tired(20)", "master"),
        3: ("tired(92)", "tired(75)", "tired(45)", "tired(22)", "master"),
    },
}
"""Who plays the levels with so many players or more: in row games, and in the others by their key. With more players
chance counts for more, so levels must be further apart; docs/strength.md has what each wins of the next."""

OTHERS = (
    ("careless(80)", "careless(40)", "heuristic", "flat(300)"),  # row games that the master has not learned
    ("careless(80)", "careless(40)", "greedy", "search(200)"),  # without the master
    ("careless(80)", "careless(40)", "greedy"),  # without kernels, and in variants that they do not know
)
"""Who plays them where not all of those bots do: the first line that does."""


class Level(Struct, frozen=True):
    """A level at one table: its key, which is also a bot's name, and the bot that plays it there."""

    key: str
    bot: str


def levels(setup: Setup) -> tuple[Level, ...]:
    """The levels for people with this setup, the weakest first."""
    return tuple(Level(level, name) for level, name in zip(LEVELS, _line_up(setup), strict=False))


def bot_of(level: str, setup: Setup) -> str:
    """The name of the bot that plays a level with this setup."""
    found = {each.key: each.bot for each in levels(setup)}
    if level not in found and _is_bot(level, setup):
        return level
    if level not in found and not available():
        raise not_available(f"level {level} of {setup.key}")
    if level not in found and level == "master":
        make(level)  # which says what is missing
    if level not in found:
        raise BadSetup("no_kernel", f"The level {level} does not play {setup.key} here. These do: {', '.join(found)}.")
    return found[level]


def _line_up(setup: Setup) -> tuple[str, ...]:
    """The bots of a table of this size, from weak to strong."""
    cut = CUTS.get(setup.key, ROW_CUT)
    for names in (cut[max(fewest for fewest in cut if fewest <= setup.players)], *OTHERS):
        if all(plays(name, setup) for name in names):
            return names
    raise AssertionError("the last bots play everything")


def _is_bot(level: str, setup: Setup) -> bool:
    """Whether it is the name of a bot, too, that plays this here: one may ask for it where it is no level."""
    return level in KINDS and plays(level, setup)


class LevelBot(Bot):
    """Plays every game at one level."""

    def __init__(self, level: str) -> None:
        """Choose one of `LEVELS`."""
        self.level = level

    def plays(self, setup: Setup) -> bool:
        """Whether the game has this level here."""
        return self.level in (level.key for level in levels(setup)) or _is_bot(self.level, setup)

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Let the bot of this game answer; if what it needs has gone since the table was set, the next best one."""
        if _is_bot(self.level, view.setup):
            return make(self.level).choose(view, legal, history, rng)
        bots = _line_up(view.setup)
        return make(bots[min(LEVELS.index(self.level), len(bots) - 1)]).choose(view, legal, history, rng)
