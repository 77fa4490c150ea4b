"""Five specials of Versus the Ox, each with the book's example and the rulings on it (CO-9 to CO-14)."""

import pytest

from nimmt import PlayCard
from nimmt.events import CardPlaced, FoundNoRow, Reason, RowTaken
from nimmt.games.versus_ox import OX, OX_PILE, TEAM_PILE
from nimmt.games.versus_ox.actions import RemoveStop, ReplaceCard, UseLast
from nimmt.specials.actions import UseInsert, UseReplace, UseSeven, UseSlide, UseStop
from nimmt.specials.events import CardInserted, CardReplaced, CardSlid, MarkRemoved, SpecialUsed
from tests.ox import Turn

# 7-takes


@pytest.mark.rule("CO-10", "Q-CO10", "Q-E5")
def test_co_e1a_seven_makes_room_for_a_sixth_card() -> None:
    turn = Turn("3 5 11 13 17 | 40 | 62 | 88", 20, ox=95, up="seven")
    turn.use(0, UseSeven(0))
    turn.finish()
    assert "3 5 11 13 17 20 seven | 40 | 62 | 88 95" == turn.rows
    assert [] == turn.takes


@pytest.mark.rule("CO-5", "CO-10")
def test_co_e1b_the_seventh_card_takes_six_and_7_takes_goes_to_the_box() -> None:
    turn = Turn("3 5 11 13 17 20 seven | 40 | 62 | 88", 90, ox=23)
    assert "23 | 40 | 62 | 88 90" == turn.rows
    assert [("OX", (3, 5, 11, 13, 17, 20), 13)] == turn.takes
    assert ("seven",) == turn.table.discards
    assert MarkRemoved("seven", 0, Reason("row_taken")) in turn.events
    assert Reason("seventh_card", (20, 3)) == next(e.reason for e in turn.events if isinstance(e, RowTaken))


@pytest.mark.rule("CO-10")
def test_a_7_takes_row_that_is_chosen_gives_what_lies_there_and_loses_7_takes() -> None:
    turn = Turn("30 31 seven | 40 | 62 | 88", 9, ox=95)
    turn.take(0)
    assert "9 | 40 | 62 | 88 95" == turn.rows
    assert [("TEAM", (30, 31), 4)] == turn.takes
    assert ("seven",) == turn.table.discards


@pytest.mark.rule("Q-CO10")
def test_7_takes_may_lie_at_a_locked_row_beside_the_stop() -> None:
    turn = Turn("3 5 stop | 40 | 62 | 88", 20, ox=95, up="seven")
    turn.use(0, UseSeven(0))
    assert "3 5 stop seven | 40 | 62 | 88" == turn.rows


@pytest.mark.rule("Q-X5")
def test_7_takes_stays_at_a_row_that_slide_empties() -> None:
    turn = Turn("7 seven | 40 | 62 | 88", 45, ox=95, up="slide stop")
    turn.use(0, UseSlide(7, 1))
    assert "seven | 7 40 | 62 | 88" == turn.rows
    turn.finish()
    assert "45 seven | 7 40 | 62 | 88 95" == turn.rows


# Stop


@pytest.mark.rule("CO-11", "Q-CO8", "CO-9")
def test_co_e2_stop_diverts_the_ox_to_a_full_row() -> None:
    turn = Turn("4 9 10 12 16 | 17 20 | 40 | 77", 80, ox=25, up="stop")
    turn.use(0, UseStop(1))
    turn.finish()
    assert "25 | 17 20 stop | 40 | 77 80" == turn.rows
    assert [("OX", (4, 9, 10, 12, 16), 7)] == turn.takes


@pytest.mark.rule("CO-6", "Q-CO8")
def test_co_e10_the_ox_takes_the_cheapest_open_row() -> None:
    turn = Turn("41 | 30 | 55 | 60", 61, ox=7, up="stop")
    turn.use(0, UseStop(0))
    turn.skip()
    assert "41 stop | 30 | 55 | 7" == turn.rows
    assert [("OX", (60,), 3)] == turn.takes


