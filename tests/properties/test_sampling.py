"""A sampled state is one that the view allows: it looks the same, contradicts nothing heard, and can be played on."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimmt
from nimmt import State, TableView, read_view, seen_by, to_json
from tests.properties.invariants import Story, check, of_this_round, table_of
from tests.properties.party_witness import PartyWitness
from tests.properties.strategies import KEYS, Match, depths, everyone, examples, go, matches, play_out, walk
from tests.properties.witness import WITNESSES, RowWitness

Witness = RowWitness | PartyWitness


def overheard(match: Match, seat: int | None) -> Iterator[tuple[State, Story, Witness]]:
    """Every state of a match with what this seat was told in its round, and a witness who has heard all of it."""
    witness = WITNESSES[match.game.key](seat, match.game.players)
    state = match.start()
    told: Story = ()
    heard = seen_by(state.last, seat)
    for step in (None, *walk(state, match.rng(), again=0.3)):
        if step:
            state, heard = step.after, seen_by(step.events, seat)
        for event in heard:
            witness.hear(event)
        told = of_this_round(told, heard)
        yield state, told, witness


def some_seat(data: st.DataObject, match: Match) -> int | None:
    return data.draw(st.sampled_from(everyone(match.game)))


@pytest.mark.parametrize("key", KEYS)
@examples(40)
@given(data=st.data())
def test_a_sample_looks_the_same_and_contradicts_nothing_that_was_heard(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    seat, rng = some_seat(data, match), Random(match.deal)
    for state, told, witness in islice(overheard(match, seat), data.draw(st.integers(0, 6)), None, 7):
        view = state.view(seat)
        sampled = match.game.sample(view, rng)
        assert to_json(view) == to_json(sampled.view(seat))
        check(sampled, told)
        witness.contradict(state)
        witness.contradict(sampled)


@pytest.mark.parametrize("key", KEYS)
@examples(25)
@given(data=st.data())
def test_a_sample_allows_its_seat_what_the_truth_allows(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    state, rng = go(match, data.draw(depths()))
    for seat in range(match.game.players):
        sampled = match.game.sample(state.view(seat), rng)
        assert state.to_act == sampled.to_act
        assert state.legal(seat) == sampled.legal(seat)


@pytest.mark.parametrize("key", [key for key in KEYS if key != "bullenparty"])
@examples(10)
@given(data=st.data())
def test_what_the_rules_tell_everybody_of_a_sole_answer_is_true(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    told = []
    for state, _, _ in overheard(match, None):
        answers = {seat: match.game.rules.sole_answer(state.view(None), seat) for seat in state.to_act}
        told += [sole for sole in answers.values() if sole is not None]
        for seat, sole in answers.items():
            assert sole is None or sole == (len(state.legal(seat)) == 1)
    rules: Any = match.game.rules
    alone = rules.hand_size == 1 and rules.reverses  # a single card, to be played in two ways
    assert True in told or alone


@pytest.mark.parametrize("key", KEYS)
@examples(25)
@given(data=st.data())
def test_a_sample_can_be_played_to_the_end(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    state, rng = go(match, data.draw(depths()))
    sampled = match.game.sample(state.view(some_seat(data, match)), rng)
    assert play_out(sampled, rng).outcome is not None


@pytest.mark.parametrize("key", KEYS)
@examples(25)
@given(data=st.data())
def test_a_sample_depends_on_the_view_and_the_seed_alone(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    state, _ = go(match, data.draw(depths()))
    view = state.view(some_seat(data, match))
    sampled = match.game.sample(view, Random(7))
    assert sampled == match.game.sample(read_view(to_json(view)), Random(7))
    assert sampled._position.dealer != state._position.dealer, "the next deal must not be known"
    assert sampled._position.dealer != match.game.sample(view, Random(8))._position.dealer


def test_every_possible_table_is_sampled() -> None:
    """Three players, the known deck, two cards left each: the four unseen cards can lie in six ways."""
    match = Match(nimmt.game("base", players=3, known_deck=True, max_rounds=1), 5, 5)
    states = [step.after for step in walk(match.start(), match.rng(), again=0)]
    state = next(state for state in states if table_of(state).turn == 9 and not table_of(state).queue)
    samples = [table_of(match.game.sample(state.view(0), Random(seed))).hands for seed in range(300)]
    assert 6 == len(set(samples))
    assert table_of(state).hands in samples
    assert all(samples.count(hands) > 25 for hands in set(samples))


def test_a_sealed_card_is_sampled_too() -> None:
    """Whoever has sealed may have sealed any card of the hand."""
    game = nimmt.game("reversed_digits", players=2, max_rounds=1)
    state = game.start(3)
    state, _ = state.step(1, state.legal(1)[0])
    sealed = [table_of(game.sample(state.view(0), Random(seed))).choices[1] for seed in range(2000)]
    assert None not in sealed
    assert {False, True} == {play.reverse for play in sealed if play}
    assert {play.card for play in sealed if play} == set(range(1, 105)) - cast(TableView, state.view(0)).seen
