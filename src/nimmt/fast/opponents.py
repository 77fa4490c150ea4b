"""What kinds of opponents play: a score for every card from what all can see, a sum of weights by traits of the card.

The policy of a kind is a softmax of its scores over a hand, so one list of scores serves all seats and all hands.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .features import (
    BETWEEN,
    BY_RANK,
    ENDS,
    FEW_HEADS,
    GAPS,
    HEADS_CLASSES,
    LENGTHS,
    LONGEST,
    MARKERS,
    NUMBERS,
    RANKS,
    ROOM,
    ROW_HEADS,
    ROWS,
    count_below,
    marked_row,
    row_of,
    survey,
    thresholds,
)
from .game import PLAIN
from .jit import folded, inner
from .table import Cells

KINDS = ("self", "flat", "rollout", "heuristic", "greedy", "random")
SELF, FLAT, ROLLOUT, HEURISTIC, GREEDY, RANDOM = range(len(KINDS))
TYPES = len(KINDS)

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
PER_CARD = 9

Traits = NDArray[np.int16]
Floats = NDArray[np.float32]


@inner
def traits_of_cards(table: Cells, parts: int, hidden: Cells, left: int, traits: Traits) -> None:
    """List the traits of every card that is still hidden from somebody."""
    below, room = np.empty(NUMBERS + 1, np.int16), np.empty(ROOM, np.int16)
    count_below(hidden, below)
    cheapest = survey(table, room)
    for card in range(1, NUMBERS):
        if hidden[card] != 0:
            found = traits_of(table, parts, card, card, left, below, room, cheapest)
            for place in range(PER_CARD - 1):
                traits[card, place] = found[place]
            traits[card, PER_CARD - 1] = -1


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
def scores_of_cards(traits: Traits, hidden: Cells, weights: Floats, scores: Floats) -> None:
    """By kind and card: the sum of the weights of its traits. Weights come by trait and kind."""
    for card in range(1, NUMBERS):
        if hidden[card] == 0:
            continue
        for kind in range(TYPES):
            scores[kind, card] = 0.0
        for place in range(PER_CARD):
            trait = traits[card, place]
            if trait < 0:
                break
            for kind in range(TYPES):
                scores[kind, card] += weights[trait, kind]


@inner
def best_of(scores: Floats, hand: Cells) -> Any:
    """The place of the highest score in a hand."""
    best = 0
    for place in range(1, len(hand)):
        if scores[hand[place]] > scores[hand[best]]:
            best = place
    return best
