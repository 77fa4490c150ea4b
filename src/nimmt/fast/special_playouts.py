"""The kernel of search in Surprise and Versus the Ox: the rest of a round, with specials used where they save heads."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels import special_layout
from ..kernels.special_layout import COUNT, PLACES, ROWS, SEVEN, SPECIALS, STOP, USUAL_ROWS
from .chance import Stream, below
from .jit import Record, dtype_of, inner, kernel
from .special_table import HEADS_ON, Cells, cost_of, end_of, land, put_in, roomiest, start_row, target

_SEVEN, _STOP, _INSERT, _REPLACE, _SLIDE, _FIFTH, _NEGATIVE = map(
    SPECIALS.index, ("seven", "stop", "insert", "replace", "slide", "fifth_row", "negative_positive")
)  # the ones that playouts can use
PRICE = 3
"""How many heads a special must save in a playout."""

NOTHING, PLACED = -1, -2


@inner
def rescue(table: Cells, card: int, held: Cells, hand: Cells, stops_end: bool) -> int:
    """Use one special where it saves a card from taking too much.

    Returns what is to be placed then: the card itself, another one of the hand, PLACED for none, NOTHING where no
    special helps. Negative = Positive is left to the taker.
    """
    row = target(table, card)
    if held[_SEVEN] > 0 and row >= 0 and table[SEVEN + row] == 0:
        held[_SEVEN] -= 1
        table[SEVEN + row] = 1
        return card
    if held[_INSERT] > 0:
        other = roomiest(table, card, -1, True)
        if other >= 0:
            held[_INSERT] -= 1
            put_in(table, other, card)
            return PLACED
    if held[_FIFTH] > 0 and table[ROWS] == USUAL_ROWS:
        held[_FIFTH] -= 1
        start_row(table, card)
        return PLACED
    if held[_SLIDE] > 0 and row >= 0 and slide_away(table, row):
        held[_SLIDE] -= 1
        return card
    if held[_REPLACE] > 0 and len(hand) > 0:
        place = least_cost(table, hand)
        if cost_of(table, hand[place]) < PRICE:
            held[_REPLACE] -= 1
            other = hand[place]
            hand[place] = card
            return int(other)
    if held[_STOP] > 0 and row >= 0 and lock(table, row, card):
        held[_STOP] -= 1
        return card
    return NOTHING


@inner
def slide_away(table: Cells, row: int) -> bool:
    """SU-12: make room by moving the first card of a full row to another one."""
    card = table[row * PLACES]
    other = roomiest(table, card, row, False)
    if other < 0:
        return False
    for place in range(row * PLACES, row * PLACES + table[COUNT + row] - 1):
        table[place] = table[place + 1]
    table[COUNT + row] -= 1
    put_in(table, other, card)
    return True


@inner
def lock(table: Cells, row: int, card: int) -> bool:
    """SU-14: lock the row that a card would take, if it has a better place then."""
    stops = 0
    for other in range(table[ROWS]):
        stops += table[STOP + other]
    if stops > 1:
        return False
    before = cost_of(table, card)
    table[STOP + row] = 1
    if cost_of(table, card) + PRICE < before:
        return True
    table[STOP + row] = 0
    return False


@inner
def least_cost(table: Cells, hand: Cells) -> int:
    """The place of the card that costs least now, among equals the one with the smallest gap."""
    best, lowest = 0, 1 << 20
    for place in range(len(hand)):
        row = target(table, hand[place])
        gap = 0 if row < 0 or table[COUNT + row] == 0 else hand[place] - end_of(table, row)
        cost = 128 * cost_of(table, hand[place]) + gap
        if cost < lowest:
            best, lowest = place, cost
    return best


@inner
def saved_by_negative(table: Cells, card: int, held: Cells) -> int:
    """SU-16: roughly what a positive card takes away: its own heads twice."""
    row = target(table, card)
    if held[_NEGATIVE] == 0 or row < 0:
        return 0
    held[_NEGATIVE] -= 1
    most = 0
    for place in range(row * PLACES, row * PLACES + table[COUNT + row]):
        most = max(most, HEADS_ON[table[place]])
    return 2 * most


@inner
def place_card(table: Cells, card: int, held: Cells, hand: Cells, stops_end: bool) -> int:
    """SU-4, CO-8: use one special if the card would take too much, then place it; returns the heads taken."""
    if cost_of(table, card) <= PRICE:
        return land(table, card, stops_end)
    placed = rescue(table, card, held, hand, stops_end)
    if placed == PLACED:
        return 0
    if placed != NOTHING:
        return land(table, placed, stops_end)
    saved = saved_by_negative(table, card, held)
    return land(table, card, stops_end) - saved


SPECIAL_ROUND = dtype_of(special_layout.SPECIAL_ROUND)


@kernel
def special_playouts(
    starts: NDArray[Any], seat: int, choices: Cells, thoughtful: int, playouts: int, stream: Stream
) -> NDArray[np.int64]:
    """Total heads by start, choice and seat over this many playouts of the rest of the round, with the same luck.

    A choice is a place in our hand that is played first, or -1. `thoughtful` of 100 cards are chosen with care, the
    others at random.
    """
    copy, luck = starts[:1].copy(), stream.copy()
    here = copy[0]
    heads = np.zeros((len(starts), len(choices), here.seats), np.int64)
    plays = np.zeros(here.seats, np.int16)
    for start in range(len(starts)):
        luck[:] = stream
        for _ in range(playouts):
            for number in range(len(choices)):
                copy[0] = starts[start]
                for size in range(here.left, 0, -1):
                    for other in range(here.seats):
                        fixed = choices[number] if size == here.left and other == seat else -1
                        hand = here.hands[other, :size]
                        plays[other] = play_one(here.table, hand, fixed, here.holders[other], thoughtful, luck)
                    play_turn(here, plays, size - 1, heads[start, number])
    return heads


@inner
def play_turn(here: Record, plays: Cells, left: int, heads: NDArray[np.int64]) -> None:
    """Place the cards of a turn, with specials."""
    order = np.zeros(len(plays), np.int64)
    line_up(plays, order)
    for seat in order:
        heads[seat] += place_for(here, seat, plays[seat], left)


@inner
def place_for(here: Record, seat: Any, card: int, left: int) -> int:
    """Place a seat's card, which has so many left; what it uses up is replaced from the stock."""
    hand, stops_end = here.hands[seat, :left], here.stops_end > 0
    holder = here.holders[seat]
    if holder < 0:
        return land(here.table, card, stops_end)
    held = here.held[holder]
    before = held.sum()
    heads = place_card(here.table, card, held, hand, stops_end)
    if here.stock_size > 0 and held.sum() < before:
        here.stock_size -= 1
        held[here.stock[here.stock_size]] += 1
    return heads


@kernel
def play_given(table: Cells, plays: Cells, stops_end: bool) -> NDArray[np.int64]:
    """Place given cards, turn by turn and by seat, without specials; heads by seat. The table is changed."""
    turns, seats = plays.shape
    heads, order = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    for turn in range(turns):
        line_up(plays[turn], order)
        for seat in order:
            heads[seat] += land(table, plays[turn, seat], stops_end)
    return heads


@inner
def play_one(table: Cells, hand: Cells, fixed: int, holder: int, thoughtful: int, stream: Stream) -> Any:
    """Take a card out of a hand; its last card fills the place. The Ox never thinks (CO-4)."""
    place = fixed
    if place < 0:
        thinks = holder >= 0 and below(stream, 100) < thoughtful
        place = least_cost(table, hand) if thinks else below(stream, len(hand))
    card = hand[place]
    hand[place] = hand[len(hand) - 1]
    return card


@inner
def line_up(plays: Cells, order: NDArray[np.int64]) -> None:
    """B-5: the seats in the order of their cards."""
    for seat in range(len(plays)):
        place = seat
        while place > 0 and plays[order[place - 1]] > plays[seat]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = seat
