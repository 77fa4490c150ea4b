"""Cards and rows as the words of the lanes."""

import numpy as np

from ..cards import HEADS
from ..rows import Rows
from .game import Cells
from .lanes import NATURAL, NO_ROW, ROWS

ON_CARDS = np.array(HEADS, np.int16) << 4
PRINTED: Cells = np.arange(len(HEADS), dtype=np.int16) << 8 | NATURAL | ON_CARDS
"""By card: its word when it is played for what is printed on it."""


def turned_words(turned: Cells) -> Cells:
    """By card: its word when it is played for this value instead; 0 where it cannot be."""
    words: Cells = np.where(turned > 0, turned << 8 | ON_CARDS, np.int16(0))
    return words


def row_words(rows: Rows) -> Cells:
    """Ends, lengths and heads of rows; on a small table some are missing."""
    found = [row.end << 8 | len(row.cards) << 5 | row.heads for row in rows]
    return np.array([*found, *[NO_ROW] * (ROWS - len(found))], np.int16)


def row_numbers(words: Cells) -> list[tuple[int, int, int]]:
    """The same as numbers again."""
    return [(word >> 8, word >> 5 & 7, word & 31) for word in words.tolist()]
