"""What a choice leads to in Surprise and Versus the Ox: it is carried out, and the round is played to its end.

A choice is an array: its kind, two numbers, the special that it uses up (-1: none), and an order of cards.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.special_layout import (
    ASIDE,
    COUNT,
    EXCHANGE,
    FIFTH,
    INSERT,
    MARK_SEVEN,
    MARK_STOP,
    MOVE,
    ORDER,
    PLACES,
    PLAY,
    POSITIVE,
    REPLACE,
    ROWS,
    SEVEN,
    SLIDE,
    STOP,
    SWAP,
    TAKE,
    UNMARK_STOP,
    USUAL_ROWS,
)
from .chance import Stream, below, shuffle
from .jit import Record, inner, kernel
from .real import exp
from .special_players import choose_card
from .special_playouts import least_cost, place_for, play_one, play_turn
from .special_table import (
    HEADS_ON,
    LIMIT,
    Cells,
    cheapest,
    end_of,
    heads_in,
    land,
    put_in,
    remove_row,
    start_row,
    take,
    target,
)

CLOSE = 4.0
"""By how many heads a game against the Ox must be ahead to be won quite surely."""

MARGIN = 0.005
"""What a head is worth there besides, in games won."""


@kernel
def special_futures(
    starts: NDArray[Any], seat: int, choices: Cells, playouts: int, stream: Stream
) -> NDArray[np.float64]:
    """What each choice is worth to a seat in each playout; its hidden cards are the same for all choices."""
    worths = np.zeros((len(choices), playouts))
    world, copy, luck = starts[:1].copy(), starts[:1].copy(), stream.copy()
    for playout in range(playouts):
        world[0] = starts[playout % len(starts)]
        deal_unseen(world[0], seat, stream)
        for number in range(len(choices)):
            copy[0] = world[0]
            luck[:] = stream
            here = copy[0]
            carry_out(here, seat, choices[number], luck)
            settle(here)
            first = choices[number, 1] if choices[number, 0] == PLAY else 0
            play_on(here, seat, first, luck)
            worths[number, playout] = worth(here, seat)
        stream[:] = luck
    return worths


@kernel
def finish_turns(tables: NDArray[Any], seat: int, choices: Cells, stream: Stream) -> None:
    """Carry a choice out at each table, and then place what waits there; nobody uses another special meanwhile."""
    for number in range(len(tables)):
        here = tables[number]
        carry_out(here, seat, choices[number], stream)
        holders = here.holders.copy()
        here.holders[:] = -1
        settle(here)
        here.holders[:] = holders


@inner
def deal_unseen(here: Record, seat: int, stream: Stream) -> None:
    """Deal the number cards again that this seat cannot see."""
    pool = np.zeros(ASIDE, np.int16)
    size = 0
    for other in range(here.seats):
        if other != seat:
            for place in range(here.known[other], here.left):
                pool[size] = here.hands[other, place]
                size += 1
    dealt = size
    for place in range(here.aside_size):
        pool[size] = here.aside[place]
        size += 1
    shuffle(pool[:size], dealt, stream)
    size = 0
    for other in range(here.seats):
        if other != seat:
            for place in range(here.known[other], here.left):
                here.hands[other, place] = pool[size]
                size += 1
    for place in range(here.aside_size):
        here.aside[place] = pool[size + place]


@inner
def worth(here: Record, seat: int) -> float:
    """How sure a team is to win, with a little for every head; in Surprise the heads that the others are behind."""
    if here.factor > 0:
        behind = here.factor * here.heads[: here.seats - 1].sum() - here.heads[here.seats - 1]
        return float(1 / (1 + exp((behind + 0.5) / CLOSE)) - MARGIN * behind)
    others = (here.heads[: here.seats].sum() - here.heads[seat]) / (here.seats - 1)
    return float(others - here.heads[seat] + here.keep * here.held[seat].sum() / 100)


# --- A choice ----------------------------------------------------------------------------------------


@inner
def carry_out(here: Record, seat: int, choice: Cells, stream: Stream) -> None:
    """Do what a choice says; a special that is used up makes room for the next one of the pile."""
    kind, what, where, special = choice[0], choice[1], choice[2], choice[3]
    table, stops_end = here.table, here.stops_end > 0
    if special >= 0:
        spend(here, here.holders[seat], special)
    if kind != PLAY and kind != EXCHANGE:
        here.decided = kind not in (TAKE, INSERT, FIFTH)  # which place the card themselves
    if kind == TAKE:
        here.heads[next_seat(here)] -= saved(here, next_seat(here), what)
        here.heads[next_seat(here)] += take(table, what, next_card(here), stops_end)
    elif kind == MARK_SEVEN:
        table[SEVEN + what] = 1
    elif kind == MARK_STOP:
        table[STOP + what] = 1
    elif kind == UNMARK_STOP:
        table[STOP + what] = 0
    elif kind == INSERT:
        owner = next_seat(here)
        put_in(table, what, next_card(here))
        here.heads[owner] += overflow(table, what, stops_end)
    elif kind == SLIDE:
        slide(here, seat, what, where)
    elif kind == REPLACE:
        replace(here, seat, what)
    elif kind == SWAP:
        swap(here, what)
    elif kind == MOVE:
        move(here, what, where)
    elif kind == ORDER:
        put_in_order(here, choice)
    elif kind == FIFTH:
        start_row(table, next_card(here))
    elif kind == POSITIVE:
        here.turning = 1
    elif kind == EXCHANGE:
        here.held[seat, here.draws[below(stream, here.draws_size)]] += 1


@inner
def spend(here: Record, holder: int, special: int) -> None:
    """CO-7: the next one comes up at once."""
    here.held[holder, special] -= 1
    if here.stock_size > 0:
        here.stock_size -= 1
        here.held[holder, here.stock[here.stock_size]] += 1


@inner
def next_seat(here: Record) -> Any:
    """Whose card is placed next."""
    return here.queue_seats[0]


@inner
def next_card(here: Record) -> Any:
    """Take the card that is placed next out of the queue."""
    card = here.queue[0]
    here.queued -= 1
    for place in range(here.queued):
        here.queue[place] = here.queue[place + 1]
        here.queue_seats[place] = here.queue_seats[place + 1]
    return card


@inner
def overflow(table: Cells, row: int, stops_end: bool) -> int:
    """SU-10, CO-13: a card too many takes all others but the last one; of five rows the whole row (Q-SU4)."""
    count = table[COUNT + row]
    if count <= LIMIT + table[SEVEN + row]:
        return 0
    heads = heads_in(table, row)
    last = end_of(table, row)
    if stops_end:
        table[STOP : STOP + 5] = 0
    if table[ROWS] > USUAL_ROWS:
        remove_row(table, row)
        return heads
    table[SEVEN + row] = 0
    table[row * PLACES] = last
    table[COUNT + row] = 1
    return int(heads - HEADS_ON[last])


@inner
def slide(here: Record, seat: int, card: int, row: int) -> None:
    """SU-12, CO-14: a card of the table goes into another row."""
    table = here.table
    for source in range(table[ROWS]):
        for place in range(source * PLACES, source * PLACES + table[COUNT + source]):
            if table[place] == card:
                for further in range(place, source * PLACES + table[COUNT + source] - 1):
                    table[further] = table[further + 1]
                table[COUNT + source] -= 1
                put_in(table, row, card)
                here.heads[seat] += overflow(table, row, here.stops_end > 0)
                return


@inner
def replace(here: Record, seat: int, card: int) -> None:
    """SU-11, CO-12: a waiting card goes back to the hand, and this one is placed at once."""
    for place in range(here.queued):
        if here.queue_seats[place] == seat:
            move(here, here.queue[place], 0)
    for place in range(here.left):
        if here.hands[seat, place] == card:
            here.hands[seat, place] = here.queue[0]
    here.queue[0] = card


@inner
def swap(here: Record, card: int) -> None:
    """Q-Y3: the owner of a waiting card chooses another one."""
    for place in range(here.queued):
        if here.queue[place] == card:
            owner = here.queue_seats[place]
            hand = here.hands[owner, : here.left]
            replace(here, owner, hand[least_cost(here.table, hand)])
            return


@inner
def move(here: Record, card: int, place: int) -> None:
    """CO-15, CO-16: a waiting card gets another place."""
    source = 0
    while here.queue[source] != card:
        source += 1
    seat = here.queue_seats[source]
    step = 1 if place > source else -1
    while source != place:
        here.queue[source], here.queue_seats[source] = here.queue[source + step], here.queue_seats[source + step]
        source += step
    here.queue[place], here.queue_seats[place] = card, seat


@inner
def put_in_order(here: Record, choice: Cells) -> None:
    """CO-17: the order of all waiting cards."""
    for place in range(here.queued):
        move(here, choice[4 + place], place)


# --- The rest of the round -----------------------------------------------------------------------------


@inner
def settle(here: Record) -> None:
    """Place the cards that wait. Who has decided uses nothing for the next one."""
    while here.queued > 0:
        seat = next_seat(here)
        card = next_card(here)
        if here.decided > 0:
            row = target(here.table, card)
            here.heads[seat] -= saved(here, seat, row if row >= 0 else cheapest(here.table))
            here.heads[seat] += land(here.table, card, here.stops_end > 0)
            here.decided = 0
        else:
            here.heads[seat] += place_for(here, seat, card, here.left)


@inner
def saved(here: Record, seat: int, row: int) -> int:
    """SU-16: what a positive card of the row that is taken saves: its heads, and at most as many of the others."""
    if here.turning == 0:
        return 0
    here.turning = 0
    most = 0
    for place in range(row * PLACES, row * PLACES + here.table[COUNT + row]):
        most = max(most, HEADS_ON[here.table[place]])
    return int(most + min(most, here.heads[seat] + heads_in(here.table, row) - most))


@inner
def play_on(here: Record, seat: int, first: int, stream: Stream) -> None:
    """Turn after turn; our first card may be fixed (0: it is not)."""
    plays = np.zeros(here.seats, np.int16)
    for size in range(here.left, 0, -1):
        for other in range(here.seats):
            hand = here.hands[other, :size]
            fixed = place_of(hand, first) if size == here.left and other == seat else -1
            if fixed < 0 and here.holders[other] >= 0:
                fixed = choose_card(here, hand, stream)
            plays[other] = play_one(here.table, hand, fixed, here.holders[other], 0, stream)
        play_turn(here, plays, size - 1, here.heads)


@inner
def place_of(hand: Cells, card: int) -> int:
    """Where a card is in a hand; -1: nowhere."""
    for place in range(len(hand)):
        if hand[place] == card:
            return place
    return -1
