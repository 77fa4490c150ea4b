"""The facts of a view: what follows from the cards by the rules, at every moment of a turn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimmt
from nimmt.codec import to_json
from nimmt.events import seen_by
from nimmt.games.bullenparty import PartyView
from tests.properties.strategies import KEYS, examples, matches, walk


@pytest.mark.parametrize("key", KEYS)
@examples(15)
@given(data=st.data())
def test_events_lead_from_the_facts_of_one_view_to_those_of_the_next(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    for step in walk(match.start(), match.rng()):
        before, after = step.before.view(None), step.after.view(None)
        followed = match.game.follow(before, seen_by(step.events, None))
        changes = [facts for facts in followed if facts is not None]
        assert (changes[-1] if changes else facts_of(before)) == facts_of(after)


@pytest.mark.parametrize("key", KEYS)
@examples(5)
@given(data=st.data())
def test_everybody_is_told_the_same_facts(key: str, data: st.DataObject) -> None:
    """Nothing secret can be in them: the facts of all seats are those of a spectator."""
    match = data.draw(matches(key))
    for step in walk(match.start(), match.rng()):
        views = [step.after.view(seat) for seat in (step.seat, None)]
        assert 1 == len({to_json(facts_of(view)) for view in views})


def facts_of(view: nimmt.View) -> object:
    assert isinstance(view, nimmt.TableView | PartyView)
    return view.facts
