"""5th row, 7-takes, Insert and Replace of Surprise, with the book's examples and the rulings (SU-6 to SU-11)."""

from random import Random

import pytest

from nimmt.events import CardPlaced, FoundNoRow, MarkMoved, Reason, RowTaken
from nimmt.games.surprise.actions import UseFifthRow
from nimmt.specials.actions import UseInsert, UseReplace, UseSeven, UseStop
from nimmt.specials.events import CardInserted, CardReplaced, MarkRemoved, RowVanished, SpecialUsed
from tests.surprise import Turn

# 5th row


@pytest.mark.rule("SU-6", "SU-5", "Q-X6")
def test_su_e1a_the_card_starts_a_fifth_row() -> None:
    turn = Turn("40 | 62 70 | 88 | 3 5 11 13 17", "23 fifth_row", "99")
    turn.use(UseFifthRow())
    assert "40 | 62 70 | 88 99 | 3 5 11 13 17 | 23" == turn.rows
    assert [] == turn.takes
    assert [SpecialUsed(0, "fifth_row")] == turn.told(SpecialUsed)
    assert CardPlaced(0, 23, 4, Reason("new_row")) in turn.events
    assert () == turn.table.discards, "the special stays on the table"


@pytest.mark.rule("SU-7", "Q-SU3", "Q-X6", "SU-5")
def test_su_e1b_with_five_rows_the_taken_one_vanishes_with_the_played_card() -> None:
    turn = Turn("40 | 62 70 | 88 | 3 5 11 13 17 | 23", "20", "99")
    assert "40 | 62 70 | 88 99 | 23" == turn.rows
    assert [(0, (3, 5, 11, 13, 17, 20), 13)] == turn.takes
    assert [RowVanished(3)] == turn.told(RowVanished)
    assert ("fifth_row",) == turn.table.discards


@pytest.mark.rule("SU-7", "Q-SU3")
def test_any_of_five_rows_may_vanish_and_the_others_close_up() -> None:
    turn = Turn("40 | 62 70 | 88 | 30 31 | 23", "20", "99")
    turn.take(1)
    assert "40 | 88 99 | 30 31 | 23" == turn.rows
    assert [(0, (62, 70, 20), 7)] == turn.takes


@pytest.mark.rule("SU-7", "Q-SU28")
def test_a_second_fifth_row_in_the_same_turn_needs_a_take_in_between() -> None:
    turn = Turn("40 | 62 | 88 | 3 5 11 13 17 | 23", "20", "22 fifth_row", "99")
    assert "window" == turn.phase
    turn.use(UseFifthRow())
    assert "40 | 62 | 88 99 | 23 | 22" == turn.rows


@pytest.mark.rule("Q-SU3b")
def test_a_7_takes_row_of_five_gives_six_cards_and_the_played_one() -> None:
    turn = Turn("40 | 62 | 88 | 3 5 11 13 17 18 seven | 23", "20", "99")
    assert [(0, (3, 5, 11, 13, 17, 18, 20), 14)] == turn.takes
    assert ("seven", "fifth_row") == turn.table.discards
    assert "40 | 62 | 88 99 | 23" == turn.rows


@pytest.mark.rule("Q-SU3b")
def test_stop_may_lock_any_of_five_rows() -> None:
    turn = Turn("40 | 62 | 88 | 30 | 23", "24 stop", "99")
    assert [UseStop(row) for row in range(5)] == turn.legal(UseStop)
    turn.use(UseStop(4))
    assert "24" not in turn.rows, "the 24 fits no open row"
    turn.take(0)
    assert "62 | 88 99 | 30 | 23" == turn.rows


@pytest.mark.rule("Q-SU3b")
def test_a_card_that_fits_nowhere_may_start_the_fifth_row() -> None:
    turn = Turn("40 | 62 | 88 | 30", "7 fifth_row", "99")
    turn.use(UseFifthRow())
    assert "40 | 62 | 88 99 | 30 | 7" == turn.rows
    assert [] == turn.takes


