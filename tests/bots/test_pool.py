"""Bots on the fast kernels: their ratings are right where they can be counted, and they play what they say."""

from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any
from unittest.mock import Mock

import pytest

import nimmt
from nimmt import BadSetup, PlayCard, State, TableView
from nimmt.bots import bot, names, play_out, pool_names
from nimmt.events import RowTaken
from nimmt.game import state_of
from nimmt.kernels.ratings import rate_by_playouts
from nimmt.kernels.row_game import PARTS, row_game
from tests.tables import table_of, view_of, walk

PLAYS: list[tuple[str, dict[str, Any]]] = [
    *[(key, {}) for key in PARTS],
    ("pro", {}),
    ("climb", {"known_deck": True}),
    ("caper", {"draft": True}),
    ("base", {"fan_cards": ("even_odd", "climb", "caper", "reversed_digits")}),
    ("pro", {"fan_cards": ("climb", "caper")}),
    ("base", {"hand_size": 6, "rows": 7, "capacity": 3}),
    ("caper", {"rows": 2, "capacity": 4, "deck": 50}),
]


def last_turn(key: str, seed: int, **options: Any) -> State:
    """Two seats with one card each."""
    for _, _, _, state in walk(nimmt.game(key, players=2, **options).start(seed), Random(seed)):
        if len(table_of(state).hands[0]) == 1 and state.to_act == (0, 1) and table_of(state).phase == "card":
            return state
    raise AssertionError("there is no last turn")


def counted(state: State, view: TableView, play: PlayCard) -> float:
    """What the play costs on average over every card that the other seat may hold, as the engine counts it."""
    costs = []
    known = view.known[1] or [card for card in state.game.rules.deck if card not in view.seen]  # type: ignore[attr-defined]
    for card in known:
        position = table_of(state).copy()
        position.hands = (position.hands[0], (card,))
        after = state_of(state.game, position)
        after, _ = after.step(0, play)
        after, events = after.step(1, PlayCard(card))
        while after.to_act and table_of(after).phase == "row":
            seat, rows = after.to_act[0], table_of(after).rows
            after, more = after.step(seat, nimmt.TakeRow(min(range(len(rows)), key=lambda row: rows[row].heads)))
            events += more
        costs.append(sum(event.heads for event in events if isinstance(event, RowTaken) and event.seat == 0))
    return fmean(costs)


@pytest.mark.parametrize(("key", "options"), PLAYS)
def test_playouts_find_what_can_be_counted(key: str, options: dict[str, Any]) -> None:
    for seed in range(6):
        state = last_turn(key, seed, **options)
        view = view_of(state, 0)
        plays = [play for play in state.legal(0) if isinstance(play, PlayCard)]
        rated = rate_by_playouts(row_game(view.setup), view, plays, 40_000, Random(seed))
        for play, cost in zip(plays, rated, strict=True):
            assert abs(cost - counted(state, view, play)) < 0.25


@pytest.mark.thorough
@pytest.mark.parametrize(("key", "options"), PLAYS)
@pytest.mark.parametrize("name", ["heuristic", "flat(30)", "mcs(200)", "mc_rollout(6,4)"])
def test_they_take_clearly_fewer_heads_than_random(key: str, options: dict[str, Any], name: str) -> None:
    margins = []
    for deal in range(60 if "rows" in options else 30):  # other tables make smaller differences
        game = nimmt.game(key, players=3, max_rounds=1, **options)
        recorder = nimmt.Recorder(game, nimmt.SeededDealer.of(f"{key} {deal}"))
        seats = [name if seat == deal % 3 else "random" for seat in range(3)]
        play_out(recorder, [bot(seat) for seat in seats], deal)
        totals = table_of(recorder.state).totals()
        own = totals[deal % 3]
        margins.append(own - (sum(totals) - own) / 2)
    errors = 0 if name == "heuristic" and options.get("rows") == 2 else 2.5  # it knows little of so few rows
    assert fmean(margins) < -errors * stdev(margins) / sqrt(len(margins))


def test_the_same_seed_gives_the_same_answer() -> None:
    state = nimmt.game("base", players=4).start(3)
    answers = {bot("flat(50)").choose(state.view(1), state.legal(1), (), Random(5)) for _ in range(3)}
    assert 1 == len(answers)


@pytest.mark.parametrize(
    "name",
    [
        "flat",
        "flat(0)",
        "flat(x)",
        "mcs(-1)",
        "mcs(9999999)",
        "heuristic(3)",
        "mc_rollout(3)",
        "mc_rollout(3,21)",
        "flat(3",
    ],
)
def test_names_that_mean_nothing_are_refused(name: str) -> None:
    with pytest.raises(BadSetup):
        bot(name)


def test_other_games_are_refused_by_name() -> None:
    state = nimmt.game("surprise", players=3).start(1)
    with pytest.raises(BadSetup, match="surprise"):
        bot("flat(10)").choose(state.view(0), state.legal(0), (), Random(1))


def test_the_pool_is_apart_from_the_bots_for_all_games() -> None:
    row_games = ("heuristic", "mcs(n)", "flat(n)", "mc_rollout(n, k)", "master", "tired(n)")
    assert ("careless(n)", *row_games, "search(n)") == pool_names()
    assert not set(names()) & set(pool_names())


@pytest.mark.parametrize(("name", "looks"), [("heuristic", 1), ("flat(2)", 1), ("mcs(10)", 1), ("mc_rollout(2,2)", 1)])
def test_the_seen_cards_are_put_together_once_and_not_for_every_card(
    name: str, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted, not timed: working them out for each of 104 cards took most of a heuristic move."""
    seen = Mock(wraps=vars(TableView)["seen"].fget)
    monkeypatch.setattr(TableView, "seen", property(lambda view: seen(view)))
    state = nimmt.game("base", players=4).start(1)
    bot(name).choose(state.view(0), state.legal(0), (), Random(1))
    assert looks == seen.call_count
