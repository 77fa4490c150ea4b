"""The kernel of whole matches: deals, turns, choices of rows by policy, and the real end."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .chance import Stream, shuffle
from .ending import is_over
from .jit import inner, kernel
from .modes import REVERSED
from .policies import HEURISTIC, choose_card, choose_row, count_below
from .table import CELLS, COLUMNS, Cells, land, lay_out, line_up, target

MOST_ROUNDS = 1000
DEALT = 1000
"""In the story of a match, dealt cards are told by numbers above this one, reversed cards below 0."""


@inner
def play_turn(
    table: Cells, mode: int, plays: Cells, values: Cells, row_policies: Cells, heads: Any, stream: Stream, story: Any
) -> None:
    """B-5 to B-9: place the cards of all seats; rows that were chosen go into the story."""
    players = len(plays)
    natural, order = np.empty(players, np.int16), np.empty(players, np.int16)
    log, size = np.empty((0, COLUMNS), np.int16), np.zeros(1, np.int64)
    for seat in range(players):
        natural[seat] = 1 if values[seat] == plays[seat] else 0
    line_up(values, natural, order, players)
    for place in range(players):
        seat = order[place]
        row = target(table, mode, values[seat])
        chosen = row < 0
        if chosen:
            row = choose_row(row_policies[seat], table, stream)
            tell(story, row)
        heads[seat] += land(table, mode, seat, plays[seat], row, chosen, log, size)


@inner
def tell(story: Any, number: int) -> None:
    """Write a number into the story of a match, if it is wanted; its first place counts the others."""
    if len(story) > 0:
        story[0] += 1
        story[story[0]] = number


@inner
def choose_plays(
    mode: int, table: Cells, hands: Cells, left: int, turned: Cells, reversals: Any, hidden: Any, policies: Cells,
    besides: int, plays: Cells, values: Cells, stream: Stream, story: Any,
) -> None:  # fmt: skip
    """B-4: every seat but perhaps one takes a card out of its hand, by its policy."""
    players = len(policies)
    below = np.empty(len(hidden) + 1, np.int16)
    for seat in range(players):
        if seat == besides:
            continue
        hand = hands[seat, :left]
        if policies[seat] == HEURISTIC:
            count_below(hidden, hand, below)
        choice = choose_card(policies[seat], table, mode, hand, turned, reversals[seat], below, players - 1, stream)
        take_out(hands, left, seat, choice, turned, reversals, plays, values)
        tell(story, plays[seat] if choice < left else -plays[seat])


@inner
def take_out(
    hands: Cells, left: int, seat: int, choice: int, turned: Cells, reversals: Any, plays: Cells, values: Cells
) -> None:
    """Move the chosen card out of the hand; the hand's last card fills its place."""
    place = choice % left
    plays[seat] = hands[seat, place]
    values[seat] = plays[seat]
    if choice >= left:
        values[seat] = turned[plays[seat]]
        reversals[seat] = False
    hands[seat, place] = hands[seat, left - 1]


@inner
def play_round(
    mode: int, cards: Cells, turned: Cells, card_policies: Cells, row_policies: Cells, stream: Stream, story: Any
) -> NDArray[np.int64]:
    """B-3 to B-11 with these cards, shuffled: heads by seat. The first are the rows', the next ten seat 0's."""
    players = len(card_policies)
    heads = np.zeros(players, np.int64)
    table = np.zeros(CELLS, np.int16)
    hands = cards[4 : 4 + 10 * players].copy().reshape(players, 10)
    hidden = np.zeros(105, np.bool_)  # cards that have not lain on the table yet
    for card in cards:
        hidden[card] = True
    for row in range(4):
        hidden[cards[row]] = False
    reversals = np.full(players, mode == REVERSED)
    plays, values = np.zeros(players, np.int16), np.zeros(players, np.int16)
    lay_out(table, mode, cards[:4], np.empty((0, COLUMNS), np.int16), np.zeros(1, np.int64))
    for left in range(10, 0, -1):
        choose_plays(
            mode, table, hands, left, turned, reversals, hidden, card_policies, -1, plays, values, stream, story
        )
        for seat in range(players):
            hidden[plays[seat]] = False
        play_turn(table, mode, plays, values, row_policies, heads, stream, story)
    return heads


@kernel
def play_matches(
    mode: int,
    matches: int,
    deck: Cells,
    ascending: bool,
    turned: Cells,
    card_policies: Cells,
    row_policies: Cells,
    limit: int,
    most: int,
    reach: int,
    extra: int,
    stream: Stream,
    story: Any,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Totals by match and seat, heads of the last round likewise, and the number of rounds of each match."""
    players = len(card_policies)
    totals = np.zeros((matches, players), np.int64)
    last = np.zeros((matches, players), np.int64)
    rounds = np.zeros(matches, np.int64)
    for match in range(matches):
        while rounds[match] < MOST_ROUNDS:
            shuffle(deck, 4 + 10 * players, stream)
            if ascending:
                deck[:4].sort()
            for place in range(4 + 10 * players):
                tell(story, DEALT + deck[place])
            last[match] = play_round(mode, deck, turned, card_policies, row_policies, stream, story)
            totals[match] += last[match]
            rounds[match] += 1
            if is_over(totals[match], rounds[match], limit, most, reach, extra):
                break
    return totals, last, rounds
