"""The specials of Surprise."""

from typing import Any

from ...specials import Effect, Insert, Replace, SevenTakes, Slide, Stop
from .fifth_row import FifthRow
from .negative_positive import NegativePositive

BOOK: tuple[Effect[Any], ...] = (
    SevenTakes("Q-SU6", own_row=True),
    Stop("SU-15", until_take=True),
    Insert("SU-9"),
    Replace("SU-11"),
    Slide("SU-12", emptying_rule="Q-SU8"),
    FifthRow(),
    NegativePositive(),
)
