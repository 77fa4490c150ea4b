"""The kernel of search in Bullenparty: games played to the end by players who build one pile and wait for buffaloes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .chance import Stream, below, shuffle
from .jit import Record, inner, kernel, record

SEATS, CARDS, PILES, ROW, DECK, BUFFALOES = 5, 24, 104, 5, 101, 10
"""The most that there can be of each."""

HAND, TAKEN, NO_BID = 5, 0, -1
WHIM = 15
"""How many bids of 100 are made at random."""

PARTY = record(
    seats=(),
    heads=DECK,  # by card
    # by seat
    letters=SEATS,
    hands=(SEATS, CARDS),
    sizes=SEATS,  # of the hands
    piles=SEATS,  # how many there are
    tops=(SEATS, PILES),
    sums=(SEATS, PILES),  # heads in the piles
    won=SEATS,  # heads on buffalo cards
    waiting=SEATS,  # 1: for a row
    bids=SEATS,
    queued=(),  # how many revealed bids there are
    laying=(),  # 1: cards are laid now
    # by row
    rows=(SEATS, ROW),
    lengths=SEATS,
    buffaloes=SEATS,  # heads on the buffalo card there
    # piles to draw from, the last card on top
    draw_pile=DECK,
    draw_size=(),
    discards=DECK,
    discard_size=(),
    rebuilt=(),  # 1: the draw pile was made of discards (BP-18)
    drawn=(),  # the card that is to join a row; 0: none
    buffalo_pile=BUFFALOES,
    buffalo_size=(),
)
"""A table of Bullenparty."""


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
    best = best_pile(party, seat)
    top = party.tops[seat, best] if best >= 0 else 0
    if party.bids[seat] > 0:
        claim(party, seat, best_row(party, top, False))
    else:
        extend(party, best_row(party, top, True), stream)
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
def choose_bid(party: Record, seat: int, stream: Stream) -> Any:
    """BP-6: keep bidding zero until a row is full, then bid the lowest card; now and then bid anything."""
    has_open, has_full = False, False
    for row in range(party.seats):
        has_open = has_open or 0 < party.lengths[row] < ROW
        has_full = has_full or party.lengths[row] >= ROW
    may_wait = has_open and party.draw_size + party.discard_size > 0
    size = party.sizes[seat]
    if below(stream, 100) < WHIM:
        choice = below(stream, size + (1 if may_wait else 0))
        return 0 if choice == size else party.hands[seat, choice]
    if may_wait and not has_full:
        return 0
    lowest = party.hands[seat, 0]
    for place in range(size):
        lowest = min(lowest, party.hands[seat, place])
    return lowest


@inner
def best_row(party: Record, top: int, extending: bool) -> int:
    """The row to take or to extend: the one worth most to a chooser whose best pile has this top."""
    best, most = -1, -10000
    for row in range(party.seats):
        length = party.lengths[row]
        if length == TAKEN or (extending and length >= ROW):
            continue
        worth = party.buffaloes[row]
        for place in range(length):
            card = party.rows[row, place]
            worth += party.heads[card] if card > top else -party.heads[card]
        if extending and length == ROW - 1 and party.buffalo_size > 0:
            worth += party.buffalo_pile[party.buffalo_size - 1]
        if worth > most:
            best, most = row, worth
    return best


@inner
def lay_down(party: Record, seat: int, keep: int) -> None:
    """BP-14, BP-15: lay cards until `keep` are left, each where it is worth most right now, the lowest among equals."""
    while party.sizes[seat] > keep:
        best = best_pile(party, seat)
        top = party.tops[seat, best] if best >= 0 else 0
        chosen, most = 0, -10000
        for place in range(party.sizes[seat]):
            card = party.hands[seat, place]
            heads = party.heads[card]
            gain = 10 * heads - 2 * (card - top) if card > top else -10 * heads
            if gain > most or (gain == most and card < chosen):
                chosen, most = card, gain
        lay(party, seat, chosen, best if best >= 0 and chosen > top else pile_below(party, seat, chosen))


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
