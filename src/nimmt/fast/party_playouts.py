"""The kernel of search in Bullenparty: games played to the end by players who build one pile and wait for buffaloes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels import party_layout
from ..kernels.party_layout import (
    BELOW,
    BESIDE,
    BID,
    CLAIM,
    DECK,
    KEEP,
    LAST_STEP,
    LAY,
    NO_BID,
    ROW,
    SKIP,
    STEP,
    TIDY,
    WAIT,
    WHIM,
)
from .chance import Stream, below, shuffle
from .jit import Record, dtype_of, inner, kernel

HAND, TAKEN = 5, 0
PARTY = dtype_of(party_layout.PARTY)


@kernel
def party_playouts(start: NDArray[Any], playouts: int, stream: Stream) -> NDArray[np.int64]:
    """Total points by seat over this many playouts."""
    points = np.zeros(start[0].seats, np.int64)
    copy = start.copy()
    for _ in range(playouts):
        copy[0] = start[0]
        party = copy[0]
        shuffle(party.draw_pile[: party.draw_size], party.draw_size, stream)
        while not play_round(party, stream):
            open_rows(party, stream)
        add_points(points, party)
    return points


@kernel
def party_futures(
    start: NDArray[Any], seat: int, choices: NDArray[np.int16], playouts: int, stream: Stream
) -> NDArray[np.int64]:
    """Total points by choice and seat; every playout deals what this seat cannot see, the same for all choices."""
    points = np.zeros((len(choices), start[0].seats), np.int64)
    world, copy, luck = start.copy(), start.copy(), stream.copy()
    for _ in range(playouts):
        deal_unseen(world[0], seat, stream)
        for number in range(len(choices)):
            copy[0] = world[0]
            luck[:] = stream
            choose(copy[0], seat, choices[number], luck)
            while not play_round(copy[0], luck):
                open_rows(copy[0], luck)
            add_points(points[number], copy[0])
        stream[:] = luck
    return points


@inner
def deal_unseen(party: Record, seat: int, stream: Stream) -> None:
    """Deal the cards again that are in other hands, in a draw pile that was not rebuilt (BP-18), and in the box."""
    pool = np.zeros(DECK, np.int16)
    size = swap(party, seat, pool, 0, False)
    shuffle(pool[:size], size, stream)
    swap(party, seat, pool, 0, True)
    if party.rebuilt > 0:
        shuffle(party.draw_pile[: party.draw_size], party.draw_size, stream)


@inner
def swap(party: Record, seat: int, pool: NDArray[np.int16], size: int, back: bool) -> int:
    """Collect what is unseen, or put it back; returns how many cards that are."""
    for other in range(party.seats):
        if other != seat:
            size = swap_cards(party.hands[other, party.known[other] : party.sizes[other]], pool, size, back)
    if party.rebuilt == 0:
        size = swap_cards(party.draw_pile[: party.draw_size], pool, size, back)
    return swap_cards(party.box[: party.box_size], pool, size, back)


@inner
def swap_cards(cards: NDArray[np.int16], pool: NDArray[np.int16], size: int, back: bool) -> int:
    """The same for some cards."""
    for place in range(len(cards)):
        if back:
            cards[place] = pool[size + place]
        else:
            pool[size + place] = cards[place]
    return size + len(cards)


@inner
def choose(party: Record, seat: int, choice: NDArray[np.int16], stream: Stream) -> None:
    """Do what a choice says."""
    kind, what = choice[0], choice[1]
    if kind == BID:
        party.bids[seat] = what
    elif kind == LAY:
        lay(party, seat, what, choice[2])
    else:
        if kind == CLAIM:
            claim(party, seat, what)
        else:
            extend(party, what, stream)
        party.bids[seat] = NO_BID
        party.queued -= 1


# --- A round ---------------------------------------------------------------------------------------


@inner
def play_round(party: Record, stream: Stream) -> bool:
    """BP-5 to BP-16: bids until everybody has a row, then cards are laid; whether that was the last round."""
    while party.laying == 0 and (party.queued > 0 or party.waiting.sum() > 0):
        if party.queued == 0:
            collect_bids(party, stream)
        answer_bid(party, next_bid(party), stream)
    party.laying = 0
    last = party.rebuilt > 0 or party.draw_size == 0
    for seat in range(party.seats):
        lay_down(party, seat, 0 if last else HAND)
    return bool(last)


@inner
def collect_bids(party: Record, stream: Stream) -> None:
    """BP-6: everybody without a row bids."""
    for seat in range(party.seats):
        if party.waiting[seat] > 0:
            if party.bids[seat] == NO_BID:
                party.bids[seat] = choose_bid(party, seat, stream)
            if party.bids[seat] > 0:
                remove(party, seat, party.bids[seat])
            party.queued += 1


@inner
def next_bid(party: Record) -> int:
    """BP-7, BP-8: the lowest value, then the zeros by their letters."""
    best, lowest = -1, 10000
    for seat in range(party.seats):
        bid = party.bids[seat]
        if bid != NO_BID:
            key = bid if bid > 0 else 1000 + party.letters[seat]
            if key < lowest:
                best, lowest = seat, key
    return best


@inner
def answer_bid(party: Record, seat: int, stream: Stream) -> None:
    """BP-7 to BP-12: a card gets a row, the zero card makes one longer."""
    if party.bids[seat] > 0:
        claim(party, seat, best_row(party, seat, False)[0])
    else:
        extend(party, best_row(party, seat, True)[0], stream)
    party.bids[seat] = NO_BID
    party.queued -= 1


@inner
def claim(party: Record, seat: int, row: int) -> None:
    """BP-9: the row comes to the hand, and the bid goes to the discards."""
    for place in range(party.lengths[row]):
        party.hands[seat, party.sizes[seat]] = party.rows[row, place]
        party.sizes[seat] += 1
    party.won[seat] += party.buffaloes[row]
    party.discards[party.discard_size] = party.bids[seat]
    party.discard_size += 1
    party.lengths[row], party.buffaloes[row], party.waiting[seat] = TAKEN, 0, 0


@inner
def extend(party: Record, row: int, stream: Stream) -> None:
    """BP-10 to BP-12: the next card joins the row, if there is one that is not full, and the fifth brings a buffalo."""
    if row < 0:
        return
    if party.drawn == 0:
        party.drawn = draw(party, stream)
    if party.drawn > 0:
        party.rows[row, party.lengths[row]] = party.drawn
        party.lengths[row] += 1
        party.drawn = 0
        if party.lengths[row] == ROW and party.buffalo_size > 0:
            party.buffalo_size -= 1
            party.buffaloes[row] = party.buffalo_pile[party.buffalo_size]


@inner
def open_rows(party: Record, stream: Stream) -> None:
    """BP-5: two cards start each row."""
    for row in range(party.seats):
        party.lengths[row], party.buffaloes[row], party.waiting[row] = 2, 0, 1
        party.rows[row, 0] = draw(party, stream)
        party.rows[row, 1] = draw(party, stream)


@inner
def draw(party: Record, stream: Stream) -> Any:
    """BP-18, Q-BP8: the next card; 0 where there is none."""
    if party.draw_size == 0:
        for place in range(party.discard_size):
            party.draw_pile[place] = party.discards[place]
        party.draw_size, party.discard_size, party.rebuilt = party.discard_size, 0, 1
        shuffle(party.draw_pile[: party.draw_size], party.draw_size, stream)
    if party.draw_size == 0:
        return 0
    party.draw_size -= 1
    return party.draw_pile[party.draw_size]


@inner
def add_points(points: NDArray[np.int64], party: Record) -> None:
    """BP-20: the best pile counts, the others count against it, and buffalo cards count."""
    for seat in range(party.seats):
        best = best_pile(party, seat)
        points[seat] += party.won[seat] + (2 * party.sums[seat, best] if best >= 0 else 0)
        for pile in range(party.piles[seat]):
            points[seat] -= party.sums[seat, pile]


# --- What the players choose -------------------------------------------------------------------------


@inner
def best_pile(party: Record, seat: int) -> int:
    """BP-20: a seat's pile with the most heads; -1: it has none."""
    best = -1
    for pile in range(party.piles[seat]):
        if best < 0 or party.sums[seat, pile] > party.sums[seat, best]:
            best = pile
    return best


