"""Nobody can tell apart two worlds that differ only in what they may not know: not by one byte, at any step."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

import nimmt
from nimmt import Action, Event, Game, PlayCard, Refusal, State, TableView
from nimmt.events import HandDealt
from nimmt.game import Rulebook
from nimmt.games.base import Base
from nimmt.games.bullenparty import Bullenparty, PartyTable, PartyView
from nimmt.games.surprise import Surprise, SurpriseTable, SurpriseView
from nimmt.games.versus_ox import OxTable, OxView, VersusOx
from nimmt.specials.actions import UseInsert
from nimmt.table import Table
from tests.properties.invariants import table_of
from tests.properties.strategies import KEYS, depths, examples, go, matches
from tests.properties.worlds import (
    ORDERS,
    Dealers,
    Seats,
    comparisons,
    difference,
    first_difference,
    observed,
    pair,
    pair_of_orders,
)


def some_observers(data: st.DataObject, players: int) -> Seats:
    """Some seats, but not all."""
    seats = st.lists(st.integers(0, players - 1), min_size=1, max_size=max(1, min(3, players - 1)), unique=True)
    return tuple(data.draw(seats))


@pytest.mark.parametrize("key", [key for key in KEYS if not nimmt.spec(key).preset])  # Pro's cards are all face up
@examples(30)
@given(data=st.data())
def test_hidden_cards_make_no_difference(key: str, data: st.DataObject) -> None:
    dealt = {option.name: False for option in nimmt.spec(key).options if option.name == "draft"}
    match = data.draw(matches(key, fixed=dealt))
    observers, rng = some_observers(data, match.game.players), match.rng()
    swaps, round = data.draw(st.integers(1, 5)), data.draw(st.sampled_from((1, 1, 2)))
    dealers = pair(match.game, match.deal, observers, rng, swaps, round)
    if dealers is None:  # the game ends before that round
        dealers = pair(match.game, match.deal, observers, rng, swaps, 1)
    assume(dealers is not None)  # with a card each of a known deck nothing is hidden from anybody
    assert dealers
    assert None is first_difference(match.game, dealers, observers, rng)


@pytest.mark.parametrize(("key", "label"), ORDERS)
@examples(20)
@given(data=st.data())
def test_hidden_orders_make_no_difference(key: str, label: str, data: st.DataObject) -> None:
    """Specials in other hands and piles, letters of others, and piles that were made anew."""
    match = data.draw(matches(key, players=CROWDED.get((key, label), ()), fixed=FIXED.get((key, label), {})))
    observers, rng = some_observers(data, match.game.players), match.rng()
    assert None is first_difference(
        match.game, pair_of_orders(match.game, match.deal, label, observers), observers, rng
    )


CROWDED = {("surprise", "reshuffle:1"): (6, 7, 8)}
"""How many must play so that it comes to that: few players do not use up the draw pile."""

FIXED: dict[tuple[str, str], dict[str, Any]] = {("surprise", "specials:2"): {"rounds": 2, "second_deal": "all"}}
"""What must be agreed on so that it comes to that."""


@pytest.mark.parametrize("key", KEYS)
@examples(25)
@given(data=st.data())
def test_a_sampled_world_cannot_be_told_from_the_true_one(key: str, data: st.DataObject) -> None:
    """Until the present decision is closed, whatever the others do in secret."""
    match = data.draw(matches(key))
    state, rng = go(match, data.draw(depths()))
    (seat, *_) = some_observers(data, match.game.players)
    sampled = match.game.sample(state.view(seat), rng)
    assert None is difference(state, sampled, ((), ()), (seat,))
    if not state.secret or seat not in state.to_act:
        return
    for other in state.to_act:
        here = rng.choice(state.legal(other))
        alike = [action for action in sampled.legal(other) if action.__class__ is here.__class__]
        if other != seat and alike:
            state, events = state.step(other, here)
            sampled, events_there = sampled.step(other, rng.choice(alike))
            assert None is difference(state, sampled, (events, events_there), (seat,))


@pytest.mark.parametrize("key", KEYS)
@examples(40)
@given(data=st.data())
def test_what_was_sealed_and_how_often_makes_no_difference(key: str, data: st.DataObject) -> None:
    match = data.draw(matches(key))
    state, rng = go(match, data.draw(depths()))
    assume(state.secret and len(state.to_act) > 1)
    seat = state.to_act[0]
    once, once_told = seal(state, seat, 1, rng)
    often, often_told = seal(state, seat, 4, rng)
    assume((seat in once.to_act) == (seat in often.to_act))
    for other in (*state.to_act[1:], None):
        assert observed(once, once_told, other) == observed(often, often_told, other)


def seal(state: State, seat: int, times: int, rng: Random) -> tuple[State, tuple[Event, ...]]:
    """Let a seat answer, and change its mind."""
    told: tuple[Event, ...] = ()
    for _ in range(times):
        actions = state.legal(seat)
        if actions:
            state, events = state.step(seat, rng.choice(actions))
            told += events
    return state, told


# When questions are asked: asking must tell nothing of what the others hold


def inserts_into_full_row(state: State, action: Action) -> bool:
    """Whether somebody's own Insert will take a row (Q-Y6)."""
    return isinstance(action, UseInsert) and len(table_of(state).rows[action.row].cards) == 5


