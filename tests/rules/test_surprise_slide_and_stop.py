"""Slide and Stop of Surprise, with the book's examples and the rulings on them (SU-12 to SU-15)."""

import pytest

from nimmt.events import CardPlaced, FoundNoRow, Reason, RowTaken
from nimmt.specials.actions import Pass, UseSlide, UseStop
from nimmt.specials.events import CardSlid, MarkRemoved
from tests.surprise import Turn

# Slide


@pytest.mark.rule("SU-12", "SU-5")
def test_su_e5a_a_card_slides_away_and_makes_room() -> None:
    turn = Turn("4 13 16 19 22 | 10 17 | 62 | 88", "24 slide", "99")
    turn.use(UseSlide(13, 1))
    assert "4 16 19 22 24 | 10 13 17 | 62 | 88 99" == turn.rows
    assert [] == turn.takes
    assert CardSlid(0, 13, 0, 1, 1) in turn.events
    assert ("slide",) == turn.table.discards


@pytest.mark.rule("SU-13", "Q-SU8")
def test_su_e5c_the_own_card_must_go_to_the_emptied_row() -> None:
    turn = Turn("4 13 16 19 22 | 10 | 62 | 88", "24 slide", "99")
    turn.use(UseSlide(62, 1))
    assert "4 13 16 19 22 | 10 62 | 24 | 88 99" == turn.rows
    assert CardPlaced(0, 24, 2, Reason("empty_row")) in turn.events


@pytest.mark.rule("SU-12")
@pytest.mark.parametrize(
    ("card", "row", "rows"),
    [
        (31, 1, "63 | 31 40 42 | 62 64 | 88 90"),  # to the start
        (62, 0, "31 62 63 | 40 42 | 64 | 88 90"),  # between two cards
        (64, 1, "31 63 | 40 42 64 | 62 | 88 90"),  # to the end
        (40, 3, "31 63 | 42 | 62 64 | 40 88 90"),
    ],
)
def test_a_card_may_slide_to_the_start_the_middle_or_the_end(card: int, row: int, rows: str) -> None:
    turn = Turn("31 63 | 40 42 | 62 64 | 88", "90 slide", "99")
    turn.act(UseSlide(card, row))
    turn.skip()
    assert rows == turn.rows.replace(" 99", "")


@pytest.mark.rule("SU-12", "Q-SU12")
def test_the_sixth_card_that_slides_in_makes_its_mover_take_all_but_the_last() -> None:
    turn = Turn("4 13 16 19 22 | 17 61 | 62 | 88", "24 slide", "99")
    turn.use(UseSlide(17, 0))
    assert [(0, (4, 13, 16, 17, 19), 5)] == turn.takes
    assert "22 24 | 61 | 62 | 88 99" == turn.rows
    assert Reason("slid_one_too_many", (22,)) == next(e.reason for e in turn.events if isinstance(e, RowTaken))


@pytest.mark.rule("SU-12", "Q-SU10")
def test_the_target_may_hold_a_7_takes_and_so_may_the_source() -> None:
    turn = Turn("4 13 16 19 22 seven | 17 61 | 62 | 88", "63 slide", "99")
    turn.use(UseSlide(17, 0))
    assert "4 13 16 17 19 22 seven | 61 | 62 63 | 88 99" == turn.rows
    turn = Turn("4 13 16 19 22 seven | 17 61 | 62 | 88", "63 slide", "99")
    turn.use(UseSlide(4, 1))
    assert "13 16 19 22 seven | 4 17 61 | 62 63 | 88 99" == turn.rows


@pytest.mark.rule("Q-SU11")
def test_a_card_that_slides_to_the_end_of_a_full_row_stays_there() -> None:
    turn = Turn("4 13 16 19 22 | 23 61 | 62 | 88", "63 slide", "99")
    turn.use(UseSlide(23, 0))
    assert [(0, (4, 13, 16, 19, 22), 9)] == turn.takes
    assert "23 | 61 | 62 63 | 88 99" == turn.rows


@pytest.mark.rule("Q-SU12", "Q-SU17", "SU-15", "Q-SU23", "Q-X8")
def test_slide_and_own_card_may_both_take_with_an_exchange_after_each() -> None:
    turn = Turn("4 13 16 19 22 | 17 61 | 62 64 66 68 69 stop | 88", "70 slide insert", "99")
    turn.act(UseSlide(17, 0))
    assert "exchange" == turn.phase, "before the own card is placed"
    assert "22 | 61 | 62 64 66 68 69 | 88" == turn.rows, "the Stop is gone"
    turn.act(Pass())
    assert "exchange" == turn.phase
    turn.act(Pass())
    assert [(0, (4, 13, 16, 17, 19), 5), (0, (62, 64, 66, 68, 69), 9)] == turn.takes
    assert "22 | 61 | 70 | 88 99" == turn.rows
    assert ("slide", "stop") == turn.table.discards


