"""What the team of Versus the Ox may not do, and which rule says so."""

import pytest

from nimmt import Action, IllegalAction, PlayCard, TakeRow
from nimmt.games.surprise.actions import UseFifthRow
from nimmt.games.versus_ox.actions import (
    OrderCard,
    RemoveStop,
    ReplaceCard,
    UnorderCard,
    UseFirst,
    UseLast,
    UseOrder,
    UseSort,
    Vote,
)
from nimmt.specials.actions import Pass, UseInsert, UseReplace, UseSeven, UseSlide, UseStop
from nimmt.specials.events import CardSlid
from tests.ox import Turn

ROWS = "3 | 8 20 | 62 70 | 88"


def refused(turn: Turn, seat: int, action: Action) -> tuple[str, str]:
    """The refusal, which must be the same in `step`, leave no trace, and not be among the offers."""
    before = turn.state
    refusal = turn.refusal(seat, action)
    assert refusal is not None
    with pytest.raises(IllegalAction) as error:
        turn.state.step(seat, action)
    assert refusal == (error.value.code, error.value.rule)
    assert error.value.sentence.endswith(".")
    assert before == turn.state
    assert action not in turn.legal(seat)
    return refusal


# What lies face up


@pytest.mark.rule("CO-7")
@pytest.mark.parametrize(
    "use", [UseSeven(0), UseInsert(2), ReplaceCard(25), UseSlide(3, 1), UseFirst(25), UseLast(25), UseSort()]
)
def test_a_special_that_is_not_face_up(use: Action) -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="stop stop", stock="seven insert replace slide first last sort")
    assert ("not_face_up", "CO-7") == refused(turn, 0, use)


@pytest.mark.rule("CO-7")
def test_a_special_that_was_just_used() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="stop slide")
    turn.use(0, UseStop(0))
    assert ("not_face_up", "CO-7") == refused(turn, 0, UseStop(1))


@pytest.mark.rule("CO-3")
def test_specials_of_other_boxes_and_their_words_are_no_answer() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="replace", hands=(15, 16))
    assert ("wrong_action", "Q-X17") == refused(turn, 0, UseFifthRow())
    assert ("wrong_action", "Q-X17") == refused(turn, 0, UseReplace(15)), "the card is named after the agreement"
    assert ("wrong_action", "Q-X17") == refused(turn, 0, PlayCard(15))


# The Ox's card


@pytest.mark.rule("CO-9")
@pytest.mark.parametrize(("up", "use"), [("insert", UseInsert(2)), ("replace", ReplaceCard(30))])
def test_insert_and_replace_on_the_oxs_card(up: str, use: Action) -> None:
    turn = Turn(ROWS, 50, 60, ox=30, up=f"{up} stop", replace_anytime=False)
    assert ("ox_card", "CO-9") == refused(turn, 0, use)


@pytest.mark.rule("CO-9", "Q-CO5")
@pytest.mark.parametrize(("up", "use"), [("first", UseFirst(30)), ("last", UseLast(30))])
def test_first_and_last_on_the_oxs_card(up: str, use: Action) -> None:
    turn = Turn(ROWS, 50, 60, ox=30, up=up)
    assert ("ox_card", "CO-9") == refused(turn, 0, use)


# 7-takes and Stop


@pytest.mark.rule("Q-CO10")
def test_a_second_7_takes_at_a_row() -> None:
    turn = Turn("3 | 8 20 seven | 62 70 | 88", 50, ox=30, up="seven")
    assert ("has_seven", "Q-CO10") == refused(turn, 0, UseSeven(1))
    assert [UseSeven(0), UseSeven(2), UseSeven(3)] == turn.legal(0, UseSeven)


@pytest.mark.rule("Q-CO9", "CO-11")
def test_a_second_stop_at_a_row() -> None:
    turn = Turn("3 | 8 20 stop | 62 70 | 88", 50, ox=30, up="stop")
    assert ("locked_row", "CO-11") == refused(turn, 0, UseStop(1))


