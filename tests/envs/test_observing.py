"""Observations: within their bounds, in words, and free of what the seat may not know."""

from random import Random

import numpy as np
import pytest

import nimmt
from nimmt.envs import EnvError, explain, observe
from nimmt.envs.observing import observer_of

from .playing import SETS, SIZES, short, sittings


@pytest.mark.parametrize(("key", "players"), SIZES)
@pytest.mark.parametrize("seed", [1, 2])
def test_worlds_that_look_the_same_to_a_seat_give_the_same_observation(key: str, players: int, seed: int) -> None:
    game, rng = short(key, players), Random(seed)
    observer = observer_of(game)
    low, high = observer.layout.bounds()
    for number, sitting in enumerate(sittings(game, seed)):
        seat, state = number % players, sitting.state
        asked = seat in sitting.asked
        seen = sitting.look(seat)
        assert (low <= seen).all()
        assert (seen <= high).all()
        if not sitting.over:
            other = game.sample(state.view(seat), rng)
            np.testing.assert_array_equal(observer.observe(other, seat, asked), seen)
            np.testing.assert_array_equal(observe(game, state.view(seat)), seen)


@pytest.mark.parametrize("options", [{}, {"draft": True}, {"known_deck": True}, *SETS])
@pytest.mark.parametrize("every", [1, 4])  # whoever looks now and then misses whole turns
def test_what_is_written_over_the_last_observation_is_all_that_changed(options: dict[str, object], every: int) -> None:
    game = short("base", 3, max_rounds=2, **options)
    observer = observer_of(game)
    for number, sitting in enumerate(sittings(game, 5)):
        for seat in range(3 if number % every == 0 or sitting.over else 0):
            fresh = observer.observe(sitting.state, seat, seat in sitting.asked)
            np.testing.assert_array_equal(sitting.look(seat), fresh)


@pytest.mark.parametrize(("key", "players"), SIZES)
def test_seats_see_their_own_hands(key: str, players: int) -> None:
    game = short(key, players)
    observer = observer_of(game)
    for sitting in sittings(game, 3):
        for seat in range(players):
            fields = observer.layout.read(observer.observe(sitting.state, seat, False))
            view = sitting.state.view(seat)
            assert tuple(np.flatnonzero(fields["hand"]) + 1) == view.hand  # type: ignore[attr-defined]
            assert not fields["asked"].any()


@pytest.mark.parametrize("options", SETS)
def test_sets_of_fan_cards_have_all_their_marks(options: dict[str, object]) -> None:
    game = short("base", 3, **options)
    observer = observer_of(game)
    for sitting in sittings(game, 4):
        marks = observer.layout.read(observer.observe(sitting.state, 0, False))["marks"]
        there = [mark for row in sitting.state.view(0).rows for mark in row.marks]  # type: ignore[attr-defined]
        assert marks.sum() == len(there)


def test_an_observation_in_words() -> None:
    game = nimmt.game("base", players=2)
    seen = (1, 2, 8, 12, 14, 15, 21, 26, 37, 43, 55, 58, 60)
    state = game.read("12 14 15 21 26 | 37 | 43 | 58 // 30 50 / 8 60 // 1 2 / 55")
    assert explain(game, observe(game, state.view(1))).splitlines() == [
        "asked: card",
        "hand: 8 60",
        "unseen: " + " ".join(str(c) for c in range(1, 105) if c not in seen),
        "rows: row 1: 12 14 15 21 26, row 2: 37 0 0 0 0, row 3: 43 0 0 0 0, row 4: 58 0 0 0 0",
        "room: row 2: 4, row 3: 4, row 4: 4",
        "row_heads: row 1: 6, row 2: 1, row 3: 1, row 4: 1",
        "queue: –",
        "heads: you 7, seat+1 2",
        "totals: –",
        "left: 2",
        "round: 1",
    ]  # fmt: skip


@pytest.mark.parametrize("key", nimmt.keys())
def test_every_field_is_described_and_told(key: str) -> None:
    game = short(key, 3)
    layout = observer_of(game).layout
    assert all(field.meaning for field in layout.fields)
    for sitting in sittings(game, 6):
        lines = explain(game, observer_of(game).observe(sitting.state, 0, False)).splitlines()
        assert [line.split(":")[0] for line in lines] == [field.name for field in layout.fields]


def test_what_is_no_observation_is_refused() -> None:
    game = nimmt.game("base", players=4)
    with pytest.raises(EnvError, match="has 260 numbers"):
        explain(game, np.zeros(3))
    for nothing in ({}, {"observation": None}, None, "x" * 260):
        with pytest.raises(EnvError, match="has 260 numbers"):
            explain(game, nothing)
    with pytest.raises(nimmt.NimmtError, match="no view of"):
        observe(game, None)  # type: ignore[arg-type]
    with pytest.raises(EnvError, match="spectator"):
        observe(game, game.start(1).view(None))
