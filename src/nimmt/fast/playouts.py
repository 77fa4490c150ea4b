"""The kernel of flat search: what each play leads to when everybody then plays at random."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels import calls
from ..kernels.constants import LANE_ROWS as ROWS
from .chance import Stream, shuffle
from .game import Cells
from .jit import Record, dtype_of, inner, kernel
from .knowledge import deal_hidden
from .lanes import CAPER_ROW, DEALT, HEADS, LANES, PARITY, SIZE, STEPS, Block, LaneGame, play_turn, word

LANE_POSITION = dtype_of(calls.LANE_POSITION)
wide: Any = np.int64


@kernel
def playout_heads(
    start: NDArray[Any], plays: Cells, places: Cells, playouts: int, stream: Stream
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Heads that each play cost our seat until the end of the round, and how often it was tried: in turn.

    `places` are those of the played cards in our hand.
    """
    position = start[0]
    heads, tries = np.zeros(len(plays), np.int64), np.zeros(len(plays), np.int64)
    block, hands = np.zeros(SIZE, np.int16), np.zeros((position.players, position.left), np.int16)
    for first in range(0, playouts, LANES):
        lanes = min(LANES, playouts - first)
        for lane in range(lanes):
            tried = (first + lane) % len(plays)
            deal_hidden(position, hands, stream)
            own = hands[position.seat]
            own[places[tried]] = own[0]
            own[0] = plays[tried]
            deal_lane(block, lane, hands, position, stream)
        play_lanes(block, position)
        for lane in range(lanes):
            tried = (first + lane) % len(plays)
            heads[tried] += block[HEADS + position.seat * LANES + lane]
            tries[tried] += 1
    return heads, tries


@inner
def deal_lane(block: Block, lane: int, hands: Cells, position: Record, stream: Stream) -> None:
    """Let every seat play its hand in a random order, our seat after its first card."""
    players, left = hands.shape
    for seat in range(players):
        cards = hands[seat]
        if seat == position.seat:
            shuffle(cards[1:], left - 1, stream)
        elif position.known_size[seat] > 0:  # unseen cards are in a random order anyway
            shuffle(cards, left, stream)
        for turn in range(left):
            block[DEALT + (turn * players + seat) * LANES + lane] = word(cards[turn] | seat)


@inner
def play_lanes(block: Block, position: Record) -> None:
    """Play what was dealt from this position on."""
    game = LaneGame(
        wide(position.parts), wide(position.players), wide(position.left), wide(position.row_count),
        wide(position.capacity),
    )  # fmt: skip
    for row in range(ROWS):
        block[row * LANES : (row + 1) * LANES] = position.rows[row]
    block[STEPS : STEPS + LANES] = position.steps
    block[PARITY : PARITY + LANES] = position.parity
    block[CAPER_ROW : CAPER_ROW + LANES] = position.caper_row
    block[HEADS : HEADS + game.players * LANES] = 0
    for turn in range(game.hand_size):
        play_turn(block, game, DEALT + turn * game.players * LANES)
