"""The kernel of search in Bullenparty: a game played to its end by players who grow one pile and wait for buffaloes.

A seat's cards and piles are lines of arrays: hands, the tops and the heads of its piles. Numbers about the table are in
one small array, and whatever changes is copied for every playout.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .chance import Stream, below, shuffle
from .jit import inner, kernel

Cells = NDArray[np.int16]

DRAW, DISCARDS, BUFFALO, DRAWN, REBUILT, NUMBERS = range(6)
"""How many cards the draw pile and the discards have, which buffalo card is on top, the drawn card (0: none), and
whether the draw pile was made of discards (BP-18)."""

HAND, ROW, TAKEN = 5, 5, 0
NO_BID = -1
WHIM = 15
"""How many bids of 100 are made at random."""


@inner
def draw(numbers: Cells, pile: Cells, discards: Cells, stream: Stream) -> Any:
    """BP-18, Q-BP8: the next card; 0 where there is none. The last card of a pile is drawn first."""
    if numbers[DRAW] == 0:
        for place in range(numbers[DISCARDS]):
            pile[place] = discards[place]
        numbers[DRAW], numbers[DISCARDS], numbers[REBUILT] = numbers[DISCARDS], 0, 1
        shuffle(pile[: numbers[DRAW]], numbers[DRAW], stream)
    if numbers[DRAW] == 0:
        return 0
    numbers[DRAW] -= 1
    return pile[numbers[DRAW]]


@inner
def best_pile(sums: Cells, count: int) -> int:
    """BP-20: the pile with the most heads."""
    best = 0
    for pile in range(1, count):
        if sums[pile] > sums[best]:
            best = pile
    return best


@inner
def worth_of_row(row: Cells, length: int, buffalo: int, top: int, heads: Cells) -> int:
    """Roughly what a row brings to somebody whose best pile has this top."""
    worth = buffalo
    for place in range(length):
        worth += heads[row[place]] if row[place] > top else -heads[row[place]]
    return worth


@inner
def lay_down(hand: Cells, size: int, keep: int, tops: Cells, sums: Cells, piles: int, heads: Cells) -> int:
    """BP-14, BP-15: lay cards until so many are left, each as well as possible at once, of equals the lowest.

    Says how many piles there are then."""
    while size > keep:
        best = best_pile(sums, piles)
        chosen, place, most = 0, piles, -10000
        for number in range(size):
            card = hand[number]
            gain, there = -10 * heads[card], piles
            if piles == 0:
                gain = 10 * heads[card] - 2 * card
            elif card > tops[best]:
                gain, there = 10 * heads[card] - 2 * (card - tops[best]), best
            else:
                top = 0
                for pile in range(piles):
                    if top < tops[pile] < card:
                        top, there = tops[pile], pile
            if gain > most or (gain == most and card < hand[chosen]):
                chosen, place, most = number, there, gain
        card = hand[chosen]
        if place == piles:
            sums[piles] = 0
            piles += 1
        tops[place] = card
        sums[place] += heads[card]
        hand[chosen] = hand[size - 1]
        size -= 1
    return piles


@inner
def choose_bid(hand: Cells, size: int, rows: Cells, lengths: Cells, numbers: Cells, stream: Stream) -> Any:
    """BP-6: wait with the zero card for a full row, then bid the lowest card; sometimes anything."""
    has_open, has_full = False, False
    for row in range(len(lengths)):
        has_open = has_open or 0 < lengths[row] < ROW
        has_full = has_full or lengths[row] >= ROW
    may_wait = has_open and numbers[DRAW] + numbers[DISCARDS] > 0
    if below(stream, 100) < WHIM:
        choice = below(stream, size + (1 if may_wait else 0))
        return 0 if choice == size else hand[choice]
    if may_wait and not has_full:
        return 0
    lowest = hand[0]
    for number in range(size):
        lowest = min(lowest, hand[number])
    return lowest


@inner
def best_row(
    rows: Cells, lengths: Cells, buffaloes: Cells, top: int, drawn: int, next_buffalo: int, heads: Cells
) -> int:
    """The row to take, or to extend with the drawn card: the one that is worth most to its chooser."""
    best, most = -1, -10000
    for row in range(len(lengths)):
        if lengths[row] == TAKEN or (drawn > 0 and lengths[row] >= ROW):
            continue
        worth = worth_of_row(rows[row], lengths[row], buffaloes[row], top, heads)
        if drawn > 0 and lengths[row] == ROW - 1:
            worth += next_buffalo
        if worth > most:
            best, most = row, worth
    return best


@kernel
def party_playouts(
    heads: Cells, buffalo_heads: Cells, letters: Cells, numbers0: Cells, hands0: Cells, sizes0: Cells, tops0: Cells,
    sums0: Cells, piles0: Cells, rows0: Cells, lengths0: Cells, buffaloes0: Cells, won0: Cells, bidders0: Cells,
    bids0: Cells, queued0: int, laying0: bool, pile0: Cells, discards0: Cells, playouts: int, stream: Stream,
) -> NDArray[np.int64]:  # fmt: skip
    """Points by seat over so many playouts.

    `bids` are the revealed ones where `queued` is above 0 (how many wait), and else those that are sealed already.
    """
    seats = len(sizes0)
    points = np.zeros(seats, np.int64)
    for _ in range(playouts):
        numbers, hands, sizes, tops, sums = numbers0.copy(), hands0.copy(), sizes0.copy(), tops0.copy(), sums0.copy()
        piles, rows, lengths, buffaloes = piles0.copy(), rows0.copy(), lengths0.copy(), buffaloes0.copy()
        won, bidders, bids, pile, discards = won0.copy(), bidders0.copy(), bids0.copy(), pile0.copy(), discards0.copy()
        queued, laying = queued0, laying0
        shuffle(pile[: numbers[DRAW]], numbers[DRAW], stream)
        while True:
            while not laying and (queued > 0 or bidders.sum() > 0):
                if queued == 0:
                    for seat in range(seats):
                        if bidders[seat] > 0:
                            if bids[seat] == NO_BID:
                                bids[seat] = choose_bid(hands[seat], sizes[seat], rows, lengths, numbers, stream)
                            if bids[seat] > 0:
                                remove(hands[seat], sizes, seat, bids[seat])
                            queued += 1
                seat = next_bid(bids, letters)
                top = tops[seat, best_pile(sums[seat], piles[seat])] if piles[seat] > 0 else 0
                upcoming = buffalo_heads[numbers[BUFFALO]] if numbers[BUFFALO] < len(buffalo_heads) else 0
                if bids[seat] > 0:
                    row = best_row(rows, lengths, buffaloes, top, 0, 0, heads)
                    for place in range(lengths[row]):
                        hands[seat, sizes[seat]] = rows[row, place]
                        sizes[seat] += 1
                    won[seat] += buffaloes[row]
                    discards[numbers[DISCARDS]] = bids[seat]
                    numbers[DISCARDS] += 1
                    lengths[row], buffaloes[row], bidders[seat] = TAKEN, 0, 0
                else:
                    row = best_row(rows, lengths, buffaloes, top, 1, upcoming, heads)
                    if row >= 0 and numbers[DRAWN] == 0:
                        numbers[DRAWN] = draw(numbers, pile, discards, stream)
                    if row >= 0 and numbers[DRAWN] > 0:
                        rows[row, lengths[row]] = numbers[DRAWN]
                        lengths[row] += 1
                        numbers[DRAWN] = 0
                        if lengths[row] == ROW and upcoming > 0:
                            buffaloes[row] = upcoming
                            numbers[BUFFALO] += 1
                bids[seat] = NO_BID
                queued -= 1
            last = numbers[REBUILT] > 0 or numbers[DRAW] == 0
            laying = False
            for seat in range(seats):
                keep = 0 if last else HAND
                piles[seat] = lay_down(hands[seat], sizes[seat], keep, tops[seat], sums[seat], piles[seat], heads)
                sizes[seat] = min(sizes[seat], keep)
            if last:
                break
            for row in range(seats):
                lengths[row], buffaloes[row], bidders[row] = 2, 0, 1
                rows[row, 0], rows[row, 1] = (
                    draw(numbers, pile, discards, stream),
                    draw(numbers, pile, discards, stream),
                )
        for seat in range(seats):
            best = sums[seat, best_pile(sums[seat], piles[seat])] if piles[seat] > 0 else 0
            points[seat] += 2 * best + won[seat]
            for number in range(piles[seat]):
                points[seat] -= sums[seat, number]
    return points


@inner
def next_bid(bids: Cells, letters: Cells) -> int:
    """BP-7, BP-8: the lowest value, then the zeros by their letters."""
    best, lowest = -1, 10000
    for seat in range(len(bids)):
        if bids[seat] != NO_BID:
            key = bids[seat] if bids[seat] > 0 else 1000 + letters[seat]
            if key < lowest:
                best, lowest = seat, key
    return best


@inner
def remove(hand: Cells, sizes: Cells, seat: int, card: int) -> None:
    """Take a card out of a hand."""
    for place in range(sizes[seat]):
        if hand[place] == card:
            hand[place] = hand[sizes[seat] - 1]
            sizes[seat] -= 1
            return
