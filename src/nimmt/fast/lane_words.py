"""Cards and rows as the words of the lanes."""

import numpy as np

from ..cards import HEADS
from ..kernels.constants import NATURAL
from .game import Cells

ON_CARDS = np.array(HEADS, np.int16) << 4
PRINTED: Cells = np.arange(len(HEADS), dtype=np.int16) << 8 | NATURAL | ON_CARDS
"""By card: its word when it is played for what is printed on it."""


def turned_words(turned: Cells) -> Cells:
    """By card: its word when it is played for this value instead; 0 where it cannot be."""
    words: Cells = np.where(turned > 0, turned << 8 | ON_CARDS, np.int16(0))
    return words


def row_numbers(words: Cells) -> list[tuple[int, int, int]]:
    """Ends, lengths and heads of rows."""
    return [(word >> 8, word >> 5 & 7, word & 31) for word in words.tolist()]
