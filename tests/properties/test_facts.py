"""The facts of a view: what follows from the cards by the rules, at every moment of a turn."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimmt
from nimmt.codec import to_json
from nimmt.events import RoundEnded, seen_by
from nimmt.games.bullenparty import PartyView
from nimmt.games.bullenparty.facts import party_facts
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
def test_the_totals_after_each_round_are_those_that_were_told(key: str, data: st.DataObject) -> None:
    match, told = data.draw(matches(key)), []
    for step in walk(match.start(), match.rng()):
        told += [event.totals for event in step.events if isinstance(event, RoundEnded)]
        view: Any = step.after.view(None)
        assert tuple(told) == view.totals_after


@pytest.mark.parametrize("key", KEYS)
@examples(5)
@given(data=st.data())
def test_every_view_s_facts_follow_from_that_view(key: str, data: st.DataObject) -> None:
    """Nothing secret can be in them: worked out again from what a seat or a spectator sees, they are the same."""
    match = data.draw(matches(key))
    for step in walk(match.start(), match.rng()):
        for seat in (step.seat, None):
            view = step.after.view(seat)
            assert to_json(worked_out_again(match.game, view)) == to_json(facts_of(view))


def worked_out_again(game: nimmt.Game, view: nimmt.View) -> object:
    """The facts of a table that holds nothing but what the view shows."""
    rules: Any = game.rules
    if isinstance(view, PartyView):
        return party_facts(view.table(), rules.heads)
    assert isinstance(view, nimmt.TableView)
    return rules.facts(view.table())


def facts_of(view: nimmt.View) -> object:
    assert isinstance(view, nimmt.TableView | PartyView)
    return view.facts