@pytest.mark.rule("Q-X10")
def test_stop_on_an_empty_row() -> None:
    turn = Turn(ROWS, 25, ox=30, up="slide stop")
    turn.use(0, UseSlide(3, 1))
    assert ("empty_row", "Q-X10") == refused(turn, 0, UseStop(0))


@pytest.mark.rule("Q-CO9")
@pytest.mark.parametrize("row", [1, -1, 4])
def test_removing_a_stop_that_is_not_there(row: int) -> None:
    turn = Turn("3 stop | 8 20 | 62 70 | 88", 50, ox=30)
    assert ("no_stop", "Q-CO9") == refused(turn, 0, RemoveStop(row))


@pytest.mark.rule("CO-11", "Q-CO8")
def test_taking_a_locked_row() -> None:
    turn = Turn("3 stop | 30 | 62 70 | 88", 25, ox=35)
    turn.skip()
    assert "row" == turn.phase
    assert ("locked_row", "CO-11") == refused(turn, 0, TakeRow(0))
    assert ("no_such_row", "B-9") == refused(turn, 0, TakeRow(4))


@pytest.mark.rule("CO-10", "CO-11", "CO-13", "CO-14")
@pytest.mark.parametrize("row", [-1, 4])
def test_rows_that_are_not_there(row: int) -> None:
    turn = Turn(ROWS, 25, ox=30, up="seven stop")
    assert ("no_such_row", "Q-CO10") == refused(turn, 0, UseSeven(row))
    assert ("no_such_row", "CO-11") == refused(turn, 0, UseStop(row))
    turn = Turn(ROWS, 25, ox=30, up="insert slide")
    assert ("no_such_row", "CO-13") == refused(turn, 0, UseInsert(row))
    assert ("no_such_row", "CO-14") == refused(turn, 0, UseSlide(3, row))


# Insert


@pytest.mark.rule("CO-13", "Q-CO11", "Q-E6")
def test_insert_at_the_end_of_a_row() -> None:
    turn = Turn(ROWS, 50, ox=60, up="insert")
    assert ("not_at_the_end", "CO-13") == refused(turn, 0, UseInsert(1))
    assert [UseInsert(2), UseInsert(3)] == turn.legal(0, UseInsert)


@pytest.mark.rule("CO-11", "Q-CO11")
def test_insert_into_a_locked_row() -> None:
    turn = Turn("3 | 8 20 | 62 70 stop | 88", 50, ox=60, up="insert")
    assert ("locked_row", "CO-11") == refused(turn, 0, UseInsert(2))


@pytest.mark.rule("Q-X10")
def test_insert_while_a_row_is_empty() -> None:
    turn = Turn(ROWS, 25, ox=30, up="slide insert", stock="first")
    turn.use(0, UseSlide(3, 1))
    assert ("empty_row", "Q-X10") == refused(turn, 0, UseInsert(2))


# Slide


@pytest.mark.rule("CO-11", "CO-14")
def test_slide_out_of_and_into_a_locked_row() -> None:
    turn = Turn("3 | 8 20 stop | 62 70 | 88", 25, ox=30, up="slide")
    assert ("locked_row", "CO-11") == refused(turn, 0, UseSlide(8, 2))
    assert ("locked_row", "CO-11") == refused(turn, 0, UseSlide(62, 1))


@pytest.mark.rule("CO-14")
def test_slide_within_a_row_or_of_a_card_that_lies_in_none() -> None:
    turn = Turn(ROWS, 25, ox=30, up="slide")
    assert ("same_row", "CO-14") == refused(turn, 0, UseSlide(8, 1))
    assert ("not_on_table", "CO-14") == refused(turn, 0, UseSlide(25, 1)), "it waits to be placed"