@inner
def best_top(party: Record, seat: int) -> Any:
    """The top of that pile; 0: there is none."""
    best = best_pile(party, seat)
    return party.tops[seat, best] if best >= 0 else party.seats * 0


@inner
def choose_bid(party: Record, seat: int, stream: Stream) -> Any:
    """BP-6: keep bidding zero until a row is good or full, then bid a low card; now and then bid anything."""
    has_open, has_full = False, False
    for row in range(party.seats):
        has_open = has_open or 0 < party.lengths[row] < ROW
        has_full = has_full or party.lengths[row] >= ROW
    may_wait = has_open and party.draw_size + party.discard_size > 0
    size, habits = party.sizes[seat], party.habits[seat]
    if below(stream, 100) < habits[WHIM]:
        choice = below(stream, size + (1 if may_wait else 0))
        return 0 if choice == size else party.hands[seat, choice]
    if may_wait and not has_full and best_row(party, seat, False)[1] < habits[WAIT]:
        return 0
    top = best_top(party, seat)
    chosen, least = party.hands[seat, 0], 1 << 20
    for place in range(size):
        card = party.hands[seat, place]
        cost = 100 * card + (habits[KEEP] * party.heads[card] if card > top else 0)
        if cost < least:
            chosen, least = card, cost
    return chosen


