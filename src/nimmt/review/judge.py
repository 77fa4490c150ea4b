"""What a review asks of whoever judges a family of games."""

from typing import Protocol

from ..events import Outcome
from ..setup import Setup
from ..table import Phase
from .asking import Asked
from .report import Decision, Measure, Verdict


class Judge(Protocol):
    """Weighs the decisions of a family of games."""

    model: str  # who plays in the worlds
    measure: Measure
    weighs_positions: bool = False  # whether it can weigh a position that has no story, and that a code names

    def covers(self, setup: Setup) -> bool:
        """Whether it knows this game with these options."""
        ...

    def seats(self, setup: Setup, seat: int) -> tuple[int, ...]:
        """Whose decisions are judged together with those of a seat: a team's are."""
        ...

    def judges(self, phase: Phase) -> bool:
        """Whether it can tell what such decisions were worth."""
        ...

    def advises(self, phase: Phase) -> bool:
        """Whether its figures are good enough to choose by."""
        return self.judges(phase)

    def unjudged(self, setup: Setup) -> tuple[Phase, ...]:
        """The kinds of decision that it cannot judge, though they have a choice."""
        ...

    def decide(self, one: Asked, error: float) -> Decision | None:
        """Weigh the choices, up to this standard error where that is possible, and judge the one made.

        None where nothing was at stake.
        """
        ...

    def verdict(self, one: Asked, error: float) -> Verdict | None:
        """Weigh the choices, and judge each as if it had been made; None where nothing is at stake."""
        ...

    def par(self, setup: Setup) -> tuple[float, float] | None:
        """What the model takes in a round, with its standard error; None where luck and skill cannot be told apart."""
        ...

    def result(self, outcome: Outcome, number: int, seat: int) -> float:
        """What came of a round, as it is measured."""
        ...
