"""Who judges which games: one judge for each family."""

from collections.abc import Iterator

from ..games.registry import game_of
from ..kernels.host import available
from ..setup import Setup
from ..table import Phase
from .judge import Judge


def judges() -> Iterator[Judge]:
    """All of them."""
    if available():
        from .party_judge import PartyJudge
        from .row_judge import RowJudge
        from .special_judges import OxJudge, SurpriseJudge

        yield from (RowJudge(), SurpriseJudge(), OxJudge(), PartyJudge())


def judge_of(setup: Setup) -> Judge | None:
    """The judge of a game; None where there is none."""
    return next((judge for judge in judges() if judge.covers(setup)), None)


def advised(setup: Setup) -> tuple[Phase, ...]:
    """The kinds of decision in a game that a judge gives advice about."""
    judge = judge_of(setup)
    return tuple(phase for phase in game_of(setup).rules.questions if judge and judge.advises(phase))


def can_weigh(setup: Setup) -> bool:
    """Whether positions of this game can be weighed without their stories: puzzles, shared moments, the coach."""
    judge = judge_of(setup)
    return judge is not None and judge.weighs_positions
