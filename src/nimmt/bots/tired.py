"""`tired(n)`: `master`, but in n of 100 decisions it plays as `greedy` does."""

from collections.abc import Sequence
from random import Random

from ..actions import Action
from ..events import Event
from ..views import View
from .greedy import GreedyBot
from .master import MasterBot


class TiredBot(MasterBot):
    """Somebody who plays very well but does not always take the trouble."""

    def __init__(self, percent: int) -> None:
        """Look no further than this turn in this many decisions out of a hundred."""
        self.percent = percent

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Answer as `master` does, or as `greedy`."""
        if rng.randrange(100) >= self.percent:
            return super().choose(view, legal, history, rng)
        return GreedyBot().choose(view, legal, history, rng)