QUESTIONS: list[tuple[str, dict[str, Any], set[str]]] = [
    ("versus_ox", {}, {"vote", "order", "replace"}),
    ("surprise", {"specials_per_placement": "unlimited", "rounds": 1}, {"overflow", "positive", "cancel", "exchange"}),
]
"""Games, and the questions that others are asked while an observer looks on (Q-Y3, Q-Y4, Q-Y6)."""


@pytest.mark.rule("Q-Y3", "Q-Y4", "Q-Y6")
@pytest.mark.parametrize(("key", "options", "asked"), QUESTIONS)
@pytest.mark.parametrize("secret", ["cards", "specials"])
def test_questions_to_others_make_no_difference(
    key: str, options: dict[str, Any], asked: set[str], secret: str
) -> None:
    """Played until each question was compared, whatever those who were asked hold in the other world."""
    game, missing = nimmt.game(key, players=3, **options), set(asked)
    for seed in range(200):
        rng = Random(seed)
        cards = pair(game, seed, (0,), rng, 1, 1)
        assert cards
        dealers: Dealers = cards if secret == "cards" else pair_of_orders(game, seed, "specials:1", (0,))
        for state, found in comparisons(game, dealers, (0,), rng, inserts_into_full_row):
            assert None is found
            missing -= {state.phase} if 0 not in state.to_act else set()
        if not missing:
            return
    raise AssertionError(f"nobody was asked: {missing}")


# The test of the test: games that leak are caught


class LeakyView(Base):
    """Shows the sum of every hand where the number of its cards belongs."""

    def view(self, table: Table, seat: int | None, last: tuple[Event, ...]) -> TableView:
        return replace(super().view(table, seat, last), cards_left=tuple(map(sum, table.hands)))


class OpenHand(HandDealt, frozen=True):
    """A hand that is shown to everybody."""

    def seen_by(self, seat: int | None) -> Event:
        return self


class LeakyEvent(Base):
    """Deals the hands face up, in an event that no view repeats for long."""

    def deal(self, table: Table) -> None:
        super().deal(table)
        for seat, hand in enumerate(table.hands):
            table.tell(OpenHand(seat, len(hand), hand))


class LeakyRefusal(Base):
    """Tells whoever tries a card of another hand that it is there."""

    def play_refusal(self, table: Table, seat: int, play: PlayCard) -> Refusal | None:
        refusal = super().play_refusal(table, seat, play)
        held = any(play.card in hand for hand in table.hands)
        return replace(refusal, sentence="Another seat has it.") if refusal and held else refusal


class LeakyCounter(Base):
    """Counts a change of mind as a decision."""

    def seal(self, table: Table, seat: int, play: PlayCard) -> None:
        table.decision += table.choices[seat] is not None
        super().seal(table, seat, play)


class LeakySeal(Base):
    """Shows in public which parity was sealed."""

    def view(self, table: Table, seat: int | None, last: tuple[Event, ...]) -> TableView:
        parity = sum(play.card % 2 for play in table.choices if play)
        return replace(super().view(table, seat, last), turn=table.turn + parity)


