"""The specials of Surprise, and how many of them there are."""

from typing import Any

from ...rows import Rows
from ...specials import Effect, Insert, Replace, SevenTakes, Slide, Stop
from ...specials.table import Specials
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
COPIES = 4
KEYS: Specials = tuple(effect.key for effect in BOOK if effect.key)
SPECIALS: Specials = tuple(kind for kind in KEYS for _ in range(COPIES))
"""SU-1: the 28 specials."""


def lying(rows: Rows) -> Specials:
    """The specials on the table."""
    return tuple(effect.key for effect in BOOK if effect.key for _ in range(effect.lying(rows)))
