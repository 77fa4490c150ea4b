"""Whatever leaves the engine comes back the same: actions, events, views, setups, records and whole games."""

from itertools import cycle, islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from nimmt import (
    Action,
    Event,
    Malformed,
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
from nimmt.games.surprise.events import SpecialsShuffled
from nimmt.setup import Setup
from tests.properties.strategies import KEYS, Match, depths, everyone, examples, go, matches, replaces, walk
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


PHASES_WITH_TEXT = ("card", "bid", "lay")
"""What is asked where a position has a text, as long as nobody has answered yet: docs/engine.md says so."""
IN_ANY_ORDER = {"aside", "unused", "box"}
"""What lies out of sight until the end of a round, in no order that matters."""


@pytest.mark.parametrize("key", KEYS)
@examples(15)
@given(data=st.data())
def test_a_state_has_a_text_wherever_the_document_says_so(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    for step in walk(match.start(), match.rng()):
        check_text(step.before)
        check_text(step.after)


def check_text(state: State) -> None:
    """Whether it has a text where it should, and none elsewhere."""
    if state.phase in PHASES_WITH_TEXT and not anybody_has_answered(state):
        assert "//" in state.text
        return
    with pytest.raises(Malformed) as error:
        state.text  # noqa: B018
    assert "no_text" == error.value.code


def anybody_has_answered(state: State) -> bool:
    """Whether part of what is being asked for is given already."""
    table: Any = state._position
    laid = table.lays if isinstance(table, PartyTable) and state.phase == "lay" else ()
    asked = table.bidders if state.phase == "bid" else tuple(range(state.game.players))
    return any(laid) or set(state.to_act) < set(asked) or any(table.choices)


@pytest.mark.parametrize("key", KEYS)
@examples(15)
@given(data=st.data())
def test_a_text_holds_all_that_matters(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    for step in walk(match.start(), match.rng(), again=0):
        state = step.before
        if not state._position.has_text:
            continue
        read = match.game.read(state.text, state.scores, match.deal)
        assert state.text == read.text
        assert {} == differences(state, read)
        if sum(isinstance(event, SpecialsShuffled) for event in trail(state)) > 1:
            assert trail(state) == trail(read)  # else nobody knows more than what lies face up and their own


@pytest.mark.parametrize("key", KEYS)
@examples(15)
@given(data=st.data())
def test_a_game_read_from_its_text_goes_on_as_it_would_have(key: str, data: st.DataObject) -> None:
    match, depth = data.draw(matches(key)), data.draw(depths())
    state, rng = go(match, depth, again=0)
    while state.outcome is None and not state._position.has_text:
        seat = state.to_act[0]
        state, _ = state.step(seat, rng.choice(state.legal(seat)))
    if state.outcome is not None:
        return
    read = match.game.read(state.text, state.scores, match.deal)
    told = len(trail(state)), len(trail(read))
    for step in walk(state, rng):
        assert step.before.legal(step.seat) == read.legal(step.seat)
        read, events = read.step(step.seat, step.action)
        assert step.events == events
        assert {} == differences(step.after, read)
        assert trail(step.after)[told[0] :] == trail(read)[told[1] :]
    assert read.outcome is not None


def differences(state: State, other: State) -> dict[str, tuple[Any, Any]]:
    """In what two positions differ, besides the numbers of decisions, trails, and what tells nothing."""
    one, two = structs.asdict(state._position), structs.asdict(other._position)
    for table in (one, two):
        table |= {name: sorted(table[name]) for name in IN_ANY_ORDER & table.keys()}
    ignored = {"decision", "whole_trail"}
    return {name: (one[name], two[name]) for name in one.keys() - ignored if one[name] != two[name]}


def trail(state: State) -> tuple[Event, ...]:
    """What was told about where specials are."""
    found: tuple[Event, ...] = getattr(state._position, "whole_trail", ())
    return found
