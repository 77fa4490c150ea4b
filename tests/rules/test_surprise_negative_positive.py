"""Negative = Positive of Surprise, with the book's examples and the rulings on it (SU-16)."""

import pytest

from nimmt.games.surprise import Surprise
from nimmt.games.surprise.actions import TurnPositive, UseNegativePositive
from nimmt.games.surprise.events import HeadsCancelled
from tests.surprise import Turn


@pytest.mark.rule("SU-16", "SU-5")
def test_su_e7_the_11_cancels_the_rest_of_its_row() -> None:
    turn = Turn("3 5 11 13 17 | 40 | 62 | 88", "20 negative_positive", "99")
    turn.act(UseNegativePositive())
    assert "positive" == turn.phase
    assert [(0, (3, 5, 11, 13, 17), 10)] == turn.takes
    assert [TurnPositive(card) for card in (3, 5, 11, 13, 17)] == turn.legal()
    turn.turn_positive(11)
    assert "20 | 40 | 62 | 88 99" == turn.rows
    assert () == turn.table.piles[0]
    assert {3, 5, 11, 13, 17} == set(turn.table.box)
    assert [HeadsCancelled(0, 11, (3, 5, 13, 17), 5)] == turn.told(HeadsCancelled)
    assert ("negative_positive",) == turn.table.discards


@pytest.mark.rule("SU-16", "Q-X2", "Q-SU18", "Q-SU20")
def test_su_e8_the_11_cancels_cards_of_the_earlier_pile_too() -> None:
    """The book lets Julia choose four heads; here the fewest cards with five heads go, then the lowest."""
    turn = Turn("11 13 | 40 | 62 | 88", "3 negative_positive", "99", piles="15 8 9 25 /")
    turn.act(UseNegativePositive())
    assert "row" == turn.phase, "a low card: the row is chosen first"
    turn.take(0)
    turn.turn_positive(11)
    assert "3 | 40 | 62 | 88 99" == turn.rows
    assert [HeadsCancelled(0, 11, (8, 15, 25), 5)] == turn.told(HeadsCancelled)
    assert {9, 13} == set(turn.table.piles[0])
    assert 2 == turn.view(None).facts.totals[0], "as many as the book's 25"


@pytest.mark.rule("Q-SU18", "Q-X2")
@pytest.mark.parametrize(
    ("pile", "chosen", "cancelled"),
    [
        ("25 35", 30, (25,)),  # 3 heads: two twos are too many, one is the best
        ("55", 33, ()),  # 5 heads: a seven is too much
        ("1 2 3 60", 33, (1, 2, 60)),  # 5 heads: three and two ones, not three ones and nothing
        ("45 35 25 1", 33, (1, 25, 35)),  # of equal sets the lowest numbers
        ("66 1 2 3 4", 33, (66,)),  # one five rather than five cards
        ("", 30, ()),
    ],
)
def test_whole_cards_up_to_the_heads_of_the_chosen_one(pile: str, chosen: int, cancelled: tuple[int, ...]) -> None:
    turn = Turn(f"{chosen} | 40 | 62 | 88", "7 negative_positive", "99", piles=f"{pile} /")
    turn.act(UseNegativePositive())
    turn.take(0)
    turn.turn_positive(chosen)
    assert cancelled == next(e.cancelled for e in turn.events if isinstance(e, HeadsCancelled))
    assert {chosen, *cancelled} == set(turn.table.box)


@pytest.mark.rule("Q-SU19")
def test_earlier_rounds_are_not_touched() -> None:
    turn = Turn("3 5 11 13 17 | 40 | 62 | 88", "20 negative_positive", "99")
    turn.table.scores, turn.table.round = ((30, 20),), 2
    turn.act(UseNegativePositive())
    turn.turn_positive(11)
    assert (30, 20) == turn.view(None).facts.totals


@pytest.mark.rule("Q-SU21")
def test_with_five_rows_the_own_card_may_be_cancelled_but_not_chosen() -> None:
    turn = Turn("3 5 11 13 17 | 40 | 62 | 88 | 30", "25 negative_positive", "99")
    turn.act(UseNegativePositive())
    assert [TurnPositive(card) for card in (3, 5, 11, 13, 17)] == turn.legal()
    turn.turn_positive(11)
    assert [HeadsCancelled(0, 11, (3, 5, 25), 5)] == turn.told(HeadsCancelled)
    assert {13, 17} == set(turn.table.piles[0])


@pytest.mark.rule("Q-SU18", "Q-SU20", "Q-X3")
@pytest.mark.parametrize(
    ("rows", "card", "pile", "chosen", "heads"),
    [
        ("3 5 11 13 17 | 40 | 62 | 88", 20, "", 11, 0),  # 0 + 10 - 2 × 5
        ("3 5 11 13 17 | 40 | 62 | 88", 20, "", 5, 6),
        ("3 5 11 13 17 | 40 | 62 | 88", 20, "44", 11, 5),
        ("11 | 40 | 62 | 88", 7, "1 2", 11, 0),  # 2 + 5 - 10: never below zero
        ("3 5 11 13 17 | 40 | 62 | 88 | 30", 25, "", 11, 2),  # with five rows the 25 counts too
    ],
)
def test_in_points_mode_the_heads_of_the_card_are_subtracted_twice(
    rows: str, card: int, pile: str, chosen: int, heads: int
) -> None:
    turn = Turn(rows, f"{card} negative_positive", "99", piles=f"{pile} /", np_mode="points")
    turn.act(UseNegativePositive())
    if "row" == turn.phase:
        turn.take(0)
    turn.turn_positive(chosen)
    assert heads == turn.view(None).facts.totals[0]
    assert (chosen,) == turn.table.box


@pytest.mark.rule("SU-16")
def test_in_points_mode_later_takes_are_added_to_what_is_left() -> None:
    turn = Turn("11 | 40 | 62 | 88", "7 negative_positive", "99", piles="1 2 /", np_mode="points")
    turn.act(UseNegativePositive())
    turn.take(0)
    turn.turn_positive(11)
    turn.table.give(0, (44,), 5)
    assert (5, 0) == turn.view(None).facts.running
    assert (5, 0) == Surprise(2).score(turn.table)


@pytest.mark.rule("Q-SU18", "Q-SU20")
def test_in_points_mode_points_are_cancelled_once() -> None:
    turn = Turn("11 | 40 | 62 | 88", "7 negative_positive", "99", piles="44 /", np_mode="points")
    turn.table.credits = (2, 0)
    assert 3 == turn.view(None).facts.totals[0]
    turn.act(UseNegativePositive())
    turn.take(0)
    turn.turn_positive(11)
    assert [HeadsCancelled(0, 11, (), 3)] == turn.told(HeadsCancelled), "3 + 5 - 10: only three are left to cancel"
    assert (0, 0) == turn.view(None).facts.running
