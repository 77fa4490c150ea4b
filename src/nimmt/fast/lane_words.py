"""Cards and rows as the words of the lanes."""

import numpy as np
from numpy.typing import NDArray

from ..cards import HEADS
from ..rows import Rows
from .lanes import NATURAL

Words = NDArray[np.int16]

ON_CARDS = np.array(HEADS, np.int16) << 4
PRINTED: Words = np.arange(len(HEADS), dtype=np.int16) << 8 | NATURAL | ON_CARDS
"""By card: its word when it is played for what is printed on it."""


def turned_words(turned: Words) -> Words:
    """By card: its word when it is played for this value instead; 0 where it cannot be."""
    words: Words = np.where(turned > 0, turned << 8 | ON_CARDS, np.int16(0))
    return words


def row_words(rows: Rows) -> Words:
    """Ends, lengths and heads of rows."""
    return np.array([row.end << 8 | len(row.cards) << 5 | row.heads for row in rows], np.int16)


def row_numbers(words: Words) -> list[tuple[int, int, int]]:
    """The same as numbers again."""
    return [(word >> 8, word >> 5 & 7, word & 31) for word in words.tolist()]
