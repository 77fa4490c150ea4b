"""Simple players inside kernels, by number: what they may know is in the arguments, and nothing else."""

from typing import Any

import numpy as np

from ..kernels import calls
from ..kernels.constants import (
    ANY_ROW,
    CAPACITY,
    CAPER,
    CAPER_ROW,
    CELLS,
    CHEAPEST,
    COUNTS,
    FIRST_CHEAPEST,
    GREEDY,
    HEURISTIC,
    RANDOM,
    ROW_COUNT,
)
from .chance import Stream, below
from .jit import Record, dtype_of, inner
from .table import Cells, cheapest_row, end_of, land, new_log, row_heads, target

CARD_POLICIES = {"random": RANDOM, "greedy": GREEDY, "heuristic": HEURISTIC}
ROW_POLICIES = {"first_cheapest": FIRST_CHEAPEST, "cheapest": CHEAPEST, "random": ANY_ROW}

REVERSAL_PRICE = 1.0
"""Heads that a reversal must save before it is used: there is one a round."""
MEAN_HEADS = 1.65

TABLE = dtype_of(calls.TABLE)


@inner
def choose_row(policy: int, table: Cells, stream: Stream) -> Any:
    """B-9: which row to take."""
    return below(stream, table[ROW_COUNT]) if policy == ANY_ROW else cheapest_row(table, policy == FIRST_CHEAPEST)


@inner
def cost_now(table: Cells, parts: int, card: int, value: int) -> int:
    """Heads that the card costs if no other one is placed before it."""
    row = target(table, parts, value)
    if row < 0:
        return row_heads(table, cheapest_row(table, True))
    if not parts & CAPER:  # where nothing else follows from a placement there is no need to try it
        return row_heads(table, row) if table[COUNTS + row] >= table[CAPACITY] else 0
    trial = np.empty(CELLS, np.int16)
    trial[:] = table
    return land(trial, parts, 0, card, row, False, new_log(0))


@inner
def greedy_cost(table: Cells, parts: int, card: int, value: int) -> float:
    """Heads, then the gap that others can still fill."""
    row = target(table, parts, value)
    gap = 0 if row < 0 else abs(value - end_of(table, row))
    return cost_now(table, parts, card, value) + gap / 1000.0


@inner
def count_below(hidden: Cells, hand: Cells, below: Cells) -> None:
    """By number: how many lower cards are hidden from the owner of this hand. The last place counts all of them."""
    for card in range(len(hidden)):
        below[card + 1] = hidden[card]
    for card in hand:
        below[card + 1] = 0
    below[0] = 0
    for card in range(len(hidden)):
        below[card + 1] += below[card]


@inner
def heuristic_cost(table: Cells, parts: int, card: int, value: int, below: Cells, others: int) -> Any:
    """Heads now, and heads of the row times the chance that enough unseen cards come between its end and the card."""
    row = target(table, parts, value)
    now = cost_now(table, parts, card, value)
    if row < 0 or now > 0:
        return float(now)
    end = end_of(table, row)
    between = below[max(end, value)] - below[min(end, value) + 1]
    room = table[CAPACITY] - table[COUNTS + row] - (1 if parts & CAPER and row == table[CAPER_ROW] else 0)
    chance = at_least(room, others, between / max(below[-1], 1))
    return chance * (row_heads(table, row) + MEAN_HEADS * room) + abs(value - end) / 1000.0


@inner
def at_least(wanted: int, draws: int, probability: float) -> float:
    """The chance that at least `wanted` of the draws succeed; term by term, because powers are slow."""
    if wanted <= 0 or probability >= 1.0:
        return 1.0 if wanted <= draws else 0.0
    term = 1.0
    for _ in range(draws):
        term *= 1.0 - probability
    missing, odds = 0.0, probability / (1.0 - probability)
    for hits in range(min(wanted, draws + 1)):
        missing += term
        term *= odds * (draws - hits) / (hits + 1)
    return 1.0 - missing


@inner
def choose_card(table: Record, seat: int, left: int, below: Cells, stream: Stream) -> Any:
    """B-4, RD-2: a place in the hand, plus the hand's size if the card is reversed."""
    policy, hand = table.card_policies[seat], table.hands[seat, :left]
    if policy == RANDOM:
        return random_play(hand, table.turned, table.reversals[seat] > 0, stream)
    best, lowest = 0, 1e9
    for choice in range(2 * left if table.reversals[seat] > 0 else left):
        card = hand[choice % left]
        value = card if choice < left else table.turned[card]
        if value == 0:
            continue
        if policy == GREEDY:
            cost = greedy_cost(table.rows, table.parts, card, value) + (1e-5 if choice >= left else 0.0)
        else:
            cost = heuristic_cost(table.rows, table.parts, card, value, below, table.players - 1)
            cost += REVERSAL_PRICE if choice >= left else 0.0
        if cost < lowest:
            best, lowest = choice, cost
    return best


@inner
def random_play(hand: Cells, turned: Cells, may_reverse: bool, stream: Stream) -> Any:
    """Any legal play, each as likely."""
    size = len(hand)
    reversible = 0
    if may_reverse:
        for card in hand:
            reversible += 1 if turned[card] > 0 else 0
    choice = below(stream, size + reversible)
    if choice < size:
        return choice
    for place in range(size):
        if turned[hand[place]] > 0:
            if choice == size:
                return size + place
            choice -= 1
    return 0
