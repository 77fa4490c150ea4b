"""Compiling kernels ahead of time, so that nobody waits for it at a table."""

from random import Random

from ..fast import available
from ..games.registry import game
from .levels import levels
from .registry import bot

GAMES = ("base", "surprise", "versus_ox", "bullenparty")
"""One game for every set of kernels: the fan cards share those of the base game."""


def warm_up() -> None:
    """Compile the kernels of all levels, or load them from disk. Any thread may do so, even while bots are thinking."""
    if not available():
        return
    for key in GAMES:
        state = game(key, players=2).start(0)
        for level in levels(state.game.setup):
            bot(level.bot).choose(state.view(0), state.legal(0), state.view(0).last, Random(0))
