"""Pro: known deck and draft (P), and the rulings on both (Q-P)."""

from random import Random

import pytest

import nimmt
from nimmt import DraftCard, ExplicitDealer, PlayCard, State, rows
from nimmt.cards import DECK, heads, known_deck
from nimmt.events import CardDrafted, CardsOffered, HandDealt
from nimmt.games.base import Base
from tests.tables import all_cards, play_out, play_round, table_of, turn, view_of, walk

SEATS = range(2, 11)
FAN_CARDS = ("even_odd", "climb", "caper", "reversed_digits")


def draft_lowest(state: State) -> tuple[State, list[int]]:
    """Everybody drafts the lowest card that is left; also, who drafted."""
    seats = []
    while state._position.phase == "draft":
        (seat,) = state.to_act
        seats.append(seat)
        state, _ = state.step(seat, state.legal(seat)[0])
    return state, seats


@pytest.mark.rule("P-1")
def test_p1_all_base_rules_stay_valid() -> None:
    table = turn(Base, "12 14 15 | 37 | 43 | 40", 21, 26, 30, 36, known_deck=True)
    assert rows("30 36 | 37 | 43 | 40") == table.rows
    assert (12, 14, 15, 21, 26) == table.piles[2]


@pytest.mark.rule("P-2")
@pytest.mark.parametrize(
    ("players", "highest", "cost"),
    [
        (2, 24, 38),
        (3, 34, 55),
        (4, 44, 72),
        (5, 54, 85),
        (6, 64, 103),
        (7, 74, 120),
        (8, 84, 137),
        (9, 94, 154),
        (10, 104, 171),
    ],
)
def test_p2_the_known_deck(players: int, highest: int, cost: int) -> None:
    assert tuple(range(1, highest + 1)) == known_deck(players)
    assert cost == heads(known_deck(players))


@pytest.mark.rule("P-2")
@pytest.mark.parametrize("players", SEATS)
def test_p2_every_card_is_in_a_hand_or_starts_a_row(players: int) -> None:
    table = table_of(nimmt.game("base", players=players, known_deck=True).start(4))
    assert () == table.aside
    assert list(range(1, 10 * players + 5)) == all_cards(table)


@pytest.mark.rule("P-3")
@pytest.mark.parametrize("players", SEATS)
def test_p3_cards_are_taken_one_by_one_until_everybody_has_ten(players: int) -> None:
    state = nimmt.game("pro", players=players).start(9)
    assert known_deck(players) == view_of(state, 0).pool
    offered = next(event for event in state.last if isinstance(event, CardsOffered))
    assert (known_deck(players), state.to_act) == (offered.cards, (offered.first,))
    state, seats = draft_lowest(state)
    assert [10] * players == [seats.count(seat) for seat in range(players)]
    assert [10] * players == [len(hand) for hand in table_of(state).hands]
    assert 4 == len(table_of(state).rows)
    assert "card" == state._position.phase
    assert not [event for event in state.last if isinstance(event, HandDealt)]


@pytest.mark.rule("P-3")
def test_p3_a_drafted_card_goes_from_the_table_to_the_hand() -> None:
    state = nimmt.game("pro", players=2).start(9)
    (seat,) = state.to_act
    state, events = state.step(seat, DraftCard(17))
    assert (CardDrafted(seat, 17),) == events == nimmt.seen_by(events, 1 - seat)
    assert (17,) == table_of(state).hands[seat]
    assert 17 not in view_of(state, seat).pool
    assert (1 - seat,) == state.to_act


@pytest.mark.rule("P-3")
def test_p3_a_card_that_is_gone_cannot_be_drafted() -> None:
    state = nimmt.game("pro", players=2).start(9)
    (seat,) = state.to_act
    state, _ = state.step(seat, DraftCard(17))
    for card in (17, 25, 0, -3):
        refusal = state.refusal(1 - seat, DraftCard(card))
        assert refusal is not None
        assert ("not_offered", "P-3") == (refusal.code, refusal.rule)


@pytest.mark.rule("P-3")
def test_p3_out_of_turn_and_before_the_draft_is_over() -> None:
    state = nimmt.game("pro", players=2).start(9)
    (seat,) = state.to_act
    out_of_turn, too_early = state.refusal(1 - seat, DraftCard(17)), state.refusal(seat, PlayCard(17))
    assert out_of_turn is not None
    assert "not_your_turn" == out_of_turn.code
    assert too_early is not None
    assert ("wrong_action", "P-3") == (too_early.code, too_early.rule)


@pytest.mark.rule("P-3")
def test_p3_everybody_knows_every_drafted_hand_and_sees_it_shrink() -> None:
    state, _ = draft_lowest(nimmt.game("pro", players=3).start(9))
    hands = table_of(state).hands
    for seat in (0, 1, 2, None):
        assert hands == view_of(state, seat).known
        assert frozenset(range(1, 35)) == view_of(state, seat).seen
    for _, _, _, after in walk(state, Random(1)):
        if after._position.phase == "card":
            assert table_of(after).hands == view_of(after, None).known
        if after._position.round == 2:
            assert ((), (), ()) == view_of(after, None).known
            return


