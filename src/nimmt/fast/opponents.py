"""What kinds of opponents play: a score for every card from what all can see.

A score is a sum of weights by traits of the card, and what a small net adds to it: how much a trait counts depends on
the other rows, which no sum can say. The policy of a kind is a softmax of its scores over a hand, so one list of scores
serves all seats and all hands.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels.constants import PLAIN, TYPES
from .features import (
    BETWEEN,
    BY_RANK,
    COUNTED,
    COUNTS_CLASSES,
    ENDS,
    FEW_HEADS,
    GAPS,
    HEADS_CLASSES,
    LENGTHS,
    LONGEST,
    MARKERS,
    MORE_HEADS,
    NUMBERS,
    RANKS,
    ROOM,
    ROW_HEADS,
    ROWS,
    SOME_HEADS,
    count_below,
    face_of,
    marked_row,
    row_of,
    survey,
    thresholds,
)
from .jit import folded, inner
from .table import Cells

_, FLAT, ROLLOUT, HEURISTIC, GREEDY, RANDOM, DEEP = range(TYPES)
"""FLAT searches by random playouts, and DEEP by ten times as many."""

STEPS, ABOVE, STAGES, MOST_HEADS, LOW_HEADS = 41, 12, 4, 28, 16
DISTANCE = thresholds(1, 2, 3, 4, 6, 8, 11, 15, 20, 30, 45)
STAGE_OF = np.array([0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 3], np.int16)

CLASS = 0  # length and heads of its row, hidden cards between
NOWHERE = CLASS + LONGEST * HEADS_CLASSES * GAPS  # a card that fits nowhere: what the cheapest row costs, and when
STEP = NOWHERE + LOW_HEADS * STAGES  # how far from its row's end
PRICE = STEP + STEPS  # length and exact heads of its row
RANK = PRICE + LONGEST * MOST_HEADS  # rank of its row, and whether that is the cheapest
NEXT = RANK + (ROWS + 1) * 2  # how far the next row's end is above it, and its own row's length
ITSELF = NEXT + ABOVE * (LONGEST + 1)
RISK = ITSELF + NUMBERS * STAGES  # length, hidden cards between, cards left
MARKED = RISK + LONGEST * GAPS * 11  # with fan cards: the markers at its row, length, hidden cards between
TRAITS = MARKED + (1 << MARKERS) * LONGEST * GAPS

BEFORE = TRAITS  # for the net alone: length of its row, exactly how many hidden cards are between
AFTER = BEFORE + LONGEST * COUNTS_CLASSES  # length of its row, hidden cards from there to the next row's end
SHARED_ROW = AFTER + (LONGEST + 1) * COUNTS_CLASSES  # what is the same for all cards: rank, length and heads of a row
SHARED_GAP = SHARED_ROW + ROWS * LONGEST * MORE_HEADS  # hidden cards between two rows' ends
SHARED_PRICE = SHARED_GAP + (ROWS + 1) * COUNTS_CLASSES  # heads of the cheapest row
SHARED_STAGE = SHARED_PRICE + LOW_HEADS  # cards left
SHARED_MARK = SHARED_STAGE + 11  # a marker: its face, and the rank of its row
INPUTS = SHARED_MARK + MARKERS * 2 * ROWS

ENDING, EXACT_BEFORE, EXACT_AFTER, PER_CARD = 8, 9, 10, 11
"""Where a card's list of traits ends at the latest; behind it are those for the net alone."""
SHARED = ROWS + (ROWS + 1) + 2 + MARKERS

HIDDEN = 32
START, OUT = INPUTS, INPUTS + 1
"""Rows of the net besides those of its inputs: where the sums begin, and what its units add to each kind's scores."""
HEIGHT = OUT + TYPES

Traits = NDArray[np.int16]
Floats = NDArray[np.float32]


class Models(NamedTuple):
    """What all kinds play at tables of one book."""

    sums: Floats  # by trait and kind
    net: Floats


@inner
def traits_of_cards(table: Cells, parts: int, hidden: Cells, left: int, traits: Traits, shared: Traits) -> None:
    """List the traits of every card that is still hidden from somebody, and those that all cards share."""
    below, room = np.empty(NUMBERS + 1, np.int16), np.empty(ROOM, np.int16)
    count_below(hidden, below)
    cheapest = survey(table, room)
    for card in range(1, NUMBERS):
        if hidden[card] != 0:
            found = traits_of(table, parts, card, card, left, below, room, cheapest)
            for place in range(ENDING):
                traits[card, place] = found[place]
            traits[card, ENDING] = -1
            count_exactly(table, parts, card, below, room, traits[card])
    first = 0
    for rank in range(ROWS):
        row = room[BY_RANK + rank]
        end = room[ENDS + row]
        heads = SOME_HEADS[room[ROW_HEADS + row]]
        shared[rank] = SHARED_ROW + (rank * LONGEST + room[LENGTHS + row]) * MORE_HEADS + heads
        shared[ROWS + rank] = SHARED_GAP + rank * COUNTS_CLASSES + COUNTED[below[end] - first]
        first = below[end + 1]
    shared[2 * ROWS] = SHARED_GAP + ROWS * COUNTS_CLASSES + COUNTED[below[NUMBERS] - first]
    shared[2 * ROWS + 1] = SHARED_PRICE + min(cheapest, LOW_HEADS - 1)
    shared[2 * ROWS + 2] = SHARED_STAGE + left
    for marker in range(MARKERS):
        row = marked_row(table, parts, marker)
        rank = SHARED_MARK + (marker * 2 + face_of(table, marker)) * ROWS + room[RANKS + row]
        shared[SHARED - MARKERS + marker] = rank if row >= 0 else -1


