"""The kernel of flat search: what each play leads to when everybody then plays at random."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .chance import Stream, shuffle
from .jit import inner, kernel
from .lanes import DEALT, HEADS, LANES, MARK, SIZE, Block, play_turn, word

Words = NDArray[np.int16]


@inner
def deal_lane(
    block: Block, lane: int, own: Words, seat: int, play: Any, played: int, known: Words, counts: Words, unseen: Words,
    stream: Stream,
) -> None:  # fmt: skip
    """Give every seat cards to play in turn: our seat the play and then its other cards, the others what they may hold.

    `known` are cards that everybody has seen in a seat's hand, and `counts` how many; the rest comes from the unseen.
    """
    players, left = known.shape
    shuffle(unseen, (players - 1) * left - counts.sum() + counts[seat], stream)
    drawn = 0
    cards = np.empty(left, np.int16)
    for other in range(players):
        if other == seat:
            cards[:] = own
            cards[played] = own[0]
            cards[0] = play
            shuffle(cards[1:], left - 1, stream)
        else:
            for place in range(left):
                if place < counts[other]:
                    cards[place] = known[other, place]
                else:
                    cards[place] = unseen[drawn]
                    drawn += 1
            if counts[other] > 0:
                shuffle(cards, left, stream)
        for turn in range(left):
            block[DEALT + (turn * players + other) * LANES + lane] = word(cards[turn] | other)


@kernel
def playout_heads(
    mode: int, rows: Words, mark: int, seat: int, own: Words, plays: Words, places: Words, known: Words, counts: Words,
    unseen: Words, playouts: int, stream: Stream,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:  # fmt: skip
    """Heads that each play cost our seat until the end of the round, and how often it was tried: in turn."""
    players, left = known.shape
    heads, tries = np.zeros(len(plays), np.int64), np.zeros(len(plays), np.int64)
    block = np.zeros(SIZE, np.int16)
    for first in range(0, playouts, LANES):
        lanes = min(LANES, playouts - first)
        for lane in range(lanes):
            tried = (first + lane) % len(plays)
            deal_lane(block, lane, own, seat, plays[tried], places[tried], known, counts, unseen, stream)
        for row in range(4):
            block[row * LANES : (row + 1) * LANES] = rows[row]
        block[MARK : MARK + LANES] = mark
        block[HEADS : HEADS + players * LANES] = 0
        for turn in range(left):
            play_turn(block, mode, players, DEALT + turn * players * LANES)
        for lane in range(lanes):
            tried = (first + lane) % len(plays)
            heads[tried] += block[HEADS + seat * LANES + lane]
            tries[tried] += 1
    return heads, tries
