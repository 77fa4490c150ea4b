"""Choices weighed as the master weighs them, from a seat's view alone, often enough to know how sure that is."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..actions import Action, PlayCard, TakeRow
from ..codec import from_json, to_json
from ..fast.chance import new_stream
from ..fast.game import fast_game
from ..fast.mastery import Master
from ..fast.search import cells, hidden_cards, known_hands, unseen_cards
from ..fast.turns import heads_of_turn
from ..fast.weights import group_of, shipped_minds
from ..game import State
from ..games.registry import game_of
from ..setup import Setup
from ..views import TableView

BATCHES, MOST_BATCHES = 16, 256
"""Each batch is as many worlds as the master looks at in one decision."""
TURNS = 400
"""Worlds for what happens in the turn itself."""
DEALS = 400
Figures = NDArray[np.float64]


class Weighed(NamedTuple):
    """Heads until the end of the round by batch of worlds and choice, and by choice what this turn brings."""

    choices: tuple[PlayCard | TakeRow, ...]
    totals: Figures
    now: Figures  # heads
    takes: Figures  # how often a row is taken


def weigh(view: TableView, legal: Sequence[Action], error: float) -> Weighed:
    """Weigh until every choice's standard error is small enough; the view alone decides the worlds."""
    rng = Random(to_json(view))
    if view.phase == "row":
        return _weigh_rows(view, tuple(action for action in legal if isinstance(action, TakeRow)))
    plays = tuple(action for action in legal if isinstance(action, PlayCard))
    totals = np.array([_batch(view, plays, rng) for _ in range(BATCHES)])
    while len(totals) < MOST_BATCHES and (totals.std(axis=0) / np.sqrt(len(totals))).max() > error:
        totals = np.concatenate((totals, [_batch(view, plays, rng) for _ in range(BATCHES)]))
    heads = _turn(view, plays, rng)
    return Weighed(plays, totals, heads.mean(axis=0), (heads > 0).mean(axis=0))


def _batch(view: TableView, plays: Sequence[PlayCard], rng: Random) -> list[float]:
    return _master().rate_plays(view, plays, (), rng)


def _turn(view: TableView, plays: Sequence[PlayCard], rng: Random) -> Figures:
    game, unseen = fast_game(view.setup), unseen_cards(fast_game(view.setup), view)
    hidden = hidden_cards(view, unseen)
    hidden[list(view.hand)] = 1
    places = np.array([view.hand.index(play.card) for play in plays], np.int16)
    values = np.array([game.turned[play.card] if play.reverse else play.card for play in plays], np.int16)
    models = shipped_minds()[group_of(game.players)].models
    table, knowledge, stream = cells(game, view.rows), known_hands(view, unseen), new_stream(rng)
    heads = heads_of_turn(table, game.parts, hidden, knowledge, places, values, models, TURNS, stream)
    return heads.astype(np.float64)


def _weigh_rows(view: TableView, rows: tuple[TakeRow, ...]) -> Weighed:
    """All cards of the turn are known, so nothing is left to chance but what the net makes of the end of it."""
    costs = _master().rate_rows(view, [action.row for action in rows], ())
    now = np.array([float(view.facts.rows[action.row].heads) for action in rows])
    return Weighed(rows, np.array([costs, costs]), now, np.ones(len(rows)))


def par(setup: Setup) -> tuple[float, float]:
    """Heads that the master expects in a round before it is dealt, and the standard error."""
    found = _best_of_deals(to_json(setup))
    return float(found.mean()), float(found.std() / np.sqrt(len(found)))


@cache
def _best_of_deals(setup: bytes) -> Figures:
    game, rng = game_of(from_json(Setup, setup)), Random(0)
    return np.array([_best(game.start(deal), rng) for deal in range(DEALS)])


def _best(state: State, rng: Random) -> float:
    """What the best first card costs: found in some worlds, and measured in others."""
    while not state.secret:  # a draft
        seat = state.to_act[0]
        state, _ = state.step(seat, rng.choice(state.legal(seat)))
    view = state.view(0)
    assert isinstance(view, TableView)
    plays = [action for action in state.legal(0) if isinstance(action, PlayCard)]
    found, measured = _batch(view, plays, rng), _batch(view, plays, rng)
    return measured[found.index(min(found))]


@cache
def _master() -> Master:
    return Master(shipped_minds(), envious=False)
