"""Negative = Positive after an overflow, where several specials may be used for one card (Q-Y6)."""

from random import Random
from typing import Any

import pytest

from nimmt import Action, PlayCard, to_json
from nimmt.bots import bot
from nimmt.cards import HEADS
from nimmt.events import RowTaken
from nimmt.games.surprise import SurpriseView
from nimmt.games.surprise.actions import CancelCards, ExchangeSpecial, TurnPositive, UseNegativePositive
from nimmt.games.surprise.events import HeadsCancelled
from nimmt.specials.actions import Pass, UseInsert, UseSlide, UseStop
from nimmt.specials.events import MarkRemoved, Passed, SpecialUsed
from tests.surprise import Turn

ROWS = "5 11 13 17 19 | 40 | 62 | 88"


def overflow(hand: str = "10 insert negative_positive stop", rows: str = ROWS, **more: Any) -> Turn:
    """Seat 0 may do more than one thing with its card."""
    return Turn(rows, hand, "99", specials_per_placement="unlimited", **more)


@pytest.mark.rule("Q-Y6", "SU-10")
def test_su_y6a_one_of_the_cards_taken_turns_positive_before_the_exchange() -> None:
    turn = overflow()
    turn.act(UseInsert(0))
    assert ("overflow", 0, (5, 10, 11, 13, 17)) == (turn.phase, turn.asked, turn.table.taken)
    assert [Pass(), UseNegativePositive()] == turn.legal()
    turn.act(UseNegativePositive())
    assert [TurnPositive(card) for card in (5, 10, 11, 13, 17)] == turn.legal(), "the inserted card too"
    turn.turn_positive(11)
    assert [CancelCards((5, 10)), CancelCards((10, 13, 17))] == turn.legal()
    turn.cancel(5, 10)
    assert [HeadsCancelled(0, 11, (5, 10), 5)] == turn.told(HeadsCancelled)
    assert {13, 17} == set(turn.table.piles[0])
    assert {5, 10, 11} == set(turn.table.box)
    assert ("exchange", ("stop",)) == (turn.phase, turn.table.special_hands[0])
    assert () == turn.table.taken


@pytest.mark.rule("Q-Y6", "Q-SU11")
def test_the_card_that_slid_may_turn_positive_and_the_own_card_is_placed_later() -> None:
    turn = overflow("41 slide negative_positive stop", "1 2 3 4 6 | 5 20 | 30 | 90")
    turn.act(UseSlide(5, 0))
    turn.act(UseNegativePositive())
    turn.turn_positive(5)
    assert "exchange" == turn.phase
    turn.act(Pass())
    assert ("window", 0) == (turn.phase, turn.asked), "Q-X7: the card still waits"
    turn.act(UseStop(3))
    assert "6 | 20 | 30 41 99 | 90 stop" == turn.rows


@pytest.mark.rule("Q-Y6")
def test_one_for_each_take_so_a_second_one_turns_the_own_take() -> None:
    turn = overflow("41 slide negative_positive negative_positive", "1 2 3 4 6 | 5 20 | 30 31 32 33 34 | 90")
    turn.act(UseSlide(5, 0))
    turn.act(UseNegativePositive())
    turn.turn_positive(1)
    assert "exchange" == turn.phase, "not asked again about the same take"
    turn.act(Pass())
    turn.act(UseNegativePositive())
    turn.turn_positive(30)
    turn.cancel(5, 31)
    assert 2 == len(turn.told(HeadsCancelled))


@pytest.mark.rule("Q-Y6", "Q-X8")
@pytest.mark.parametrize("held", ["stop", "insert", "negative_positive", "slide replace"])
def test_whoever_holds_any_special_is_asked(held: str) -> None:
    turn = overflow(f"10 insert {held}")
    turn.act(UseInsert(0))
    assert ("overflow", 0) == (turn.phase, turn.asked)
    assert ("negative_positive" in held) == (UseNegativePositive() in turn.legal())


@pytest.mark.rule("Q-Y6")
def test_whoever_holds_none_is_not_asked() -> None:
    turn = overflow("10 insert")
    turn.act(UseInsert(0))
    assert "card" == turn.phase


@pytest.mark.rule("Q-Y6", "Q-SU22")
def test_with_one_special_per_placement_nobody_is_asked() -> None:
    turn = Turn(ROWS, "10 insert negative_positive", "99")
    turn.act(UseInsert(0))
    assert "exchange" == turn.phase


