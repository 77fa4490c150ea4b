"""How the team of Versus the Ox decides: windows, proposals, votes (CO-8, CO-18, Q-CO1, Q-CO2, Q-X13, Q-X17, Q-X18)."""

import pytest

from nimmt import Action, PlayCard, TakeRow
from nimmt.events import CardPlaced, FoundNoRow, Reason, RowTaken
from nimmt.games.versus_ox import OX, Proposal
from nimmt.games.versus_ox.actions import RemoveStop, ReplaceCard, UseFirst, UseLast, UseSort, Vote
from nimmt.games.versus_ox.events import ProposalRefused, Proposed, SortBegun, Voted
from nimmt.specials.actions import Pass, UseInsert, UseReplace, UseSeven, UseSlide, UseSpecial, UseStop
from nimmt.specials.events import Passed, SpecialUsed
from tests.ox import Turn

ROWS = "3 | 8 | 62 | 88"

# When there is a window


@pytest.mark.rule("Q-CO1", "CO-8")
def test_a_window_opens_before_every_placement_and_once_after_the_last() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="stop")
    seen = []
    while "window" == turn.phase:
        seen.append((turn.waiting, turn.state.to_act))
        turn.skip()
    assert [([25, 30, 50], (0, 1)), ([30, 50], (0, 1)), ([50], (0, 1)), ([], (0, 1))] == seen
    assert ("card", (0, 1)) == (turn.phase, turn.state.to_act)


@pytest.mark.rule("Q-CO1", "CO-18")
def test_there_is_no_window_before_the_reveal() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="stop seven", hands=(10, 11))
    turn.finish()
    assert {PlayCard} == {type(action) for seat in (0, 1) for action in turn.legal(seat)}
    assert ("wrong_action", "B-4") == turn.refusal(0, UseStop(0))
    turn.act(0, PlayCard(10))
    assert {PlayCard} == {type(action) for seat in (0, 1) for action in turn.legal(seat)}


@pytest.mark.rule("Q-CO1", "Q-CO6b")
def test_after_the_last_placement_only_7_takes_stop_and_its_removal_make_sense() -> None:
    turn = Turn("3 stop | 8 | 62 | 88", 25, ox=30, up="stop seven")
    while turn.waiting:
        turn.skip()
    assert {Pass, UseStop, UseSeven, RemoveStop} == {type(action) for action in turn.legal(0)}
    turn = Turn("3 stop | 8 | 62 | 88", 25, ox=30, up="slide insert", stock="first last sort replace")
    while turn.waiting:
        turn.skip()
    assert {Pass, RemoveStop} == {type(action) for action in turn.legal(0)}


@pytest.mark.rule("Q-X13", "Q-X17")
@pytest.mark.parametrize("up", ["", "slide first", "insert sort", "last replace"])
def test_no_window_after_the_last_placement_if_nothing_could_be_used_there(up: str) -> None:
    turn = Turn(ROWS, 25, ox=30, up=up)
    while turn.waiting:
        turn.skip()
    assert "card" == turn.phase


@pytest.mark.rule("Q-X17", "Q-CO17")
@pytest.mark.parametrize("up", ["insert", "replace", "insert replace"])
def test_a_window_opens_only_where_a_use_is_legal(up: str) -> None:
    turn = Turn(ROWS, 25, 70, ox=30, up=up, replace_anytime=False)
    assert [25, 30, 70] == turn.waiting
    turn.skip()
    assert [70] == turn.waiting, "there is nothing to propose for the Ox's card"


@pytest.mark.rule("Q-X13")
def test_the_last_turn_has_all_its_windows() -> None:
    turn = Turn(ROWS, 25, ox=30, up="stop", last=True)
    seen = []
    while "window" == turn.phase:
        seen.append(turn.waiting)
        turn.skip()
    assert [[25, 30], [30], []] == seen
    assert turn.state.outcome is not None


