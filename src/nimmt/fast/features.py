"""A position as its seat sees it, as columns of a sparse table of weights: what the value nets read.

Hand and gone cards change by few bits in a turn, so they are added apart; `situation` lists all that follows from the
rows. Hands are in ascending order: a card that has other cards of ours before it in its row is worth something else.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.constants import (
    CAPER,
    CAPER_ROW,
    CLIMB,
    COUNTS,
    EVEN_ODD,
    PARITY,
    PARITY_ROW,
    PLAIN,
    REVERSED,
    ROW_COUNT,
    STEPS,
)
from ..kernels.constants import WIDTH as PLACES
from .jit import inner
from .table import HEADS_ON, Cells, climbing_row, end_of, target

Columns = NDArray[np.int16]

NUMBERS, ROWS, LONGEST, SEATS, CARDS = 105, 4, 5, 10, 10


def thresholds(*firsts: int) -> Cells:
    """By number: how many of these thresholds it reaches."""
    return np.searchsorted(np.array(firsts), np.arange(NUMBERS), side="right").astype(np.int16)


FEW_HEADS, SOME_HEADS = thresholds(2, 4, 6, 9, 13), thresholds(2, 3, 4, 6, 8, 11, 15)
BETWEEN = thresholds(1, 2, 3, 4, 5, 7, 10, 15, 23)
COUNTED = thresholds(*range(1, 16), *range(18, 40, 4), 50, 65)
BELOW = thresholds(1, 4, 10)
HEADS_CLASSES, MORE_HEADS, GAPS, COUNTS_CLASSES, BELOWS = 6, 8, 10, 24, 4
MOST_AHEAD, MARKERS = 5, 3

HAND = 0
GONE = HAND + NUMBERS
ROW = GONE + NUMBERS  # its length and its end
RANKED = ROW + LONGEST * NUMBERS  # its rank by end, length and heads
CARD = RANKED + ROWS * LONGEST * MORE_HEADS  # a card of ours: length and heads of its row, unseen cards between
UNDER = CARD + LONGEST * HEADS_CLASSES * GAPS  # a card that fits nowhere: cheapest row, unseen cards below the rows
UNSEEN = UNDER + MORE_HEADS * BELOWS  # cards between two ends
OWN = UNSEEN + (ROWS + 1) * COUNTS_CLASSES
STAGE = OWN + (ROWS + 1) * (CARDS + 1)
CHEAPEST = STAGE + (SEATS + 1) * (CARDS + 1)
AHEAD = CHEAPEST + 16  # a card of ours: how many lower ones of ours go to its row, its length, unseen cards between
SETS = AHEAD + MOST_AHEAD * LONGEST * GAPS  # which fan cards are on the table
MARKS = SETS + 16  # a marker: the rank and the length of its row, and its face
MARKED = MARKS + MARKERS * 2 * ROWS * LONGEST  # a card of ours that goes to a marked row: its length, cards between
REVERSAL = MARKED + MARKERS * LONGEST * GAPS  # whether we may still reverse a card, and cards left
REVERSALS = REVERSAL + 2 * (CARDS + 1)  # how many others may
COLUMNS = REVERSALS + SEATS

MOST = 3 * ROWS + (2 + MARKERS) * CARDS + (ROWS + 1) + MARKERS + 8
"""Columns of one situation, at most."""


RANKS, BY_RANK, ENDS, LENGTHS, ROW_HEADS, INTERVALS = (MOST + 4 * part for part in range(6))
ROOM = INTERVALS + ROWS + 1
"""Behind the columns there is room to work in: arrays made in a kernel cost more than what they are used for here."""


@inner
def survey(table: Cells, room: Columns) -> Any:
    """Ends, lengths and heads of the rows, the rank of each by its end, and the row of each rank; the fewest heads."""
    cheapest = 1000
    for row in range(ROWS):
        count, heads = table[COUNTS + row], 0
        for place in range(row * PLACES, row * PLACES + count):
            heads += HEADS_ON[table[place]]
        room[ENDS + row] = table[row * PLACES + count - 1]
        room[LENGTHS + row] = min(count, LONGEST) - 1
        room[ROW_HEADS + row] = heads
        cheapest = min(cheapest, heads)
    for row in range(ROWS):
        rank = 0
        for other in range(ROWS):
            rank += 1 if room[ENDS + other] < room[ENDS + row] else 0
        room[RANKS + row] = rank
        room[BY_RANK + rank] = row
    return cheapest


@inner
def row_of(table: Cells, parts: int, value: int) -> int:
    """Where a card goes, -1 if nowhere; the plain rule in short."""
    if parts != PLAIN:
        return target(table, parts, value)
    best, highest = -1, 0
    for row in range(ROWS):
        end = end_of(table, row)
        if highest < end < value:
            best, highest = row, end
    return best


@inner
def count_below(unseen: Cells, below: Cells) -> None:
    """By number: how many lower cards are unseen. The last place has all of them."""
    total = 0
    for card in range(NUMBERS):
        below[card] = total
        total += unseen[card]
    below[NUMBERS] = total


@inner
def situation(
    table: Cells, parts: int, hand: Cells, besides: int, below: Cells, players: int, reversals: int, out: Columns
) -> Any:
    """List the columns of rows, hand and stage; the card at place `besides` of the hand is played already.

    `reversals` counts the others who may still reverse a card, and `SEATS` more if we may.
    """
    cheapest = survey(table, out)
    size, first = 0, 0
    for rank in range(ROWS):
        row = out[BY_RANK + rank]
        length, end, heads = out[LENGTHS + row], out[ENDS + row], out[ROW_HEADS + row]
        out[size] = ROW + length * NUMBERS + end
        out[size + 1] = RANKED + (rank * LONGEST + length) * MORE_HEADS + SOME_HEADS[heads]
        out[size + 2] = UNSEEN + rank * COUNTS_CLASSES + COUNTED[below[end] - first]
        first = below[end + 1]
        size += 3
    out[size] = UNSEEN + ROWS * COUNTS_CLASSES + COUNTED[below[NUMBERS] - first]
    out[size + 1] = CHEAPEST + min(cheapest, 15)
    size += 2
    for interval in range(ROWS + 1):
        out[INTERVALS + interval] = 0
    end0, end1, end2, end3 = out[ENDS], out[ENDS + 1], out[ENDS + 2], out[ENDS + 3]
    under = UNDER + SOME_HEADS[cheapest] * BELOWS + BELOW[below[out[ENDS + out[BY_RANK]]]]
    left = 0
    for place in range(len(hand)):
        if place == besides:
            continue
        card = hand[place]
        interval = (end0 < card) + (end1 < card) + (end2 < card) + (end3 < card)
        ahead = min(out[INTERVALS + interval], MOST_AHEAD - 1)
        out[INTERVALS + interval] += 1
        left += 1
        row = row_of(table, parts, card) if parts != PLAIN else out[BY_RANK + interval - 1] if interval > 0 else -1
        if row < 0:
            out[size] = under
            size += 1
            continue
        length, between = out[LENGTHS + row], unseen_between(row, card, below, out)
        out[size] = CARD + (length * HEADS_CLASSES + FEW_HEADS[out[ROW_HEADS + row]]) * GAPS + between
        out[size + 1] = AHEAD + (ahead * LONGEST + length) * GAPS + between
        size += 2
        if parts != PLAIN:
            for marker in range(MARKERS):
                if row == marked_row(table, parts, marker):
                    out[size] = MARKED + (marker * LONGEST + length) * GAPS + between
                    size += 1
    for interval in range(ROWS + 1):
        out[size] = OWN + interval * (CARDS + 1) + out[INTERVALS + interval]
        size += 1
    out[size] = STAGE + players * (CARDS + 1) + left
    size += 1
    return size if parts == PLAIN else marks(table, parts, left, reversals, out, size)


@inner
def unseen_between(row: int, card: int, below: Cells, room: Columns) -> Any:
    """The class of how many unseen cards are between a row's end and a card."""
    end = room[ENDS + row]
    return BETWEEN[max(below[max(end, card)] - below[min(end, card) + 1], 0)]


