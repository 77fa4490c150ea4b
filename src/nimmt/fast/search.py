"""Plays rated for a seat that sees its view: by playouts, or by the heuristic of the kernels."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..actions import PlayCard
from ..cards import HEADS
from ..rows import Rows
from ..table import Cards
from ..views import TableView
from .chance import new_stream
from .game import CAPER, CLIMB, EVEN_ODD, FastGame
from .knowledge import KNOWLEDGE
from .lane_words import PRINTED, row_words, turned_words
from .lanes import NOWHERE, ODD, fits
from .matching import new_table
from .playouts import LANE_POSITION, playout_heads
from .policies import CHEAPEST, FIRST_CHEAPEST, HEURISTIC, RANDOM
from .rating import heuristic_costs
from .rollouts import rollout_heads
from .table import CAPACITY, CAPER_ROW, CELLS, COUNTS, PARITY, PARITY_ROW, ROW_COUNT, STEPS, WIDTH, Cells

Indices = NDArray[np.intp]

AS_NUMBERS: Cells = np.arange(len(HEADS), dtype=np.int16)
"""By card: how it is written where words of the lanes are not wanted."""


def rate_by_playouts(
    game: FastGame, view: TableView, plays: Sequence[PlayCard], playouts: int, rng: Random
) -> list[float]:
    """Mean heads that our seat still takes in this round, for each play; the playouts are spread over the plays."""
    if not fits(game):
        return rate_on_large_table(game, view, plays, playouts, rng)
    places = np.array([view.hand.index(play.card) for play in plays], np.int16)
    position, words = lane_position(game, view), play_words(game, plays)
    heads, tries = playout_heads(position, words, places, max(playouts, len(plays)), new_stream(rng))
    costs: list[float] = (heads / tries).tolist()
    return costs


def rate_on_large_table(
    game: FastGame, view: TableView, plays: Sequence[PlayCard], playouts: int, rng: Random
) -> list[float]:
    """The same card by card, where there are more rows or longer ones than the lanes have room for."""
    unseen = unseen_cards(game, view)
    start = table_of_players(game, view, hidden_cards(view, unseen), RANDOM, FIRST_CHEAPEST)
    each = -(-playouts // len(plays))
    totals = rollout_heads(start, known_hands(view, unseen), choices_of(view, plays), each, new_stream(rng))
    costs: list[float] = (totals / each).tolist()
    return costs


def rate_by_rollouts(
    game: FastGame, view: TableView, plays: Sequence[PlayCard], rollouts: int, best: int, rng: Random
) -> list[float]:
    """Mean heads of the best plays by the heuristic when everybody plays the heuristic; the others are out of it."""
    unseen = unseen_cards(game, view)
    hidden = hidden_cards(view, unseen)
    first = heuristic(game, view, plays, hidden)
    order = sorted(range(len(plays)), key=first.__getitem__)[:best]
    hidden[list(view.hand)] = 1
    choices = choices_of(view, [plays[place] for place in order])
    start = table_of_players(game, view, hidden, HEURISTIC, CHEAPEST)
    totals = rollout_heads(start, known_hands(view, unseen), choices, rollouts, new_stream(rng))
    costs = [float("inf")] * len(plays)
    for place, total in zip(order, totals.tolist(), strict=True):
        costs[place] = total / rollouts
    return costs


def rate_by_heuristic(game: FastGame, view: TableView, plays: Sequence[PlayCard]) -> list[float]:
    """Heads that each play costs now, and the risk that others fill its row first."""
    return heuristic(game, view, plays, hidden_cards(view, unseen_cards(game, view)))


def heuristic(game: FastGame, view: TableView, plays: Sequence[PlayCard], hidden: Cells) -> list[float]:
    """The same, where it is known what the opponents may still play."""
    cards, values = cards_and_values(game, plays)
    rows = cells(game, view.rows)
    costs: list[float] = heuristic_costs(rows, game.parts, cards, values, hidden, game.players - 1).tolist()
    return costs


# --- Views as numbers --------------------------------------------------------------------------------


def unseen_cards(game: FastGame, view: TableView) -> Indices:
    """The cards of the deck that this seat has not seen."""
    unseen = np.zeros(len(HEADS), np.bool_)
    unseen[game.deck] = True
    unseen[list(view.seen)] = False
    return np.flatnonzero(unseen)


def hidden_cards(view: TableView, unseen: Indices) -> Cells:
    """By number: 1 for what this seat's opponents may still play."""
    hidden = np.zeros(len(HEADS), np.int16)
    hidden[unseen] = 1
    for known in known_of_others(view).values():
        hidden[list(known)] = 1  # seen in a hand, and so still to be played
    return hidden


