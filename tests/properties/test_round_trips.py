"""Whatever leaves the engine comes back the same: actions, events, views, setups, records and whole games."""

from itertools import cycle, islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimmt import (
    Action,
    Recorder,
    SeededDealer,
    State,
    from_json,
    game_of,
    read_action,
    read_event,
    read_record,
    read_view,
    replay,
    resume,
    seen_by,
    to_json,
    verify,
    write_record,
)
from nimmt.games.bullenparty import PartyTable
from nimmt.setup import Setup
from tests.properties.strategies import KEYS, Match, depths, everyone, examples, matches, replaces, walk
from tests.properties.universe import universe


@pytest.mark.parametrize("key", KEYS)
@examples(25)
@given(data=st.data())
def test_json_of_everything_that_is_shown(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    state = match.start()
    for event in state.last:
        assert event == read_event(to_json(event))
    for step, seat in zip(walk(state, match.rng()), cycle(everyone(match.game)), strict=False):
        assert step.action == read_action(to_json(step.action))
        view = step.after.view(seat)
        assert view == read_view(to_json(view))
        for event in (*step.events, *seen_by(step.events, seat)):
            assert event == read_event(to_json(event))


def test_json_of_every_action() -> None:
    for action in universe():
        assert action == read_action(to_json(action))
        assert to_json(action) == to_json(read_action(to_json(action)))


@pytest.mark.parametrize("key", KEYS)
@examples(40)
@given(data=st.data())
def test_json_of_setups(key: str, data: st.DataObject) -> None:
    game = data.draw(matches(key)).game
    setup = from_json(Setup, to_json(game.setup))
    assert game.setup == setup
    assert game == game_of(setup)
    assert game.start(1) == game_of(setup).start(1)


def recorder_of(match: Match) -> Recorder:
    return Recorder(match.game, SeededDealer.of(match.deal))


@pytest.mark.parametrize("key", KEYS)
@examples(25)
@given(data=st.data())
def test_a_replay_is_the_game_step_by_step(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    recorder, rng = recorder_of(match), match.rng()
    expected: list[tuple[Action | None, object, State]] = [(None, recorder.state.last, recorder.state)]
    while recorder.state.outcome is None:
        seat = recorder.state.to_act[0]
        action = rng.choice(recorder.state.legal(seat))
        events = recorder.step(seat, action)
        expected.append((action, events, recorder.state))
    record = read_record(write_record(recorder.record()))
    assert recorder.record() == record
    replayed = [(step.move.action if step.move else None, step.events, step.state) for step in replay(record)]
    if all(replaces(action) for action, _, _ in expected if action):
        assert expected == replayed
    assert recorder.state == verify(record)


@pytest.mark.parametrize("key", KEYS)
@examples(30)
@given(data=st.data())
def test_a_record_does_not_tell_in_which_order_secrets_came(key: str, data: st.DataObject) -> None:
    match, depth = data.draw(matches(key)), data.draw(depths())
    recorder, tidy = recorder_of(match), recorder_of(match)
    for step in islice(walk(match.start(), match.rng(), again=0.3), depth):
        recorder.step(step.seat, step.action)
    for move in recorder.record().moves:
        tidy.step(move.seat, move.action)
    assert recorder.state == tidy.state == verify(recorder.record())
    assert write_record(recorder.record()) == write_record(tidy.record())


@pytest.mark.parametrize("key", KEYS)
@examples(30)
@given(data=st.data())
def test_every_order_of_secret_answers_gives_the_same_record(key: str, data: st.DataObject) -> None:
    match, depth = data.draw(matches(key)), data.draw(depths())
    one, other, rng = recorder_of(match), recorder_of(match), Random(depth)
    pending: list[tuple[int, Action]] = []
    for step in islice(walk(match.start(), match.rng(), again=0), depth):
        one.step(step.seat, step.action)
        pending.append((step.seat, step.action))
        if step.before.secret and step.after.decision == step.before.decision:
            continue
        give(other, pending, rng)
        pending = []
    give(other, pending, rng)
    assert one.state == other.state
    assert write_record(one.record()) == write_record(other.record())


def give(recorder: Recorder, answers: list[tuple[int, Action]], rng: Random) -> None:
    """Answer one decision with the same actions, seats in another order, some of them after changing their minds."""
    waiting = {seat: [action for other, action in answers if other == seat] for seat, _ in answers}
    while waiting:
        seat = rng.choice(sorted(waiting))
        if recorder.state.secret and recorder.state.to_act != (seat,) and replaces(waiting[seat][0]):
            recorder.step(seat, rng.choice(recorder.state.legal(seat)))
        recorder.step(seat, waiting[seat].pop(0))
        waiting = {seat: actions for seat, actions in waiting.items() if actions}


@pytest.mark.parametrize("key", KEYS)
@examples(30)
@given(data=st.data())
def test_a_record_can_be_taken_up_where_it_stops(key: str, data: st.DataObject) -> None:
    match, depth = data.draw(matches(key)), data.draw(depths())
    whole, part = recorder_of(match), recorder_of(match)
    steps = list(walk(match.start(), match.rng()))
    for step in steps[:depth]:
        part.step(step.seat, step.action)
    resumed = resume(read_record(write_record(part.record())))
    assert part.state == resumed.state
    for step in steps:
        whole.step(step.seat, step.action)
    for step in steps[depth:]:
        resumed.step(step.seat, step.action)
    assert whole.state == resumed.state
    assert whole.record() == resumed.record()


@pytest.mark.parametrize("key", KEYS)
@examples(15)
@given(data=st.data())
def test_a_position_between_two_turns_is_read_as_it_was_written(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    for step in walk(match.start(), match.rng(), again=0):
        state, asked = step.before, step.before.to_act
        if state._position.phase not in ("card", "bid", "lay") or set(asked) < set(may_answer(state)) or laid(state):
            continue
        text, scores = state._position.write(), state.view(None).scores
        read = match.game.read(text, scores)
        assert text == read._position.write()
        assert (state._position.phase, asked, state._position.round) == (
            read._position.phase,
            read.to_act,
            read._position.round,
        )
        assert [state.legal(seat) for seat in asked] == [read.legal(seat) for seat in asked]
        assert state._position.hands == read._position.hands  # type: ignore[attr-defined]


def may_answer(state: State) -> list[int]:
    """Those who owe an answer, and those who may change theirs."""
    return [seat for seat in range(state.game.players) if state.legal(seat)]


def laid(state: State) -> bool:
    """Whether somebody has laid cards that nobody else sees, or is done with it."""
    table = state._position
    return isinstance(table, PartyTable) and any(table.lays)