@inner
def best_row(party: Record, seat: int, extending: bool) -> tuple[int, int]:
    """The row that a seat takes or extends, the one worth most to it; and what it is worth."""
    top, price = best_top(party, seat), party.habits[seat, BELOW]
    best, most = -1, -1 << 20
    for row in range(party.seats):
        length = party.lengths[row]
        if length == TAKEN or (extending and length >= ROW):
            continue
        worth = 100 * party.buffaloes[row]
        for place in range(length):
            card = party.rows[row, place]
            worth += 100 * party.heads[card] if card > top else -price * party.heads[card]
        if extending and length == ROW - 1 and party.buffalo_size > 0:
            worth += 100 * party.buffalo_pile[party.buffalo_size - 1]
        if worth > most:
            best, most = row, worth
    return best, most


@inner
def lay_down(party: Record, seat: int, keep: int) -> None:
    """BP-14, BP-15: lay cards until `keep` are left, each where it is worth most right now, the lowest among equals."""
    habits = party.habits[seat]
    step = habits[LAST_STEP] + (habits[STEP] - habits[LAST_STEP]) * party.draw_size // party.full
    if keep == 0 and habits[TIDY] > 0:
        step = 1 << 14
    while party.sizes[seat] > keep:
        best = best_pile(party, seat)
        top = party.tops[seat, best] if best >= 0 else 0
        chosen, most = 0, -1 << 30
        for place in range(party.sizes[seat]):
            card = party.hands[seat, place]
            heads = party.heads[card]
            gain = -habits[BESIDE] * heads
            if card > top:
                gain = 100 * heads - step * (card - top) - habits[SKIP] * skipped(party, seat, top, card)
            if gain > most or (gain == most and card < chosen):
                chosen, most = card, gain
        lay(party, seat, chosen, best if best >= 0 and chosen > top else pile_below(party, seat, chosen))


@inner
def skipped(party: Record, seat: int, top: int, card: int) -> int:
    """Heads on cards of the hand that fit on the best pile now, and no longer on this card."""
    heads = 0
    for place in range(party.sizes[seat]):
        other = party.hands[seat, place]
        if top < other < card:
            heads += party.heads[other]
    return heads


@inner
def lay(party: Record, seat: int, card: int, pile: int) -> None:
    """BP-15: lay a card on a pile, or start one."""
    if pile == party.piles[seat]:
        party.sums[seat, pile] = 0
        party.piles[seat] += 1
    party.tops[seat, pile] = card
    party.sums[seat, pile] += party.heads[card]
    remove(party, seat, card)


@inner
def pile_below(party: Record, seat: int, card: int) -> int:
    """BP-15: the pile with the highest top that a card fits on, or a new one."""
    found, top = party.piles[seat], 0
    for pile in range(party.piles[seat]):
        if top < party.tops[seat, pile] < card:
            found, top = pile, party.tops[seat, pile]
    return int(found)


@inner
def remove(party: Record, seat: int, card: int) -> None:
    """Take a card out of a hand; the hand's last card fills its place."""
    for place in range(party.sizes[seat]):
        if party.hands[seat, place] == card:
            party.sizes[seat] -= 1
            party.hands[seat, place] = party.hands[seat, party.sizes[seat]]
            return