@pytest.mark.rule("P-4")
def test_p4_the_rest_is_the_base_game() -> None:
    outcome = play_out(nimmt.game("pro", players=3).start(2), Random(2)).outcome
    assert outcome is not None
    assert max(outcome.totals) > 66
    assert outcome.totals.index(min(outcome.totals)) in outcome.winners


@pytest.mark.rule("P-5", "Q-P1")
@pytest.mark.parametrize(
    ("known", "draft", "cards", "phase"),
    [(False, False, 104, "card"), (True, False, 34, "card"), (False, True, 104, "draft"), (True, True, 34, "draft")],
)
def test_p5_known_deck_and_draft_are_two_switches(known: bool, draft: bool, cards: int, phase: str) -> None:
    state = nimmt.game("base", players=3, known_deck=known, draft=draft).start(1)
    table = table_of(state)
    assert phase == table.phase
    assert list(range(1, cards + 1)) == all_cards(table)


@pytest.mark.rule("Q-P1")
def test_qp1_pro_is_both_at_once() -> None:
    assert nimmt.game("base", players=3, known_deck=True, draft=True) == nimmt.game("pro", players=3)
    assert nimmt.game("pro", players=3, draft=False) == nimmt.game("base", players=3, known_deck=True)


@pytest.mark.rule("Q-P1", "P-1")
@pytest.mark.parametrize("key", FAN_CARDS)
def test_qp1_pro_goes_with_every_fan_card(key: str) -> None:
    state, seats = draft_lowest(nimmt.game(key, players=2, known_deck=True, draft=True, max_rounds=1).start(1))
    assert 20 == len(seats)
    table = table_of(state)
    assert ("reversed_digits" in key) == any(table.special_hands)
    assert (key != "reversed_digits") == any(row.marks for row in table.rows)
    assert play_out(state, Random(1)).outcome is not None


@pytest.mark.rule("Q-P2", "Q-X9")
@pytest.mark.parametrize("players", [2, 3, 5, 10])
def test_qp2_clockwise_is_by_ascending_seats_round_and_round(players: int) -> None:
    state = nimmt.game("pro", players=players).start("clockwise")
    (first,) = state.to_act
    lap = [(first + step) % players for step in range(players)]
    assert lap * 10 == draft_lowest(state)[1]


@pytest.mark.rule("Q-P2")
@pytest.mark.parametrize("players", [2, 3, 5, 10])
def test_qp2_a_snake_turns_back_after_every_lap(players: int) -> None:
    state = nimmt.game("pro", players=players, draft_order="snake").start("snake")
    (first,) = state.to_act
    lap = [(first + step) % players for step in range(players)]
    assert (lap + lap[::-1]) * 5 == draft_lowest(state)[1]


@pytest.mark.rule("Q-P2")
def test_qp2_chance_decides_who_starts_round_1() -> None:
    game = nimmt.game("pro", players=4)
    assert {(0,), (1,), (2,), (3,)} == {game.start(seed).to_act for seed in range(40)}
    assert (2,) == game.start(ExplicitDealer({"first": (2, 0, 3, 1)})).to_act


@pytest.mark.rule("Q-P2", "Q-P5")
@pytest.mark.parametrize("order", ["clockwise", "snake"])
def test_qp2_every_round_is_drafted_and_starts_one_seat_later(order: str) -> None:
    state = nimmt.game("pro", players=3, draft_order=order, point_limit=None, max_rounds=5).start(6)
    starters: list[int] = []
    rng = Random(6)
    while state.outcome is None:
        assert ("draft", ((), (), ())) == (state._position.phase, table_of(state).hands)
        assert known_deck(3) == table_of(state).pool
        starters += state.to_act
        state = play_round(state, rng)
    assert [(starters[0] + number) % 3 for number in range(5)] == starters


@pytest.mark.rule("Q-P3")
def test_qp3_without_the_known_deck_four_of_the_rest_are_drawn() -> None:
    game = nimmt.game("base", players=2, draft=True)
    laid = {table_of(draft_lowest(game.start(seed))[0]).rows for seed in range(10)}
    assert 10 == len(laid)
    last_four_reversed = tuple(range(83, -1, -1))
    dealer = ExplicitDealer({"first": (0, 1), "rows:1": last_four_reversed})
    table = table_of(draft_lowest(game.start(dealer))[0])
    assert rows("104 | 103 | 102 | 101") == table.rows
    assert tuple(range(100, 20, -1)) == table.aside


@pytest.mark.rule("Q-P4")
def test_qp4_with_the_known_deck_the_four_left_lie_ascending() -> None:
    state = nimmt.game("pro", players=2).start(1)
    keep = (3, 9, 14, 22)
    while state._position.phase == "draft":
        (seat,) = state.to_act
        card = next(action for action in reversed(state.legal(seat)) if action.card not in keep)  # type: ignore[attr-defined]
        state, _ = state.step(seat, card)
    assert rows("3 | 9 | 14 | 22") == table_of(state).rows
    assert () == table_of(state).aside


@pytest.mark.rule("Q-P5")
def test_qp5_the_draft_replaces_the_deal_in_every_round() -> None:
    state = play_round(nimmt.game("base", players=2, draft=True).start(8), Random(8))
    assert (2, "draft") == (state._position.round, state._position.phase)
    assert DECK == table_of(state).pool
    assert not [event for event in state.last if isinstance(event, HandDealt)]
