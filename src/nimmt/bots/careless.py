"""`careless(n)`: `greedy` that does not think in n of 100 decisions; for every game, with nothing installed."""

from collections.abc import Sequence
from random import Random

from ..actions import Action
from ..events import Event
from ..games.registry import game_of
from ..views import View
from .greedy import GreedyBot

BLIND = ("draft", "card", "row", "bid", "claim", "extend", "lay")
"""The decisions in which carelessness is a random answer; elsewhere it is the one of a seat whose time runs out.

Specials, votes and orders at random would spoil the game for a whole table, and not only for the careless one.
"""


class CarelessBot(GreedyBot):
    """Somebody who knows how to play, and is somewhere else with half of their mind."""

    def __init__(self, percent: int) -> None:
        """Say how many decisions of a hundred are careless."""
        self.percent = percent

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Think, or do not."""
        if rng.randrange(100) >= self.percent:
            return super().choose(view, legal, history, rng)
        return rng.choice(legal) if view.phase in BLIND else game_of(view.setup).default(view)
