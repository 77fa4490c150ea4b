"""The replay kernel: the deals and decisions of a match in, everything that happened out."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .ending import is_over
from .jit import inner, kernel
from .modes import REVERSED
from .table import CELLS, COLUMNS, Cells, land, lay_out, line_up, reversed_digits, target


@inner
def replay_turn(
    table: Cells, mode: int, cards: Cells, reverse: Cells, choices: Cells, used: int, heads: Any, log: Any, size: Any
) -> int:
    """Play one turn with these cards and choices of rows; how many choices are used now, -1 if one was missing."""
    players = len(cards)
    values, natural, order = np.empty(players, np.int16), np.empty(players, np.int16), np.empty(players, np.int16)
    for seat in range(players):
        turned = mode == REVERSED and reverse[seat] != 0
        values[seat] = reversed_digits(cards[seat]) if turned else cards[seat]
        natural[seat] = 0 if turned else 1
    line_up(values, natural, order, players)
    for place in range(players):
        seat = order[place]
        row = target(table, mode, values[seat])
        chosen = row < 0
        if chosen:
            if used == len(choices):
                return -1
            row = choices[used]
            used += 1
        heads[seat] += land(table, mode, seat, cards[seat], row, chosen, log, size)
    return used


@inner
def replay_round(
    table: Cells, mode: int, cards: Cells, reverse: Cells, choices: Cells, used: int, heads: Any, log: Any, size: Any
) -> int:
    """Play the turns of one round likewise."""
    for turn in range(len(cards)):
        used = replay_turn(table, mode, cards[turn], reverse[turn], choices, used, heads, log, size)
        if used < 0:
            break
    return used


@kernel
def replay_match(
    mode: int, first: Cells, cards: Cells, reverse: Cells, choices: Cells, limit: int, most: int, reach: int, extra: int
) -> tuple[Cells, NDArray[np.int64], Cells, NDArray[np.int64], int, int]:
    """Play rounds whose cards (round, turn, seat) are given.

    Gives the log, its length after each round, the tables at the end of each round, the heads by round and seat,
    how many rounds are complete, and after how many of them the match is over (0: it is not).
    """
    rounds, turns, players = cards.shape
    log = np.full((rounds * players * turns * 8, COLUMNS), -1, np.int16)
    size = np.zeros(1, np.int64)
    ends = np.zeros(rounds, np.int64)
    tables = np.zeros((rounds, CELLS), np.int16)
    heads = np.zeros((rounds, players), np.int64)
    totals = np.zeros(players, np.int64)
    used, complete, over = 0, 0, 0
    for number in range(rounds):
        lay_out(tables[number], mode, first[number], log, size)
        used = replay_round(
            tables[number], mode, cards[number], reverse[number], choices, used, heads[number], log, size
        )
        if used < 0:
            break
        complete += 1
        ends[number] = size[0]
        for seat in range(players):
            totals[seat] += heads[number, seat]
        if over == 0 and is_over(totals, complete, limit, most, reach, extra):
            over = complete
    return log, ends, tables, heads, complete, over
