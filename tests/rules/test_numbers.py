"""B-1, B-3, B-8 as data: other hands, rows and decks than those of the book, for research and house rules."""

from itertools import chain
from random import Random
from typing import Any

import pytest

import nimmt
from nimmt import BadSetup, PlayCard, from_json, replay, to_json
from nimmt.events import MarkMoved, RowTaken
from nimmt.games.base import Base
from nimmt.render import svg
from tests.tables import Caper, some_numbers, table_of, turn, view_of, walk

ROW_GAMES = ("base", "pro", "even_odd", "climb", "caper", "reversed_digits")
NUMBERS = {"hand_size": 10, "rows": 4, "capacity": 5, "deck": 104}


@pytest.mark.rule("B-3")
@pytest.mark.parametrize("key", ROW_GAMES)
def test_b3_hands_and_rows_have_the_sizes_agreed_on(key: str) -> None:
    state = nimmt.game(key, players=3, hand_size=7, rows=5, deck=30, draft=False, known_deck=False).start(1)
    table = table_of(state)
    assert [7, 7, 7] == [len(hand) for hand in table.hands]
    assert [1] * 5 == [len(row.cards) for row in table.rows]
    ends = [row.end for row in table.rows]
    assert list(range(1, 31)) == sorted([*chain(*table.hands), *table.aside, *ends])


@pytest.mark.rule("B-8")
def test_b8_one_card_more_than_a_row_holds_takes_it() -> None:
    table = turn(Base, "12 14 | 37 | 43 | 58", 20, 60, capacity=2)
    assert (20,) == table.rows[0].cards
    (taken,) = [event for event in table.told if isinstance(event, RowTaken)]
    assert ((12, 14), "full_row") == (taken.cards, taken.reason.code)
    table = turn(Base, "12 14 15 21 26 | 37 | 43 | 58", 30, 60, capacity=6)
    assert (12, 14, 15, 21, 26, 30) == table.rows[0].cards


@pytest.mark.rule("CA-3")
def test_ca3_caper_fills_a_place_of_any_row() -> None:
    assert (13,) == turn(Caper, "12 caper | 37 | 43 | 58", 13, 60, capacity=2).rows[0].cards
    assert (12, 13) == turn(Caper, "12 caper | 37 | 43 | 58", 13, 60, capacity=3).rows[0].cards


@pytest.mark.rule("CL-1")
@pytest.mark.parametrize("rows", range(2, 9))
def test_cl1_the_marker_starts_at_the_last_row(rows: int) -> None:
    shown = table_of(nimmt.game("climb", players=2, rows=rows).start(1)).rows
    assert [()] * (rows - 1) + [("up",)] == [row.marks for row in shown]


@pytest.mark.rule("CL-8")
def test_cl8_between_two_rows_the_marker_turns_round_every_time() -> None:
    game = nimmt.game("climb", players=4, rows=2, capacity=2, max_rounds=1)
    events = [event for _, _, _, state in walk(game.start(1), Random(1)) for event in state.last]
    moved = [(event.mark, event.row) for event in events if isinstance(event, MarkMoved) and event.source is not None]
    assert [("down", 0), ("up", 1)] * (len(moved) // 2) == moved[: len(moved) // 2 * 2]
    assert len(moved) > 5


@pytest.mark.rule("P-2")
@pytest.mark.parametrize(("players", "hand_size", "rows"), [(2, 3, 2), (5, 12, 7), (10, 9, 8)])
def test_p2_the_known_deck_has_the_cards_that_are_dealt(players: int, hand_size: int, rows: int) -> None:
    game = nimmt.game("pro", players=players, hand_size=hand_size, rows=rows, max_rounds=1)
    assert tuple(range(1, hand_size * players + rows + 1)) == table_of(game.start(1)).pool
    *_, (_, _, _, state) = walk(game.start(1), Random(1))
    assert state.outcome is not None


@pytest.mark.rule("B-3")
@pytest.mark.parametrize(
    ("players", "options", "needed", "deck"),
    [
        (10, {"rows": 7}, 107, 104),
        (10, {"hand_size": 11}, 114, 104),
        (2, {"deck": 23}, 24, 23),
        (8, {"hand_size": 20, "known_deck": True}, 164, 104),
    ],
)
def test_b3_what_cannot_be_dealt_is_refused(players: int, options: dict[str, Any], needed: int, deck: int) -> None:
    with pytest.raises(BadSetup, match=f"need {needed} cards, but the deck has {deck}") as refused:
        nimmt.game("base", players=players, **options)
    assert ("too_few_cards", "B-3") == (refused.value.code, refused.value.rule)
    with pytest.raises(BadSetup):
        nimmt.game("base", players=players, fan_cards=("climb", "caper"), **options)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *[(name, value) for name in NUMBERS for value in (0, 1000, -3, "5", None, 4.5, True)],
        ("rows", 1), ("rows", 9), ("capacity", 1), ("capacity", 9), ("hand_size", 21), ("deck", 105),
    ],
)  # fmt: skip
def test_impossible_numbers_are_refused_by_name(option: str, value: Any) -> None:
    with pytest.raises(BadSetup, match=rf"\$\.{option}") as refused:
        nimmt.game("base", players=2, **{option: value})
    assert "bad_option" == refused.value.code


@pytest.mark.parametrize("key", ["surprise", "versus_ox", "bullenparty"])
@pytest.mark.parametrize("option", NUMBERS)
def test_other_games_have_their_own_numbers(key: str, option: str) -> None:
    with pytest.raises(BadSetup, match=f"no option '{option}'") as refused:
        nimmt.game(key, players=2, **{option: NUMBERS[option]})
    assert "unknown_option" == refused.value.code


@pytest.mark.parametrize("key", ROW_GAMES)
def test_a_setup_names_its_numbers_also_those_of_the_book(key: str) -> None:
    assert nimmt.game(key, players=3, **NUMBERS).setup == nimmt.game(key, players=3).setup
    options = nimmt.game(key, players=3, rows=6).setup.options
    assert {**NUMBERS, "rows": 6} == {name: value for name, value in options.items() if name in NUMBERS}


@pytest.mark.parametrize("key", ROW_GAMES)
def test_records_texts_and_pictures_of_other_numbers(key: str) -> None:
    rng = Random(key)
    for deal in range(5):
        game = nimmt.game(key, players=2 + deal, max_rounds=1, **some_numbers(rng, 2 + deal))
        recorder = nimmt.Recorder(game, nimmt.SeededDealer.of(deal))
        while recorder.state.outcome is None:
            state = recorder.state
            if state.phase == "card" and not any(table_of(state).choices):
                assert state.text == game.read(state.text).text
                assert svg(view_of(state, 0)).startswith("<svg")
            seat = state.to_act[0]
            recorder.step(seat, rng.choice(state.legal(seat)))
        record = from_json(nimmt.Record, to_json(recorder.record()))
        *_, last = replay(record)
        assert recorder.state.outcome == last.state.outcome


def test_a_hand_of_one_card() -> None:
    state = nimmt.game("base", players=2, hand_size=1, rows=2, deck=4, max_rounds=1).start(1)
    for seat in (0, 1):
        state, _ = state.step(seat, PlayCard(table_of(state).hands[seat][0]))
    while state.to_act:
        state, _ = state.step(state.to_act[0], state.legal(state.to_act[0])[0])
    assert state.outcome is not None
