"""Positions of Bullenparty for the kernel: what every seat will score."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from ..games.bullenparty.data import BUFFALO_TABLES, HEADS_TABLES, LETTERS
from ..games.bullenparty.table import PartyTable
from ..setup import Setup
from .party_playouts import BUFFALO, DISCARDS, DRAW, DRAWN, NO_BID, NUMBERS, REBUILT, party_playouts

MOST_CARDS, MOST_PILES, DECK = 24, 104, 101


def future_points(
    table: PartyTable, setup: Setup, sealed: dict[int, int], playouts: int, rng: Random
) -> NDArray[np.float64]:
    """Mean points at the end of the game by seat; `sealed` are bids that are made already, by seat."""
    seats = len(table.hands)
    heads = HEADS_TABLES[str(setup.options["heads_table"])].heads
    buffalo = BUFFALO_TABLES[str(setup.options["buffalo_table"])].heads
    own_piles = [table.own_piles(seat) for seat in range(seats)]
    bids = {bid.seat: bid.card for bid in table.queue} or sealed
    points = party_playouts(
        np.array(heads, np.int16),
        np.array(buffalo, np.int16),
        np.array([LETTERS.index(letter) for letter in table.zeros], np.int16),
        numbers(table, len(buffalo)),
        lines(table.hands, MOST_CARDS),
        np.array([len(hand) for hand in table.hands], np.int16),
        lines([[pile[-1] for pile in piles] for piles in own_piles], MOST_PILES),
        lines([[sum(heads[card] for card in pile) for pile in piles] for piles in own_piles], MOST_PILES),
        np.array([len(piles) for piles in own_piles], np.int16),
        lines([row.cards if row else () for row in table.rows], 5),
        np.array([len(row.cards) if row else 0 for row in table.rows], np.int16),
        np.array([(row.buffalo or 0) if row else 0 for row in table.rows], np.int16),
        np.array([sum(won) for won in table.buffalo], np.int16),
        np.array([seat in table.bidders for seat in range(seats)], np.int16),
        np.array([bids.get(seat, NO_BID) for seat in range(seats)], np.int16),
        len(table.queue),
        table.phase == "lay",
        lines([table.draw_pile], DECK)[0],
        lines([table.discards], DECK)[0],
        playouts,
        np.array([rng.getrandbits(64) | 1, rng.getrandbits(64)], np.uint64),
    )
    return points / playouts


def numbers(table: PartyTable, buffaloes: int) -> NDArray[np.int16]:
    """The numbers about the table."""
    found = np.zeros(NUMBERS, np.int16)
    found[DRAW], found[DISCARDS] = len(table.draw_pile), len(table.discards)
    found[BUFFALO] = buffaloes - len(table.buffalo_pile)
    found[DRAWN], found[REBUILT] = table.drawn or 0, table.reshuffles > 0
    return found


def lines(rows: object, width: int) -> NDArray[np.int16]:
    """Lists of different lengths as the lines of one array."""
    listed = [list(row) for row in rows]  # type: ignore[attr-defined]
    found = np.zeros((len(listed), width), np.int16)
    for number, row in enumerate(listed):
        found[number, : len(row)] = row
    return found
