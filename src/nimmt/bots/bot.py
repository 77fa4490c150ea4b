"""What a bot is: a function of what its seat has been shown, so that any process can continue for it."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Protocol

from ..actions import Action
from ..events import Event
from ..setup import Setup
from ..views import View


class Bot(Protocol):
    """A player. It keeps nothing between two calls: all it may use comes in."""

    keeps_time: ClassVar[bool] = False  # whether it ends by itself a decision that takes too long

    def plays(self, setup: Setup) -> bool:
        """Whether it knows this game with these options; a bot that asks the engine for the rules knows all of them."""
        return True

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Answer the present decision with one of the legal actions.

        `history` is every event since the start as this seat was told it, and `rng` is the bot's own
        generator, which has nothing to do with the deal.
        """
        ...

    def over(self, view: View, history: Sequence[Event]) -> None:
        """Hear that the game has ended for a seat, or was given up; most bots need not know."""
        return None


def private_generator(seed: int | str, seat: int, history: Sequence[Event]) -> Random:
    """A bot's generator for one answer: the same in every process, and a different one after each event it is told."""
    return Random(f"nimmt:bot:{seed}:{seat}:{len(history)}")
