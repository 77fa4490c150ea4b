"""Whole games of Surprise at random: sums, bounds, records, and samples that contradict nothing that was seen."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import nimmt
from nimmt import Action, Event, Game, Recorder, SeededDealer, State, read_view, replay, seen_by, to_json, verify
from nimmt.errors import Malformed
from nimmt.games.surprise import SurpriseView
from nimmt.games.surprise.actions import ExchangeSpecial
from nimmt.games.surprise.events import SpecialDrawn, SpecialsDealt, SpecialsShuffled, TrailEvent
from nimmt.games.surprise.whereabouts import complete
from nimmt.specials.actions import Pass
from nimmt.specials.events import SpecialUsed
from tests.surprise import Turn, all_but, check_sums, check_trail, table_of

OPTIONS: list[dict[str, Any]] = [
    {},
    {"specials_per_placement": "unlimited", "insert_at_end": True},
    {"specials_per_placement": "unlimited", "slide_empty_row": "forbid", "np_mode": "points"},
    {"rounds": 3, "np_mode": "points", "second_deal": "draw_pile"},
]
GAMES = [(players, OPTIONS[players % len(OPTIONS)]) for players in range(2, 9)]


def choose(state: State, seat: int, rng: Random, eager: bool) -> Action:
    """Anything legal; the eager exchange whenever they can, so that the draw pile runs out."""
    legal = state.legal(seat)
    exchanges = [action for action in legal if isinstance(action, ExchangeSpecial)]
    return rng.choice(exchanges if eager and exchanges else legal)


def walk(game: Game, seed: int, eager: bool = False) -> Iterator[State]:
    """Every state of a random game."""
    rng, state = Random(seed), game.start(seed)
    while state.outcome is None:
        yield state
        seat = rng.choice(state.to_act)
        state, _ = state.step(seat, choose(state, seat, rng, eager))
    yield state


@pytest.mark.rule("SU-1", "SU-3", "SU-15", "SU-7")
@pytest.mark.parametrize("eager", [False, True])
@pytest.mark.parametrize(("players", "options"), GAMES)
def test_sums_and_bounds_hold_to_the_end(players: int, options: dict[str, Any], eager: bool) -> None:
    game = nimmt.game("surprise", players=players, **options)
    for state in walk(game, players, eager):
        check_sums(table_of(state))
        check_trail(table_of(state))
    assert state.outcome is not None
    assert options.get("rounds", 2) == len(state.outcome.rounds)


@pytest.mark.rule("Q-SU26", "SU-17")
@pytest.mark.parametrize("eager", [False, True])
@pytest.mark.parametrize(("players", "options"), GAMES)
def test_a_sample_looks_the_same_to_its_seat(players: int, options: dict[str, Any], eager: bool) -> None:
    game = nimmt.game("surprise", players=players, **options)
    rng, everyone = Random(players), (*range(players), None)
    for number, state in enumerate(walk(game, 100 + players, eager)):
        for seat in everyone[number % len(everyone) :: 4]:
            view = state.view(seat)
            sampled = game.sample(view, rng)
            assert view == sampled.view(seat)
            check_sums(table_of(sampled))
            check_trail(table_of(sampled))


@pytest.mark.rule("Q-SU26", "SU-17")
@pytest.mark.parametrize("players", [3, 8])
def test_the_trail_in_a_view_is_what_its_seat_was_told(players: int) -> None:
    rng, state = Random(2), nimmt.game("surprise", players=players).start(2)
    everyone = (*range(players), None)
    heard: dict[int | None, list[Event]] = {seat: [*seen_by(state.last, seat)] for seat in everyone}
    while state.outcome is None:
        mover = rng.choice(state.to_act)
        state, events = state.step(mover, choose(state, mover, rng, eager=True))
        for seat in everyone:
            heard[seat] += seen_by(events, seat)
    for seat, told in heard.items():
        view = state.view(seat)
        assert isinstance(view, SurpriseView)
        assert view.trail == tuple(event for event in told if isinstance(event, TrailEvent))


def test_eight_eager_players_use_up_the_draw_pile() -> None:
    """Otherwise the tests above would never see a pile that was made of discards."""
    *_, end = walk(nimmt.game("surprise", players=8), 8, eager=True)
    assert table_of(end).reshuffles >= 2


@pytest.mark.parametrize("players", [2, 5, 8])
def test_a_record_replays_to_the_same_game(players: int) -> None:
    game, rng = nimmt.game("surprise", players=players), Random(players)
    recorder = Recorder(game, SeededDealer.of(players))
    states = [recorder.state]
    while recorder.state.outcome is None:
        seat = rng.choice(recorder.state.to_act)
        recorder.step(seat, choose(recorder.state, seat, rng, eager=True))
        if not recorder.state.secret:
            states.append(recorder.state)
    record = recorder.record()
    replayed = [step.state for step in replay(record)]
    assert states[-1] == replayed[-1] == verify(record)
    assert all(state in replayed for state in states[:: max(1, len(states) // 20)])


@pytest.mark.parametrize("players", [2, 6])
def test_views_are_read_back_from_json(players: int) -> None:
    game, rng = nimmt.game("surprise", players=players), Random(1)
    for state in list(walk(game, 3, eager=True))[::15]:
        for seat in (0, players - 1, None):
            view = read_view(to_json(state.view(seat)))
            assert state.view(seat) == view
            assert state.view(seat) == game.sample(view, rng).view(seat)


# What is known about single specials


def drawn_by_neighbour(turn: Turn, seat: int | None, samples: int) -> Counter[tuple[str, ...]]:
    """What seat 0 may hold according to a seat's view."""
    view = turn.state.view(seat)
    rng = Random(5)
    return Counter(table_of(turn.game.sample(view, rng)).special_hands[0] for _ in range(samples))


