"""Answers to a secret decision: their order is nothing, the last one of each seat counts, nobody else notices."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nimmt import Action, IllegalAction, State, seen_by, to_json
from tests.properties.strategies import KEYS, Match, depths, everyone, examples, go, matches, replaces, walk

Answers = dict[int, tuple[Action, ...]]


def secret_point(match: Match, depth: int) -> tuple[State, Random]:
    """A state where a secret decision has just been asked."""
    state, rng = go(match, depth)
    steps = walk(state, rng)
    decision = state.decision
    while not (state.secret and state.decision != decision) and state.outcome is None:
        state = next(steps).after
    assume(state.outcome is None)
    return state, rng


def answer(state: State, rng: Random) -> tuple[State, Answers]:
    """Answer the present decision at random; the state after it, and what each seat's answers came to."""
    answers: Answers = {}
    decision = state.decision
    for step in walk(state, rng, again=0.4):
        answers[step.seat] = step.action.amend(answers.get(step.seat, ()))
        if step.after.decision != decision:
            return step.after, answers
    raise AssertionError("The decision was never closed.")


def in_any_order(state: State, answers: Answers, rng: Random) -> State:
    """Give the same answers, the seats in another order."""
    waiting = {seat: list(actions) for seat, actions in answers.items()}
    while waiting:
        seat = rng.choice(sorted(waiting))
        state, _ = state.step(seat, waiting[seat].pop(0))
        waiting = {seat: actions for seat, actions in waiting.items() if actions}
    return state


@pytest.mark.parametrize("key", KEYS)
@examples(60)
@given(data=st.data())
def test_answers_of_different_seats_commute(key: str, data: st.DataObject) -> None:
    state, rng = secret_point(data.draw(matches(key)), data.draw(depths()))
    after, answers = answer(state, rng)
    for _ in range(4):
        again = in_any_order(state, answers, rng)
        assert after == again
        assert after.last == again.last


@pytest.mark.parametrize("key", KEYS)
@examples(25)
@given(data=st.data())
def test_only_the_last_answer_of_a_seat_counts(key: str, data: st.DataObject) -> None:
    state, rng = secret_point(data.draw(matches(key)), data.draw(depths()))
    after, answers = answer(state, rng)
    assume(all(replaces(action) for actions in answers.values() for action in actions))
    *hesitant, last = rng.sample(state.to_act, len(state.to_act))
    for seat in hesitant * 2:
        state, _ = state.step(seat, rng.choice(state.legal(seat)))
    for seat in (*hesitant, last):
        (action,) = answers[seat]
        state, _ = state.step(seat, action)
    assert after == state


@pytest.mark.parametrize("key", KEYS)
@examples(25)
@given(data=st.data())
def test_a_change_of_mind_after_the_reveal_is_stale(key: str, data: st.DataObject) -> None:
    state, rng = secret_point(data.draw(matches(key)), data.draw(depths()))
    choices = {seat: state.legal(seat) for seat in state.to_act}
    after, _ = answer(state, rng)
    for seat, actions in choices.items():
        for action in actions:
            with pytest.raises(IllegalAction) as error:
                after.step(seat, action, state.decision)
            assert "stale" == error.value.code


@pytest.mark.parametrize("key", KEYS)
@examples(40)
@given(data=st.data())
def test_who_is_told_nothing_sees_nothing_change(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    for step in walk(match.start(), match.rng(), again=0.3):
        for seat in everyone(match.game):
            if not seen_by(step.events, seat):
                assert to_json(step.before.view(seat)) == to_json(step.after.view(seat))


@pytest.mark.parametrize("key", KEYS)
@examples(40)
@given(data=st.data())
def test_the_decision_counter_moves_only_when_a_decision_is_closed(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    for step in walk(match.start(), match.rng(), again=0.3):
        before, after = step.before, step.after
        if before.secret and before.to_act != (step.seat,):
            assert (before.decision, before.last) == (after.decision, after.last)
        if after.decision == before.decision:
            assert before.last == after.last
        else:
            assert after.last == tuple(event for event in step.events if not event.secret)


@pytest.mark.parametrize("key", KEYS)
@examples(10)
@given(data=st.data())
def test_decisions_are_counted_one_by_one(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    start = match.start()
    decisions = [start.decision, *(step.after.decision for step in walk(start, match.rng()))]
    assert 1 == start.decision
    assert {0, 1} >= {after - before for before, after in pairwise(decisions)}
