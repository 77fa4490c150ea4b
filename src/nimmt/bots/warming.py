"""Compiling kernels ahead of time, so that nobody waits for it at a table."""

from collections.abc import Sequence
from random import Random

from ..actions import Action
from ..dealer import SeededDealer
from ..events import Event
from ..fast import available
from ..games.registry import game
from ..records import Recorder
from ..setup import OptionValue
from ..views import View
from .bot import Bot
from .kinds import plays
from .levels import levels
from .playing import play_out
from .registry import bot

GAMES: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("base", {}), ("base", {"hand_size": 8}), ("surprise", {}), ("versus_ox", {}), ("bullenparty", {}),
)  # fmt: skip
"""One game for every set of kernels: the fan cards share those of the base game, and short hands have other bots."""


def warm_up() -> None:
    """Compile the kernels of all levels, or load them from disk. Any thread may do so, even while bots are thinking."""
    if not available():
        return
    for key, options in GAMES:
        state = game(key, players=2, **options).start(0)
        setup = state.game.setup
        for name in dict.fromkeys([*(level.bot for level in levels(setup)), "master"]):
            if plays(name, setup):
                bot(name).choose(state.view(0), state.legal(0), state.view(0).last, Random(0))
    warm_up_master()


def warm_up_master() -> None:
    """The master has kernels for cards, for rows, and for what a turn tells it: a round asks for all of them."""
    round_of_four = game("base", players=4, max_rounds=1)
    if plays("master", round_of_four.setup):
        play_out(Recorder(round_of_four, SeededDealer.of("warm")), [_AskedInVain()] * 4, "warm")


class _AskedInVain(Bot):
    """Asks the master, and then plays anything: whoever plays badly must take rows."""

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        bot("master").choose(view, legal, history, rng)
        return rng.choice(legal)