@pytest.mark.rule("Q-CO6b", "Q-CO1")
def test_slide_after_the_last_placement() -> None:
    turn = Turn("3 | 8 20 stop | 62 70 | 88", 25, ox=30, up="slide")
    while turn.waiting:
        turn.skip()
    assert ("nothing_waits", "Q-CO6b") == refused(turn, 0, UseSlide(62, 3))


@pytest.mark.rule("Q-X10")
def test_slide_into_an_empty_row_or_emptying_a_second_one() -> None:
    turn = Turn("3 | 8 20 | 62 70 | 88", 25, ox=30, up="slide slide")
    turn.use(0, UseSlide(3, 1))
    assert ("empty_row", "Q-X10") == refused(turn, 0, UseSlide(8, 0))
    assert ("would_empty_row", "Q-X10") == refused(turn, 0, UseSlide(88, 1))
    turn.use(0, UseSlide(62, 1))
    assert CardSlid(0, 62, 2, 1, 3) in turn.events


@pytest.mark.rule("Q-CO7")
def test_by_option_a_row_may_not_be_emptied() -> None:
    turn = Turn(ROWS, 25, ox=30, up="slide", slide_empty_row="forbid")
    assert ("would_empty_row", "Q-CO7") == refused(turn, 0, UseSlide(3, 1))
    assert UseSlide(8, 0) in turn.legal(0)


# Replace


@pytest.mark.rule("Q-Y2", "Q-CO3")
@pytest.mark.parametrize("anytime", [True, False])
def test_replace_with_an_empty_hand(anytime: bool) -> None:
    turn = Turn(ROWS, 25, ox=30, up="replace stop", last=True, replace_anytime=anytime)
    assert ("empty_hand", "Q-Y2") == refused(turn, 0, ReplaceCard(25))


@pytest.mark.rule("Q-CO3", "Q-X17")
def test_by_option_replace_waits_until_the_card_is_next() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="replace", replace_anytime=False)
    assert ("too_early", "Q-CO3") == refused(turn, 1, ReplaceCard(50))


@pytest.mark.rule("Q-Y2")
def test_replace_for_a_card_that_is_placed_already() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="replace")
    turn.skip()
    assert ("not_waiting", "Q-Y2") == refused(turn, 0, ReplaceCard(25))
    assert ReplaceCard(50) in turn.legal(1), "even before the Ox's card"


@pytest.mark.rule("CO-12")
def test_the_new_card_must_be_another_one_of_the_hand() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="replace", hands=(15, 16))
    turn.use(0, ReplaceCard(25))
    assert ("not_in_hand", "CO-12") == refused(turn, 0, UseReplace(16))
    assert ("not_in_hand", "CO-12") == refused(turn, 0, UseReplace(25))
    assert ("wrong_action", "CO-12") == refused(turn, 0, Pass())
    assert ("not_your_turn", "B-5") == refused(turn, 1, UseReplace(16))


# First, Last, Sort


@pytest.mark.rule("Q-CO4", "CO-15", "CO-16")
@pytest.mark.parametrize(("up", "use"), [("first", UseFirst(25)), ("last", UseLast(25))])
def test_first_and_last_for_a_card_that_is_placed_already(up: str, use: Action) -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up=up)
    turn.skip()
    assert ("not_waiting", "Q-CO4") == refused(turn, 1, use)


@pytest.mark.rule("Q-CO4", "Q-CO1")
@pytest.mark.parametrize(("up", "use"), [("first", UseFirst(25)), ("last", UseLast(25)), ("sort", UseSort())])
def test_order_cards_after_the_last_placement(up: str, use: Action) -> None:
    turn = Turn(ROWS, 25, ox=30, up=f"{up} seven")
    while turn.waiting:
        turn.skip()
    assert ("nothing_waits", "Q-CO4") == refused(turn, 0, use)


