"""The judge of the row games, with fan cards or without: rounds played to their end by the strongest bot's policy."""

from msgspec.structs import replace

from ..bots.master import MasterBot
from ..cards import HEADS
from ..events import Outcome
from ..kernels.scope import ROW_GAMES
from ..setup import Setup
from ..table import Phase
from . import weighing
from .asking import Asked
from .judge import Judge
from .judging import judge, verdict
from .report import MODEL, Decision, Measure, Verdict


class RowJudge(Judge):
    """Judges cards, and rows that are taken."""

    model = MODEL
    measure: Measure = "heads"
    weighs_positions = True

    def covers(self, setup: Setup) -> bool:
        """The row games that the master plays: its nets judge them."""
        return ROW_GAMES.covers(setup) and MasterBot().plays(setup)

    def seats(self, setup: Setup, seat: int) -> tuple[int, ...]:
        """Everybody plays alone."""
        return (seat,)

    def judges(self, phase: Phase) -> bool:
        """Drafted cards are not judged."""
        return phase in ("card", "row")

    def unjudged(self, setup: Setup) -> tuple[Phase, ...]:
        """Drafted cards, where there is a draft."""
        return ("draft",) if setup.options.get("draft") else ()

    def decide(self, one: Asked, error: float) -> Decision:
        """Weigh all choices until each is known well enough."""
        view = one.table
        weighed = weighing.weigh(view, one.legal, error, one.story)
        taken = sum(HEADS[card] for card in view.piles[one.seat])
        return replace(judge(view, weighed, one.picked, one.round), step=one.step, taken=taken)

    def verdict(self, one: Asked, error: float) -> Verdict:
        """All choices."""
        return verdict(one.table, weighing.weigh(one.table, one.legal, error, one.story))

    def par(self, setup: Setup) -> tuple[float, float]:
        """Among its like."""
        return weighing.par(setup)

    def result(self, outcome: Outcome, number: int, seat: int) -> float:
        """Heads."""
        return outcome.rounds[number - 1][seat]