@pytest.mark.rule("Q-SU5")
def test_a_slide_too_many_with_five_rows_takes_all_six_but_not_the_own_card() -> None:
    turn = Turn("4 13 16 19 22 | 17 61 | 62 | 88 | 30", "63 slide", "99")
    turn.use(UseSlide(17, 0))
    assert [(0, (4, 13, 16, 17, 19, 22), 10)] == turn.takes
    assert "61 | 62 63 | 88 99 | 30" == turn.rows
    assert ("slide", "fifth_row") == turn.table.discards


@pytest.mark.rule("Q-X4", "Q-SU8")
def test_with_five_rows_the_only_card_slides_into_a_full_row_and_four_remain() -> None:
    turn = Turn("4 13 16 19 22 | 17 | 62 | 88 | 30", "24 slide", "99")
    turn.use(UseSlide(17, 0))
    assert [(0, (4, 13, 16, 17, 19, 22), 10)] == turn.takes
    assert "24 | 62 | 88 99 | 30" == turn.rows


@pytest.mark.rule("Q-SU8")
def test_with_five_rows_an_emptied_one_is_filled_and_five_remain() -> None:
    turn = Turn("4 | 17 | 62 | 88 | 30", "24 slide", "99")
    turn.use(UseSlide(17, 2))
    assert "4 | 24 | 17 62 | 88 99 | 30" == turn.rows


@pytest.mark.rule("Q-X5")
def test_7_takes_stays_at_a_row_that_slide_empties() -> None:
    turn = Turn("4 | 17 seven | 62 | 88", "24 slide", "99")
    turn.use(UseSlide(17, 2))
    assert "4 | 24 seven | 17 62 | 88 99" == turn.rows
    assert ("slide",) == turn.table.discards


# Stop


@pytest.mark.rule("SU-14", "SU-5")
def test_su_e6a_the_card_goes_to_another_row() -> None:
    turn = Turn("3 5 11 13 17 | 8 10 | 62 | 88", "22 stop", "99")
    turn.use(UseStop(0))
    assert "3 5 11 13 17 stop | 8 10 22 | 62 | 88 99" == turn.rows
    assert [] == turn.takes
    assert () == turn.table.discards


@pytest.mark.rule("SU-14")
def test_a_locked_row_does_not_exist_for_anybody() -> None:
    turn = Turn("3 | 8 10 | 62 stop | 88", "63", "64")
    assert "3 | 8 10 63 64 | 62 stop | 88" == turn.rows


@pytest.mark.rule("SU-15", "Q-SU17")
def test_any_take_removes_all_stops_at_once() -> None:
    turn = Turn("3 4 5 6 7 | 8 10 stop | 62 | 88 stop", "9", "30", "99")
    assert [(0, (3, 4, 5, 6, 7), 6)] == turn.takes
    assert "9 | 8 10 30 | 62 | 88 99" == turn.rows, "the rest of the turn sees no Stop any more"
    assert ("stop", "stop") == turn.table.discards
    assert [1, 3] == [event.row for event in turn.events if isinstance(event, MarkRemoved)]


@pytest.mark.rule("Q-E5")
def test_specials_beside_a_row_take_none_of_its_places() -> None:
    turn = Turn("3 5 11 14 seven stop | 8 10 12 | 62 | 88", "9 insert", "15 slide", "99")
    turn.act(Pass())
    turn.take(1)
    assert "3 5 11 14 seven | 9 | 62 | 88" == turn.rows, "a take removes the Stop"
    turn.act(Pass())
    turn.use(UseSlide(9, 0))
    assert "3 5 9 11 14 seven | 15 | 62 | 88 99" == turn.rows, "five cards, and room for a sixth"
    assert [(0, (8, 10, 12), 5)] == turn.takes


@pytest.mark.rule("SU-15")
def test_stop_and_7_takes_may_lie_at_the_same_row() -> None:
    turn = Turn("3 5 11 13 17 20 seven | 8 10 | 62 | 88", "22 stop", "99")
    turn.use(UseStop(0))
    assert "3 5 11 13 17 20 seven stop | 8 10 22 | 62 | 88 99" == turn.rows


@pytest.mark.rule("Q-SU15")
def test_stop_may_make_the_own_card_too_low() -> None:
    turn = Turn("3 | 40 | 62 | 88", "22 stop", "99")
    turn.act(UseStop(0))
    assert "row" == turn.phase
    assert [FoundNoRow(0, 22, Reason("fits_no_row"))] == turn.told(FoundNoRow)
    turn.take(1)
    assert "3 | 22 | 62 | 88 99" == turn.rows
    assert [MarkRemoved("stop", 0, Reason("row_taken"))] == turn.told(MarkRemoved)


@pytest.mark.rule("Q-SU16")
def test_with_two_stops_some_rows_are_always_open() -> None:
    turn = Turn("3 stop | 40 | 62 | 88", "22 stop", "99")
    assert [UseStop(1), UseStop(2), UseStop(3)] == turn.legal(UseStop)
    turn.use(UseStop(1))
    assert "row" == turn.phase
    assert 2 == len(turn.legal())
