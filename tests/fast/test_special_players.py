"""What the players of the master's playouts choose."""

from random import Random
from typing import Any

import numpy as np
import pytest

from nimmt.fast.chance import new_stream
from nimmt.fast.jit import kernel
from nimmt.fast.special_choices import open_record
from nimmt.fast.special_players import ALONE, PLAIN, WHIM, choose_card
from tests import ox


@kernel
def chosen(start: Any, hand: Any, stream: Any) -> Any:
    return hand[choose_card(start[0], hand, stream)]


def choice(habits: tuple[int, ...], rows: str, *hand: int) -> int:
    """The card that somebody with these habits plays where nothing is left to chance."""
    start = open_record(ox.table_of(ox.Turn(rows, 1, ox=2).state), False)
    start[0]["habits"] = habits
    start[0]["habits"][WHIM] = 0
    return int(chosen(start, np.array(hand, np.int16), new_stream(Random(1))))


@pytest.mark.parametrize("habits", [PLAIN, ALONE])
def test_nobody_takes_a_row_without_need(habits: tuple[int, ...]) -> None:
    assert 63 == choice(habits, "10 11 22 33 44 | 60 | 70 | 90", 45, 63)
    assert 63 == choice(habits, "20 | 60 | 70 | 90", 12, 63)


def test_cards_are_put_close_to_others() -> None:
    assert 71 == choice(PLAIN, "20 | 60 | 70 | 90", 63, 71, 98)


def test_alone_a_row_is_made_full_from_afar_and_the_lowest_card_is_given_away_first() -> None:
    rows = "10 11 22 33 | 60 | 70 | 90"
    assert 61 == choice(PLAIN, rows, 58, 61)
    assert 58 == choice(ALONE, rows, 58, 61)
    assert 3 == choice(ALONE, "20 | 60 | 70 | 90", 7, 3, 5)


def test_whims_are_drawn_from_the_whole_hand() -> None:
    start = open_record(ox.table_of(ox.Turn("20 | 60 | 70 | 90", 1, ox=2).state), False)
    start[0]["habits"] = (100, *PLAIN[1:])
    hand, stream = np.array([12, 63, 71], np.int16), new_stream(Random(1))
    assert {12, 63, 71} == {int(chosen(start, hand, stream)) for _ in range(40)}
