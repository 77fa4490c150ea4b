"""How the players of the master's playouts choose their cards in Surprise and Versus the Ox."""

from typing import Any

from .chance import Stream, below
from .jit import Record, inner
from .policies import MEAN_HEADS, at_least
from .special_table import COUNT, LIMIT, SEVEN, Cells, cheapest, end_of, heads_in, is_full, target

HABITS = WHIM, RISK, GAP, LOW, HIGH = tuple(range(5))
"""What they heed, in hundredths of a head unless something else is said.

WHIM: how many cards of 100 are chosen at random.
RISK: the price of a head that is taken if others fill the row first; below 0 they like to make a row full from afar.
GAP: the price of 100 numbers between a card and the end of its row.
LOW: the price of a card that fits no row, besides the heads of the cheapest one.
HIGH: the price of 100 in a card's number.
"""

PLAIN = (40, 0, 100, 0, 0)
"""Of those who take as little as they can, and put their cards close to others."""

ALONE = (20, -100, 300, 250, 4)
"""Of whoever meets the Ox alone: the habits that came out ahead when the kernel's player tried many."""


@inner
def choose_card(here: Record, hand: Cells, stream: Stream) -> Any:
    """A place in the hand: that of the card with the lowest cost, or any."""
    if below(stream, 100) < here.habits[WHIM]:
        return below(stream, len(hand))
    best, lowest = 0, 1e9
    for place in range(len(hand)):
        cost = expected_cost(here.table, here.habits, hand[place], here.seats - 1)
        if cost < lowest:
            best, lowest = place, cost
    return best


@inner
def expected_cost(table: Cells, habits: Cells, card: int, others: int) -> Any:
    """What a card is expected to cost in a turn in which so many others are played."""
    row = target(table, card)
    cost = habits[HIGH] * card * 0.01
    if row < 0:
        return cost + 100.0 * heads_in(table, cheapest(table)) + habits[LOW]
    if table[COUNT + row] == 0:
        return cost
    if is_full(table, row):
        return cost + 100.0 * heads_in(table, row)
    between = (card - end_of(table, row) - 1) * 0.01
    room = LIMIT + table[SEVEN + row] - table[COUNT + row]
    if habits[RISK] != 0 and room <= others:
        cost += habits[RISK] * at_least(room, others, between) * (heads_in(table, row) + MEAN_HEADS * room)
    return cost + habits[GAP] * between