def after_reshuffle(others: str) -> Turn:
    """Seat 0 has exchanged its only special when the pile was empty; a Stop was the only other discard.

    All other specials are in the hand of seat 2, but nobody else knows that.
    """
    rest = all_but("insert", "stop", *others.split())
    turn = Turn("1 2 3 4 6 | 20 | 30 | 90", "7 insert", f"98 {others}", f"99 {rest}", more="stop")
    turn.act(Pass())
    turn.exchange("insert")
    return turn


@pytest.mark.rule("SU-17", "Q-SU23")
def test_whoever_drew_from_the_rebuilt_pile_holds_a_card_of_it() -> None:
    turn = after_reshuffle("seven replace")
    found = drawn_by_neighbour(turn, 1, 200)
    assert {("stop",), ("insert",)} == set(found), "nothing else was in the pile"
    assert min(found.values()) > 60
    assert {("stop",), ("insert",)} == set(drawn_by_neighbour(turn, None, 100))
    assert 1 == len(drawn_by_neighbour(turn, 0, 20)), "the drawer knows"


@pytest.mark.rule("SU-17")
def test_two_who_drew_the_last_two_cards_hold_both_between_them() -> None:
    turn = Turn(
        "1 2 3 4 6 | 20 | 30 31 32 33 34 | 90",
        "7 insert",
        "35 slide",
        f"99 {all_but('insert', 'slide', 'stop', 'stop')}",
        more="stop stop",
    )
    turn.act(Pass())
    turn.exchange("insert")  # from Insert, Stop, Stop
    turn.act(Pass())
    turn.exchange("slide")
    one, two, _ = turn.table.special_hands
    for seat in (2, None):
        rng = Random(3)
        sampled = [table_of(turn.game.sample(turn.state.view(seat), rng)) for _ in range(60)]
        pairs = {(table.special_hands[0], table.special_hands[1], table.stock) for table in sampled}
        assert (one, two, turn.table.stock) in pairs
        for first, second, left in pairs:
            assert Counter(["insert", "stop", "stop"]) == Counter([*first, *second, *left])
        assert 3 == len(pairs)


@pytest.mark.rule("SU-18", "Q-Y7")
def test_a_kept_special_cannot_be_one_that_lay_in_the_discards() -> None:
    """All four Stops were discarded in the first round: a special kept from then is none, a new one may be one."""
    turn = Turn("10 | 20 | 30 | 40", "41 slide", "70 insert", more="stop stop stop stop", last=True, second_deal="all")
    turn.skip()
    rng, kept, new = Random(1), set(), set()
    for _ in range(80):
        table = table_of(turn.game.sample(turn.state.view(0), rng))
        check_trail(table)
        dealt = [event for event in table.whole_trail if isinstance(event, SpecialsDealt) and event.seat == 1]
        kept |= set(dealt[0].specials or ())
        new |= set(dealt[1].specials or ())
    assert "stop" not in kept
    assert "stop" in new
    assert len(kept) >= 5


