"""`careless(n)`: `greedy`, but without thinking in n of 100 decisions; plays every game and needs no kernels."""

from collections.abc import Sequence
from random import Random

from ..actions import Action
from ..events import Event
from ..games.registry import game_of
from ..views import View
from .greedy import GreedyBot

BLIND = ("draft", "card", "row", "bid", "claim", "extend", "lay")
"""The decisions in which carelessness is a random answer; elsewhere it is the default, as when time runs out.

Random specials, votes and orders would spoil the game for the whole table, not only for the careless player.
"""


class CarelessBot(GreedyBot):
    """Somebody who knows how to play but is only half paying attention."""

    def __init__(self, percent: int) -> None:
        """Be careless in this many decisions out of a hundred."""
        self.percent = percent

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Answer as `greedy` does, or carelessly."""
        if rng.randrange(100) >= self.percent:
            return super().choose(view, legal, history, rng)
        return rng.choice(legal) if view.phase in BLIND else game_of(view.setup).default(view)
