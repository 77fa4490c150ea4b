"""Plays rated for a seat that sees its view: by playouts, or by the heuristic of the kernels."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..actions import PlayCard
from ..cards import HEADS
from ..rows import Rows
from ..views import TableView
from .chance import new_stream
from .knowledge import KNOWLEDGE
from .lane_words import PRINTED, row_words, turned_words
from .matching import new_table
from .modes import CLIMB, FastGame
from .playouts import LANE_POSITION, playout_heads
from .policies import CHEAPEST, HEURISTIC
from .rating import heuristic_costs
from .rollouts import rollout_heads
from .table import CELLS, COUNTS, MARK, Cells


def rate_by_playouts(
    game: FastGame, view: TableView, plays: Sequence[PlayCard], playouts: int, rng: Random
) -> list[float]:
    """Mean heads that our seat still takes in this round, for each play; the playouts are spread over the plays."""
    reversed_words = turned_words(game.turned)
    words = np.array([(reversed_words if play.reverse else PRINTED)[play.card] for play in plays])
    places = np.array([view.hand.index(play.card) for play in plays], np.int16)
    position = lane_position(game, view)
    heads, tries = playout_heads(position, words, places, max(playouts, len(plays)), new_stream(rng))
    costs: list[float] = (heads / tries).tolist()
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
    choices = [view.hand.index(plays[place].card) + len(view.hand) * plays[place].reverse for place in order]
    start, known = table_of_thinkers(game, view, hidden), np.zeros(1, KNOWLEDGE)
    write_hands(known[0], view, unseen)
    totals = rollout_heads(start, known, np.array(choices, np.int16), rollouts, new_stream(rng))
    costs = [float("inf")] * len(plays)
    for place, total in zip(order, totals.tolist(), strict=True):
        costs[place] = total / rollouts
    return costs


def rate_by_heuristic(game: FastGame, view: TableView, plays: Sequence[PlayCard]) -> list[float]:
    """Heads that each play costs now, and the risk that others fill its row first."""
    return heuristic(game, view, plays, hidden_cards(view, unseen_cards(game, view)))


def heuristic(game: FastGame, view: TableView, plays: Sequence[PlayCard], hidden: Cells) -> list[float]:
    """The same, where it is known what the opponents may still play."""
    cards = np.array([play.card for play in plays], np.int16)
    values = np.array([game.turned[play.card] if play.reverse else play.card for play in plays], np.int16)
    rows = cells(game.mode, view.rows)
    costs: list[float] = heuristic_costs(rows, game.mode, cards, values, hidden, game.players - 1).tolist()
    return costs


# --- Views as numbers --------------------------------------------------------------------------------


def unseen_cards(game: FastGame, view: TableView) -> list[int]:
    """The cards of the deck that this seat has not seen."""
    seen = view.seen  # put together from all that the view shows, so once is enough
    return [card for card in game.deck.tolist() if card not in seen]


def hidden_cards(view: TableView, unseen: list[int]) -> Cells:
    """By number: 1 for what this seat's opponents may still play."""
    hidden = np.zeros(len(HEADS), np.int16)
    hidden[unseen] = 1
    for seat, known in enumerate(view.known):
        if seat != view.seat:
            hidden[list(known)] = 1  # seen in a hand, and so still to be played
    return hidden


def write_hands(found: np.void, view: TableView, unseen: list[int]) -> None:
    """Write down what this seat knows of the hands (P-3: drafted cards were seen)."""
    assert view.seat is not None
    found["players"], found["left"], found["seat"] = view.setup.players, len(view.hand), view.seat
    found["own"][: len(view.hand)] = view.hand
    for seat, cards in enumerate(view.known):
        if cards and seat != view.seat:
            found["known_size"][seat] = len(cards)
            found["known"][seat, : len(cards)] = cards
    found["unseen_size"] = len(unseen)
    found["unseen"][: len(unseen)] = unseen


def lane_position(game: FastGame, view: TableView) -> NDArray[Any]:
    """Rows and hands in words of the lanes, the only position of an array."""
    positions = np.zeros(1, LANE_POSITION)
    position = positions[0]
    write_hands(position, view, unseen_cards(game, view))
    for name in ("own", "known", "unseen"):
        position[name] = PRINTED[position[name]]
    position["mode"], position["mark"] = game.mode, mark_number(game.mode, view.rows)
    position["rows"] = row_words(view.rows)
    return positions


def table_of_thinkers(game: FastGame, view: TableView, hidden: Cells) -> NDArray[Any]:
    """The table before this turn, with players of the heuristic; their hands are dealt later."""
    tables = new_table(game, [HEURISTIC] * game.players, [CHEAPEST] * game.players)
    table = tables[0]
    table["rows"], table["hidden"] = cells(game.mode, view.rows), hidden
    table["reversals"][: game.players] = [bool(specials) for specials in view.specials]
    return tables


def cells(mode: int, rows: Rows) -> Cells:
    """Rows as one small array."""
    table = np.zeros(CELLS, np.int16)
    for number, row in enumerate(rows):
        table[number * 5 : number * 5 + len(row.cards)] = row.cards
        table[COUNTS + number] = len(row.cards)
    table[MARK] = mark_number(mode, rows)
    return table


def mark_number(mode: int, rows: Rows) -> int:
    """The marker as a number: its row, or in Climb the steps it has made."""
    for number, row in enumerate(rows):
        if row.marks:
            return number if mode != CLIMB else 3 - number if row.has("up") else 3 + number
    return 0