# 7-takes


@pytest.mark.rule("SU-8", "SU-5")
def test_su_e2a_the_sixth_card_does_not_take() -> None:
    turn = Turn("3 5 11 13 17 | 40 | 62 | 88", "20 seven", "99")
    turn.use(UseSeven(0))
    assert "3 5 11 13 17 20 seven | 40 | 62 | 88 99" == turn.rows
    assert [] == turn.takes
    assert MarkMoved("seven", None, 0, Reason("special_used")) in turn.events
    assert CardPlaced(0, 20, 0, Reason("smallest_difference", (17, 3))) in turn.events
    assert () == turn.table.discards


@pytest.mark.rule("SU-8", "SU-5")
def test_su_e2c_the_seventh_card_takes_six_and_starts_the_row() -> None:
    turn = Turn("3 5 11 13 17 20 seven | 40 | 62 | 88", "21", "99")
    assert "21 | 40 | 62 | 88 99" == turn.rows
    assert [(0, (3, 5, 11, 13, 17, 20), 13)] == turn.takes
    assert MarkRemoved("seven", 0, Reason("row_taken")) in turn.events
    assert Reason("seventh_card", (20, 1)) == next(e.reason for e in turn.events if isinstance(e, RowTaken))
    assert ("seven",) == turn.table.discards


@pytest.mark.rule("SU-8")
def test_7_takes_on_a_short_row_waits_for_its_seventh_card() -> None:
    turn = Turn("3 | 40 | 62 | 88", "20 seven", "99")
    turn.use(UseSeven(0))
    assert "3 20 seven | 40 | 62 | 88 99" == turn.rows
    turn = Turn("3 5 11 13 17 seven | 40 | 62 | 88", "20", "21")
    assert "21 | 40 | 62 | 88" == turn.rows


@pytest.mark.rule("Q-SU6b")
def test_a_7_takes_row_that_is_chosen_gives_what_lies_there() -> None:
    turn = Turn("30 31 seven | 40 | 62 | 88", "7", "99")
    turn.take(0)
    assert "7 | 40 | 62 | 88 99" == turn.rows
    assert [(0, (30, 31), 4)] == turn.takes
    assert ("seven",) == turn.table.discards


# Insert


@pytest.mark.rule("SU-9", "SU-5")
def test_su_e3a_a_low_card_goes_between_two_others() -> None:
    turn = Turn("5 11 13 | 40 | 62 | 88", "10 insert", "99")
    turn.use(UseInsert(0))
    assert "5 10 11 13 | 40 | 62 | 88 99" == turn.rows
    assert [] == turn.takes
    assert CardInserted(0, 10, 0, 1) in turn.events
    assert ("insert",) == turn.table.discards


@pytest.mark.rule("SU-10")
def test_su_e3b_inserted_into_a_full_row_it_is_taken_and_the_last_card_stays() -> None:
    turn = Turn("5 11 13 17 19 | 40 | 62 | 88", "10 insert", "99")
    turn.use(UseInsert(0))
    assert "19 | 40 | 62 | 88 99" == turn.rows
    assert [(0, (5, 10, 11, 13, 17), 12)] == turn.takes
    taken = next(event for event in turn.events if isinstance(event, RowTaken))
    assert (10, (19,), Reason("inserted_one_too_many", (19,))) == (taken.card, taken.left, taken.reason)


@pytest.mark.rule("SU-10")
def test_a_7_takes_row_has_room_for_one_more_insert() -> None:
    turn = Turn("5 11 13 17 19 seven | 40 | 62 | 88", "10 insert", "12 insert")
    turn.use(UseInsert(0), UseInsert(0))
    assert [(1, (5, 10, 11, 12, 13, 17), 13)] == turn.takes
    assert "19 | 40 | 62 | 88" == turn.rows
    assert ("insert", "insert", "seven") == turn.table.discards