@pytest.mark.rule("CO-7", "Q-X13")
def test_without_specials_and_stops_there_are_no_windows() -> None:
    turn = Turn(ROWS, 25, 50, ox=30)
    assert "card" == turn.phase
    assert not any(isinstance(event, Passed) for event in turn.events)


@pytest.mark.rule("Q-X13")
def test_a_stop_on_the_table_is_enough_for_a_window() -> None:
    turn = Turn("3 stop | 8 | 62 | 88", 25, ox=30)
    assert [Pass(), RemoveStop(0)] == turn.legal(0)


# Passing


@pytest.mark.rule("Q-X17")
def test_the_next_card_is_placed_when_all_have_passed_in_any_order() -> None:
    turn = Turn(ROWS, 25, 50, 60, ox=30, up="stop")
    decision = turn.state.decision
    for seat in (2, 0):
        turn.act(seat, Pass())
    assert ((1,), (0, 2), decision) == (turn.state.to_act, turn.view(1).passed, turn.state.decision)
    assert [25, 30, 50, 60] == turn.waiting
    events = turn.act(1, Pass())
    assert [Passed(1), CardPlaced(0, 25, 1, Reason("smallest_difference", (8, 17)))] == list(events)
    assert ((), (0, 1, 2)) == (turn.view(1).passed, turn.state.to_act)


@pytest.mark.rule("Q-X17")
def test_passes_stand_while_a_proposal_is_refused() -> None:
    turn = Turn(ROWS, 25, 50, 60, ox=30, up="stop")
    turn.act(0, Pass())
    turn.refuse(1, UseStop(0))
    assert ((0,), (1, 2)) == (turn.view(None).passed, turn.state.to_act)
    assert ("not_your_turn", "B-5") == turn.refusal(0, UseStop(1))


@pytest.mark.rule("Q-X17")
@pytest.mark.parametrize("use", [UseSeven(0), RemoveStop(1)])
def test_passes_are_forgotten_once_a_special_is_used_or_a_stop_removed(use: UseSeven | RemoveStop) -> None:
    turn = Turn("3 | 8 stop | 62 | 88", 25, 50, 60, ox=30, up="seven slide")
    turn.act(0, Pass())
    turn.act(2, Pass())
    turn.use(1, use)
    assert ((), (0, 1, 2)) == (turn.view(None).passed, turn.state.to_act)
    assert [25, 30, 50, 60] == turn.waiting


# Proposals and votes


@pytest.mark.rule("Q-CO2", "Q-X17")
def test_a_proposal_suspends_the_window_until_all_others_have_answered() -> None:
    turn = Turn(ROWS, 25, 50, 60, ox=30, up="stop")
    turn.act(1, UseStop(3))
    assert ("vote", (0, 2)) == (turn.phase, turn.state.to_act)
    assert Proposal(1, UseStop(3)) == turn.view(None).proposal
    turn.act(2, Vote(True))
    assert ("vote", (0,)) == (turn.phase, turn.state.to_act)
    assert Proposal(1, UseStop(3), agreed=(2,)) == turn.view(0).proposal
    assert ROWS == turn.rows
    turn.act(0, Vote(True))
    assert "3 | 8 | 62 | 88 stop" == turn.rows
    assert turn.view(0).proposal is None
    told = [event for event in turn.events if isinstance(event, Proposed | Voted | SpecialUsed)]
    assert [Proposed(1, UseStop(3)), Voted(2, True), Voted(0, True), SpecialUsed(1, "stop")] == told


