"""Answers that several seats give at once: as if they had come one after another."""

from random import Random

import pytest

import nimmt
from nimmt.game import step_together


@pytest.mark.parametrize("key", nimmt.keys())
def test_answers_together_are_the_same_as_one_after_another(key: str) -> None:
    state, rng, together = nimmt.game(key, players=3).start(5), Random(5), 0
    for _ in range(200):
        if state.outcome is not None:
            break
        seats = state.to_act if state.secret else state.to_act[:1]
        answers = [(seat, rng.choice(state.legal(seat))) for seat in seats]
        together += len(answers) > 1
        at_once, told_at_once = step_together(state, answers)
        events: tuple[nimmt.Event, ...] = ()
        for seat, action in answers:
            state, told = state.step(seat, action)
            events += told
        assert told_at_once == events
        assert at_once == state
    assert together