@pytest.mark.rule("CO-11", "Q-CO8", "Q-CO14")
def test_co_e11_a_card_that_fits_only_a_locked_row_fits_nowhere_and_its_owner_takes_an_open_row() -> None:
    turn = Turn("12 | 40 | 62 | 88", 20, ox=95, up="stop")
    turn.use(0, UseStop(0))
    turn.skip()
    assert "row" == turn.phase
    assert FoundNoRow(0, 20, Reason("fits_no_row")) in turn.events
    assert [1, 2, 3] == [action.row for action in turn.legal(0)]  # type: ignore[attr-defined]
    turn.take(1)
    turn.finish()
    assert "12 stop | 20 | 62 | 88 95" == turn.rows
    assert [("TEAM", (40,), 3)] == turn.takes


@pytest.mark.rule("CO-11", "Q-CO9")
def test_a_stop_stays_when_rows_are_taken_until_the_team_removes_it() -> None:
    turn = Turn("12 stop | 40 | 62 | 88", 20, ox=95)
    turn.skip()
    turn.take(1)
    assert "12 stop | 20 | 62 | 88" == turn.rows
    turn.use(0, RemoveStop(0))
    assert "12 | 20 | 62 | 88 95" == turn.rows
    assert ("stop",) == turn.table.discards
    assert MarkRemoved("stop", 0, Reason("team_decided")) in turn.events


@pytest.mark.rule("Q-CO9", "Q-CO1")
def test_a_stop_can_be_removed_after_the_last_placement_and_before_the_first() -> None:
    turn = Turn("12 stop | 40 | 62 | 88", 70, ox=95)
    assert [RemoveStop(0)] == turn.legal(0, RemoveStop)
    turn.skip()
    turn.skip()
    assert [] == turn.waiting
    assert [RemoveStop(0)] == turn.legal(0, RemoveStop)
    turn.use(0, RemoveStop(0))
    assert "12 | 40 | 62 70 | 88 95" == turn.rows
    assert "card" == turn.phase


# Replace


@pytest.mark.rule("CO-12")
def test_co_e3_replace_swaps_a_costly_card() -> None:
    turn = Turn("3 5 11 13 17 | 8 10 | 62 | 88", 25, ox=70, up="replace", hands=(15,))
    turn.use(0, ReplaceCard(25))
    assert "replace" == turn.phase
    turn.place_instead(0, 15)
    assert "3 5 11 13 17 | 8 10 15 | 62 70 | 88" == turn.rows
    assert [] == turn.takes
    assert (25,) == turn.table.hands[0]
    assert [SpecialUsed(0, "replace"), CardReplaced(0, 25, 15)] == [
        event for event in turn.events if isinstance(event, SpecialUsed | CardReplaced)
    ]


@pytest.mark.rule("CO-12", "Q-SU14")
def test_everybody_knows_that_the_card_taken_back_is_in_that_hand_until_it_is_played() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, ox=70, up="replace", hands=(15, 16))
    turn.use(0, ReplaceCard(25))
    turn.place_instead(0, 15)
    assert ((25,), ()) == turn.view(1).known == turn.view(None).known
    turn.act(0, PlayCard(25))
    turn.act(1, PlayCard(16))
    assert ((), ()) == turn.view(1).known


@pytest.mark.rule("CO-12", "Q-CO3")
def test_the_new_card_is_placed_next_whatever_its_number_and_the_others_keep_their_order() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, ox=70, up="replace", hands=(104, 16))
    turn.use(0, ReplaceCard(25))
    turn.place_instead(0, 104)
    placed = [event.card for event in turn.events if isinstance(event, CardPlaced)]
    assert [104, 50, 70] == placed


@pytest.mark.rule("Q-SU14", "CO-12")
def test_a_new_card_that_is_too_low_takes_a_row() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, ox=70, up="replace", hands=(1,))
    turn.use(0, ReplaceCard(25))
    turn.place_instead(0, 1)
    assert "row" == turn.phase
    turn.take(3)
    assert "3 | 8 | 62 70 | 1" == turn.rows
    assert [("TEAM", (88,), 5)] == turn.takes


