"""Positions of Surprise and Versus the Ox for the kernels."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..games.versus_ox import OxTable
from ..rows import Rows
from ..specials import SpecialTable
from .chance import new_stream
from .game import Cells
from .special_playouts import SPECIAL_ROUND, SPECIALS, special_playouts
from .special_table import CELLS, COUNT, PLACES, ROWS, SEVEN, STOP

THOUGHTFUL = 50
"""How many of 100 cards the players in playouts think about."""

ANY = -1
"""Instead of a place in the hand."""


def future_heads(
    starts: NDArray[Any], seat: int, places: Sequence[int], playouts: int, rng: Random
) -> NDArray[np.float64]:
    """Mean heads still to come in this round, by start, place in our hand that is played first, and seat.

    In Versus the Ox the last seat is the Ox's.
    """
    heads = special_playouts(starts, seat, np.array(places, np.int16), THOUGHTFUL, playouts, new_stream(rng))
    return heads / playouts


def as_record(table: SpecialTable) -> NDArray[Any]:
    """The table in the kernel's form: an array of one record."""
    tables = np.zeros(1, SPECIAL_ROUND)
    here = tables[0]
    here["table"][:] = cells(table.rows)
    hands = [*table.hands, table.ox] if isinstance(table, OxTable) else table.hands
    here["seats"], here["left"], here["stops_end"] = len(hands), len(hands[0]), not isinstance(table, OxTable)
    here["hands"][: len(hands), : len(hands[0])] = hands
    if isinstance(table, OxTable):  # the team shares what lies face up, and the Ox, who sits last, uses nothing
        here["holders"][len(table.hands)] = -1
        here["held"][0] = copies_held([table.face_up])[0]
        here["stock_size"] = len(table.stock)
        here["stock"][: len(table.stock)] = [SPECIALS.index(special) for special in reversed(table.stock)]
    else:
        here["holders"][: len(hands)] = range(len(hands))
        here["held"][: len(hands)] = copies_held(table.special_hands)
    return tables


def copies_held(hands: Sequence[Sequence[str]]) -> Cells:
    """How many of each kind of special every hand has."""
    return np.array([[hand.count(kind) for kind in SPECIALS] for hand in hands], np.int16)


def cells(rows: Rows) -> Cells:
    """The rows as one small array."""
    table = np.zeros(CELLS, np.int16)
    for number, row in enumerate(rows):
        table[number * PLACES : number * PLACES + len(row.cards)] = row.cards
        table[COUNT + number] = len(row.cards)
        table[SEVEN + number] = row.has("seven")
        table[STOP + number] = row.has("stop")
    table[ROWS] = len(rows)
    return table