@pytest.mark.rule("Q-CO2", "Q-X17")
@pytest.mark.parametrize("votes", [(False, True), (True, False), (False, False)])
def test_one_refusal_is_enough_and_all_answer(votes: tuple[bool, bool]) -> None:
    turn = Turn(ROWS, 25, 50, 60, ox=30, up="stop")
    turn.act(1, UseStop(3))
    turn.act(0, Vote(votes[0]))
    assert ("vote", (2,)) == (turn.phase, turn.state.to_act)
    turn.act(2, Vote(votes[1]))
    assert ("window", ROWS, ("stop",)) == (turn.phase, turn.rows, turn.table.face_up)
    assert ProposalRefused(1, UseStop(3)) == turn.events[-1]
    agreed = tuple(seat for seat, agree in zip((0, 2), votes, strict=True) if agree)
    against = tuple(seat for seat, agree in zip((0, 2), votes, strict=True) if not agree)
    assert (Proposal(1, UseStop(3), agreed, against),) == turn.view(None).refused


@pytest.mark.rule("Q-X17")
def test_what_was_refused_is_not_offered_again_to_anybody_in_this_window() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="stop")
    turn.refuse(0, UseStop(3))
    for seat in (0, 1):
        assert [Pass(), UseStop(0), UseStop(1), UseStop(2)] == turn.legal(seat)
        assert ("refused_before", "Q-X17") == turn.refusal(seat, UseStop(3))
    turn.skip()
    assert () == turn.view(0).refused
    assert UseStop(3) in turn.legal(0)


@pytest.mark.rule("Q-X17")
def test_what_was_refused_stays_refused_when_something_else_is_used() -> None:
    turn = Turn("1 2 3 4 5 | 8 | 62 | 88", 25, 50, ox=30, up="slide stop", stock="seven")
    turn.refuse(0, UseStop(3))
    turn.use(0, UseSlide(8, 0))
    assert [("TEAM", (1, 2, 3, 4, 5), 6)] == turn.takes
    assert ("refused_before", "Q-X17") == turn.refusal(1, UseStop(3))


@pytest.mark.rule("Q-X17")
def test_an_insert_refused_for_one_card_can_be_proposed_for_another_one() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="insert first")
    turn.refuse(0, UseInsert(2))
    assert ("refused_before", "Q-X17") == turn.refusal(1, UseInsert(2))
    turn.use(0, UseFirst(50))
    assert UseInsert(2) in turn.legal(1)
    turn.use(1, UseInsert(2))
    assert "3 | 8 25 30 | 50 62 | 88" == turn.rows


@pytest.mark.rule("Q-X17")
def test_an_insert_ends_the_window_and_what_was_refused_in_it_is_forgotten() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="insert stop")
    turn.refuse(0, UseStop(3))
    turn.use(0, UseInsert(2))
    assert [30, 50] == turn.waiting
    assert UseStop(3) in turn.legal(0)


@pytest.mark.rule("Q-X17")
def test_the_window_closes_by_itself_when_everything_is_refused() -> None:
    turn = Turn("3 stop | 8 | 62 | 88", 25, 50, ox=30)
    turn.refuse(0, RemoveStop(0))
    assert [30, 50] == turn.waiting


@pytest.mark.rule("Q-CO2", "Q-X17")
def test_by_option_a_proposal_is_carried_out_at_once() -> None:
    turn = Turn(ROWS, 25, 50, 60, ox=30, up="stop seven", stock="sort", consent="any")
    turn.act(2, Pass())
    events = turn.act(1, UseStop(3))
    assert "3 | 8 | 62 | 88 stop" == turn.rows
    assert [Proposed(1, UseStop(3)), SpecialUsed(1, "stop")] == list(events[:2])
    assert ("window", (0, 1, 2)) == (turn.phase, turn.state.to_act)
    turn.act(2, UseSort())
    assert ("order", (2,)) == (turn.phase, turn.state.to_act)


@pytest.mark.rule("Q-CO2")
def test_a_player_alone_asks_nobody() -> None:
    turn = Turn(ROWS, 25, ox=30, up="stop seven")
    turn.act(0, UseStop(3))
    assert "3 | 8 | 62 | 88 stop" == turn.rows


