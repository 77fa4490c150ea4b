"""What happens when time runs out, and what a seat is shown before it decides: both follow from its view alone."""

from collections.abc import Callable
from typing import cast, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimmt
from nimmt import (
    Action,
    DraftCard,
    Event,
    IllegalAction,
    PlayCard,
    State,
    TableView,
    TakeRow,
    View,
    read_view,
    seen_by,
    to_json,
)
from nimmt.events import MarkMoved
from nimmt.games.bullenparty import ZERO, Bid, Done, LayCard, PartyView
from nimmt.games.surprise import SurpriseView
from nimmt.games.surprise.actions import CancelCards, TurnPositive
from nimmt.games.versus_ox import OxView
from nimmt.games.versus_ox.actions import ReplaceCard, Vote
from nimmt.games.versus_ox.events import SpecialTurnedUp
from nimmt.specials.actions import Pass, UseInsert, UseReplace
from nimmt.table import Phase
from tests.properties.invariants import heads_on, party_heads
from tests.properties.strategies import KEYS, Match, Step, depths, examples, go, matches, walk

REVEALS = {"CardsRevealed", "BidsRevealed"}


# Q-X18: what the default must be, by phase, worked out from the legal actions


def lowest_card(view: View, legal: tuple[Action, ...]) -> Action:
    """The lowest card, for what is printed on it."""
    return PlayCard(min(action.card for action in legal if isinstance(action, PlayCard)))


def cheapest_row(view: View, legal: tuple[Action, ...]) -> Action:
    """Q-B5: fewest heads, in doubt the highest end card."""
    rows = cast(TableView, view).rows
    takes = [action for action in legal if isinstance(action, TakeRow)]
    return min(takes, key=lambda take: (sum(map(heads_on, rows[take.row].cards)), -rows[take.row].cards[-1]))


def lowest_offered(view: View, legal: tuple[Action, ...]) -> Action:
    return DraftCard(min(action.card for action in legal if isinstance(action, DraftCard)))


def lowest_instead(view: View, legal: tuple[Action, ...]) -> Action:
    return UseReplace(min(action.card for action in legal if isinstance(action, UseReplace)))


def agreement(view: View, legal: tuple[Action, ...]) -> Action:
    """Q-Y3: yes, but not to a Replace or an Insert of one's own card."""
    assert isinstance(view, OxView)
    assert view.proposal is not None
    own = [play.card for play in view.queue if play.seat == view.seat]
    match view.proposal.use:
        case ReplaceCard(card):
            return Vote(card not in own)
        case UseInsert():
            return Vote(view.queue[0].card not in own)
    return Vote(True)


def best_positive(view: View, legal: tuple[Action, ...]) -> Action:
    """Negative = Positive: the card that takes most heads away, with what it cancels; of equals the lowest."""
    assert isinstance(view, SurpriseView)
    assert view.seat is not None
    pile, credit = view.piles[view.seat], view.credits[view.seat]

    def gone(card: int) -> int:
        rest = [heads_on(other) for other in pile if other != card]
        if view.setup.options["np_mode"] == "points":
            return heads_on(card) + min(heads_on(card), sum(rest) - credit)
        sums = {0}
        for heads in rest:
            sums |= {total + heads for total in sums}
        return heads_on(card) + max(total for total in sums if total <= heads_on(card))

    cards = [action.card for action in legal if isinstance(action, TurnPositive)]
    return TurnPositive(max(sorted(cards), key=gone))


def fewest_cancelled(view: View, legal: tuple[Action, ...]) -> Action:
    """The fewest cards, then the lowest."""
    ways = [action.cards for action in legal if isinstance(action, CancelCards)]
    return CancelCards(min(ways, key=lambda cards: (len(cards), sorted(cards))))


def lowest_bid(view: View, legal: tuple[Action, ...]) -> Action:
    """The lowest value card; a zero card has no value."""
    return Bid(min(action.card for action in legal if isinstance(action, Bid) and action.card != ZERO))


def cheapest_party_row(view: View, legal: tuple[Action, ...]) -> Action:
    """Fewest heads, a buffalo card's too; in doubt the highest last card."""
    assert isinstance(view, PartyView)
    rows = {action.row: row for action in legal if (row := view.rows[action.row])}  # type: ignore[attr-defined]
    heads = party_heads(view.setup.options)
    costs = {number: sum(map(heads, row.cards)) + (row.buffalo or 0) for number, row in rows.items()}
    best = min(rows, key=lambda number: (costs[number], -rows[number].cards[-1]))
    return next(action for action in legal if action.row == best)  # type: ignore[attr-defined]


def lowest_laid(view: View, legal: tuple[Action, ...]) -> Action:
    """Each lowest card on the pile with the highest lower top, else as a new pile; done when that is all."""
    assert isinstance(view, PartyView)
    lays = [action for action in legal if isinstance(action, LayCard)]
    if not lays:
        return Done()
    lowest = min(lay.card for lay in lays)
    places = [lay.pile for lay in lays if lay.card == lowest and lay.pile is not None]
    return LayCard(lowest, max(places, key=lambda place: view.own_piles[place][-1], default=None))


DEFAULTS: dict[str, Callable[[View, tuple[Action, ...]], Action]] = {
    "window": lambda view, legal: Pass(),
    "overflow": lambda view, legal: Pass(),
    "exchange": lambda view, legal: Pass(),
    "vote": agreement,
    "card": lowest_card,
    "row": cheapest_row,
    "draft": lowest_offered,
    "replace": lowest_instead,
    "order": lambda view, legal: Pass(),
    "positive": best_positive,
    "cancel": fewest_cancelled,
    "bid": lowest_bid,
    "claim": cheapest_party_row,
    "extend": cheapest_party_row,
    "lay": lowest_laid,
}


