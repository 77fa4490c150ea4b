"""The specials of Versus the Ox."""

from typing import Any

from ...specials import Effect, Insert, SevenTakes, Slide, Stop
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
