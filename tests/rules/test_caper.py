"""Caper: a card without a number that fills a place and jumps from row to row (CA, Q-CA)."""

from random import Random

import pytest

import nimmt
from nimmt import rows
from nimmt.events import MarkMoved
from tests.tables import Caper, all_cards, mark_moves, table_of, takes, turn, walk

CAPER = Caper(4)


@pytest.mark.rule("CA-1")
@pytest.mark.parametrize("seed", range(10))
def test_ca1_caper_starts_beside_the_lowest_card(seed: int) -> None:
    state = nimmt.game("caper", players=4).start(seed)
    lowest = min(table_of(state).rows, key=lambda row: row.end)
    assert ("caper",) == lowest.marks
    assert 1 == sum(len(row.marks) for row in table_of(state).rows)
    moved = next(event for event in state.last if isinstance(event, MarkMoved))
    assert (None, "lowest_start_card", (lowest.end,)) == (moved.source, moved.reason.code, moved.reason.numbers)


@pytest.mark.rule("CA-2")
def test_ca2_the_end_of_its_row_is_the_number_beside_it() -> None:
    assert 0 == CAPER.target(rows("5 10 caper | 20 | 50 | 60"), 15)
    assert 1 == CAPER.target(rows("5 10 caper | 20 | 50 | 60"), 21)
    assert CAPER.target(rows("5 10 caper | 20 | 50 | 60"), 9) is None


@pytest.mark.rule("CA-3", "Q-CA8", "F-3")
def test_ca3_four_numbers_and_caper_fill_a_row() -> None:
    assert [(0, (2, 5, 9, 13), 5)] == takes(turn(Caper, "2 5 9 13 caper | 78 | 104 | 53", 43))
    assert [] == takes(turn(Caper, "2 5 9 caper | 78 | 104 | 53", 43))
    assert [] == takes(turn(Caper, "2 5 9 13 | 78 | 104 caper | 53", 43))


@pytest.mark.rule("CA-4", "Q-CA1")
def test_ca4_the_card_stays_and_caper_jumps() -> None:
    table = turn(Caper, "5 10 caper | 20 25 | 50 | 60", 15)
    assert rows("5 10 15 | 20 25 caper | 50 | 60") == table.rows
    assert [(0, 1)] == mark_moves(table)


@pytest.mark.rule("CA-4")
def test_ca4_to_the_lowest_end_of_the_three_other_rows() -> None:
    assert rows("90 | 80 | 70 caper | 5 6") == turn(Caper, "90 | 80 | 70 | 5 caper", 6).rows
    assert rows("90 91 | 20 caper | 30 | 40") == turn(Caper, "90 caper | 20 | 30 | 40", 91).rows


@pytest.mark.rule("CA-4")
def test_ca4_caper_rests_while_no_card_joins_it() -> None:
    table = turn(Caper, "5 10 | 20 25 | 50 | 60 caper", 15, 51)
    assert rows("5 10 15 | 20 25 | 50 51 | 60 caper") == table.rows
    assert [] == mark_moves(table)


@pytest.mark.rule("CA-5", "CA-9", "Q-CA1", "Q-CA8")
def test_ca5_book_example_the_43_takes_four_cards_and_caper_goes_to_the_53() -> None:
    table = turn(Caper, "2 5 9 13 caper | 64 78 | 97 104 | 50 53", 43)
    assert rows("43 | 64 78 | 97 104 | 50 53 caper") == table.rows
    assert [(0, (2, 5, 9, 13), 5)] == takes(table)


@pytest.mark.rule("CA-6")
def test_ca6_a_low_card_that_takes_capers_row_makes_it_jump() -> None:
    table = turn(Caper, "2 5 9 13 caper | 64 78 | 97 104 | 50 53", 1, take=[0])
    assert rows("1 | 64 78 | 97 104 | 50 53 caper") == table.rows
    assert [(0, (2, 5, 9, 13), 5)] == takes(table)


@pytest.mark.rule("CA-6", "Q-CA6")
def test_ca6_when_another_row_is_taken_caper_stays() -> None:
    too_low = turn(Caper, "30 caper | 40 | 50 | 60", 3, take=[2])
    assert rows("30 caper | 40 | 3 | 60") == too_low.rows
    sixth = turn(Caper, "30 caper | 40 | 50 | 60 61 62 63 64", 65)
    assert rows("30 caper | 40 | 50 | 65") == sixth.rows


@pytest.mark.rule("CA-7", "Q-CA2", "Q-CA3", "Q-E8")
def test_ca7_landing_beside_five_numbers_takes_all_but_the_end_card() -> None:
    table = turn(Caper, "5 10 caper | 20 21 22 23 24 | 50 | 60", 15)
    assert [(0, (20, 21, 22, 23), 10)] == takes(table)
    assert rows("24") == table.rows[1:2]


@pytest.mark.rule("CA-7", "Q-CA2", "Q-E8")
def test_ca7_landing_beside_four_numbers_takes_nothing() -> None:
    table = turn(Caper, "5 10 caper | 20 21 22 23 | 50 | 60", 15)
    assert rows("5 10 15 | 20 21 22 23 caper | 50 | 60") == table.rows
    assert [] == takes(table)


@pytest.mark.rule("CA-7", "Q-CA5")
def test_ca7_then_it_jumps_again_even_back_to_where_it_came_from() -> None:
    table = turn(Caper, "5 10 caper | 20 21 22 23 24 | 50 | 60", 15)
    assert rows("5 10 15 caper | 24 | 50 | 60") == table.rows
    assert [(0, 1), (1, 0)] == mark_moves(table)


@pytest.mark.rule("CA-7", "CA-5")
def test_ca7_after_a_full_row_of_its_own_too() -> None:
    table = turn(Caper, "80 81 82 83 caper | 20 21 22 23 24 | 50 | 60", 85)
    assert rows("85 | 24 | 50 caper | 60") == table.rows
    assert [(0, (80, 81, 82, 83), 6), (0, (20, 21, 22, 23), 10)] == takes(table)


@pytest.mark.rule("CA-8", "Q-CA4")
def test_ca8_one_card_may_cost_several_rows() -> None:
    table = turn(Caper, "80 caper | 20 21 22 23 24 | 30 31 32 33 34 | 60", 61, 85)
    assert rows("80 85 | 24 caper | 34 | 60 61") == table.rows
    assert [(1, (20, 21, 22, 23), 10), (1, (30, 31, 32, 33), 10)] == takes(table)
    assert [(0, 1), (1, 2), (2, 1)] == mark_moves(table)


@pytest.mark.rule("Q-CA4")
def test_qca4_whoever_made_caper_jump_takes_not_the_next_player() -> None:
    table = turn(Caper, "5 10 caper | 20 21 22 23 24 | 50 | 60", 51, 15, 61)
    assert ((), (20, 21, 22, 23), ()) == table.piles


@pytest.mark.rule("CA-9", "CA-8", "CA-3")
def test_ca9_caper_is_never_taken_and_every_card_stays_in_the_game() -> None:
    for seed in range(3):
        for _, _, _, state in walk(nimmt.game("caper", players=6, max_rounds=2).start(seed), Random(seed)):
            table = table_of(state)
            (where,) = (row for row in table.rows if row.marks)
            assert ("caper",) == where.marks
            assert len(where.cards) < 5
            if not table.queue:
                assert list(range(1, 105)) == all_cards(table)
