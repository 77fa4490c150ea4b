"""What is public and what is hidden are types: table and view share one, and the names in it are all they share."""

from collections.abc import Iterator
from random import Random

import pytest

import nimmt
from nimmt import State, View
from nimmt.games.registry import GAMES, rules_of

DERIVED = {"facts", "totals_after", "highest_card", "longest_row"}
COMMON = {"setup", "seat", "last", "hand", "cards_left", "sealed", "choice", *DERIVED}
IN_A_ROW_GAME = {*COMMON, "specials", "reverses", "barred"}
SHOWN: dict[str, set[str]] = {
    **dict.fromkeys(GAMES, IN_A_ROW_GAME),
    "surprise": {*IN_A_ROW_GAME, "specials_left", "stock_left", "trail"},
    "versus_ox": {*IN_A_ROW_GAME, "ox_left", "stock_left", "factor", "named"},
    "bullenparty": {
        *COMMON,
        *("heads_table", "buffalo_table", "letter", "letters", "draw_left", "rebuilt", "last_round"),
        *("laid", "to_lay", "own"),
    },
}
"""The allow-lists: what a view tells besides what is public, about its seat, or what follows from the table."""


def some_game(key: str) -> Iterator[State]:
    """States of one game with random answers."""
    rng = Random(1)
    state = nimmt.game(key, players=rules_of(key).seats[1]).start(1)
    for _ in range(60):
        yield state
        if state.outcome:
            return
        seat = rng.choice(state.to_act)
        state, _ = state.step(seat, rng.choice(state.legal(seat)))


@pytest.mark.parametrize("key", GAMES)
def test_a_view_is_what_is_public_and_what_its_seat_is_shown(key: str) -> None:
    state = next(some_game(key))
    table, view = state._position, state.view(0)
    assert table.public().keys() == view.public().keys()
    assert {*view.__struct_fields__} == {*view.public()} | SHOWN[key]


@pytest.mark.parametrize("key", GAMES)
def test_no_hidden_field_is_in_a_view_under_its_name(key: str) -> None:
    state = next(some_game(key))
    table, view = state._position, state.view(0)
    hidden = {*table.__struct_fields__} - {*table.public()}
    assert {"dealer", "told", "hands", "choices"} <= hidden
    assert not hidden & {*view.__struct_fields__}


@pytest.mark.parametrize("key", GAMES)
def test_what_is_public_is_the_same_for_table_seats_and_spectators(key: str) -> None:
    for state in some_game(key):
        public = state._position.public()
        views: list[View] = [state.view(seat) for seat in (None, *range(state.game.players))]
        assert all(public == view.public() for view in views)


def test_a_view_is_told_everything_and_a_table_starts_empty() -> None:
    state = nimmt.game("base", players=2).start(1)
    with pytest.raises(TypeError, match="decision"):
        type(state.view(0))(setup=state.game.setup, seat=0, last=())  # type: ignore[call-arg]
    with pytest.raises(AttributeError, match="immutable"):
        state.view(0).round = 2
    assert 0 == type(state._position)(dealer=nimmt.ExplicitDealer()).round
