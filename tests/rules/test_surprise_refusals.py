"""What Surprise refuses, and by which rule."""

from typing import Any

import pytest

from nimmt import Action, IllegalAction, PlayCard, TakeRow
from nimmt.games.surprise.actions import ExchangeSpecial, TurnPositive, UseFifthRow, UseNegativePositive
from nimmt.games.versus_ox.actions import ReplaceCard, UseFirst
from nimmt.specials.actions import Pass, UseInsert, UseReplace, UseSeven, UseSlide, UseStop
from tests.surprise import Turn

EVERYTHING = "seven stop insert replace slide fifth_row negative_positive"


def refused(code: str, rule: str, turn: Turn, action: Action) -> None:
    """The refusal says this, the action is not offered, and trying it changes nothing."""
    before = turn.state
    assert (code, rule) == turn.refusal(action)
    assert action not in turn.legal()
    with pytest.raises(IllegalAction) as error:
        turn.act(action)
    assert (code, rule) == (error.value.code, error.value.rule)
    assert before is turn.state


@pytest.mark.rule("SU-4")
@pytest.mark.parametrize(
    "use",
    [
        UseSeven(3),
        UseStop(0),
        UseInsert(3),
        UseReplace(50),
        UseSlide(10, 1),
        UseFifthRow(),
        UseNegativePositive(),
    ],
)
def test_a_special_that_is_not_in_hand(use: Any) -> None:
    others = " ".join(word for word in EVERYTHING.split() if word != use.special)
    turn = Turn("10 | 20 | 30 | 40", f"41 50 {others}", f"99 98 {use.special}")
    refused("not_in_hand", "SU-4", turn, use)


@pytest.mark.rule("SU-4")
@pytest.mark.parametrize("action", [UseFirst(41), ReplaceCard(41), PlayCard(50), TakeRow(0), TurnPositive(10)])
def test_an_answer_to_another_question(action: Action) -> None:
    turn = Turn("10 | 20 | 30 | 40", f"41 50 {EVERYTHING}", "99 98")
    refused("wrong_action", "SU-4", turn, action)


@pytest.mark.rule("Q-SU29")
def test_a_special_at_the_placement_of_somebody_else() -> None:
    turn = Turn("10 | 20 | 30 | 40", "41 stop", "50 stop")
    refusal = turn.state.refusal(1, UseStop(0))
    assert refusal is not None
    assert "not_your_turn" == refusal.code


@pytest.mark.rule("SU-6", "Q-SU28")
def test_a_5th_row_while_there_are_five() -> None:
    turn = Turn("10 | 20 | 30 | 40 | 60", "41 fifth_row", "99")
    refused("five_rows", "SU-6", turn, UseFifthRow())


@pytest.mark.rule("SU-6", "Q-SU28")
def test_a_second_5th_row_in_the_same_turn() -> None:
    turn = Turn("10 | 20 | 30 | 40", "41 fifth_row", "50 fifth_row")
    turn.act(UseFifthRow())
    refused("five_rows", "SU-6", turn, UseFifthRow())


@pytest.mark.rule("Q-SU6")
def test_7_takes_on_a_row_that_has_one() -> None:
    turn = Turn("10 | 20 | 30 | 40 seven", "41 seven", "99")
    refused("has_seven", "Q-SU6", turn, UseSeven(3))


@pytest.mark.rule("Q-SU6")
def test_7_takes_with_a_card_that_fits_nowhere() -> None:
    turn = Turn("10 | 20 | 30 | 40", "5 seven", "99")
    for row in range(4):
        refused("fits_no_row", "Q-SU6", turn, UseSeven(row))


@pytest.mark.rule("Q-SU6")
def test_7_takes_on_a_row_where_the_card_does_not_go() -> None:
    turn = Turn("10 | 20 | 30 | 40", "41 seven", "99")
    refused("not_own_row", "Q-SU6", turn, UseSeven(2))
    assert [UseSeven(3)] == turn.legal(UseSeven)


@pytest.mark.rule("SU-9", "Q-SU7", "Q-E6")
def test_insert_at_the_end_of_a_row() -> None:
    turn = Turn("10 | 20 | 30 | 40 42", "41 insert", "99")
    for row in range(3):
        refused("not_at_the_end", "SU-9", turn, UseInsert(row))
    assert [UseInsert(3)] == turn.legal(UseInsert)


@pytest.mark.rule("Q-SU7b", "SU-14")
def test_insert_into_a_locked_row() -> None:
    turn = Turn("10 | 20 | 30 | 40 42 stop", "41 insert", "99")
    refused("locked_row", "SU-15", turn, UseInsert(3))


@pytest.mark.rule("SU-11", "Q-SU13")
def test_replace_with_an_empty_hand() -> None:
    turn = Turn("10 | 20 | 30 | 40", "41 replace", "99", last=True)
    assert [Pass()] == turn.legal()
    refused("not_in_hand", "SU-11", turn, UseReplace(41))


@pytest.mark.rule("SU-11")
def test_replace_with_a_card_of_somebody_else() -> None:
    turn = Turn("10 | 20 | 30 | 40", "41 50 replace", "99 98")
    for card in (41, 98, 99, 60, 10):
        refused("not_in_hand", "SU-11", turn, UseReplace(card))


