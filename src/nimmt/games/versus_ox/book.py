"""The specials of Versus the Ox, and how many of them there are."""

from collections.abc import Iterable
from typing import Any

from ...cards import Special
from ...errors import Malformed
from ...rows import Rows
from ...specials import Effect, Insert, SevenTakes, Slide, Stop
from ...specials.table import Specials
from .conditions import something_waits, team_card_next
from .ordering import First, Last, Sort
from .remove_stop import StopRemoval
from .take_back import TeamReplace

BOOK: tuple[Effect[Any], ...] = (
    SevenTakes("Q-CO10"),
    Stop("CO-11"),
    TeamReplace(),
    Insert("CO-13", when=team_card_next("Q-CO11")),
    Slide("CO-14", emptying_rule="Q-CO7", when=something_waits("Q-CO6b")),
    First(),
    Last(),
    Sort(),
    StopRemoval(),
)
COPIES = 2
KEYS: Specials = tuple(effect.key for effect in BOOK if effect.key)
SPECIALS: Specials = COPIES * KEYS
"""CO-3: every special in the box."""


def specials_without(gone: Iterable[str], rows: Rows) -> list[Special]:
    """Every special but these and those that lie at the rows."""
    rest = list(SPECIALS)
    for special in (*gone, *(mark for row in rows for mark in row.marks)):
        if special not in rest:
            there = f"There are {COPIES} each of {', '.join(KEYS)}"
            raise Malformed("bad_text", f"{there}; {special!r} is too much.", "CO-3")
        rest.remove(special)
    return rest
