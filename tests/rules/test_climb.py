"""Climb: one row runs downwards, and the marker climbs from row to row (CL, Q-CL)."""

from random import Random

import pytest

import nimmt
from nimmt import rows
from nimmt.events import CardPlaced, FoundNoRow, MarkMoved
from tests.tables import Climb, mark_moves, table_of, takes, turn, walk

CLIMB = Climb(4)


@pytest.mark.rule("CL-1")
@pytest.mark.parametrize("seed", range(5))
def test_cl1_the_marker_starts_at_the_bottom_row_with_arrows_up(seed: int) -> None:
    state = nimmt.game("climb", players=4).start(seed)
    assert [(), (), (), ("up",)] == [row.marks for row in table_of(state).rows]
    moved = next(event for event in state.last if isinstance(event, MarkMoved))
    assert ("up", None, 3, "starts_here") == (moved.mark, moved.source, moved.row, moved.reason.code)


@pytest.mark.rule("CL-1")
def test_cl1_again_in_every_round() -> None:
    state = nimmt.game("climb", players=4, max_rounds=3).start(2)
    starts = [after for before, _, _, after in walk(state, Random(2)) if before._position.round < after._position.round]
    assert [[(), (), (), ("up",)]] * 2 == [[row.marks for row in table_of(start).rows] for start in starts]


@pytest.mark.rule("CL-2")
def test_cl2_the_marked_row_takes_only_lower_cards() -> None:
    marked, other = rows("26 up | 26")
    assert 5 == CLIMB.gap(marked, 21)
    assert CLIMB.gap(marked, 26) is None
    assert CLIMB.gap(marked, 30) is None
    assert 4 == CLIMB.gap(other, 30)
    assert CLIMB.gap(other, 21) is None


@pytest.mark.rule("CL-2")
@pytest.mark.parametrize("arrow", ["up", "down"])
def test_cl2_whatever_way_the_arrows_point(arrow: str) -> None:
    assert 2 == CLIMB.target(rows(f"40 | 50 | 26 {arrow} | 60"), 21)


@pytest.mark.rule("CL-3")
def test_cl3_the_smallest_difference_decides_upwards_and_downwards() -> None:
    assert 1 == CLIMB.target(rows("47 | 12 | 60 | 26 up"), 18)
    assert 3 == CLIMB.target(rows("47 | 12 | 60 | 26 up"), 21)


@pytest.mark.rule("CL-3", "CL-5", "CL-7")
def test_cl3_book_example_the_21_is_nearer_to_the_26() -> None:
    table = turn(Climb, "40 47 | 3 12 | 60 | 88 70 54 41 26 up", 21)
    assert rows("40 47 | 3 12 | 60 up | 21") == table.rows
    assert [(0, (88, 70, 54, 41, 26), 11)] == takes(table)


@pytest.mark.rule("CL-4", "Q-CL3")
@pytest.mark.parametrize("position", ["20 | 60 | 80 | 30 up", "30 down | 60 | 80 | 20"])
def test_cl4_equally_near_the_marked_row_wins(position: str) -> None:
    table = turn(Climb, position, 25)
    placed = next(event for event in table.told if isinstance(event, CardPlaced))
    assert ("marked_row_wins_tie", (30, 5)) == (placed.reason.code, placed.reason.numbers)
    assert rows(position.replace("30", "30 25")) == table.rows


@pytest.mark.rule("CL-5", "F-3")
def test_cl5_the_marker_is_no_card_and_the_sixth_card_takes() -> None:
    assert [] == takes(turn(Climb, "40 | 50 | 60 | 30 28 26 24 up", 22))
    assert [(0, (30, 28, 26, 24, 22), 11)] == takes(turn(Climb, "40 | 50 | 60 | 30 28 26 24 22 up", 21))
    assert [(0, (41, 42, 43, 44, 45), 10)] == takes(turn(Climb, "41 42 43 44 45 | 50 | 60 | 30 up", 46))