def test_every_kind_of_decision_has_a_promised_default() -> None:
    assert {*get_args(Phase)} - {"over"} == set(DEFAULTS)


@pytest.mark.parametrize("key", KEYS)
@examples(30)
@given(data=st.data())
def test_the_default_is_legal_and_the_one_that_is_promised(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    for step in walk(match.start(), match.rng()):
        state, seat = step.before, step.seat
        view, legal = state.view(seat), state.legal(seat)
        default = match.game.default(view)
        assert default in legal
        assert default == match.game.default(read_view(to_json(view)))
        assert DEFAULTS[view.phase](view, legal) == default


@pytest.mark.parametrize("key", KEYS)
@examples(20)
@given(data=st.data())
def test_defaults_alone_play_a_whole_game(key: str, data: st.DataObject) -> None:
    game = data.draw(matches(key)).game
    state = game.start(1)
    for _ in range(5_000):
        if state.outcome is not None:
            return
        seat = state.to_act[-1]
        state, _ = state.step(seat, game.default(state.view(seat)), state.decision)
    raise AssertionError("Defaults never end this game.")


@pytest.mark.parametrize("key", KEYS)
def test_a_spectator_and_a_finished_game_have_no_default_and_no_preview(key: str) -> None:
    game = nimmt.game(key, players=nimmt.spec(key).players[-1])
    state = game.start(1)
    action = state.legal(state.to_act[0])[0]
    for refused in (game.default, lambda view: game.preview(view, action)):
        with pytest.raises(IllegalAction) as error:
            refused(state.view(None))
        assert "no_such_seat" == error.value.code
    end, _ = go(Match(game, 1, 1), 100_000)
    for refused in (game.default, lambda view: game.preview(view, action)):
        with pytest.raises(IllegalAction) as error:
            refused(end.view(0))
        assert "game_over" == error.value.code


@pytest.mark.parametrize("key", KEYS)
@examples(30)
@given(data=st.data())
def test_a_preview_changes_nothing_and_follows_from_the_view(key: str, data: st.DataObject) -> None:
    state, _ = go(data.draw(matches(key)), data.draw(depths()))
    for seat in range(state.game.players):
        view = state.view(seat)
        before = to_json(view)
        for action in state.legal(seat):
            preview = state.game.preview(view, action)
            assert preview
            assert preview == state.game.preview(read_view(before), action)
        assert before == to_json(view) == to_json(state.view(seat))


@pytest.mark.parametrize("key", KEYS)
@examples(30)
@given(data=st.data())
def test_what_is_refused_has_no_preview(key: str, data: st.DataObject) -> None:
    state, _ = go(data.draw(matches(key)), data.draw(depths()))
    tried = [action for seat in range(state.game.players) for action in state.legal(seat)]
    for seat in range(state.game.players):
        for action in tried:
            refusal = state.refusal(seat, action)
            if refusal:
                with pytest.raises(IllegalAction) as error:
                    state.game.preview(state.view(seat), action)
                assert refusal == error.value.refusal


@pytest.mark.parametrize("key", KEYS)
@examples(30)
@given(data=st.data())
def test_an_open_answer_does_what_its_preview_says(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    for step in walk(match.start(), match.rng()):
        if not step.before.secret:
            preview = match.game.preview(step.before.view(step.seat), step.action)
            if match.game.key == "versus_ox":
                assert_goes_the_same_way(step.events, preview)
            else:
                assert_begins(after_cancelling(step), preview)


def after_cancelling(step: Step) -> tuple[Event, ...]:
    """What a step leads to; where a positive card is asked what it cancels, its default answer too (Q-Z2)."""
    if step.after.phase != "cancel" or isinstance(step.action, CancelCards):
        return step.events
    default = step.after.game.default(step.after.view(step.seat))
    return (*step.events, *step.after.step(step.seat, default)[1])


@pytest.mark.parametrize("key", KEYS)
@examples(30)
@given(data=st.data())
def test_a_sealed_answer_that_comes_first_does_what_its_preview_says(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    state, _ = go(match, data.draw(depths()))
    if not state.secret:
        return
    for seat in state.to_act:
        waiting = everybody_else_answers(state, seat)
        for action in waiting.legal(seat):
            _, events = waiting.step(seat, action)
            shown = after_reveal(events)
            if shown and getattr(shown[0], "seat", None) == seat:
                preview = match.game.preview(state.view(seat), action)
                assert_begins(shown, after_reveal(preview) or preview)


def everybody_else_answers(state: State, seat: int) -> State:
    """The others choose what comes last: their highest card."""
    for other in state.to_act:
        if other != seat:
            action = max(state.legal(other), key=lambda action: (getattr(action, "card", 0), repr(action)))
            state, _ = state.step(other, action)
    return state


def after_reveal(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What happened once the answers were turned up."""
    reveals = [number for number, event in enumerate(events) if event.__class__.__name__ in REVEALS]
    return events[reveals[-1] + 1 :] if reveals else ()


def assert_goes_the_same_way(events: tuple[Event, ...], preview: tuple[Event, ...]) -> None:
    """A team's preview goes on as if all agreed, and knows no special of the pile: one begins as the other does."""
    known = tuple(event for event in events if not isinstance(event, SpecialTurnedUp))
    shorter = min(len(known), len(preview))
    assert shorter > 0
    assert preview[:shorter] == known[:shorter]


def assert_begins(events: tuple[Event, ...], preview: tuple[Event, ...]) -> None:
    """The preview is the first part of what happened; what the seat cannot know yet is told as to a spectator."""
    assert preview in (events[: len(preview)], seen_by(events, None)[: len(preview)])
    rest = events[len(preview) :]
    assert not (rest and isinstance(rest[0], MarkMoved))
