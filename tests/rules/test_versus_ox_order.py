"""First, Last and Sort in Versus the Ox, and how specials are used up (CO-7, CO-8, CO-15 to CO-17)."""

import pytest

from nimmt import Action, seen_by, to_json
from nimmt.events import CardPlaced, MarkMoved
from nimmt.games.versus_ox import OX
from nimmt.games.versus_ox.actions import (
    OrderCard,
    ReplaceCard,
    UnorderCard,
    UseFirst,
    UseLast,
    UseOrder,
    UseSort,
    Vote,
    WithdrawSort,
)
from nimmt.games.versus_ox.events import (
    CardUnordered,
    OrderChanged,
    Proposed,
    SortBegun,
    SortWithdrawn,
    SpecialTurnedUp,
)
from nimmt.specials.actions import Pass, UseInsert, UseSeven, UseSlide, UseStop
from nimmt.specials.events import CardInserted, CardReplaced, CardSlid, Passed, SpecialUsed
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


@pytest.mark.rule("CO-15", "Q-Y1")
def test_two_first_cards_decide_the_first_and_then_the_second() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, ox=10, up="first first", stock="stop")
    turn.use(0, UseFirst(50))
    turn.use(1, UseFirst(25))
    assert [50, 25, 10] == turn.waiting


@pytest.mark.rule("Q-Y1")
def test_co_y1a_the_first_of_two_firsts_takes() -> None:
    turn = Turn("10 | 25 | 40 41 42 43 44 | 80", 30, 50, 60, ox=11, up="first first")
    turn.use(0, UseFirst(60))
    turn.use(0, UseFirst(50))
    assert "10 11 30 | 25 50 | 60 | 80" == turn.rows
    assert [("TEAM", (40, 41, 42, 43, 44), 11)] == turn.takes


@pytest.mark.rule("Q-Y1")
def test_a_first_card_that_is_placed_no_longer_holds_others_back() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, 70, ox=10, up="first first", stock="stop")
    turn.use(0, UseFirst(70))
    turn.skip()
    turn.use(0, UseFirst(50))
    assert [50, 10, 25] == turn.waiting


@pytest.mark.rule("Q-Y1", "Q-X12")
def test_first_on_a_first_card_changes_nothing_and_is_spent() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, 70, ox=10, up="first first", stock="last stop")
    turn.use(0, UseFirst(70))
    turn.use(0, UseFirst(70))
    assert ([70, 10, 25, 50], ("first", "first")) == (turn.waiting, turn.table.discards)


@pytest.mark.rule("Q-Y1")
def test_last_and_sort_end_the_standing_of_a_first_card() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, 70, ox=10, up="first last", stock="first stop")
    turn.use(0, UseFirst(70))
    turn.use(0, UseLast(70))
    turn.use(0, UseFirst(50))
    assert [50, 10, 25, 70] == turn.waiting
    turn = Turn("3 | 8 | 62 | 88", 25, 50, 70, ox=10, up="first sort", stock="first stop")
    turn.use(0, UseFirst(70))
    turn.use(0, UseSort())
    turn.order(0, 70, 10, 25, 50)
    turn.use(0, UseFirst(50))
    assert [50, 70, 10, 25] == turn.waiting


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


@pytest.mark.rule("Q-Y4")
def test_choosing_sort_suspends_the_window_and_what_is_voted_on_is_sort_with_its_order() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, 60, ox=90, up="sort stop", stock="seven")
    turn.act(0, Pass())
    events = turn.act(1, UseSort())
    assert (SortBegun(1),) == events
    assert ("order", (1,), ("sort", "stop")) == (turn.phase, turn.state.to_act, turn.table.face_up)
    turn.name(1, 90, 50, 60, 25)
    events = turn.act(1, UseOrder((90, 50, 60, 25)))
    assert (Proposed(1, UseOrder((90, 50, 60, 25))),) == events
    assert ("vote", (0, 2), [25, 50, 60, 90]) == (turn.phase, turn.state.to_act, turn.waiting)
    events = (*turn.act(0, Vote(True)), *turn.act(2, Vote(True)))
    assert [SpecialUsed(1, "sort"), SpecialTurnedUp("seven", 0)] == list(events[2:4])
    assert [90, 50, 60, 25] == turn.waiting


@pytest.mark.rule("Q-Y4")
@pytest.mark.parametrize("others", [0, 2, None])
def test_nobody_sees_the_order_before_it_is_proposed_nor_that_cards_are_named(others: int | None) -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, 60, ox=90, up="sort stop")
    turn.act(1, UseSort())
    before, decision = to_json(turn.view(others)), turn.state.decision
    for step in (OrderCard(90), OrderCard(25), UnorderCard(), OrderCard(50), OrderCard(25), OrderCard(60)):
        assert () == seen_by(turn.act(1, step), others)
        assert (before, decision) == (to_json(turn.view(others)), turn.state.decision)
    assert (90, 50, 25, 60) == turn.view(1).named
    turn.act(1, UseOrder((90, 50, 25, 60)))
    assert (before != to_json(turn.view(others)), ()) == (True, turn.view(1).named)


