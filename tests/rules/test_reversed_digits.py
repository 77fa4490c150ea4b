"""Reversed digits: once a round a card counts for its digits read backwards (RD, Q-RD)."""

from random import Random

import pytest

import nimmt
from nimmt import PlayCard, Refusal, rows
from nimmt.cards import DECK
from nimmt.events import CardSealed, CardsRevealed
from nimmt.games.fan_cards import FanCardGame
from nimmt.games.fan_cards.reversed_digits import ReversedDigitsOptions
from nimmt.table import Table
from tests.tables import ReversedDigits, play_round, seal, table_of, takes, turn, view_of

REVERSED_DIGITS = ReversedDigits(2)
LEADING_ZERO = ReversedDigits(2, ReversedDigitsOptions(single_digit="leading_zero"))
SPECIAL = ("reversed_digits",)


def reverse(card: int) -> PlayCard:
    return PlayCard(card, reverse=True)


def order(table: Table) -> list[int]:
    revealed = next(event for event in table.told if isinstance(event, CardsRevealed))
    return [play.card for play in revealed.plays]


def position(text: str) -> nimmt.State:
    return nimmt.game("reversed_digits", players=2).read(text)


def refused(state: nimmt.State, card: int) -> Refusal:
    refusal = state.refusal(0, reverse(card))
    assert refusal is not None
    assert reverse(card) not in state.legal(0)
    return refusal


@pytest.mark.rule("RD-1")
@pytest.mark.parametrize("players", range(2, 11))
def test_rd1_everybody_gets_one_special_card_besides_ten_numbers(players: int) -> None:
    table = table_of(nimmt.game("reversed_digits", players=players).start(1))
    assert (SPECIAL,) * players == table.special_hands
    assert [10] * players == [len(hand) for hand in table.hands]


@pytest.mark.rule("RD-2", "Q-RD3")
@pytest.mark.parametrize(("card", "value"), [(31, 13), (13, 31), (90, 9), (10, 1), (24, 42), (98, 89)])
def test_rd2_the_digits_are_read_backwards(card: int, value: int) -> None:
    assert value == REVERSED_DIGITS.value(reverse(card))
    assert card == REVERSED_DIGITS.value(PlayCard(card))


@pytest.mark.rule("RD-2")
def test_rd2_once_a_round() -> None:
    state = position("20 | 40 | 60 | 80 // 31 47 98 reversed_digits / 50 51 52 reversed_digits")
    assert reverse(47) in state.legal(0)
    state, _ = seal(state, reverse(31), 50)
    refusal = refused(state.step(0, nimmt.TakeRow(0))[0], 47)
    assert ("reversal_used", "RD-2") == (refusal.code, refusal.rule)


@pytest.mark.rule("RD-2")
def test_rd2_only_a_card_of_the_hand() -> None:
    refusal = refused(position("20 | 40 | 60 | 80 // 31 reversed_digits / 50 reversed_digits"), 50)
    assert ("not_in_hand", "B-4") == (refusal.code, refusal.rule)


@pytest.mark.rule("RD-2", "B-4")
@pytest.mark.parametrize("key", ["base", "even_odd", "climb", "caper"])
def test_rd2_in_no_other_game(key: str) -> None:
    state = nimmt.game(key, players=2).start(1)
    card = next(card for card in table_of(state).hands[0] if 10 < card < 100 and card % 11)
    refusal = refused(state, card)
    assert ("cannot_reverse", "RD-2") == (refusal.code, refusal.rule)


@pytest.mark.rule("RD-3")
@pytest.mark.parametrize("card", [100, 101, 102, 103, 104])
def test_rd3_three_digits_cannot_be_reversed(card: int) -> None:
    refusal = refused(position(f"20 | 40 | 60 | 80 // {card} reversed_digits / 50 reversed_digits"), card)
    assert ("cannot_reverse", "RD-3") == (refusal.code, refusal.rule)


@pytest.mark.rule("RD-4")
def test_rd4_the_reversed_value_decides_the_order() -> None:
    assert [91, 25] == order(turn(ReversedDigits, "10 | 24 | 60 | 80", reverse(91), 25))
    assert [25, 91] == order(turn(ReversedDigits, "10 | 24 | 60 | 80", 91, 25))
    assert [8, 90, 10] == order(turn(ReversedDigits, "1 | 5 | 60 | 80", 10, reverse(90), 8))


