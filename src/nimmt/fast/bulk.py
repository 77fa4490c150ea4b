"""The kernels over blocks of rounds: dealt at random, or given card by card."""

import numpy as np
from numpy.typing import NDArray

from .chance import MASK, SHIFT, Stream, below, fraction
from .jit import inner, kernel
from .lanes import DEALT, HEADS, LANES, MARK, SIZE, Block, play_block, word
from .modes import REVERSED, FastGame

Words = NDArray[np.int16]
Totals = NDArray[np.int64]


@inner
def deal(block: Block, deck: Words, players: int, stream: Stream) -> None:
    """B-3: as many cards from the deck as are needed, every order as likely (Fisher–Yates, cut short).

    The deck is left as it is for the next deal: shuffling a shuffled deck is as good. Cards that were dealt in a
    random order may be played in that order, so nobody needs a hand to choose at random from.
    """
    size = len(deck)
    cards = 4 + 10 * players
    for lane in range(LANES):
        seat = players - 4  # so that the first card after the four of the rows is seat 0's
        rest = np.uint64(0)
        for dealt in range(cards):
            if dealt & 3 == 0:
                rest = fraction(stream)
            rest *= np.uint64(size - dealt)
            place = np.uint64(dealt) + (rest >> SHIFT)
            rest &= MASK
            card = deck[place]
            deck[place] = deck[np.uint64(dealt)]
            deck[np.uint64(dealt)] = card
            block[DEALT + dealt * LANES + lane] = word(card | seat) if dealt > 3 else card
            seat = seat + 1 if seat + 1 < players else 0


@inner
def reverse_some(block: Block, players: int, turned: Words, stream: Stream) -> None:
    """RD-2: every seat reverses the card of one random turn, if that card can be."""
    for lane in range(LANES):
        for seat in range(players):
            turn = below(stream, 10)
            place = DEALT + (4 + turn * players + seat) * LANES + lane
            card = turned[block[place] >> 8]
            if card != 0:
                block[place] = word(card | seat)


@inner
def sort_rows(block: Block) -> None:
    """Q-P4: cards left over by a draft lie ascending."""
    for last in range(3, 0, -1):
        for row in range(last):
            here = DEALT + row * LANES
            for lane in range(LANES):
                one, other = block[here + lane], block[here + LANES + lane]
                block[here + lane] = one if one < other else other
                block[here + LANES + lane] = other if one < other else one


@inner
def gather(block: Block, players: int, lanes: int, totals: Totals) -> None:
    """Add up the heads of so many lanes."""
    for seat in range(players):
        pile = HEADS + seat * LANES
        heads = np.int64(0)
        for lane in range(lanes):
            heads += block[pile + lane]
        totals[seat] += heads


@kernel
def random_rounds(game: FastGame, rounds: int, stream: Stream, each: Words) -> Totals:
    """Play rounds at random; heads per seat over all of them, and of every round if `each` has room for that.

    The deck and the turned cards of the game are words of the lanes.
    """
    players, deck = game.players, game.deck.copy()
    block = np.zeros(SIZE, np.int16)
    totals = np.zeros(players, np.int64)
    for first in range(0, rounds, LANES):
        deal(block, deck, players, stream)
        if game.mode == REVERSED:
            reverse_some(block, players, game.turned, stream)
        if game.ascending:
            sort_rows(block)
        play_block(block, game.mode, players)
        lanes = min(LANES, rounds - first)
        gather(block, players, lanes, totals)
        if len(each) > 0:
            for seat in range(players):
                for lane in range(lanes):
                    each[(first + lane) * players + seat] = block[HEADS + seat * LANES + lane]
    return totals


@kernel
def given_rounds(mode: int, players: int, dealt: Words) -> Words:
    """Play rounds that are given: the cards of the rows, then those of each turn by seat.

    Gives for each round the heads by seat, the four rows, and the marker.
    """
    rounds, cards = dealt.shape
    width = players + 5
    result = np.zeros((rounds, width), np.int16)
    block = np.zeros(SIZE, np.int16)
    for first in range(0, rounds, LANES):
        lanes = min(LANES, rounds - first)
        for place in range(cards):
            for lane in range(lanes):
                block[DEALT + place * LANES + lane] = dealt[first + lane, place]
        play_block(block, mode, players)
        for lane in range(lanes):
            for seat in range(players):
                result[first + lane, seat] = block[HEADS + seat * LANES + lane]
            for row in range(4):
                result[first + lane, players + row] = block[row * LANES + lane]
            result[first + lane, players + 4] = block[MARK + lane]
    return result