def tries(rules: type[Base], count: int) -> Iterable[tuple[Game, Random, int]]:
    for number in range(count):
        yield Game(rules(3)), Random(number), number


def caught_by_hidden_cards(rules: type[Base]) -> bool:
    """Whether the pair of worlds shows a difference in one of a few tries."""
    for game, rng, seed in tries(rules, 5):
        dealers = pair(game, seed, (0,), rng, 5, 1)
        assert dealers
        if first_difference(game, dealers, (0,), rng):
            return True
    return False


def caught_by_seals(rules: type[Base]) -> bool:
    """Whether sealing another card, or more often, shows."""
    for game, rng, seed in tries(rules, 20):
        once, told = seal(game.start(seed), 1, 1, rng)
        often, often_told = seal(game.start(seed), 1, 4, rng)
        if observed(once, told, 0) != observed(often, often_told, 0):
            return True
    return False


@pytest.mark.parametrize("rules", [LeakyView, LeakyEvent, LeakyRefusal, LeakySeal])
def test_a_leak_of_hidden_cards_is_caught(rules: Any) -> None:
    assert caught_by_hidden_cards(rules)
    assert not caught_by_hidden_cards(Base)


@pytest.mark.parametrize("rules", [LeakyCounter, LeakySeal])
def test_a_leak_of_seals_is_caught(rules: Any) -> None:
    assert caught_by_seals(rules)
    assert not caught_by_seals(Base)


# The same for what else is shuffled: each leak shows something of the order that is hidden


class LeakyPile(Surprise):
    """Tells by the number of reshuffles what lies on top of the draw pile."""

    def view(self, table: SurpriseTable, seat: int | None, last: tuple[Event, ...]) -> SurpriseView:
        return replace(super().view(table, seat, last), reshuffles=len("".join(table.stock[:1])))


class LeakySpecials(Surprise):
    """Tells by the number of reshuffles what the others hold."""

    def view(self, table: SurpriseTable, seat: int | None, last: tuple[Event, ...]) -> SurpriseView:
        held = ["".join(own) for owner, own in enumerate(table.special_hands) if owner != seat]
        return replace(super().view(table, seat, last), reshuffles=len("".join(held)))


class LeakyStock(VersusOx):
    """Tells by the Ox's cards what the next special will be."""

    def view(self, table: OxTable, seat: int | None, last: tuple[Event, ...]) -> OxView:
        return replace(super().view(table, seat, last), ox_left=len("".join(table.stock[:1])))


class LeakyLetters(Bullenparty):
    """Tells by the order of the bidders whose letter comes first."""

    def view(self, table: PartyTable, seat: int | None, last: tuple[Event, ...]) -> PartyView:
        order = tuple(sorted(table.bidders, key=lambda bidder: table.zeros[bidder]))
        return replace(super().view(table, seat, last), bidders=order)


class LeakyDiscards(Bullenparty):
    """Shows a pile that was made of discards in the order in which it will be drawn."""

    def view(self, table: PartyTable, seat: int | None, last: tuple[Event, ...]) -> PartyView:
        return replace(super().view(table, seat, last), rebuilt=table.draw_pile if table.reshuffles else ())


LEAKS: list[tuple[type[Rulebook[Any, Any]], int, str]] = [
    (LeakyPile, 2, "specials:1"),
    (LeakySpecials, 2, "specials:1"),
    (LeakyPile, 2, "specials:2"),
    (LeakySpecials, 3, "specials:2"),
    (LeakyPile, 8, "reshuffle:1"),
    (LeakyStock, 6, "specials:1"),
    (LeakyLetters, 3, "zeros:1"),
    (LeakyDiscards, 3, "reshuffle:1"),
]


@pytest.mark.parametrize(("rules", "players", "label"), LEAKS)
def test_a_leak_of_a_hidden_order_is_caught(rules: type[Rulebook[Any, Any]], players: int, label: str) -> None:
    for seed in range(30):
        fixed = FIXED.get((rules.key, label))
        game = Game(rules(players, rules.options_type(**fixed) if fixed else None))
        if first_difference(game, pair_of_orders(game, seed, label, (0,)), (0,), Random(seed)):
            return
    raise AssertionError("nobody noticed")