def test_a_trail_that_cannot_be_is_refused() -> None:
    """Seat 0 shows a Slide although only Stops were dealt: no view of a real game says that."""
    trail = (SpecialsShuffled(("stop", "stop"), 0), SpecialsDealt(0, 2, None), SpecialUsed(0, "slide"))
    with pytest.raises(Malformed, match="No deal"):
        complete(trail, Random(1))


def test_a_hard_trail_is_solved_by_going_back() -> None:
    """Only one way fits: seat 0 drew the Slide from the second pile, or seat 1's Stop could not be explained."""
    trail = (
        SpecialsShuffled(("stop", "slide", "slide"), 0),
        SpecialsDealt(0, 1, None),
        SpecialsDealt(1, 2, None),
        SpecialUsed(1, "slide"),
        SpecialsShuffled(("slide",), 0),
        SpecialDrawn(0, None),
        SpecialUsed(0, "slide"),
        SpecialUsed(1, "slide"),
    )
    for seed in range(30):
        told, stock = complete(trail, Random(seed))
        assert SpecialsDealt(0, 1, ("stop",)) == told[1]
        assert SpecialDrawn(0, "slide") == told[5]
        assert () == stock


def test_a_special_cannot_be_shown_before_it_was_drawn() -> None:
    """Seat 0 had two specials when it showed Stop and Slide, one from each pile; its last draw came later."""
    trail = (
        SpecialsShuffled(("stop", "slide"), 0),
        SpecialsDealt(0, 1, None),
        SpecialsDealt(1, 1, None),
        SpecialsShuffled(("stop", "slide", "insert"), 0),
        SpecialDrawn(0, None),
        SpecialUsed(0, "stop"),
        SpecialUsed(0, "slide"),
        SpecialDrawn(0, None),
    )
    early, late = set(), set()
    for seed in range(60):
        told, _ = complete(trail, Random(seed))
        assert isinstance(told[1], SpecialsDealt)
        assert isinstance(told[4], SpecialDrawn)
        assert isinstance(told[7], SpecialDrawn)
        early.add((told[1].specials, told[4].special))
        late.add(told[7].special)
    assert {(("stop",), "slide"), (("slide",), "stop")} == early
    assert {"stop", "slide", "insert"} == late


def test_no_more_cards_come_over_from_an_old_pile_than_lay_in_it() -> None:
    """One card went on into the second pile, and seat 1 drew it: seat 0 had its Stop from the first one."""
    trail = (
        SpecialsShuffled(("stop", "stop", "slide", "slide"), 0),
        SpecialsDealt(0, 1, None),
        SpecialsDealt(2, 2, None),
        SpecialsShuffled(("insert",), 1),
        SpecialsDealt(0, 1, None),
        SpecialsDealt(1, 1, None),
        SpecialUsed(0, "stop"),
        SpecialUsed(1, "slide"),
    )
    for seed in range(30):
        told, stock = complete(trail, Random(seed))
        assert SpecialsDealt(0, 1, ("stop",)) == told[1]
        assert SpecialsDealt(0, 1, ("insert",)) == told[4]
        assert SpecialsDealt(1, 1, ("slide",)) == told[5]
        assert () == stock


def test_a_special_is_more_often_from_the_pile_that_has_more_of_it() -> None:
    trail = (
        SpecialsShuffled(("stop", "slide", "slide", "slide"), 0),
        SpecialsDealt(0, 1, None),
        SpecialsDealt(1, 3, None),
        SpecialsShuffled(("stop", "stop", "stop", "slide"), 0),
        SpecialDrawn(0, None),
        SpecialUsed(0, "stop"),
    )
    told = [complete(trail, Random(seed))[0] for seed in range(400)]
    from_first = sum(SpecialsDealt(0, 1, ("stop",)) == trail[1] for trail in told)
    assert 140 < from_first < 210, "seven in sixteen, if any special in hand is as likely to be used as another"