@pytest.mark.rule("Q-X11")
def test_nothing_is_used_between_replace_and_the_placement_of_the_new_card() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, ox=70, up="replace stop", stock="seven", hands=(15,))
    turn.use(0, ReplaceCard(25))
    turn.place_instead(0, 15)
    assert "3 | 8 15 | 62 | 88" == turn.rows
    assert "window" == turn.phase


@pytest.mark.rule("Q-Y2", "CO-12")
def test_co_y2a_replace_ahead_of_its_turn_makes_the_ox_take() -> None:
    turn = Turn("3 5 11 13 | 40 | 62 | 70 71 72 73 74", 90, 50, ox=15, up="replace", hands=(14,))
    turn.use(0, ReplaceCard(90))
    turn.place_instead(0, 14)
    assert "15 | 40 50 | 62 | 70 71 72 73 74" == turn.rows
    assert [("OX", (3, 5, 11, 13, 14), 10)] == turn.takes


@pytest.mark.rule("Q-Y2")
def test_a_replaced_card_starts_the_emptied_row_and_a_window_follows_in_which_order_cards_are_late() -> None:
    turn = Turn(
        "9 | 40 | 62 | 88", 41, 90, ox=63, up="slide replace", stock="last stop", hands=(7, 100), order_cards_late=False
    )
    turn.use(0, UseSlide(9, 1))
    turn.use(1, ReplaceCard(90))
    assert [UseReplace(100)] == turn.legal(1)
    turn.place_instead(1, 100)
    assert "100 | 9 40 | 62 | 88" == turn.rows
    assert [41, 63] == turn.waiting
    assert ("too_late", "Q-CO4") == turn.refusal(0, UseLast(41))


@pytest.mark.rule("Q-Y2")
def test_a_card_is_replaced_before_its_turn_and_the_new_one_placed_at_once() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, ox=30, up="replace", hands=(15, 16))
    turn.use(1, ReplaceCard(50))
    turn.place_instead(1, 16)
    placed = [event.card for event in turn.events if isinstance(event, CardPlaced)]
    assert [16, 25, 30] == placed
    assert (50,) == turn.table.hands[1] == turn.table.known[1]


# Insert


@pytest.mark.rule("CO-13", "Q-CO11")
def test_co_e4a_insert_finds_a_gap_for_a_low_card() -> None:
    turn = Turn("5 11 13 | 40 | 62 | 88", 10, ox=95, up="insert")
    turn.use(0, UseInsert(0))
    assert "5 10 11 13 | 40 | 62 | 88 95" == turn.rows
    assert [] == turn.takes
    assert CardInserted(0, 10, 0, 1) in turn.events


@pytest.mark.rule("CO-13", "Q-CO11")
def test_insert_at_the_start_of_a_one_card_row() -> None:
    turn = Turn("5 11 13 | 40 | 62 | 88", 39, ox=95, up="insert")
    turn.use(0, UseInsert(3))
    assert "5 11 13 | 40 | 62 | 39 88 95" == turn.rows


@pytest.mark.rule("CO-13", "CO-5", "Q-CO11")
def test_insert_into_a_full_row_costs_the_team_all_but_the_end_card() -> None:
    turn = Turn("5 11 13 17 19 | 40 | 62 | 88", 10, ox=95, up="insert")
    turn.use(0, UseInsert(0))
    assert "19 | 40 | 62 | 88 95" == turn.rows
    assert [("TEAM", (5, 10, 11, 13, 17), 12)] == turn.takes
    assert (5, 10, 11, 13, 17) == turn.table.piles[TEAM_PILE]


@pytest.mark.rule("Q-CO11", "CO-10")
def test_insert_into_a_7_takes_row_overfills_it_with_the_seventh_card() -> None:
    turn = Turn("5 11 13 17 19 seven | 40 | 62 | 88", 10, 6, ox=95, up="insert insert")
    turn.use(1, UseInsert(0))
    assert "5 6 11 13 17 19 seven | 40 | 62 | 88" == turn.rows
    turn.use(0, UseInsert(0))
    assert "19 | 40 | 62 | 88 95" == turn.rows
    assert [("TEAM", (5, 6, 10, 11, 13, 17), 13)] == turn.takes
    assert ("insert", "insert", "seven") == turn.table.discards


