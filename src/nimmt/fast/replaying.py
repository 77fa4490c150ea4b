"""The replay kernel: the deals and decisions of a match in, everything that happened out."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels.constants import CELLS, REVERSED
from .ending import is_over
from .game import FastGame
from .jit import inner, kernel
from .table import Cells, Log, land, lay_out, line_up, new_log, reversed_digits, target


class Decisions(NamedTuple):
    """The deals and decisions of a match."""

    first: Cells  # by round: the cards that start the rows
    cards: Cells  # by round, turn and seat
    reverse: Cells  # likewise: whether the card is reversed
    choices: Cells  # of rows, one after another


class Replayed(NamedTuple):
    """What happened in the rounds of a match."""

    log: Log
    ends: NDArray[np.int64]  # by round: the length of the log after it
    tables: Cells  # by round, at its end
    heads: NDArray[np.int64]  # by round and seat
    counts: NDArray[np.int64]  # see below


USED, COMPLETE, OVER = range(3)
"""Places in `Replayed.counts`: how many choices of rows were used, how many rounds are complete, and after how many of
them the match is over (0: it is not)."""


@kernel
def replay_match(game: FastGame, match: Decisions) -> Replayed:
    """Play rounds whose cards are given.

    A placement moves each marker once, and every row that Caper empties after that needs cards of its own: eight
    lines for a card are enough.
    """
    rounds, turns, players = match.cards.shape
    replayed = Replayed(
        new_log(rounds * (players * turns * 8 + 3)), np.zeros(rounds, np.int64), np.zeros((rounds, CELLS), np.int16),
        np.zeros((rounds, players), np.int64), np.zeros(3, np.int64),
    )  # fmt: skip
    totals, counts = np.zeros(players, np.int64), replayed.counts
    for number in range(rounds):
        lay_out(replayed.tables[number], game, match.first[number], replayed.log)
        for turn in range(turns):
            if not replay_turn(game.parts, match, replayed, number, turn):
                return replayed
        counts[COMPLETE] += 1
        replayed.ends[number] = replayed.log[0, 0]
        totals += replayed.heads[number]
        if counts[OVER] == 0 and is_over(game, totals, counts[COMPLETE]):
            counts[OVER] = counts[COMPLETE]
    return replayed


@inner
def replay_turn(parts: int, match: Decisions, replayed: Replayed, number: int, turn: int) -> bool:
    """Play one turn of a round; False where the record ends before a row is chosen."""
    cards, reverse, table = match.cards[number, turn], match.reverse[number, turn], replayed.tables[number]
    players = len(cards)
    values, natural, order = np.empty(players, np.int16), np.empty(players, np.int16), np.empty(players, np.int16)
    for place in range(players):
        turned = parts & REVERSED and reverse[place] != 0
        values[place] = reversed_digits(cards[place]) if turned else cards[place]
        natural[place] = 0 if turned else 1
    line_up(values, natural, order, players)
    for place in range(players):
        seat = int(order[place])
        row = target(table, parts, values[seat])
        chosen = row < 0
        if chosen:
            used = replayed.counts[USED]
            if used == len(match.choices):
                return False
            row = int(match.choices[used])
            replayed.counts[USED] = used + 1
        replayed.heads[number, seat] += land(table, parts, seat, cards[seat], row, chosen, replayed.log)
    return True