@pytest.mark.rule("Q-Y3", "Q-CO11")
def test_any_member_proposes_any_use_for_the_next_card_and_replace_for_all_that_wait() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="replace insert")
    assert turn.legal(0) == turn.legal(1)
    assert [ReplaceCard(25), ReplaceCard(50)] == turn.legal(1, ReplaceCard)
    assert [UseInsert(2), UseInsert(3)] == turn.legal(1, UseInsert)
    turn.act(1, UseInsert(2))
    assert Proposal(1, UseInsert(2), owner=0) == turn.view(None).proposal
    turn.act(0, Vote(True))
    assert "3 | 8 | 25 62 | 88" == turn.rows


@pytest.mark.rule("Q-Y3")
@pytest.mark.parametrize("use", [ReplaceCard(25), UseInsert(2), UseFirst(25), UseLast(25)], ids=str)
def test_the_owner_of_the_card_is_always_asked_unless_the_owner_proposes(use: Action) -> None:
    turn = Turn(ROWS, 25, 50, 60, ox=30, up=f"{use.special} stop", consent="any")  # type: ignore[attr-defined]
    turn.act(1, use)
    assert ("vote", (0,)) == (turn.phase, turn.state.to_act)
    turn.act(0, Vote(False))
    assert ("refused_before", "Q-X17") == turn.refusal(2, use)
    turn = Turn(ROWS, 25, 50, 60, ox=30, up=f"{use.special} stop", consent="any")  # type: ignore[attr-defined]
    turn.act(0, use)
    assert "vote" != turn.phase


@pytest.mark.rule("Q-Y3")
def test_with_consent_of_any_nobody_else_is_asked() -> None:
    turn = Turn(ROWS, 25, 50, 60, ox=30, up="stop slide", stock="seven", consent="any")
    turn.act(1, UseStop(3))
    turn.act(2, UseSlide(3, 1))
    assert (" | 3 8 | 62 | 88 stop", "window") == (turn.rows, turn.phase)


@pytest.mark.rule("Q-Y3", "Q-X18")
@pytest.mark.parametrize(
    ("use", "agrees"),
    [(ReplaceCard(25), False), (UseInsert(2), False), (UseFirst(25), True), (UseStop(0), True)],
    ids=str,
)
def test_an_owner_whose_time_runs_out_refuses_replace_and_insert(use: Action, agrees: bool) -> None:
    turn = Turn(ROWS, 25, 50, 60, ox=30, up=f"{use.special} seven")  # type: ignore[attr-defined]
    turn.act(1, use)
    assert Vote(agrees) == turn.game.default(turn.view(0))
    assert Vote(True) == turn.game.default(turn.view(2)), "it is not their card"


@pytest.mark.rule("Q-Y3")
def test_not_again_means_the_same_special_card_and_row() -> None:
    turn = Turn(ROWS, 25, 50, 60, ox=30, up="replace insert", hands=(15, 16, 17))
    turn.refuse(1, ReplaceCard(25))
    turn.refuse(1, UseInsert(2))
    for seat in (0, 1, 2):
        assert [ReplaceCard(50), ReplaceCard(60)] == turn.legal(seat, ReplaceCard)
        assert [UseInsert(3)] == turn.legal(seat, UseInsert)


@pytest.mark.rule("Q-Y3")
def test_the_owner_names_the_new_card_whoever_proposed_replace() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="replace", hands=(15, 16))
    turn.use(0, ReplaceCard(50))
    assert ("replace", (1,)) == (turn.phase, turn.state.to_act)
    assert [UseReplace(16)] == turn.legal(1), "naming is compulsory"
    turn.place_instead(1, 16)
    assert "3 | 8 16 25 30 | 62 | 88" == turn.rows


@pytest.mark.rule("Q-X17")
def test_the_owner_names_the_new_card_of_replace_after_the_agreement() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="replace", hands=(15, 16))
    turn.act(0, ReplaceCard(25))
    turn.act(1, Vote(True))
    assert ("replace", (0,)) == (turn.phase, turn.state.to_act)
    assert [UseReplace(15)] == turn.legal(0)
    assert [] == turn.legal(1)


