"""Plays rated for a seat that sees its view: by playouts, or by the heuristic of the kernels."""

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from ..actions import PlayCard
from ..cards import HEADS
from ..rows import Rows
from ..views import TableView
from .lanes import NATURAL
from .modes import CLIMB, Mode, mode_of
from .playouts import playout_heads
from .rating import heuristic_costs
from .rollouts import rollout_heads
from .table import CELLS, COUNTS, MARK

Words = NDArray[np.int16]


def rate_by_playouts(view: TableView, plays: Sequence[PlayCard], playouts: int, rng: Random) -> list[float]:
    """Mean heads that our seat still takes in this round, for each play; the playouts are spread over the plays."""
    assert view.seat is not None
    mode = mode_of(view.setup)
    known, counts = known_hands(view)
    stream = np.array([rng.getrandbits(64) | 1, rng.getrandbits(64)], np.uint64)
    heads, tries = playout_heads(
        mode.number,
        row_words(view.rows),
        mark_number(mode.number, view.rows),
        view.seat,
        np.array([card_word(card, card) for card in view.hand], np.int16),
        np.array([card_word(play.card, value(mode, play)) for play in plays], np.int16),
        np.array([view.hand.index(play.card) for play in plays], np.int16),
        known,
        counts,
        np.array([card_word(card, card) for card in unseen_cards(mode, view)], np.int16),
        max(playouts, len(plays)),
        stream,
    )
    return [float(taken / tried) for taken, tried in zip(heads, tries, strict=True)]


def rate_by_rollouts(view: TableView, plays: Sequence[PlayCard], rollouts: int, best: int, rng: Random) -> list[float]:
    """Mean heads of the best plays by the heuristic when everybody plays the heuristic; the others are out of it."""
    assert view.seat is not None
    mode = mode_of(view.setup)
    first = rate_by_heuristic(view, plays)
    order = sorted(range(len(plays)), key=first.__getitem__)[:best]
    known, counts = known_hands(view)
    hidden = hidden_cards(mode, view)
    hidden[list(view.hand)] = True
    size = len(view.hand)
    totals = rollout_heads(
        mode.number,
        cells(mode.number, view.rows),
        view.seat,
        np.array(view.hand, np.int16),
        np.array([view.hand.index(plays[place].card) + size * plays[place].reverse for place in order], np.int16),
        np.array(mode.turned, np.int16),
        np.array([bool(specials) for specials in view.specials], np.bool_),
        known >> 8,
        counts,
        np.array(unseen_cards(mode, view), np.int16),
        hidden,
        rollouts,
        np.array([rng.getrandbits(64) | 1, rng.getrandbits(64)], np.uint64),
    )
    costs = [float("inf")] * len(plays)
    for place, total in zip(order, totals, strict=True):
        costs[place] = float(total) / rollouts
    return costs


def unseen_cards(mode: Mode, view: TableView) -> list[int]:
    """The cards of the deck that this seat has not seen."""
    seen = view.seen  # put together from all that the view shows, so once is enough
    return [card for card in mode.deck if card not in seen]


def hidden_cards(mode: Mode, view: TableView) -> NDArray[np.bool_]:
    """By number: what this seat's opponents may still play."""
    hidden = np.zeros(len(HEADS), np.bool_)
    hidden[unseen_cards(mode, view)] = True
    for seat, known in enumerate(view.known):
        if seat != view.seat:
            hidden[list(known)] = True  # seen in a hand, and so still to be played
    return hidden


def rate_by_heuristic(view: TableView, plays: Sequence[PlayCard]) -> list[float]:
    """Heads that each play costs now, and the risk that others fill its row first."""
    mode = mode_of(view.setup)
    cards = np.array([play.card for play in plays], np.int16)
    values = np.array([value(mode, play) for play in plays], np.int16)
    table = cells(mode.number, view.rows)
    costs = heuristic_costs(table, mode.number, cards, values, hidden_cards(mode, view), view.setup.players - 1)
    return [float(cost) for cost in costs]


def cells(mode: int, rows: Rows) -> Words:
    """A table as one small array."""
    table = np.zeros(CELLS, np.int16)
    for number, row in enumerate(rows):
        table[number * 5 : number * 5 + len(row.cards)] = row.cards
        table[COUNTS + number] = len(row.cards)
    table[MARK] = mark_number(mode, rows)
    return table


def value(mode: Mode, play: PlayCard) -> int:
    """What the card counts for while it is placed."""
    return mode.turned[play.card] if play.reverse else play.card


def card_word(card: int, counting: int) -> int:
    """A card as the lanes want it."""
    return counting << 8 | (NATURAL if card == counting else 0) | HEADS[card] << 4


def row_words(rows: Rows) -> Words:
    """Rows as the lanes want them."""
    return np.array([row.end << 8 | len(row.cards) << 5 | row.heads for row in rows], np.int16)


def mark_number(mode: int, rows: Rows) -> int:
    """The marker as a number: its row, or in Climb the steps it has made."""
    for number, row in enumerate(rows):
        if row.marks:
            return number if mode != CLIMB else 3 - number if row.has("up") else 3 + number
    return 0


def known_hands(view: TableView) -> tuple[Words, Words]:
    """Cards that everybody has seen in the hands of the others (P-3), and how many of each hand."""
    known = np.zeros((view.setup.players, len(view.hand)), np.int16)
    counts = np.zeros(view.setup.players, np.int16)
    for seat, cards in enumerate(view.known):
        if seat != view.seat:
            counts[seat] = len(cards)
            known[seat, : len(cards)] = [card_word(card, card) for card in cards]
    return known, counts