@pytest.mark.rule("RD-5", "Q-RD6")
@pytest.mark.parametrize("plays", [(reverse(13), 31), (31, reverse(13))])
def test_rd5_of_two_equal_values_the_reversed_one_is_placed_first(plays: tuple[int | PlayCard, ...]) -> None:
    table = turn(ReversedDigits, "12 | 25 | 50 | 70", *plays)
    assert [13, 31] == order(table)
    assert rows("12 | 25 13 31 | 50 | 70") == table.rows


@pytest.mark.rule("RD-6")
def test_rd6_book_example_24_counts_as_42_and_goes_to_row_4() -> None:
    table = turn(ReversedDigits, "66 70 | 4 8 14 18 22 | 50 | 33 39", reverse(24))
    assert rows("66 70 | 4 8 14 18 22 | 50 | 33 39 24") == table.rows
    assert [] == takes(table)


@pytest.mark.rule("RD-6")
def test_rd6_book_example_without_the_special_card_the_24_takes() -> None:
    table = turn(ReversedDigits, "66 70 | 4 8 14 18 22 | 50 | 33 39", 24)
    assert rows("66 70 | 24 | 50 | 33 39") == table.rows
    assert [(0, (4, 8, 14, 18, 22), 9)] == takes(table)


@pytest.mark.rule("RD-6")
def test_rd6_a_high_card_may_become_too_low_for_every_row() -> None:
    table = turn(ReversedDigits, "20 | 30 | 40 | 50", reverse(91), take=[2])
    assert rows("20 | 30 | 91 | 50") == table.rows


@pytest.mark.rule("RD-7", "Q-RD4")
def test_rd7_book_example_once_placed_the_42_is_a_24_again() -> None:
    table = turn(ReversedDigits, "66 70 | 4 8 14 18 22 | 50 | 33 39 24", 30)
    assert rows("66 70 | 4 8 14 18 22 | 50 | 33 39 24 30") == table.rows


@pytest.mark.rule("RD-7", "Q-RD4")
def test_rd7_already_for_the_next_card_of_the_same_turn() -> None:
    table = turn(ReversedDigits, "66 | 20 | 50 | 33 39", reverse(24), 43)
    assert rows("66 | 20 | 50 | 33 39 24 43") == table.rows
    assert rows("66 | 20 | 50 | 24") == turn(ReversedDigits, "66 | 20 | 50 | 31 33 35 36 39", reverse(24)).rows


@pytest.mark.rule("RD-7", "Q-RD7")
def test_rd7_heads_are_those_of_the_printed_card() -> None:
    table = turn(ReversedDigits, "11 12 13 14 | 40 | 60 | 80", reverse(51), 52)
    assert [(1, (11, 12, 13, 14, 51), 9)] == takes(table)


@pytest.mark.rule("RD-8")
def test_rd8_a_played_special_card_goes_to_the_box_seen_by_all() -> None:
    table = turn(ReversedDigits, "10 | 24 | 60 | 80", reverse(91), 25)
    assert ((), SPECIAL) == table.special_hands
    state, _ = seal(position("10 | 24 | 60 | 80 // 91 92 reversed_digits / 25 26 reversed_digits"), reverse(91), 25)
    assert ((), SPECIAL) == view_of(state, 1).specials == view_of(state, None).specials


@pytest.mark.rule("RD-8", "Q-RD9")
def test_rd8_a_new_one_each_round_and_none_is_kept() -> None:
    state = nimmt.game("reversed_digits", players=2).start(4)
    card = next(card for card in table_of(state).hands[0] if reverse(card) in state.legal(0))
    state, _ = state.step(0, reverse(card))
    state, _ = state.step(1, state.legal(1)[0])
    assert ((), SPECIAL) == table_of(state).special_hands
    state = play_round(state, Random(4))
    assert 2 == state._position.round
    assert (SPECIAL, SPECIAL) == table_of(state).special_hands


@pytest.mark.rule("Q-RD1")
@pytest.mark.parametrize("card", [*range(1, 10), 11, 22, 33, 44, 55, 66, 77, 88, 99])
def test_qrd1_single_digits_and_doublets_cannot_be_reversed(card: int) -> None:
    refusal = refused(position(f"20 | 40 | 60 | 80 // {card} reversed_digits / 50 reversed_digits"), card)
    assert ("cannot_reverse", "Q-RD1") == (refusal.code, refusal.rule)