@pytest.mark.rule("SU-9", "Q-SU2", "Q-SU7")
def test_insert_goes_into_any_row_above_the_card_even_without_need() -> None:
    turn = Turn("5 11 | 40 | 62 | 88", "41 insert", "99")
    assert [UseInsert(2), UseInsert(3)] == turn.legal(UseInsert)
    turn.use(UseInsert(3))
    assert "5 11 | 40 | 62 | 41 88 99" == turn.rows


@pytest.mark.rule("Q-SU4")
def test_an_insert_too_many_with_five_rows_takes_all_six_and_the_row_vanishes() -> None:
    turn = Turn("5 11 13 17 19 | 40 | 62 | 88 | 30", "10 insert", "99")
    turn.use(UseInsert(0))
    assert [(0, (5, 10, 11, 13, 17, 19), 13)] == turn.takes
    assert "40 | 62 | 88 99 | 30" == turn.rows
    assert ("insert", "fifth_row") == turn.table.discards


@pytest.mark.rule("Q-SU7")
def test_the_option_lets_insert_use_the_end_of_a_row() -> None:
    turn = Turn("5 11 | 40 | 62 | 88", "41 insert", "99", insert_at_end=True)
    assert [UseInsert(row) for row in range(4)] == turn.legal(UseInsert)
    turn.use(UseInsert(0))
    assert "5 11 41 | 40 | 62 | 88 99" == turn.rows
    turn = Turn("3 5 11 13 17 | 40 | 62 | 88", "41 insert", "99", insert_at_end=True)
    turn.use(UseInsert(0))
    assert [(0, (3, 5, 11, 13, 17), 10)] == turn.takes
    assert "41 | 40 | 62 | 88 99" == turn.rows


# Replace


@pytest.mark.rule("SU-11", "SU-5")
def test_su_e4_another_card_is_placed_instead() -> None:
    turn = Turn("3 5 11 13 17 | 8 10 | 62 | 88", "25 15 replace", "99 98")
    turn.use(UseReplace(15))
    assert "3 5 11 13 17 | 8 10 15 | 62 | 88 99" == turn.rows
    assert [] == turn.takes
    assert CardReplaced(0, 25, 15) in turn.events
    assert {25, 104} == set(turn.table.hands[0])
    assert ("replace",) == turn.table.discards


@pytest.mark.rule("SU-11")
def test_the_new_card_is_placed_at_once_whatever_others_have_played() -> None:
    turn = Turn("3 | 8 | 62 | 88", "25 90 replace", "30 31", "95 96")
    turn.use(UseReplace(90))
    assert [90, 30, 95] == [event.card for event in turn.events if isinstance(event, CardPlaced)]
    assert "3 | 8 30 | 62 | 88 90 95" == turn.rows


@pytest.mark.rule("Q-SU14")
def test_the_new_card_may_be_too_low_or_the_sixth() -> None:
    turn = Turn("23 | 28 | 62 | 88", "25 1 replace", "99 98")
    turn.use(UseReplace(1))
    assert [FoundNoRow(0, 1, Reason("lower_than_all", (23,)))] == turn.told(FoundNoRow)
    turn.take(0)
    assert [(0, (23,), 1)] == turn.takes
    turn = Turn("3 | 28 30 31 32 33 | 62 | 88", "25 41 replace", "99 98")
    turn.use(UseReplace(41))
    assert [(0, (28, 30, 31, 32, 33), 11)] == turn.takes


@pytest.mark.rule("Q-SU14")
def test_everybody_knows_where_the_returned_card_is() -> None:
    turn = Turn("3 | 8 | 62 | 88", "25 15 replace", "99 98", "97 96")
    turn.use(UseReplace(15))
    assert ((25,), (), ()) == turn.view(None).known
    assert 25 in turn.view(2).seen
    sampled = turn.game.sample(turn.view(2), Random(1))._position
    assert isinstance(sampled, type(turn.table))
    assert 25 in sampled.hands[0]
