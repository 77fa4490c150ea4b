"""First, Last and Sort in Versus the Ox, and how specials are used up (CO-7, CO-8, CO-15 to CO-17)."""

import pytest

from nimmt.events import CardPlaced, MarkMoved
from nimmt.games.versus_ox import OX
from nimmt.games.versus_ox.actions import TakeBack, UseFirst, UseLast, UseSort
from nimmt.games.versus_ox.events import OrderChanged, SpecialTurnedUp
from nimmt.specials.actions import UseInsert, UseSeven, UseSlide, UseStop
from nimmt.specials.events import CardInserted, CardReplaced, CardSlid, SpecialUsed
from tests.ox import Turn

# First, Last, Sort


@pytest.mark.rule("CO-4", "CO-5", "CO-6")
def test_co_e6a_without_first_the_team_takes() -> None:
    turn = Turn("98 | 61 74 83 90 95 | 20 30 | 33 44", 100, ox=7)
    assert "7 | 100 | 20 30 | 33 44" == turn.rows
    assert [("OX", (98,), 1), ("TEAM", (61, 74, 83, 90, 95), 8)] == turn.takes


@pytest.mark.rule("CO-6", "CO-15")
def test_co_e6b_first_feeds_the_ox() -> None:
    turn = Turn("98 | 61 74 83 90 95 | 20 30 | 33 44", 100, ox=7, up="first")
    turn.use(0, UseFirst(100))
    assert "7 | 61 74 83 90 95 | 20 30 | 33 44" == turn.rows
    assert [("OX", (98, 100), 4)] == turn.takes


@pytest.mark.rule("CO-15", "Q-CO5")
def test_two_first_cards_decide_the_first_and_the_second() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, ox=10, up="first first", stock="stop")
    turn.use(0, UseFirst(25))
    turn.use(1, UseFirst(50))
    assert [50, 25, 10] == turn.waiting


@pytest.mark.rule("CO-5", "CO-16")
def test_co_e7_last_lets_the_ox_go_ahead() -> None:
    turn = Turn("70 81 84 92 97 | 12 40 | 55 60 | 5 21", 100, ox=103, up="last")
    turn.use(0, UseLast(100))
    assert "103 | 12 40 | 55 60 100 | 5 21" == turn.rows
    assert [("OX", (70, 81, 84, 92, 97), 7)] == turn.takes


@pytest.mark.rule("CO-16", "Q-CO5")
def test_two_last_cards_decide_the_last_but_one_and_the_last() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, ox=90, up="last last", stock="stop")
    turn.use(0, UseLast(50))
    turn.use(1, UseLast(25))
    assert [90, 50, 25] == turn.waiting


SORT = "66 75 | 31 38 45 50 | 12 40 | 91 99"


@pytest.mark.rule("CO-4", "CO-5")
def test_co_e8a_without_sort_the_team_takes() -> None:
    turn = Turn(SORT, 55, 68, 78, 80, ox=72)
    assert "66 75 78 80 | 68 72 | 12 40 | 91 99" == turn.rows
    assert [("TEAM", (31, 38, 45, 50, 55), 14)] == turn.takes


@pytest.mark.rule("CO-17", "Q-E4", "CO-9", "Q-X17")
@pytest.mark.parametrize("claire", [68, 58])
def test_co_e8b_and_e8c_sort_makes_the_ox_take(claire: int) -> None:
    turn = Turn(SORT, 55, claire, 78, 80, ox=72, up="sort")
    turn.use(3, UseSort())
    assert ("order", (3,)) == (turn.phase, turn.state.to_act)
    turn.order(3, 78, 80, 55, 72, claire)
    assert f"66 75 78 80 | 72 | 12 40 {claire} | 91 99" == turn.rows
    assert [("OX", (31, 38, 45, 50, 55), 14)] == turn.takes


@pytest.mark.rule("CO-17", "Q-X17")
def test_the_order_is_named_card_by_card_and_everybody_sees_how_far_it_is() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, ox=90, up="sort stop")
    turn.use(1, UseSort())
    turn.act(1, turn.legal(1)[2])
    assert (1, (90, 25, 50)) == (turn.view(0).ordered, tuple(play.card for play in turn.view(0).queue))
    assert [25, 50] == [action.card for action in turn.legal(1)]  # type: ignore[attr-defined]
    turn.order(1, 50, 25)
    assert ([90, 50, 25], "window", 0) == (turn.waiting, turn.phase, turn.view(0).ordered)