@pytest.mark.rule("Q-RD1")
def test_qrd1_with_a_leading_zero_a_7_becomes_70() -> None:
    assert [70, 10, 90, 7] == [LEADING_ZERO.value(reverse(card)) for card in (7, 1, 9, 70)]
    table = turn(ReversedDigits, "20 | 40 | 60 | 80", reverse(7), single_digit="leading_zero")
    assert rows("20 | 40 | 60 7 | 80") == table.rows
    game = nimmt.game("reversed_digits", players=2, single_digit="leading_zero")
    start = game.read("20 | 40 | 60 | 80 // 7 44 104 reversed_digits / 50 51 52 reversed_digits")
    assert (PlayCard(7), PlayCard(44), PlayCard(104), reverse(7)) == start.legal(0)


@pytest.mark.rule("Q-RD2")
@pytest.mark.parametrize("rules", [REVERSED_DIGITS, LEADING_ZERO])
def test_qrd2_two_reversed_cards_are_never_equal(rules: FanCardGame) -> None:
    table = rules.read("101 | 102 | 103 | 104 // 1 reversed_digits / 2 reversed_digits")
    table.hands = DECK[:50], DECK[50:100]
    values = [rules.value(play) for seat in (0, 1) for play in rules.playable(table, seat) if play.reverse]
    assert len(set(values)) == len(values) > 80


@pytest.mark.rule("Q-RD3")
def test_qrd3_09_is_9_between_8_and_10() -> None:
    assert 1 == REVERSED_DIGITS.target(rows("1 | 8 | 10 | 60"), REVERSED_DIGITS.value(reverse(90)))


@pytest.mark.rule("Q-RD5")
def test_qrd5_13_and_31_swap_when_both_are_reversed() -> None:
    table = turn(ReversedDigits, "10 | 30 | 50 | 70", reverse(13), reverse(31))
    assert [31, 13] == order(table)
    assert rows("10 31 | 30 13 | 50 | 70") == table.rows


@pytest.mark.rule("Q-RD8")
def test_qrd8_nobody_knows_of_a_reversal_before_the_reveal() -> None:
    start = position("20 | 40 | 60 | 80 // 31 47 reversed_digits / 50 51 reversed_digits")
    (plain, told), (turned, told_too) = start.step(0, PlayCard(31)), start.step(0, reverse(31))
    assert (CardSealed(0, 31, True, False),) == nimmt.seen_by(told_too, 0)
    for seat in (1, None):
        assert (CardSealed(0, None, None, False),) == nimmt.seen_by(told, seat) == nimmt.seen_by(told_too, seat)
        assert nimmt.to_json(plain.view(seat)) == nimmt.to_json(turned.view(seat))
    assert reverse(31) == view_of(turned, 0).choice


@pytest.mark.rule("Q-RD9")
def test_qrd9_a_reversal_that_was_sealed_and_changed_is_not_used_up() -> None:
    state = position("20 | 40 | 60 | 80 // 31 47 98 reversed_digits / 50 51 52 reversed_digits")
    state, _ = state.step(0, reverse(31))
    state, _ = seal(state, 31, 50)
    assert (SPECIAL, SPECIAL) == table_of(state).special_hands
    assert reverse(47) in state.legal(0)


@pytest.mark.rule("Q-RD10")
def test_qrd10_the_reversed_value_may_exceed_the_known_deck() -> None:
    table = turn(ReversedDigits, "20 | 21 | 22 | 24", reverse(19), 23, known_deck=True)
    assert [23, 19] == order(table)
    assert rows("20 | 21 | 22 23 | 24 19") == table.rows


@pytest.mark.rule("Q-RD11")
def test_qrd11_an_equal_end_card_does_not_accept() -> None:
    assert rows("12 13 | 31 | 50 | 70") == turn(ReversedDigits, "12 | 31 | 50 | 70", reverse(13)).rows
    assert rows("40 | 13 | 50 | 70") == turn(ReversedDigits, "40 | 31 | 50 | 70", reverse(13), take=[1]).rows
