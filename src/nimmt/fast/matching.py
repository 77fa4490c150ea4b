"""The kernel of whole matches: deals, turns, choices of rows by policy, and the real end."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.constants import HEURISTIC, REVERSED
from .chance import Stream, shuffle
from .ending import is_over
from .game import FastGame
from .jit import Record, inner, kernel
from .policies import TABLE, choose_card, choose_row, count_below
from .table import Cells, land, lay_out, line_up, new_log, sort_cards, target

MOST_ROUNDS = 1000
DEALT = 1000
"""In the story of a match, numbers above this one stand for dealt cards, negative ones for reversed cards."""

Played = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
"""Totals and heads of the last round by match and seat, and rounds by match."""


@inner
def tell(story: Cells, number: int) -> None:
    """Write a number into the story of a match, if it is wanted; its first place counts the others."""
    if len(story) > 0:
        story[0] += 1
        story[story[0]] = number


@inner
def play_turn(table: Record, stream: Stream, story: Cells) -> None:
    """B-5 to B-9: place the cards of all seats; rows that were chosen go into the story."""
    players = table.players
    natural, order = np.empty(players, np.int16), np.empty(players, np.int16)
    log = new_log(0)
    for seat in range(players):
        table.hidden[table.plays[seat]] = 0
        natural[seat] = 1 if table.values[seat] == table.plays[seat] else 0
    line_up(table.values, natural, order, players)
    for seat in order:
        row = target(table.rows, table.parts, table.values[seat])
        chosen = row < 0
        if chosen:
            row = choose_row(table.row_policies[seat], table.rows, stream)
            tell(story, row)
        table.heads[seat] += land(table.rows, table.parts, seat, table.plays[seat], row, chosen, log)


@inner
def choose_plays(table: Record, left: int, besides: int, stream: Stream, story: Cells) -> None:
    """B-4: every seat but perhaps one takes one of the cards left out of its hand, by its policy."""
    below = np.empty(len(table.hidden) + 1, np.int16)
    for seat in range(table.players):
        if seat == besides:
            continue
        if table.card_policies[seat] == HEURISTIC:
            count_below(table.hidden, table.hands[seat, :left], below)
        choice = choose_card(table, seat, left, below, stream)
        take_out(table, seat, left, choice)
        tell(story, table.plays[seat] if choice < left else -table.plays[seat])


@inner
def take_out(table: Record, seat: int, left: int, choice: int) -> None:
    """Move the chosen card out of the hand; the hand's last card fills its place."""
    hand, place = table.hands[seat], choice % left
    card = hand[place]
    table.plays[seat] = table.values[seat] = card
    if choice >= left:
        table.values[seat] = table.turned[card]
        table.reversals[seat] = 0
    hand[place] = hand[left - 1]


@inner
def deal(table: Record, game: FastGame, cards: Cells) -> None:
    """B-3: of these cards, shuffled, the first are the rows', the next are seat 0's."""
    for card in cards:
        table.hidden[card] = 1
    for row in range(game.rows):
        table.hidden[cards[row]] = 0
    for seat in range(game.players):
        table.heads[seat] = 0
        table.reversals[seat] = 1 if game.parts & REVERSED else 0
        for place in range(game.hand_size):
            table.hands[seat, place] = cards[game.rows + game.hand_size * seat + place]
    lay_out(table.rows, game, cards, new_log(0))


@kernel
def play_matches(game: FastGame, start: NDArray[Any], matches: int, stream: Stream, story: Cells) -> Played:
    """Play matches to their end; dealt cards and decisions go into the story, if it has room."""
    players, dealt = game.players, game.rows + game.hand_size * game.players
    totals = np.zeros((matches, players), np.int64)
    last = np.zeros((matches, players), np.int64)
    rounds = np.zeros(matches, np.int64)
    deck, table = game.deck.copy(), start[0]
    for match in range(matches):
        while rounds[match] < MOST_ROUNDS:
            shuffle(deck, dealt, stream)
            if game.ascending:
                sort_cards(deck[: game.rows])
            for place in range(dealt):
                tell(story, DEALT + deck[place])
            deal(table, game, deck)
            for left in range(game.hand_size, 0, -1):
                choose_plays(table, left, -1, stream, story)
                play_turn(table, stream, story)
            for seat in range(players):
                last[match, seat] = table.heads[seat]
                totals[match, seat] += table.heads[seat]
            rounds[match] += 1
            if is_over(game, totals[match], rounds[match]):
                break
    return totals, last, rounds


def new_table(game: FastGame, card_policies: Sequence[int], row_policies: Sequence[int]) -> NDArray[Any]:
    """An empty table, the only one of an array, where these policies play."""
    tables = np.zeros(1, TABLE)
    table = tables[0]
    table["parts"], table["players"] = game.parts, game.players
    table["turned"][:] = game.turned
    table["card_policies"][: game.players] = card_policies
    table["row_policies"][: game.players] = row_policies
    return tables