@inner
def marked_row(table: Cells, parts: int, marker: int) -> Any:
    """Where a marker lies; -1 if it is not in play."""
    if marker == 0:
        return table[PARITY_ROW] if parts & EVEN_ODD else -1
    if marker == 1:
        return climbing_row(table) if parts & CLIMB else -1
    return table[CAPER_ROW] if parts & CAPER else -1


@inner
def face_of(table: Cells, marker: int) -> Any:
    """Which of its two faces a marker shows: odd or even, up or down."""
    if marker == 0:
        return table[PARITY]
    return 1 if marker == 1 and table[STEPS] >= table[ROW_COUNT] - 1 else 0


@inner
def marks(table: Cells, parts: int, left: int, reversals: int, out: Columns, size: int) -> Any:
    """Go on with the columns of fan cards."""
    out[size] = SETS + parts
    size += 1
    for marker in range(MARKERS):
        row = marked_row(table, parts, marker)
        if row < 0:
            continue
        out[size] = (
            MARKS + ((marker * 2 + face_of(table, marker)) * ROWS + out[RANKS + row]) * LONGEST + out[LENGTHS + row]
        )
        size += 1
    if parts & REVERSED:
        out[size] = REVERSAL + (CARDS + 1 if reversals >= SEATS else 0) + left
        out[size + 1] = REVERSALS + reversals % SEATS
        size += 2
    return size
