"""How strong people want their opponents: four levels, each a bot for every game. Their words are in the catalogues."""

from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct

from ..actions import Action
from ..errors import BadSetup
from ..events import Event
from ..fast import available
from ..fast.modes import MODES
from ..games.registry import PRESETS, spec
from ..views import View
from .bot import Bot

ROW_GAMES = {"beginner": "careless(80)", "easy": "careless(40)", "medium": "heuristic", "hard": "flat(300)"}
WITHOUT_KERNELS = {"beginner": "careless(80)", "easy": "careless(40)", "medium": "greedy"}
OTHER_GAMES = {"beginner": "careless(80)", "easy": "careless(40)", "medium": "greedy", "hard": "search(200)"}

LEVELS = tuple(ROW_GAMES)
"""From weak to strong."""


class Level(Struct, frozen=True):
    """A level in one game: its key, which is also a bot's name, and the bot that plays it there."""

    key: str
    bot: str


def levels(game: str) -> tuple[Level, ...]:
    """The levels that can be played here in this game, the weakest first."""
    key = spec(game).key  # refuses games that there are not
    rules_key = PRESETS[key][0] if key in PRESETS else key
    return tuple(Level(level, name) for level, name in _played(rules_key).items())


def _played(rules_key: str) -> dict[str, str]:
    """Who plays the levels of a game."""
    if not available():
        return WITHOUT_KERNELS
    return ROW_GAMES if rules_key in MODES else OTHER_GAMES


def bot_of(level: str, rules_key: str) -> str:
    """The bot that plays a level in a game."""
    try:
        return _played(rules_key)[level]
    except KeyError:
        install = "pip install 'nimmt[fast]'"
        sentence = f"The level {level} of {rules_key} needs the compiled kernels; install them with: {install}"
        raise BadSetup("not_installed", sentence) from None


class LevelBot:
    """Plays every game at one level."""

    def __init__(self, level: str, find: Callable[[str], Bot]) -> None:
        """Find the bots by their names."""
        self.level = level
        self.find = find

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Let the bot of this game answer."""
        return self.find(bot_of(self.level, view.setup.key)).choose(view, legal, history, rng)