@pytest.mark.rule("Q-CO4")
@pytest.mark.parametrize(("up", "use"), [("first", UseFirst(50)), ("last", UseLast(50)), ("sort", UseSort())])
def test_by_option_order_cards_come_before_the_first_placement(up: str, use: Action) -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up=f"{up} seven", order_cards_late=False)
    assert use in turn.legal(0)
    turn.skip()
    assert ("too_late", "Q-CO4") == refused(turn, 0, use)


@pytest.mark.rule("CO-17")
def test_an_order_names_each_waiting_card_once() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="sort")
    turn.use(1, UseSort())
    assert ("not_your_turn", "B-5") == refused(turn, 0, OrderCard(25))
    assert ("not_waiting", "CO-17") == refused(turn, 1, OrderCard(88))
    turn.name(1, 30)
    assert ("not_waiting", "CO-17") == refused(turn, 1, OrderCard(30))
    assert ("wrong_action", "Q-Y4") == refused(turn, 1, UseStop(0))


@pytest.mark.rule("Q-Y4")
def test_an_order_is_named_before_it_is_proposed() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="sort")
    assert ("not_named", "Q-Y4") == refused(turn, 1, UseOrder((50, 25, 30)))
    turn.use(1, UseSort())
    assert ("nothing_named", "Q-Y4") == refused(turn, 1, UnorderCard())
    turn.name(1, 30, 50)
    for order in ((), (30,), (30, 50), (30, 50, 25), (50, 30)):
        assert ("not_named", "Q-Y4") == refused(turn, 1, UseOrder(order))
    turn.name(1, 25)
    assert ("not_named", "Q-Y4") == refused(turn, 1, UseOrder((25, 30, 50)))
    assert UseOrder((30, 50, 25)) in turn.legal(1)


# Windows and votes


@pytest.mark.rule("Q-X17")
def test_passing_twice() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="stop")
    turn.act(0, Pass())
    assert ("not_your_turn", "B-5") == refused(turn, 0, Pass())
    assert ("not_your_turn", "B-5") == refused(turn, 0, UseStop(0))


@pytest.mark.rule("Q-X17")
def test_voting_twice_or_on_the_own_proposal() -> None:
    turn = Turn(ROWS, 25, 50, 60, ox=30, up="stop")
    turn.act(0, UseStop(0))
    assert ("not_your_turn", "B-5") == refused(turn, 0, Vote(True))
    turn.act(1, Vote(True))
    assert ("not_your_turn", "B-5") == refused(turn, 1, Vote(False))


@pytest.mark.rule("Q-X17")
def test_a_second_proposal_waits_until_the_first_is_decided() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="stop")
    turn.act(0, UseStop(0))
    assert ("wrong_action", "Q-X17") == refused(turn, 1, UseStop(1))
    assert ("wrong_action", "Q-X17") == refused(turn, 1, Pass())


@pytest.mark.rule("Q-X17")
def test_voting_when_nothing_is_proposed() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="stop")
    assert ("wrong_action", "Q-X17") == refused(turn, 0, Vote(True))


@pytest.mark.rule("Q-X17")
def test_proposing_again_what_was_refused() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="stop replace")
    turn.refuse(0, UseStop(1))
    assert ("refused_before", "Q-X17") == refused(turn, 1, UseStop(1))
    turn.refuse(0, ReplaceCard(25))
    assert ("refused_before", "Q-X17") == refused(turn, 0, ReplaceCard(25))


@pytest.mark.rule("CO-18", "Q-CO1")
def test_proposing_while_cards_are_chosen() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="stop", hands=(10, 11))
    turn.finish()
    assert ("wrong_action", "B-4") == refused(turn, 0, UseStop(0))


@pytest.mark.rule("Q-X1", "Q-X17")
def test_an_answer_to_an_earlier_window_is_stale() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="stop")
    old = turn.state.decision
    turn.act(0, UseStop(0))
    refusal = turn.state.refusal(1, UseStop(1), decision=old)
    assert refusal is not None
    assert "stale" == refusal.code
