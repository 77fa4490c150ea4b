"""Even/Odd: one row takes only even or only odd cards (EO, Q-EO)."""

from random import Random

import pytest

import nimmt
from nimmt import rows
from nimmt.events import FoundNoRow, MarkMoved
from tests.tables import EvenOdd, mark_moves, table_of, takes, turn, walk

EVEN_ODD = EvenOdd(4)


@pytest.mark.rule("EO-1")
@pytest.mark.parametrize("seed", range(10))
def test_eo1_the_marker_starts_at_the_lowest_card_and_shows_its_parity(seed: int) -> None:
    state = nimmt.game("even_odd", players=4).start(seed)
    lowest = min(table_of(state).rows, key=lambda row: row.end)
    assert ("odd" if lowest.end % 2 else "even",) == lowest.marks
    assert 1 == sum(len(row.marks) for row in table_of(state).rows)
    moved = next(event for event in state.last if isinstance(event, MarkMoved))
    assert (None, "lowest_start_card", (lowest.end,)) == (moved.source, moved.reason.code, moved.reason.numbers)


@pytest.mark.rule("EO-1")
def test_eo1_again_in_every_round() -> None:
    state = nimmt.game("even_odd", players=2, max_rounds=3).start(1)
    starts = [after for before, _, _, after in walk(state, Random(1)) if before._position.round < after._position.round]
    assert 2 == len(starts)
    for start in starts:
        (marked,) = (row for row in table_of(start).rows if row.marks)
        assert marked.end == min(row.end for row in table_of(start).rows)


@pytest.mark.rule("EO-2")
def test_eo2_only_cards_of_the_shown_parity_enter_the_marked_row() -> None:
    assert 3 == EVEN_ODD.target(rows("31 | 52 | 92 | 85 odd"), 87)
    assert 1 == EVEN_ODD.target(rows("31 | 52 | 92 | 85 odd"), 86)
    assert 3 == EVEN_ODD.target(rows("31 | 52 | 92 | 84 even"), 86)
    assert 1 == EVEN_ODD.target(rows("31 | 52 | 92 | 84 even"), 87)


@pytest.mark.rule("EO-2")
def test_eo2_the_other_rows_take_any_card() -> None:
    assert 0 == EVEN_ODD.target(rows("31 | 52 | 92 | 85 odd"), 32)
    assert 0 == EVEN_ODD.target(rows("31 | 52 | 92 | 85 odd"), 33)


@pytest.mark.rule("EO-3", "EO-4", "EO-5", "EO-6")
def test_eo3_book_example_the_90_goes_to_the_next_best_row() -> None:
    table = turn(EvenOdd, "8 31 | 7 19 33 46 52 | 61 92 | 71 85 odd", 90)
    assert rows("8 31 odd | 90 | 61 92 | 71 85") == table.rows
    assert [(0, (7, 19, 33, 46, 52), 9)] == takes(table)


@pytest.mark.rule("EO-4")
def test_eo4_the_marker_rests_while_nobody_takes() -> None:
    table = turn(EvenOdd, "31 | 52 | 92 | 85 odd", 33, 53, 87, 93)
    assert rows("31 33 | 52 53 | 92 93 | 85 87 odd") == table.rows
    assert [] == mark_moves(table)


@pytest.mark.rule("EO-4")
def test_eo4_first_the_card_starts_the_row_then_the_marker_moves() -> None:
    table = turn(EvenOdd, "50 | 60 | 70 | 85 odd", 4, take=[1])
    assert rows("50 | 4 even | 70 | 85") == table.rows


@pytest.mark.rule("EO-5")
def test_eo5_to_the_lowest_end_of_the_three_other_rows() -> None:
    table = turn(EvenOdd, "40 | 10 12 14 16 18 | 70 | 21 odd", 19)
    assert rows("40 | 19 odd | 70 | 21") == table.rows
    table = turn(EvenOdd, "40 | 60 61 62 63 64 | 70 | 31 odd", 66)
    assert rows("40 even | 66 | 70 | 31") == table.rows


@pytest.mark.rule("EO-6")
def test_eo6_the_face_shows_the_parity_of_the_new_rows_end() -> None:
    assert rows("8 30 even | 90 | 61 92 | 71 85") == turn(EvenOdd, "8 30 | 7 19 33 46 52 | 61 92 | 71 85 odd", 90).rows


@pytest.mark.rule("EO-6", "EO-2")
def test_eo6_the_face_always_fits_the_end_of_its_row() -> None:
    for seed in range(3):
        for _, _, _, state in walk(nimmt.game("even_odd", players=6, max_rounds=2).start(seed), Random(seed)):
            (marked,) = (row for row in table_of(state).rows if row.marks)
            assert ("odd" if marked.end % 2 else "even",) == marked.marks


@pytest.mark.rule("EO-7", "F-3")
def test_eo7_the_marker_is_no_card_of_the_row() -> None:
    assert [] == takes(turn(EvenOdd, "31 | 52 | 92 | 71 73 75 85 odd", 87))
    assert [(0, (71, 73, 75, 85, 87), 7)] == takes(turn(EvenOdd, "31 | 52 | 92 | 71 73 75 85 87 odd", 89))


@pytest.mark.rule("Q-EO1", "EO-3")
def test_qeo1_a_card_kept_out_by_parity_takes_a_row_of_choice() -> None:
    table = turn(EvenOdd, "95 | 92 | 99 | 71 85 odd", 90, take=[1])
    assert rows("95 | 90 even | 99 | 71 85") == table.rows
    assert [(0, (92,), 1)] == takes(table)
    found = next(event for event in table.told if isinstance(event, FoundNoRow))
    assert "fits_no_row" == found.reason.code


@pytest.mark.rule("Q-EO2")
def test_qeo2_the_marked_row_may_be_taken_and_the_marker_leaves_it() -> None:
    table = turn(EvenOdd, "95 | 92 | 99 | 71 85 odd", 90, take=[3])
    assert rows("95 | 92 even | 99 | 90") == table.rows
    assert [(0, (71, 85), 3)] == takes(table)


@pytest.mark.rule("Q-EO3")
def test_qeo3_a_low_card_that_takes_moves_the_marker_too() -> None:
    table = turn(EvenOdd, "51 odd | 60 | 70 | 85", 3, take=[2])
    assert rows("51 | 60 | 3 odd | 85") == table.rows


@pytest.mark.rule("Q-EO4")
def test_qeo4_from_the_lowest_end_it_must_move_all_the_same() -> None:
    table = turn(EvenOdd, "11 odd | 40 | 60 61 62 63 64 | 85", 66)
    assert rows("11 | 40 even | 66 | 85") == table.rows


@pytest.mark.rule("Q-EO5")
def test_qeo5_it_moves_after_each_take_before_the_next_card() -> None:
    table = turn(EvenOdd, "40 | 50 | 60 | 85 odd", 7, 8, 9, take=[0, 1])
    assert rows("7 9 | 8 even | 60 | 85") == table.rows
    assert [(3, 0), (0, 1)] == mark_moves(table)
