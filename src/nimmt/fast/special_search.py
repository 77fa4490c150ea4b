"""Positions of Surprise and Versus the Ox for the kernel: what the rest of the round is expected to cost."""

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from ..games.surprise.table import SurpriseTable
from ..games.versus_ox import OxTable
from ..rows import Rows
from ..specials import SpecialTable
from .special_playouts import KINDS, special_playouts
from .special_table import CELLS, COUNT, PLACES, ROWS, SEVEN, STOP

Words = NDArray[np.int16]


def future_heads(
    table: SpecialTable, seat: int, cards: Sequence[int], playouts: int, thoughtful: int, rng: Random
) -> NDArray[np.float64]:
    """Mean heads still to come in this round, by card that our seat plays first (none given: any) and seat.

    In Versus the Ox the last seat is the Ox's.
    """
    hands = [*table.hands, table.ox] if isinstance(table, OxTable) else list(table.hands)
    holders, holdings, stock = held_specials(table)
    hand = table.hands[seat]
    heads = special_playouts(
        cells(table.rows),
        np.array(hands, np.int16).reshape(len(hands), len(hand)),
        seat,
        np.array([hand.index(card) for card in cards] or [-1], np.int16),
        holders,
        holdings,
        stock,
        isinstance(table, SurpriseTable),
        thoughtful,
        playouts,
        np.array([rng.getrandbits(64) | 1, rng.getrandbits(64)], np.uint64),
    )
    return heads / playouts


def held_specials(table: SpecialTable) -> tuple[Words, Words, Words]:
    """Whose specials each seat may use, how many of each kind those are, and what comes up for used ones."""
    players = len(table.hands)
    if isinstance(table, OxTable):
        stock = [KINDS.index(special) for special in table.stock]
        return np.array([0] * players + [-1], np.int16), counted([table.face_up]), np.array(stock, np.int16)
    return np.arange(players, dtype=np.int16), counted(table.special_hands), np.zeros(0, np.int16)


def counted(hands: Sequence[Sequence[str]]) -> Words:
    """How many of each kind."""
    return np.array([[hand.count(kind) for kind in KINDS] for hand in hands], np.int16)


def cells(rows: Rows) -> Words:
    """The rows as one small array."""
    table = np.zeros(CELLS, np.int16)
    for number, row in enumerate(rows):
        table[number * PLACES : number * PLACES + len(row.cards)] = row.cards
        table[COUNT + number] = len(row.cards)
        table[SEVEN + number] = row.has("seven")
        table[STOP + number] = row.has("stop")
    table[ROWS] = len(rows)
    return table
