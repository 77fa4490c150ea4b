"""The kernel of whole matches: deals, turns, choices of rows by policy, and the real end."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .chance import Stream, shuffle
from .ending import is_over
from .jit import inner, kernel
from .modes import REVERSED
from .policies import choose_card, choose_row
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
def play_round(
    mode: int, cards: Cells, turned: Cells, card_policies: Cells, row_policies: Cells, stream: Stream, story: Any
) -> NDArray[np.int64]:
    """B-3 to B-11 with these cards, shuffled: heads by seat. The first are the rows', the next ten seat 0's."""
    players = len(card_policies)
    heads = np.zeros(players, np.int64)
    table = np.zeros(CELLS, np.int16)
    hands = cards[4 : 4 + 10 * players].copy().reshape(players, 10)
    out = np.zeros(105, np.bool_)  # cards that everybody has seen
    out[:] = True
    for card in cards:
        out[card] = False
    for row in range(4):
        out[cards[row]] = True
    reversals = np.full(players, mode == REVERSED)
    plays, values = np.zeros(players, np.int16), np.zeros(players, np.int16)
    lay_out(table, mode, cards[:4], np.empty((0, COLUMNS), np.int16), np.zeros(1, np.int64))
    for left in range(10, 0, -1):
        for seat in range(players):
            hand = hands[seat, :left]
            unseen = ~out
            for card in hand:
                unseen[card] = False
            choice = choose_card(
                card_policies[seat], table, mode, hand, turned, reversals[seat], unseen, players - 1, stream
            )
            place = choice % left
            plays[seat] = hand[place]
            values[seat] = turned[hand[place]] if choice >= left else hand[place]
            if choice >= left:
                reversals[seat] = False
            hand[place] = hand[left - 1]
            tell(story, plays[seat] if choice < left else -plays[seat])
        for seat in range(players):
            out[plays[seat]] = True
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
