"""Nothing that the engine offers changes what it is given: a caller's values are as they were after every call."""

from collections.abc import Callable
from pickle import dumps
from random import Random
from typing import Any

import pytest

import nimmt
from nimmt import Game, State, View
from nimmt.games.registry import GAMES, rules_of

STEPS = 40
CALLS: dict[str, Callable[[Game, State, View, Any], object]] = {
    "legal": lambda game, state, view, action: state.legal(view.seat or 0),
    "refusal": lambda game, state, view, action: state.refusal(view.seat or 0, action, state.decision),
    "step": lambda game, state, view, action: state.step(view.seat or 0, action),
    "view": lambda game, state, view, action: [state.view(seat) for seat in (None, *range(game.players))],
    "default": lambda game, state, view, action: game.default(view),
    "preview": lambda game, state, view, action: game.preview(view, action),
    "sample": lambda game, state, view, action: game.sample(view, Random(1)).step(view.seat or 0, action),
    "sample of a spectator": lambda game, state, view, action: game.sample(state.view(None), Random(1)),
    "seen_by": lambda game, state, view, action: nimmt.seen_by(state.last, None),
    "json": lambda game, state, view, action: nimmt.read_view(nimmt.to_json(view)),
    "picture": lambda game, state, view, action: (nimmt.render.svg(view), nimmt.render.text(view)),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("key", GAMES)
def test_a_call_leaves_its_arguments_alone(key: str, name: str) -> None:
    rng = Random(1)
    game = nimmt.game(key, players=rules_of(key).seats[1])
    state = game.start(1)
    for _ in range(STEPS):
        if state.outcome:
            break
        seat = rng.choice(state.to_act)
        view, action = state.view(seat), rng.choice(state.legal(seat))
        before = dumps((game, state, view, action))
        CALLS[name](game, state, view, action)
        assert before == dumps((game, state, view, action))
        state, _ = state.step(seat, action)


@pytest.mark.parametrize("key", GAMES)
def test_a_text_is_read_and_a_record_replayed_without_changing_them(key: str) -> None:
    recorder = nimmt.Recorder(nimmt.game(key, players=rules_of(key).seats[1]), nimmt.SeededDealer.of(1))
    for _ in range(20):
        seat = recorder.state.to_act[0]
        recorder.step(seat, recorder.state.legal(seat)[0])
    record = recorder.record()
    before = dumps((record, recorder.state))
    list(nimmt.replay(record))
    nimmt.verify(record)
    resumed = nimmt.resume(record)
    seat = resumed.state.to_act[0]
    resumed.step(seat, resumed.state.legal(seat)[0])
    assert before == dumps((record, recorder.state))


def test_lists_and_dictionaries_stay_the_callers_own() -> None:
    scores = [[10, 20]]
    state = nimmt.game("base", players=2).read("12 | 37 | 43 | 58 // 3 9 / 21 26", scores)
    scores[0][0] = 99
    assert ((10, 20),) == state.view(None).scores
    nimmt.spec("pro").preset.clear()
    assert {"known_deck": True, "draft": True} == nimmt.spec("pro").preset
