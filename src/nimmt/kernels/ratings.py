"""Plays rated for a seat that sees its view: by playouts, or by the heuristic of the kernels."""

from collections.abc import Sequence
from random import Random

from ..actions import PlayCard
from ..views import TableView
from .calls import HEURISTIC_COSTS, PLAYOUT_HEADS, ROLLOUT_HEADS, new_stream
from .constants import CHEAPEST, FIRST_CHEAPEST, HEURISTIC, RANDOM
from .host import run
from .layout import Record
from .row_game import RowGame
from .row_tables import (
    Cells,
    cells,
    choices_of,
    fits_lanes,
    hidden_cards,
    known_hands,
    lane_position,
    table_of_players,
    unseen_cards,
    value_of,
    word_of,
)


def rate_by_playouts(
    game: RowGame, view: TableView, plays: Sequence[PlayCard], playouts: int, rng: Random
) -> list[float]:
    """Mean heads that our seat still takes in this round, for each play; the playouts are spread over the plays."""
    if not fits_lanes(game):
        return rate_on_large_table(game, view, plays, playouts, rng)
    count = len(plays)
    call = PLAYOUT_HEADS.new(
        plays=[word_of(game, play) for play in plays],
        places=[view.hand.index(play.card) for play in plays],
        count=count,
        playouts=max(playouts, count),
        stream=new_stream(rng),
    )
    call.attach("position", lane_position(game, view).memory)
    run("playout_heads", call)
    return [heads / tries for heads, tries in zip(call["heads"][:count], call["tries"], strict=False)]


def rate_on_large_table(
    game: RowGame, view: TableView, plays: Sequence[PlayCard], playouts: int, rng: Random
) -> list[float]:
    """The same card by card, where there are more rows or longer ones than the lanes have room for."""
    unseen = unseen_cards(game, view)
    start = table_of_players(game, view, hidden_cards(view, unseen), RANDOM, FIRST_CHEAPEST)
    each = -(-playouts // len(plays))
    return _rollouts(start, known_hands(view, unseen), choices_of(view, plays), each, rng)


def rate_by_rollouts(
    game: RowGame, view: TableView, plays: Sequence[PlayCard], rollouts: int, best: int, rng: Random
) -> list[float]:
    """Mean heads of the best plays by the heuristic when everybody plays the heuristic; the others are out of it."""
    unseen = unseen_cards(game, view)
    hidden = hidden_cards(view, unseen)
    first = heuristic(game, view, plays, hidden)
    order = sorted(range(len(plays)), key=first.__getitem__)[:best]
    for card in view.hand:
        hidden[card] = 1
    choices = choices_of(view, [plays[place] for place in order])
    start = table_of_players(game, view, hidden, HEURISTIC, CHEAPEST)
    means = _rollouts(start, known_hands(view, unseen), choices, rollouts, rng)
    costs = [float("inf")] * len(plays)
    for place, mean in zip(order, means, strict=True):
        costs[place] = mean
    return costs


def _rollouts(start: Record, known: Record, choices: Sequence[int], rollouts: int, rng: Random) -> list[float]:
    call = ROLLOUT_HEADS.new(choices=choices, count=len(choices), rollouts=rollouts, stream=new_stream(rng))
    call.attach("start", start.memory)
    call.attach("known", known.memory)
    run("rollout_heads", call)
    return [heads / rollouts for heads in call["heads"][: len(choices)]]


def rate_by_heuristic(game: RowGame, view: TableView, plays: Sequence[PlayCard]) -> list[float]:
    """Heads that each play costs now, and the risk that others fill its row first."""
    return heuristic(game, view, plays, hidden_cards(view, unseen_cards(game, view)))


def heuristic(game: RowGame, view: TableView, plays: Sequence[PlayCard], hidden: Cells) -> list[float]:
    """The same, where it is known what the opponents may still play."""
    call = HEURISTIC_COSTS.new(
        table=cells(game, view.rows),
        parts=game.parts,
        cards=[play.card for play in plays],
        values=[value_of(game, play) for play in plays],
        count=len(plays),
        hidden=hidden,
        others=game.players - 1,
    )
    run("heuristic_costs", call)
    return list(call["costs"][: len(plays)])