@pytest.mark.rule("Q-Y6")
def test_a_take_by_the_card_itself_asks_nobody() -> None:
    turn = overflow("20 insert negative_positive")
    turn.act(Pass())
    assert "exchange" == turn.phase


@pytest.mark.rule("Q-Y6", "SU-15")
def test_marks_are_lifted_before_the_question() -> None:
    turn = overflow(rows="5 11 13 17 19 21 seven | 40 stop | 62 | 88", hand="10 insert stop")
    turn.act(UseInsert(0))
    kinds = [type(event) for event in turn.events if isinstance(event, RowTaken | MarkRemoved)]
    assert [RowTaken, MarkRemoved, MarkRemoved] == kinds
    assert ("overflow", "21 | 40 | 62 | 88") == (turn.phase, turn.rows)


@pytest.mark.rule("Q-Y6", "Q-SU4")
def test_with_five_rows_any_card_of_the_row_that_vanishes_may_turn() -> None:
    turn = overflow(rows=f"{ROWS} | 95")
    turn.act(UseInsert(0))
    turn.act(UseNegativePositive())
    assert [TurnPositive(card) for card in (5, 10, 11, 13, 17, 19)] == turn.legal()


@pytest.mark.rule("Q-Y6", "Q-SU18")
def test_plain_points_are_struck_off_too() -> None:
    turn = overflow(np_mode="points")
    turn.act(UseInsert(0))
    turn.act(UseNegativePositive())
    turn.turn_positive(11)
    assert [HeadsCancelled(0, 11, (), 5)] == turn.told(HeadsCancelled)
    assert (5, 0) == turn.table.credits


@pytest.mark.rule("Q-Y6")
def test_other_answers_are_refused() -> None:
    turn = overflow("10 insert stop")
    turn.act(UseInsert(0))
    assert ("not_in_hand", "Q-Y6") == turn.refusal(UseNegativePositive())
    for action in (UseStop(0), TurnPositive(11), ExchangeSpecial("stop"), PlayCard(10)):
        assert ("wrong_action", "Q-Y6") == turn.refusal(action)


@pytest.mark.rule("Q-Y6", "Q-X18")
def test_whoever_says_nothing_passes() -> None:
    turn = overflow()
    turn.act(UseInsert(0))
    assert Pass() == turn.game.default(turn.view(0))
    turn.act(Pass())
    assert [Passed(0)] == turn.told(Passed)
    assert ("exchange", ()) == (turn.phase, turn.table.taken)


@pytest.mark.rule("Q-Y6")
def test_a_preview_tells_what_the_answer_does() -> None:
    turn = overflow()
    turn.act(UseInsert(0))
    preview = turn.game.preview
    assert (SpecialUsed(0, "negative_positive"),) == preview(turn.view(0), UseNegativePositive())
    assert (Passed(0),) == preview(turn.view(0), Pass())


@pytest.mark.rule("Q-Y6")
@pytest.mark.parametrize("name", ["greedy", "search(24)"])
def test_bots_save_the_heads(name: str) -> None:
    """Twelve heads are taken, and the 11 with what it cancels is worth ten of them."""
    turn = overflow("10 insert negative_positive")
    turn.act(UseInsert(0))
    player = bot(name)
    for _ in range(3):  # use it, turn a card, cancel others
        view, legal = turn.view(0), turn.state.legal(0)
        turn.act(player.choose(view, legal, turn.events, Random(1)))
    assert 2 == sum(HEADS[card] for card in turn.table.piles[0])


# What asking tells


@pytest.mark.rule("Q-Y6", "Q-X8")
def test_nobody_else_can_tell_what_is_held_from_the_question_or_from_the_pass() -> None:
    seen: set[tuple[bytes, ...]] = set()
    for held in ("negative_positive", "stop", "seven"):
        turn = overflow(f"10 insert {held}")
        turn.act(UseInsert(0))
        asked = to_json(shown(turn, 1)), to_json(shown(turn, None))
        turn.act(Pass())
        told = to_json([event.seen_by(1) for event in turn.events if isinstance(event, Passed)])
        seen.add((*asked, to_json(shown(turn, 1)), told))
    assert 1 == len(seen)


def shown(turn: Turn, seat: int | None) -> tuple[SurpriseView, tuple[Action, ...]]:
    return turn.view(seat), turn.state.legal(1)
