"""Sums and bounds hold after every step of every game, and every game ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimmt
from nimmt.events import GameEnded, RoundEnded
from tests.properties.invariants import INVARIANTS, check, ends_in_time, fewest_heads_win, watched
from tests.properties.strategies import KEYS, Match, examples, matches, play_out, walk


def test_every_game_has_invariants() -> None:
    assert {nimmt.game(key, players=2).key for key in KEYS} == set(INVARIANTS)


@pytest.mark.parametrize("key", KEYS)
@examples(60)
@given(data=st.data())
def test_invariants_hold_after_every_step(key: str, data: st.DataObject) -> None:
    for state, story in watched(data.draw(matches(key))):
        check(state, story)


@pytest.mark.parametrize("key", KEYS)
@examples(25)
@given(data=st.data())
def test_a_game_ends_with_an_outcome_that_its_events_told(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    steps = list(walk(match.start(), match.rng()))
    end = steps[-1].after
    assert end.outcome is not None
    assert () == end.to_act
    assert all(() == end.legal(seat) for seat in range(match.game.players))
    assert GameEnded(end.outcome) == steps[-1].events[-1]
    heads = tuple(event.heads for step in steps for event in step.events if isinstance(event, RoundEnded))
    assert heads == end.outcome.rounds
    assert end.outcome.totals == tuple(map(sum, zip(*heads, strict=True)))
    assert end.outcome.winners or end.outcome.opponent is not None


@pytest.mark.parametrize("key", KEYS)
@examples(25)
@given(data=st.data())
def test_somebody_owes_a_decision_until_the_game_is_over(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    for step in walk(match.start(), match.rng()):
        over = step.after.outcome is not None
        assert over == (not step.after.to_act)
        assert all(step.after.legal(seat) for seat in step.after.to_act)


@pytest.mark.parametrize("key", KEYS)
@examples(25)
@given(data=st.data())
def test_the_same_deal_and_actions_give_the_same_game(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    assert play_out(match.start(), match.rng()) == play_out(match.start(), match.rng())


TIES = [key for key in KEYS if "tie_break" in [option.name for option in nimmt.spec(key).options]]


@pytest.mark.parametrize("key", TIES)
@pytest.mark.parametrize("tie_break", ["shared", "last_round", "extra_round"])
def test_games_that_end_in_a_tie_end_as_agreed(key: str, tie_break: str) -> None:
    """Q-X14: random options seldom bring a tie about; two players and one round do."""
    ties = 0
    for seed in range(80):
        match = Match(nimmt.game(key, players=2, max_rounds=1, tie_break=tie_break), seed, seed)
        end = play_out(match.start(), match.rng())
        ends_in_time(end, ())
        fewest_heads_win(end, ())
        assert end.outcome
        first = end.outcome.rounds[0]
        ties += first[0] == first[1]
        assert len(end.outcome.rounds) == 1 or (tie_break == "extra_round" and first[0] == first[1])
    assert ties
