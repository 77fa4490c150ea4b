"""What the players of the master's playouts choose."""

from random import Random
from typing import Any

import numpy as np
import pytest

from nimmt.fast.chance import new_stream
from nimmt.fast.jit import kernel
from nimmt.fast.special_players import choose_card
from nimmt.kernels.special_layout import ALONE, PLAIN
from nimmt.kernels.special_tables import open_record
from tests import ox
from tests.fast.arrays import as_array


@kernel
def chosen(start: Any, hand: Any, stream: Any) -> Any:
    return hand[choose_card(start[0], hand, stream)]


def choice(habits: tuple[int, ...], rows: str, *hand: int) -> int:
    """The card that somebody with these habits plays where nothing is left to chance."""
    start = open_record(ox.table_of(ox.Turn(rows, 1, ox=2).state), False)
    start["habits"] = (0, *habits[1:])
    return int(chosen(as_array(start), np.array(hand, np.int16), new_stream(Random(1))))


@pytest.mark.parametrize("habits", [PLAIN, ALONE])
def test_nobody_takes_a_row_without_need(habits: tuple[int, ...]) -> None:
    assert 63 == choice(habits, "10 11 22 33 44 | 60 | 70 | 90", 45, 63)
    assert 63 == choice(habits, "20 | 60 | 70 | 90", 12, 63)


def test_cards_are_put_close_to_others() -> None:
    assert 71 == choice(PLAIN, "20 | 60 | 70 | 90", 63, 71, 98)


def test_alone_a_row_is_made_full_for_the_ox_but_not_for_the_own_cards() -> None:
    rows = "10 11 22 33 | 61 | 70 | 90"
    assert 63 == choice(PLAIN, rows, 38, 63)
    assert 38 == choice(ALONE, rows, 38, 63)
    assert 63 == choice(ALONE, rows, 38, 63, 42, 44, 47, 55)


def test_whoever_is_alone_counts_what_was_not_seen_yet() -> None:
    table = ox.table_of(ox.Turn("20 | 60 | 70 | 90", 1, ox=2).state)
    unseen = open_record(table, False)["unseen"]
    assert len(table.ox) + len(table.aside) == unseen[104]
    assert unseen[19] == unseen[20] == unseen[21] - 1


def test_whims_are_drawn_from_the_whole_hand() -> None:
    start = open_record(ox.table_of(ox.Turn("20 | 60 | 70 | 90", 1, ox=2).state), False)
    start["habits"] = (100, *PLAIN[1:])
    hand, stream = np.array([12, 63, 71], np.int16), new_stream(Random(1))
    assert {12, 63, 71} == {int(chosen(as_array(start), hand, stream)) for _ in range(40)}