# Defaults


@pytest.mark.rule("Q-X18", "Q-X17")
def test_a_member_whose_time_runs_out_passes_or_agrees() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="stop")
    assert Pass() == turn.game.default(turn.view(0))
    turn.act(0, UseStop(0))
    assert Vote(True) == turn.game.default(turn.view(1))


@pytest.mark.rule("Q-X18", "Q-B5")
def test_defaults_for_cards_orders_and_rows() -> None:
    turn = Turn("3 stop | 30 | 62 | 88", 25, 50, ox=40, up="replace sort", hands=(15, 16))
    turn.use(0, ReplaceCard(25))
    assert UseReplace(15) == turn.game.default(turn.view(0))
    turn.place_instead(0, 15)
    assert "row" == turn.phase
    assert TakeRow(2) == turn.game.default(turn.view(0)), "the 3 costs as little, but its row is locked"


# Previews


def preview(turn: Turn, seat: int, action: Action) -> list[object]:
    return list(turn.game.preview(turn.state.view(seat), action))


@pytest.mark.rule("Q-X17", "CO-11")
def test_a_preview_shows_what_a_proposal_does_and_where_the_next_card_then_goes() -> None:
    turn = Turn("4 9 10 12 16 | 17 20 | 40 | 77", 80, 81, ox=25, up="stop seven")
    pass_by = preview(turn, 0, Pass())
    assert [Passed(0), CardPlaced(OX, 25, 1, Reason("smallest_difference", (20, 5)))] == pass_by
    first, used, _, last = preview(turn, 0, UseStop(1))
    assert (Proposed(0, UseStop(1)), SpecialUsed(0, "stop")) == (first, used)
    assert RowTaken(OX, 0, (4, 9, 10, 12, 16), 7, 25, (25,), Reason("sixth_card", (16, 9))) == last
    turn.act(0, UseStop(1))
    assert [Voted(1, True), used, _, last] == preview(turn, 1, Vote(True))
    refused = [Voted(1, False), ProposalRefused(0, UseStop(1)), *pass_by[1:]]
    assert refused == preview(turn, 1, Vote(False))


@pytest.mark.rule("Q-X17")
def test_previews_of_replace_sort_and_insert() -> None:
    turn = Turn(ROWS, 25, 50, ox=30, up="replace sort", stock="insert", hands=(2, 16))
    assert [Proposed(0, ReplaceCard(25)), SpecialUsed(0, "replace")] == preview(turn, 0, ReplaceCard(25))
    assert [SortBegun(1)] == preview(turn, 1, UseSort()), "the order comes first"
    turn.use(0, ReplaceCard(25))
    _, found = preview(turn, 0, UseReplace(2))
    assert FoundNoRow(0, 2, Reason("lower_than_all", (3,))) == found
    turn = Turn(ROWS, 25, 50, ox=30, up="insert last")
    assert ["Proposed", "SpecialUsed", "CardInserted"] == [
        event.__class__.__name__ for event in preview(turn, 0, UseInsert(3))
    ]
    assert CardPlaced(OX, 30, 1, Reason("smallest_difference", (8, 22))) == preview(turn, 0, UseLast(25))[-1]


@pytest.mark.rule("Q-X17")
def test_every_legal_action_has_a_preview_and_no_special_of_the_pile_is_in_it() -> None:
    turn = Turn("3 stop | 8 seven | 62 | 88", 25, 50, ox=30, up="slide first", stock="sort sort")
    for seat in (0, 1):
        for action in turn.legal(seat):
            events = preview(turn, seat, action)
            assert events
            assert not any(event.__class__.__name__ == "SpecialTurnedUp" for event in events)
    assert any(isinstance(action, UseSpecial) for action in turn.legal(1))