@pytest.mark.rule("Q-SU7")
def test_by_option_insert_may_use_the_end_of_a_row() -> None:
    turn = Turn("5 11 13 | 40 | 62 | 88", 50, ox=95, up="insert", insert_at_end=True)
    turn.use(0, UseInsert(0))
    assert "5 11 13 50 | 40 | 62 | 88 95" == turn.rows


# Slide


@pytest.mark.rule("CO-14", "Q-CO6b", "CO-9")
def test_co_e5a_slide_fills_a_row_just_before_the_ox() -> None:
    turn = Turn("2 5 9 12 | 40 | 62 | 7 31", 63, ox=15, up="slide")
    turn.use(0, UseSlide(7, 0))
    assert CardSlid(0, 7, 3, 0, 2) in turn.events
    turn.skip()
    assert "15 | 40 | 62 63 | 31" == turn.rows
    assert [("OX", (2, 5, 7, 9, 12), 6)] == turn.takes


@pytest.mark.rule("CO-14")
@pytest.mark.parametrize(("card", "row", "rows"), [(9, 1, "2 5 | 9 40 | 62 | 88"), (9, 3, "2 5 | 40 | 62 | 9 88")])
def test_a_card_slides_to_the_start_of_a_row(card: int, row: int, rows: str) -> None:
    turn = Turn("2 5 9 | 40 | 62 | 88", 89, 90, ox=91, up="slide")
    turn.use(1, UseSlide(card, row))
    assert rows + " 89 90 91" == turn.rows


@pytest.mark.rule("CO-14")
def test_a_card_slides_to_the_end_of_a_row() -> None:
    turn = Turn("2 5 9 70 | 40 | 62 | 88", 89, ox=90, up="slide stop")
    turn.use(0, UseSlide(70, 2))
    assert "2 5 9 | 40 | 62 70 | 88" == turn.rows


@pytest.mark.rule("CO-14", "Q-CO6")
def test_the_team_takes_what_a_slide_overfills_even_before_the_oxs_card() -> None:
    turn = Turn("2 5 9 12 14 | 40 | 62 | 7 31", 63, ox=15, up="slide stop")
    assert OX == turn.table.queue[0].seat
    turn.use(0, UseSlide(7, 0))
    assert "14 | 40 | 62 | 31" == turn.rows
    assert [("TEAM", (2, 5, 7, 9, 12), 6)] == turn.takes
    assert (2, 5, 7, 9, 12) == turn.table.piles[TEAM_PILE]
    assert () == turn.table.piles[OX_PILE]


@pytest.mark.rule("CO-14", "Q-SU11")
def test_a_card_that_slides_to_the_end_of_a_full_row_stays_there_alone() -> None:
    turn = Turn("2 5 9 12 14 | 40 | 62 | 30 31", 63, ox=15, up="slide stop")
    turn.use(0, UseSlide(30, 0))
    assert "30 | 40 | 62 | 31" == turn.rows
    assert [("TEAM", (2, 5, 9, 12, 14), 6)] == turn.takes


@pytest.mark.rule("CO-14", "Q-CO7")
def test_co_e12_the_next_card_fills_the_emptied_row() -> None:
    turn = Turn("2 5 9 12 | 40 | 62 | 7", 63, ox=15, up="slide")
    turn.use(0, UseSlide(7, 0))
    turn.finish()
    assert "2 5 7 9 12 | 40 | 62 63 | 15" == turn.rows
    assert [] == turn.takes
    assert CardPlaced(OX, 15, 3, Reason("empty_row")) in turn.events


@pytest.mark.rule("Q-CO7", "Q-X10")
def test_whatever_card_is_placed_next_starts_the_emptied_row_also_a_replaced_one() -> None:
    turn = Turn("2 5 9 12 | 40 | 62 | 7", 20, ox=25, up="slide replace", hands=(104,))
    turn.use(0, UseSlide(7, 1))
    turn.use(0, ReplaceCard(20))
    turn.place_instead(0, 104)
    assert "2 5 9 12 25 | 7 40 | 62 | 104" == turn.rows