@inner
def count_exactly(table: Cells, parts: int, card: int, below: Cells, room: Cells, traits: Traits) -> None:
    """Count hidden cards before and after a card, as the net wants to know them."""
    rank = 0
    for row in range(ROWS):
        rank += 1 if room[ENDS + row] < card else 0
    row = row_of(table, parts, card) if parts != PLAIN else room[BY_RANK + rank - 1] if rank > 0 else -1
    following = below[room[ENDS + room[BY_RANK + rank]]] if rank < ROWS else below[NUMBERS]
    after, length = COUNTED[max(following - below[card + 1], 0)], LONGEST
    traits[EXACT_BEFORE] = -1
    if row >= 0:
        end, length = room[ENDS + row], room[LENGTHS + row]
        between = COUNTED[max(below[max(end, card)] - below[min(end, card) + 1], 0)]
        traits[EXACT_BEFORE] = BEFORE + length * COUNTS_CLASSES + between
    traits[EXACT_AFTER] = AFTER + length * COUNTS_CLASSES + after


@folded
def traits_of(
    table: Cells, parts: int, card: int, value: int, left: int, below: Cells, room: Cells, cheapest: int
) -> Any:
    """The traits of one card that counts for this value, -1 where there are no more; `room` is a survey of the rows."""
    stage = STAGE_OF[left]
    rank = 0
    for row in range(ROWS):
        rank += 1 if room[ENDS + row] < value else 0
    above = room[ENDS + room[BY_RANK + rank]] - value if rank < ROWS else 104
    above = above if above > 0 else 104
    row = room[BY_RANK + rank - 1] if rank > 0 else -1
    if parts != PLAIN:
        row = row_of(table, parts, value)
    itself = ITSELF + card * STAGES + stage
    if row < 0:
        cost = NOWHERE + min(cheapest, LOW_HEADS - 1) * STAGES + stage
        return itself, cost, RANK + ROWS * 2, NEXT + DISTANCE[above] * (LONGEST + 1) + LONGEST, -1, -1, -1, -1
    end, length, heads = room[ENDS + row], room[LENGTHS + row], room[ROW_HEADS + row]
    between = BETWEEN[max(below[max(end, value)] - below[min(end, value) + 1], 0)]
    return (
        itself,
        CLASS + (length * HEADS_CLASSES + FEW_HEADS[heads]) * GAPS + between,
        RANK + room[RANKS + row] * 2 + (1 if heads == cheapest else 0),
        NEXT + DISTANCE[above] * (LONGEST + 1) + length,
        STEP + min(abs(value - end), STEPS - 1),
        PRICE + length * MOST_HEADS + min(heads, MOST_HEADS - 1),
        RISK + (length * GAPS + between) * 11 + left,
        MARKED + (markers_at(table, parts, row) * LONGEST + length) * GAPS + between if parts != PLAIN else -1,
    )


@inner
def markers_at(table: Cells, parts: int, row: int) -> Any:
    """Which markers of fan cards lie at a row, a bit for each."""
    found = 0
    for marker in range(MARKERS):
        found |= (1 if marked_row(table, parts, marker) == row else 0) << marker
    return found


@inner
def scores_of_cards(traits: Traits, shared: Traits, hidden: Cells, models: Models, scores: Floats) -> None:
    """By kind and card: the sum of the weights of its traits, and what the net adds."""
    weights, net = models.sums, models.net
    common, units = np.empty(HIDDEN, np.float32), np.empty(HIDDEN, np.float32)
    common[:] = net[START]
    for column in shared:
        if column >= 0:
            add_row(net, column, common)
    for card in range(1, NUMBERS):
        if hidden[card] == 0:
            continue
        units[:] = common
        scores[:, card] = 0.0
        for place in range(PER_CARD):
            trait = traits[card, place]
            if trait < 0:
                continue
            add_row(net, trait, units)
            if place < ENDING:
                for kind in range(TYPES):
                    scores[kind, card] += weights[trait, kind]
        for kind in range(TYPES):
            total = np.float32(0.0)
            for unit in range(HIDDEN):
                total += max(units[unit], np.float32(0.0)) * net[OUT + kind, unit]
            scores[kind, card] += total


@inner
def add_row(net: Floats, row: int, units: Floats) -> None:
    """Add what a trait says to all units."""
    for unit in range(HIDDEN):
        units[unit] += net[row, unit]