@pytest.mark.rule("CL-6", "Q-CL1")
def test_cl6_between_the_descending_end_and_all_others_it_fits_nowhere() -> None:
    assert CLIMB.target(rows("50 | 60 | 70 | 10 up"), 30) is None
    table = turn(Climb, "50 | 60 | 70 | 10 up", 30, take=[0])
    assert rows("30 | 60 | 70 up | 10") == table.rows
    found = next(event for event in table.told if isinstance(event, FoundNoRow))
    assert "fits_no_row" == found.reason.code


@pytest.mark.rule("Q-CL1")
def test_qcl1_the_descending_row_may_be_chosen_too() -> None:
    table = turn(Climb, "50 | 60 | 70 | 10 up", 30, take=[3])
    assert rows("50 | 60 | 70 up | 30") == table.rows
    assert [(0, (10,), 3)] == takes(table)


@pytest.mark.rule("CL-7", "Q-CL5")
def test_cl7_every_taking_of_any_row_moves_the_marker_by_one() -> None:
    sixth = turn(Climb, "41 42 43 44 45 | 50 | 60 | 30 up", 46)
    assert rows("46 | 50 | 60 up | 30") == sixth.rows
    fits_nowhere = turn(Climb, "70 | 20 up | 80 | 90", 30, take=[3])
    assert rows("70 down | 20 | 80 | 30") == fits_nowhere.rows


@pytest.mark.rule("CL-7")
def test_cl7_it_rests_while_nobody_takes() -> None:
    table = turn(Climb, "41 42 | 50 | 60 | 30 up", 43, 51, 25)
    assert rows("41 42 43 | 50 51 | 60 | 30 25 up") == table.rows
    assert [] == mark_moves(table)


@pytest.mark.rule("CL-8", "Q-CL4")
def test_cl8_row_after_row_turning_round_at_the_first_and_the_last() -> None:
    row, arrow, path = 3, "up", []
    for _ in range(7):
        cells = [f"10 {arrow}" if number == row else str(50 + number) for number in range(4)]
        table = turn(Climb, " | ".join(cells), 20, take=[row])
        (moved,) = (event for event in table.told if isinstance(event, MarkMoved))
        row, arrow = moved.row, moved.mark
        path.append((row + 1, arrow))
    assert [(3, "up"), (2, "up"), (1, "down"), (2, "down"), (3, "down"), (4, "up"), (3, "up")] == path


@pytest.mark.rule("CL-8")
def test_cl8_at_the_edges_the_arrows_always_point_inwards() -> None:
    seen = set()
    for _, _, _, state in walk(nimmt.game("climb", players=6, max_rounds=3).start(8), Random(8)):
        marks = [row.marks for row in table_of(state).rows]
        assert 1 == sum(map(len, marks))
        assert marks[0] in ((), ("down",))
        assert marks[3] in ((), ("up",))
        seen.add(tuple(marks))
    assert 6 == len(seen)


@pytest.mark.rule("CL-9", "Q-CL6")
def test_cl9_a_row_that_the_marker_leaves_ascends_from_its_present_end() -> None:
    table = turn(Climb, "1 2 3 4 5 | 90 | 95 | 30 20 up", 6, 24)
    assert rows("6 | 90 | 95 up | 30 20 24") == table.rows


@pytest.mark.rule("CL-9", "Q-CL6")
def test_cl9_a_row_that_the_marker_enters_descends_from_its_present_end() -> None:
    table = turn(Climb, "1 2 3 4 5 | 90 | 91 95 | 30 20 up", 6, 94)
    assert rows("6 | 90 | 91 95 94 up | 30 20") == table.rows


@pytest.mark.rule("Q-CL2")
def test_qcl2_a_low_card_is_saved_by_the_descending_row() -> None:
    table = turn(Climb, "50 | 60 | 70 | 10 up", 5)
    assert rows("50 | 60 | 70 | 10 5 up") == table.rows
    assert [] == takes(table)


@pytest.mark.rule("CL-2", "CL-6")
def test_cl2_the_lower_card_comes_first_and_shuts_the_descending_row_for_the_other() -> None:
    table = turn(Climb, "50 | 60 | 70 | 40 up", 35, 20, take=[0])
    assert rows("35 | 60 | 70 up | 40 20") == table.rows
    assert [(0, (50,), 3)] == takes(table)
