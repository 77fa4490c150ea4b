"""The kernels over blocks of rounds: dealt at random, or given card by card."""

import numpy as np
from numpy.typing import NDArray

from ..kernels.constants import LANE_ROWS as ROWS
from ..kernels.constants import REVERSED
from .chance import Stream, fraction, split
from .game import Cells, FastGame
from .jit import inner, kernel
from .lanes import CAPER_ROW, DEALT, HEADS, LANES, PARITY, SIZE, STEPS, Block, in_lanes, pick, play_block, within, word

Totals = NDArray[np.int64]


@inner
def deal(block: Block, deck: Cells, game: FastGame, stream: Stream) -> None:
    """B-3: as many cards from the deck as are needed, every order as likely (Fisher–Yates, cut short).

    The deck is left as it is for the next deal: shuffling a shuffled deck is as good. Cards that were dealt in a
    random order may be played in that order, so nobody needs a hand to choose at random from.
    """
    size, players, rows = len(deck), game.players, game.rows
    cards = rows + game.hand_size * players
    for lane in range(LANES):
        seat = players - rows  # so that the first card after those of the rows is seat 0's
        rest = np.uint64(0)
        for dealt in range(cards):
            if dealt & 3 == 0:
                rest = fraction(stream)
            further, rest = split(rest, size - dealt)
            place = np.uint64(dealt) + further
            card = deck[place]
            deck[place] = deck[np.uint64(dealt)]
            deck[np.uint64(dealt)] = card
            block[DEALT + dealt * LANES + lane] = word(card | seat) if dealt >= rows else card
            seat = seat + 1 if seat + 1 < players else 0


@inner
def reverse_some(block: Block, game: FastGame, stream: Stream) -> None:
    """RD-2: every seat reverses the card of one random turn, if that card can be."""
    for lane in range(LANES):
        rest = np.uint64(0)
        for seat in range(game.players):
            if seat & 3 == 0:
                rest = fraction(stream)
            turn, rest = split(rest, game.hand_size)
            place = within(DEALT + (game.rows + int(turn) * game.players + seat) * LANES + lane)
            printed = block[place]
            turned = game.turned[printed >> 8]
            block[place] = pick(turned != 0, word(turned | seat), printed)


@inner
def sort_rows(block: Block, rows: int) -> None:
    """Q-P4: cards left over by a draft lie ascending."""
    for last in range(rows - 1, 0, -1):
        for row in range(last):
            here = within(DEALT + row * LANES)
            for lane in range(LANES):
                one, other = block[here + lane], block[here + LANES + lane]
                block[here + lane] = one if one < other else other
                block[here + LANES + lane] = other if one < other else one


@inner
def gather(block: Block, players: int, lanes: int, totals: Totals) -> None:
    """Add up the heads of the first `lanes` lanes."""
    for seat in range(players):
        pile = HEADS + seat * LANES
        heads = np.int64(0)
        for lane in range(lanes):
            heads += block[pile + lane]
        totals[seat] += heads


@kernel
def random_rounds(game: FastGame, rounds: int, stream: Stream, each: Cells) -> Totals:
    """Play rounds at random; heads per seat over all of them, and of every round if `each` has room for that.

    The deck and the turned cards of the game are words of the lanes.
    """
    players, deck = game.players, game.deck.copy()
    block = np.zeros(SIZE, np.int16)
    totals = np.zeros(players, np.int64)
    for first in range(0, rounds, LANES):
        deal(block, deck, game, stream)
        if game.parts & REVERSED:
            reverse_some(block, game, stream)
        if game.ascending:
            sort_rows(block, game.rows)
        play_block(block, in_lanes(game))
        lanes = min(LANES, rounds - first)
        gather(block, players, lanes, totals)
        if len(each) > 0:
            for seat in range(players):
                for lane in range(lanes):
                    each[(first + lane) * players + seat] = block[HEADS + seat * LANES + lane]
    return totals


@kernel
def given_rounds(game: FastGame, dealt: Cells) -> Cells:
    """Play rounds that are given: the cards of the rows, then those of each turn by seat.

    Gives for each round the heads by seat, the rows, and the markers.
    """
    rounds, cards = dealt.shape
    players = game.players
    result = np.zeros((rounds, players + ROWS + 3), np.int16)
    block = np.zeros(SIZE, np.int16)
    for first in range(0, rounds, LANES):
        lanes = min(LANES, rounds - first)
        for place in range(cards):
            for lane in range(lanes):
                block[DEALT + place * LANES + lane] = dealt[first + lane, place]
        play_block(block, in_lanes(game))
        for lane in range(lanes):
            for seat in range(players):
                result[first + lane, seat] = block[HEADS + seat * LANES + lane]
            for row in range(ROWS):
                result[first + lane, players + row] = block[row * LANES + lane]
            for number, section in enumerate((STEPS, PARITY, CAPER_ROW)):
                result[first + lane, players + ROWS + number] = block[section + lane]
    return result