@pytest.mark.rule("Q-SU9", "SU-14")
def test_slide_out_of_a_locked_row_or_into_one() -> None:
    turn = Turn("10 11 | 20 21 stop | 30 | 40", "41 slide", "99")
    refused("locked_row", "SU-15", turn, UseSlide(20, 0))
    refused("locked_row", "SU-15", turn, UseSlide(10, 1))


@pytest.mark.rule("SU-12")
def test_slide_into_the_same_row_or_of_a_card_that_is_not_on_the_table() -> None:
    turn = Turn("10 11 | 20 21 | 30 | 40", "41 slide", "99")
    refused("same_row", "SU-12", turn, UseSlide(10, 0))
    for card in (41, 99, 50, 0):
        refused("not_on_table", "SU-12", turn, UseSlide(card, 0))


@pytest.mark.rule("Q-SU8")
def test_the_option_forbids_to_empty_a_row() -> None:
    turn = Turn("10 11 | 20 | 30 | 40", "41 slide", "99", slide_empty_row="forbid")
    refused("would_empty_row", "Q-SU8", turn, UseSlide(20, 0))
    assert {10, 11} == {use.card for use in turn.legal() if isinstance(use, UseSlide)}


@pytest.mark.rule("SU-15", "Q-SU16")
@pytest.mark.parametrize("rows", ["10 stop | 20 stop | 30 | 40", "10 stop | 20 | 30 stop | 40 | 50"])
def test_a_third_stop(rows: str) -> None:
    turn = Turn(rows, "41 stop", "99")
    refused("too_many_stops", "SU-15", turn, UseStop(3))
    assert [] == turn.legal(UseStop)


@pytest.mark.rule("SU-15", "Q-SU16")
def test_a_second_stop_at_the_same_row() -> None:
    turn = Turn("10 stop | 20 | 30 | 40", "41 stop", "99")
    refused("locked_row", "SU-15", turn, UseStop(0))


@pytest.mark.rule("SU-14", "Q-SU15")
def test_a_locked_row_cannot_be_taken() -> None:
    turn = Turn("10 stop | 20 | 30 | 40", "5", "99")
    assert [TakeRow(1), TakeRow(2), TakeRow(3)] == turn.legal()
    refused("locked_row", "SU-15", turn, TakeRow(0))


@pytest.mark.rule("SU-16", "Q-SU2")
@pytest.mark.parametrize("rows", ["10 | 20 | 30 | 40", "10 | 20 | 30 | 31 32 33 34 40 seven"])
def test_negative_positive_without_a_take(rows: str) -> None:
    turn = Turn(rows, "41 negative_positive", "99")
    refused("no_take", "SU-16", turn, UseNegativePositive())


@pytest.mark.rule("SU-16", "Q-SU21")
def test_a_positive_card_that_is_not_in_the_row_just_taken() -> None:
    turn = Turn("1 2 3 4 6 | 20 | 30 | 40 | 90", "7 negative_positive", "99", piles="15 /")
    turn.act(UseNegativePositive())
    assert (1, 2, 3, 4, 6, 7) == turn.table.piles[0][1:], "the 7 is taken too, for there are five rows"
    for card in (7, 15, 20):
        refused("not_taken", "SU-16", turn, TurnPositive(card))


@pytest.mark.rule("SU-17", "Q-SU23")
def test_an_exchange_of_a_special_that_is_not_in_hand() -> None:
    turn = Turn("1 2 3 4 6 | 20 | 30 | 40", "7 stop", "99 slide")
    turn.act(Pass())
    refused("not_in_hand", "SU-17", turn, ExchangeSpecial("slide"))
    refused("wrong_action", "SU-17", turn, UseStop(0))


@pytest.mark.rule("SU-4")
@pytest.mark.parametrize("use", [UseSeven, UseStop, UseInsert])
@pytest.mark.parametrize("row", [-1, 4, 5])
def test_a_row_that_does_not_exist(use: Any, row: int) -> None:
    turn = Turn("10 | 20 | 30 | 40", "41 seven stop insert slide", "99")
    assert "no_such_row" == (turn.refusal(use(row)) or ("",))[0]
    assert "no_such_row" == (turn.refusal(UseSlide(10, row)) or ("",))[0]


@pytest.mark.rule("Q-SU8", "Q-X7")
def test_an_empty_row_gets_the_own_card_and_nothing_else() -> None:
    """Only where several specials may be used can anything be tried between a Slide and the placement."""
    turn = Turn("10 | 20 | 30 31 | 40", f"41 50 slide {EVERYTHING}", "99 98", specials_per_placement="unlimited")
    turn.act(UseSlide(10, 1))
    assert "window" == turn.phase
    refused("empty_row", "Q-SU8", turn, UseStop(0))
    refused("empty_row", "Q-SU8", turn, UseInsert(0))
    refused("empty_row", "Q-SU8", turn, UseInsert(3))
    refused("empty_row", "Q-SU8", turn, UseFifthRow())
    refused("empty_row", "Q-SU8", turn, UseSlide(30, 0))
    refused("would_empty_row", "Q-SU8", turn, UseSlide(40, 2))
    refused("not_own_row", "Q-SU6", turn, UseSeven(3))
    refused("no_take", "SU-16", turn, UseNegativePositive())
    assert {UseSeven(0), UseStop(1), UseReplace(50), UseSlide(30, 3)} <= set(turn.legal())
    turn.act(UseSeven(0))
    assert "41 seven" == turn.rows.split(" | ")[0].replace(" 99", "")
