"""The specials that Surprise and Versus the Ox share. Each book says who may use them, when, and how many."""

from .effect import Effect
from .game import SpecialGame
from .insert import Insert
from .replace import Replace
from .rows import SpecialRows
from .seven import SevenTakes
from .slide import Slide
from .stop import Stop
from .table import SpecialTable, empty_row, row_of

__all__ = [
    "Effect",
    "Insert",
    "Replace",
    "SevenTakes",
    "Slide",
    "SpecialGame",
    "SpecialRows",
    "SpecialTable",
    "Stop",
    "empty_row",
    "row_of",
]
