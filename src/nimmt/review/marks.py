"""From figures to marks: what a choice lost against the best one, and whether that is beyond noise."""

from collections.abc import Callable
from math import hypot

from .figures import Figures
from .report import Mark

LOSSES: tuple[tuple[float, Mark], ...] = ((1.5, "blunder"), (0.8, "mistake"), (0.3, "doubtful"))
"""From how many heads or points on a choice has its mark, if the loss is beyond noise."""
NOISE = 2.0
"""Standard errors below which a difference says nothing."""
DIM = 1.5
"""Where a loss of this size would be lost in the noise, nothing is said of a choice."""
CLEARLY, SURELY = 1.0, 3.0
"""A choice stands out if it is better than all others by so much, and by more than so many standard errors."""


def loss_of(totals: Figures, picked: int) -> tuple[float, float]:
    """What a choice lost: the best one is found in one half of the worlds and measured in the other, both ways.

    So luck in the sampling does not look like a better choice.
    """
    (first, first_error), (second, second_error) = (
        totals.even.more(picked, totals.odd.best),
        totals.odd.more(picked, totals.even.best),
    )
    return (first + second) / 2, hypot(first_error, second_error) / 2


def stands_out(totals: Figures, picked: int) -> bool:
    """Whether a choice is better than every other one, by enough and beyond noise."""
    whole = totals.whole
    for other in range(len(whole.sums)):
        more, error = whole.more(other, picked)
        if other != picked and (more < CLEARLY or more <= SURELY * error):
            return False
    return True


def mark_of(totals: Figures, picked: int, loss: float, error: float, obvious: Callable[[], int]) -> Mark:
    """The mark of a choice. `obvious` is what a simple player would choose: that is never brilliant."""
    best = totals.whole.best
    if picked != best and loss > NOISE * error:
        return next((mark for least, mark in LOSSES if loss >= least), "fine")
    if NOISE * error >= DIM:
        return "unclear"
    return "brilliant" if picked == best and stands_out(totals, picked) and obvious() != picked else "fine"
