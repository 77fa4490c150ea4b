"""Positions as text: what is written is read back, and what cannot be is refused."""

from typing import Any

import pytest

import nimmt
from nimmt import Malformed, State
from tests.properties.invariants import table_of

POSITIONS = [
    ("base", "12 14 | 37 | 43 | 58 // 3 9 / 21 26"),
    ("base", "12 14 | 37 | 43 | 58 // 3 9 / 21 26 // 100 / 11 22"),
    ("even_odd", "12 even | 37 | 43 44 | 58 // 3 / 21 // 7 / "),
    ("climb", "12 | 37 down | 43 44 | 58 // 3 / 21"),
    ("caper", "12 | 37 | 43 44 caper | 58 // 3 / 21"),
    ("reversed_digits", "12 | 37 | 43 44 | 58 // 3 8 reversed_digits / 21 23"),
]


def read(key: str, text: str) -> State:
    game = nimmt.game(key, players=2)
    rules: Any = game.rules
    return game.state(nimmt.read_position(rules, text))


@pytest.mark.parametrize(("key", "text"), POSITIONS)
def test_a_position_is_written_as_it_was_read(key: str, text: str) -> None:
    state = read(key, text)
    assert text == nimmt.write_position(table_of(state))
    assert (0, 1) == state.to_act
    assert 10 - len(table_of(state).hands[0]) + 1 == table_of(state).turn


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12 | 37 | 43 | 58",
        "12 | 37 | 43 | 58 // 3 / 4 / 5",
        "12 | 37 | 43 | 58 // 3",
        "12 | 37 | 43 | 58 // 3 9 / 21",
        "12 | 37 | 43 // 3 / 21",
        "12 | 37 | 43 |  // 3 / 21",
        "12 | 37 | 43 | 58 // 3 / 3",
        "12 | 37 | 43 | 58 // 3 / 12",
        "12 | 37 | 43 | 58 // 3 / 105",
        "12 | 37 | 43 | 58 // 3 / -4",
        "12 | 37 | 43 | 58 // 3 / 2.5",
        "12 | 37 | 43 | x // 3 / 4",
        "12 | 37 | 43 | 58 // 3 / 4 // 5",
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(Malformed) as error:
        read("base", text)
    assert "bad_text" == error.value.code


def test_bullenparty_is_set_up_in_its_own_way() -> None:
    with pytest.raises(Malformed) as error:
        read("bullenparty", "12 | 37 | 43 | 58 // 3 / 4")
    assert "bad_text" == error.value.code
    assert "nimmt.games.bullenparty.set_up" in error.value.sentence