@pytest.mark.rule("Q-CO5")
def test_first_and_last_change_the_order_that_sort_made() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, 70, ox=90, up="sort last", stock="first stop")
    turn.use(0, UseSort())
    turn.order(0, 90, 70, 25, 50)
    turn.use(0, UseLast(70))
    assert [90, 25, 50, 70] == turn.waiting
    turn.use(0, UseFirst(50))
    assert [50, 90, 25, 70] == turn.waiting


@pytest.mark.rule("Q-CO4")
def test_order_cards_act_on_the_cards_that_are_not_placed_yet() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, 70, ox=90, up="first last", stock="sort stop")
    turn.skip()
    turn.use(0, UseFirst(70))
    assert [70, 50, 90] == turn.waiting
    turn.use(0, UseLast(50))
    assert [70, 90, 50] == turn.waiting
    turn.use(2, UseSort())
    turn.order(2, 90, 50, 70)
    assert [90, 50, 70] == turn.waiting


@pytest.mark.rule("Q-X12", "CO-7")
def test_order_cards_that_change_nothing_are_spent_all_the_same() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, ox=30, up="first last", stock="sort stop seven")
    turn.use(0, UseFirst(25))
    turn.use(0, UseLast(50))
    turn.use(0, UseSort())
    turn.order(0, 25, 30, 50)
    assert [25, 30, 50] == turn.waiting
    assert ("first", "last", "sort") == turn.table.discards
    assert ("stop", "seven") == turn.table.face_up


# Specials in general


@pytest.mark.rule("CO-7", "Q-CO18", "Q-X13")
def test_a_used_special_is_replaced_at_once_and_the_new_one_can_be_used_in_the_same_turn() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, ox=70, up="seven last", stock="stop sort")
    turn.use(0, UseSeven(1))
    assert ("last", "stop") == turn.table.face_up
    turn.use(0, UseStop(1))
    assert ("last", "sort") == turn.table.face_up
    assert "3 | 8 seven stop | 62 | 88" == turn.rows
    assert [25, 70] == turn.waiting


@pytest.mark.rule("CO-8")
def test_any_number_of_specials_may_be_used_before_any_placement() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, ox=70, up="first last", stock="seven stop slide insert")
    turn.use(0, UseFirst(50))
    turn.use(0, UseLast(25))
    turn.use(1, UseStop(3))
    turn.use(0, UseSeven(2))
    assert [50, 70, 25] == turn.waiting
    turn.skip()
    assert (OX, 70) == (turn.table.queue[0].seat, turn.table.queue[0].card)
    turn.use(0, UseSlide(3, 2))
    turn.skip()
    turn.use(0, UseInsert(2))
    assert () == turn.table.face_up
    assert "70 | 8 50 | 3 25 62 seven | 88 stop" == turn.rows


@pytest.mark.rule("Q-X13")
@pytest.mark.parametrize(
    ("special", "use", "effect"),
    [
        ("stop", UseStop(0), MarkMoved),
        ("seven", UseSeven(0), MarkMoved),
        ("slide", UseSlide(3, 1), CardSlid),
        ("insert", UseInsert(2), CardInserted),
        ("first", UseFirst(25), OrderChanged),
    ],
)
def test_the_refill_comes_after_the_effect_and_before_the_next_card(special: str, use: object, effect: type) -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, ox=70, up=f"{special} last", stock="sort")
    turn.use(0, use)  # type: ignore[arg-type]
    kinds = [type(event) for event in turn.events]
    assert [SpecialUsed, effect, SpecialTurnedUp] == kinds[kinds.index(SpecialUsed) :]
    assert SpecialTurnedUp("sort", 0) == turn.events[-1]


@pytest.mark.rule("Q-X13", "CO-17", "CO-12")
def test_sort_and_replace_are_replaced_once_the_order_or_the_card_is_named() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, ox=70, up="sort replace", stock="stop seven", hands=(15,))
    turn.use(0, UseSort())
    assert ["replace"] == list(turn.table.face_up)
    turn.order(0, 25, 70)
    assert ["replace", "stop"] == list(turn.table.face_up)
    turn.use(0, TakeBack())
    assert ["stop"] == list(turn.table.face_up)
    turn.place_instead(0, 15)
    kinds = [type(event) for event in turn.events]
    assert [SpecialUsed, CardReplaced, SpecialTurnedUp, CardPlaced] == kinds[-4:]