@pytest.mark.rule("Q-Y4")
def test_what_was_named_last_is_taken_back() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, ox=90, up="sort stop")
    turn.act(1, UseSort())
    turn.name(1, 90, 25)
    assert (CardUnordered(1, 25),) == turn.act(1, UnorderCard())
    assert [OrderCard(25), OrderCard(50), UnorderCard(), WithdrawSort(), Pass()] == turn.legal(1)


@pytest.mark.rule("Q-Y4")
def test_who_withdraws_is_asked_again_and_passes_stand() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, 60, ox=90, up="sort stop")
    turn.act(0, Pass())
    turn.act(1, UseSort())
    turn.name(1, 90)
    assert (SortWithdrawn(1),) == turn.act(1, WithdrawSort())
    assert ("window", (1, 2), ("sort", "stop"), ()) == (
        turn.phase, turn.state.to_act, turn.table.face_up, turn.table.naming
    )  # fmt: skip
    assert UseSort() in turn.legal(1)


@pytest.mark.rule("Q-Y4", "Q-X18")
def test_who_has_no_time_left_withdraws_and_passes() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, 60, ox=90, up="sort stop")
    turn.act(1, UseSort())
    turn.name(1, 90)
    late = turn.game.default(turn.view(1))
    assert (SortWithdrawn(1), Passed(1)) == turn.act(1, late)
    assert ("window", (0, 2), (1,)) == (turn.phase, turn.state.to_act, turn.view(0).passed)


@pytest.mark.rule("Q-Y4")
def test_after_a_refusal_that_member_proposes_no_sort_and_nobody_the_same_order() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, ox=90, up="sort stop")
    turn.act(1, UseSort())
    turn.name(1, 90, 25, 50)
    turn.refuse(1, UseOrder((90, 25, 50)))
    assert [25, 50, 90] == turn.waiting
    assert ("order_refused", "Q-Y4") == turn.refusal(1, UseSort())
    turn.act(0, UseSort())
    turn.name(0, 90, 25, 50)
    assert ("order_refused", "Q-Y4") == turn.refusal(0, UseOrder((90, 25, 50)))
    turn.act(0, UnorderCard())
    turn.act(0, UnorderCard())
    turn.name(0, 50, 25)
    turn.use(0, UseOrder((90, 50, 25)))
    assert [90, 50, 25] == turn.waiting


@pytest.mark.rule("Q-Y4", "Q-CO2")
def test_by_option_an_order_is_carried_out_at_once() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, ox=90, up="sort stop", consent="any")
    turn.act(1, UseSort())
    turn.name(1, 90, 50, 25)
    turn.act(1, UseOrder((90, 50, 25)))
    assert ([90, 50, 25], ("sort",)) == (turn.waiting, turn.table.discards)


@pytest.mark.rule("Q-Y4")
def test_a_record_holds_the_order_and_nothing_that_was_taken_back() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, 50, ox=90, up="sort stop")
    steps = (OrderCard(90), OrderCard(25), UnorderCard(), OrderCard(50), OrderCard(25), UseOrder((90, 50, 25)))
    kept: tuple[Action, ...] = ()
    for step in steps:
        kept = step.amend(kept)
    assert (OrderCard(90), OrderCard(50), OrderCard(25), UseOrder((90, 50, 25))) == kept
    assert (WithdrawSort(),) == WithdrawSort().amend(kept)
    assert turn.state.secret is False
    turn.act(1, UseSort())
    assert turn.state.secret


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


@pytest.mark.rule("CO-7", "Q-CO18", "Q-Y5")
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


EFFECTS = pytest.mark.parametrize(
    ("special", "use", "effect"),
    [
        ("stop", UseStop(0), MarkMoved),
        ("seven", UseSeven(0), MarkMoved),
        ("slide", UseSlide(3, 1), CardSlid),
        ("insert", UseInsert(2), CardInserted),
        ("first", UseFirst(25), OrderChanged),
        ("last", UseLast(25), OrderChanged),
    ],
)


@pytest.mark.rule("Q-Y5")
@EFFECTS
def test_the_next_special_is_turned_up_before_the_effect(special: str, use: object, effect: type) -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, ox=70, up=f"{special} last", stock="sort")
    turn.use(0, use)  # type: ignore[arg-type]
    kinds = [type(event) for event in turn.events]
    assert [SpecialUsed, SpecialTurnedUp, effect] == kinds[kinds.index(SpecialUsed) :]
    assert SpecialTurnedUp("sort", 0) in turn.events


@pytest.mark.rule("Q-Y5", "CO-17", "CO-12")
def test_the_next_special_is_turned_up_before_the_new_card_is_named() -> None:
    turn = Turn("3 | 8 | 62 | 88", 25, ox=70, up="sort replace", stock="stop seven", hands=(15,))
    turn.use(0, UseSort())
    turn.order(0, 25, 70)
    assert ["replace", "stop"] == list(turn.table.face_up)
    turn.use(0, ReplaceCard(25))
    assert ["stop", "seven"] == list(turn.table.face_up)
    turn.place_instead(0, 15)
    kinds = [type(event) for event in turn.events]
    assert [SpecialUsed, SpecialTurnedUp, CardReplaced, CardPlaced] == kinds[-4:]
