"""What `legal` lists can be done, what it does not list is refused with a reason, and refusing changes nothing."""

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimmt
from nimmt import Action, IllegalAction, State, to_json
from tests.properties.strategies import KEYS, Match, depths, everyone, examples, go, matches, walk
from tests.properties.universe import kinds, universe

RULE_IDS = set(tomllib.loads((Path(nimmt.__file__).parent / "rulebook.toml").read_text(encoding="utf-8")))


def shown(state: State) -> list[bytes]:
    """Everything that anybody can see of a state."""
    return [to_json(state.view(seat)) for seat in everyone(state.game)]


def attempts(state: State) -> Iterator[tuple[int, Action]]:
    """Every action of the universe by every seat, and by two that do not exist."""
    for seat in range(-1, state.game.players + 1):
        for action in universe():
            yield seat, action


@pytest.mark.parametrize("key", KEYS)
@examples(12)
@given(data=st.data())
def test_what_is_not_legal_is_refused_and_changes_nothing(key: str, data: st.DataObject) -> None:
    state, _ = go(data.draw(matches(key)), data.draw(depths()))
    before, seen = deepcopy(state._position), shown(state)
    legal = {(seat, action) for seat in range(state.game.players) for action in state.legal(seat)}
    for seat, action in attempts(state):
        refusal = state.refusal(seat, action)
        assert (refusal is None) == ((seat, action) in legal)
        if refusal is None:
            continue
        assert refusal.code
        assert refusal.rule in RULE_IDS
        assert refusal.sentence.endswith(".")
        with pytest.raises(IllegalAction) as error:
            state.step(seat, action)
        assert refusal == error.value.refusal
    assert before == state._position
    assert seen == shown(state)


@pytest.mark.parametrize("key", KEYS)
@examples(15)
@given(data=st.data())
def test_what_is_legal_can_be_done_and_leaves_the_state_as_it_was(key: str, data: st.DataObject) -> None:
    state, _ = go(data.draw(matches(key)), data.draw(depths()))
    before, seen = deepcopy(state._position), shown(state)
    for seat in range(state.game.players):
        actions = state.legal(seat)
        assert len(set(actions)) == len(actions)
        for action in actions:
            after, events = state.step(seat, action)
            assert events
            assert after is not state
            assert state.step(seat, action) == (after, events)
    assert before == state._position
    assert seen == shown(state)


@pytest.mark.parametrize("key", KEYS)
@examples(10)
@given(data=st.data())
def test_seats_in_to_act_have_something_to_do_and_others_only_a_change_of_mind(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    for step in walk(match.start(), match.rng()):
        state = step.after
        for seat in range(match.game.players):
            if seat in state.to_act:
                assert state.legal(seat)
            else:
                assert state.secret or () == state.legal(seat)


@pytest.mark.parametrize("key", KEYS)
@examples(15)
@given(data=st.data())
def test_an_answer_to_another_decision_is_stale(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    for step in walk(match.start(), match.rng()):
        state = step.before
        assert None is state.refusal(step.seat, step.action, state.decision)
        for decision in (state.decision - 1, state.decision + 1):
            assert_stale(state, step.seat, step.action, decision)
        if step.after.decision != state.decision:
            assert_stale(step.after, step.seat, step.action, state.decision)


def assert_stale(state: State, seat: int, action: Action, decision: int) -> None:
    refusal = state.refusal(seat, action, decision)
    assert refusal is not None
    assert "stale" == refusal.code
    with pytest.raises(IllegalAction) as error:
        state.step(seat, action, decision)
    assert refusal == error.value.refusal


def test_the_universe_has_every_kind_of_action() -> None:
    assert {action.__class__ for action in universe()} == set(kinds())
    assert {nimmt.PlayCard, nimmt.TakeRow, nimmt.DraftCard} <= set(kinds())
    assert {nimmt.PlayCard(110, True), nimmt.PlayCard(0), nimmt.TakeRow(-1), nimmt.TakeRow(6)} <= set(universe())


@pytest.mark.parametrize("key", KEYS)
def test_a_finished_game_refuses_everything(key: str) -> None:
    state, _ = go(finished(key), 10_000)
    assert state.outcome is not None
    refusals = [state.refusal(seat, action) for seat, action in attempts(state) if 0 <= seat < state.game.players]
    assert {"game_over"} == {refusal.code if refusal else None for refusal in refusals}


def finished(key: str) -> Match:
    """The shortest match of a game."""
    spec = nimmt.spec(key)
    short = {"max_rounds": 1} if "max_rounds" in [option.name for option in spec.options] else {}
    return Match(nimmt.game(key, players=spec.players[0], **short), 1, 1)
