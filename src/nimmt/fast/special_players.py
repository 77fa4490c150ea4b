"""How the players of the master's playouts choose their cards in Surprise and Versus the Ox."""

from typing import Any

from ..kernels.special_layout import COUNT, ROWS, SEVEN
from .chance import Stream, below
from .jit import Record, inner
from .special_table import HEADS_ON, LIMIT, Cells, cheapest, end_of, heads_in, is_full, target

HABITS = (
    WHIM, CHEAPEST, LOW, LOW_FOLLOWED, LOW_OPEN, FULL_HEADS, FULL, GAP_1, GAP_2, GAP_3, GAP_4, SKIPPED, NUMBER, EARLY,
    FILLS, RISK, TRAP, OWN_TRAP, NEAR_RISK, NEAR_TRAP, NEAR_OWN_TRAP,
) = tuple(range(21))  # fmt: skip
"""WHIM: how many cards of 100 are chosen at random. The others are what a card costs, in hundredths of a head:

CHEAPEST, LOW: if it fits no row, for each head of the cheapest one, and besides.
LOW_FOLLOWED, LOW_OPEN: for each card of our hand that would then fit behind it, and for the share of unseen ones.
FULL_HEADS, FULL: if its row is full, for each head there, and besides.
GAP_1 to GAP_4: for the share of unseen cards that come between it and its row of one to four cards.
SKIPPED: for the share of own cards that do.
NUMBER, EARLY: for its number as a share of 104, and that again while the hand is full.
FILLS, RISK: if it makes its row full, and for each head that it takes if an unseen card comes first.
TRAP, OWN_TRAP: for each head in the full row, by the share of unseen and of own cards that would take it.
NEAR_RISK, NEAR_TRAP, NEAR_OWN_TRAP: the same if one more card can be laid there.
"""


@inner
def choose_card(here: Record, hand: Cells, stream: Stream) -> Any:
    """A place in the hand: that of the card with the lowest cost, or any."""
    if below(stream, 100) < here.habits[WHIM]:
        return below(stream, len(hand))
    best, lowest = 0, 1e9
    for place in range(len(hand)):
        card = hand[place]
        cost = weighed_cost(here, hand, card) if here.habits[CHEAPEST] > 0 else plain_cost(here.table, card)
        if cost < lowest:
            best, lowest = place, cost
    return best


@inner
def plain_cost(table: Cells, card: int) -> int:
    """Hundredths of a head that a card costs if it is placed now, and the numbers between it and its row."""
    row = target(table, card)
    if row < 0:
        return 100 * heads_in(table, cheapest(table))
    if table[COUNT + row] == 0:
        return 0
    if is_full(table, row):
        return 100 * heads_in(table, row)
    return int(card - end_of(table, row) - 1)


@inner
def weighed_cost(here: Record, hand: Cells, card: int) -> float:
    """What a card costs by what these players heed."""
    table, habits, unseen = here.table, here.habits, here.unseen
    row, above = target(table, card), next_end(table, card)
    if row >= 0 and table[COUNT + row] == 0:
        return 0.0
    cost = (habits[NUMBER] + habits[EARLY] * len(hand) * 0.1) * card / 104.0
    follow = between(hand, card, above)
    opening = (unseen[above - 1] - unseen[card]) / unseen[104]
    if row < 0:
        low = habits[CHEAPEST] * heads_in(table, cheapest(table)) + habits[LOW]
        return float(cost + low + habits[LOW_FOLLOWED] * follow + habits[LOW_OPEN] * opening)
    heads, end = heads_in(table, row), end_of(table, row)
    room = LIMIT + table[SEVEN + row] - table[COUNT + row]
    if room <= 0:
        return float(cost + habits[FULL_HEADS] * heads + habits[FULL])
    gap = (unseen[card] - unseen[end]) / unseen[104]
    cost += habits[GAP_4 + 1 - min(room, 4)] * gap + habits[SKIPPED] * between(hand, end, card) / len(hand)
    if room > 2:
        return float(cost)
    cost += habits[FILLS] if room == 1 else 0
    risk = RISK if room == 1 else NEAR_RISK  # what its traps cost comes next
    traps = habits[risk + 1] * opening + habits[risk + 2] * follow / len(hand)
    return float(cost + habits[risk] * gap * heads + traps * (heads + HEADS_ON[card]))


@inner
def next_end(table: Cells, card: int) -> Any:
    """The lowest end of a row above a card; 105: there is none."""
    lowest = 105
    for row in range(table[ROWS]):
        if table[COUNT + row] > 0 and card < end_of(table, row) < lowest:
            lowest = end_of(table, row)
    return lowest


@inner
def between(hand: Cells, low: int, high: int) -> int:
    """How many cards of a hand lie between two numbers."""
    count = 0
    for card in hand:
        if low < card < high:
            count += 1
    return count