def known_of_others(view: TableView) -> dict[int, Cards]:
    """Which cards were seen in a hand, for the seats of which some were (P-3: by a draft)."""
    return {seat: cards for seat, cards in enumerate(view.known) if cards and seat != view.seat}


def cards_and_values(game: FastGame, plays: Sequence[PlayCard]) -> tuple[Cells, Cells]:
    """The cards of these plays, and what they count for."""
    cards = np.array([play.card for play in plays], np.int16)
    reverse = [play.reverse for play in plays]
    return cards, np.where(reverse, game.turned[cards], cards) if any(reverse) else cards


def write_hands(found: np.void, view: TableView, unseen: Indices, written: Cells) -> None:
    """Write down what this seat knows of the hands, with these numbers for the cards."""
    assert view.seat is not None
    found["players"], found["left"], found["seat"] = view.setup.players, len(view.hand), view.seat
    found["own"][: len(view.hand)] = written[list(view.hand)]
    for seat, cards in known_of_others(view).items():
        found["known_size"][seat] = len(cards)
        found["known"][seat, : len(cards)] = written[list(cards)]
    found["unseen_size"] = len(unseen)
    found["unseen"][: len(unseen)] = written[unseen]


def lane_position(game: FastGame, view: TableView) -> NDArray[Any]:
    """Rows and hands in words of the lanes, the only position of an array."""
    positions = np.zeros(1, LANE_POSITION)
    position = positions[0]
    write_hands(position, view, unseen_cards(game, view), PRINTED)
    position["parts"], position["row_count"], position["capacity"] = game.parts, game.rows, game.capacity
    position["rows"] = row_words(view.rows)
    marks = marks_on(game, view.rows)
    position["steps"] = marks.steps if game.parts & CLIMB else NOWHERE
    position["parity"] = marks.parity_row | ODD * marks.odd if game.parts & EVEN_ODD else NOWHERE
    position["caper_row"] = marks.caper_row if game.parts & CAPER else NOWHERE
    return positions


def play_words(game: FastGame, plays: Sequence[PlayCard]) -> Cells:
    """The cards of these plays in words of the lanes, each for the value it is played for."""
    words = PRINTED[[play.card for play in plays]]
    reverse = [play.reverse for play in plays]
    return np.where(reverse, turned_words(game.turned)[words >> 8], words) if any(reverse) else words


def choices_of(view: TableView, plays: Sequence[PlayCard]) -> Cells:
    """Plays by their places in the hand, reversed ones after all others."""
    hand = view.hand
    return np.array([hand.index(play.card) + len(hand) * play.reverse for play in plays], np.int16)


def known_hands(view: TableView, unseen: Indices) -> NDArray[Any]:
    """What this seat knows of the hands, the only record of an array."""
    known = np.zeros(1, KNOWLEDGE)
    write_hands(known[0], view, unseen, AS_NUMBERS)
    return known


def table_of_players(game: FastGame, view: TableView, hidden: Cells, card_policy: int, row_policy: int) -> NDArray[Any]:
    """The table before this turn, where everybody plays by these policies; their hands are dealt later."""
    tables = new_table(game, [card_policy] * game.players, [row_policy] * game.players)
    table = tables[0]
    table["rows"], table["hidden"] = cells(game, view.rows), hidden
    table["reversals"][: game.players] = [bool(specials) for specials in view.specials]
    return tables


def cells(game: FastGame, rows: Rows) -> Cells:
    """Rows as one small array."""
    table = np.zeros(CELLS, np.int16)
    table[ROW_COUNT], table[CAPACITY] = game.rows, game.capacity
    for number, row in enumerate(rows):
        table[number * WIDTH : number * WIDTH + len(row.cards)] = row.cards
        table[COUNTS + number] = len(row.cards)
    marks = marks_on(game, rows)
    table[STEPS], table[CAPER_ROW] = marks.steps, marks.caper_row
    table[PARITY_ROW], table[PARITY] = marks.parity_row, marks.odd
    return table


class Marks(NamedTuple):
    """Markers as numbers: their rows, -1 for one that does not lie on the table; of Climb the steps it has made."""

    steps: int
    parity_row: int
    odd: bool
    caper_row: int


def marks_on(game: FastGame, rows: Rows) -> Marks:
    """Find the markers (CL-8, EO-6)."""
    last, places = game.rows - 1, {mark: number for number, row in enumerate(rows) for mark in row.marks}
    up, down = places.get("up"), places.get("down")
    return Marks(
        steps=last - up if up is not None else last + down if down is not None else -1,
        parity_row=places.get("odd", places.get("even", -1)),
        odd="odd" in places,
        caper_row=places.get("caper", -1),
    )
