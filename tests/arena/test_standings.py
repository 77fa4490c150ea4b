"""Figures that can be checked by hand."""

from math import inf, sqrt

import pytest

from nimmt.arena.ratings import ratings
from nimmt.arena.results import DealPlayed, Failure, GamePlayed
from nimmt.arena.standings import pairs_won, standing, sureness


def game(bots: str, *totals: int, seconds: float = 0.5, answers: int = 10) -> GamePlayed:
    seats = len(totals)
    ranks = tuple(1 + sum(other < own for other in totals) for own in totals)
    return GamePlayed(tuple(bots), totals, ranks, None, 1, (seconds,) * seats, (answers,) * seats)


DEALS = [
    DealPlayed(0, (game("abb", 4, 10, 12), game("bab", 6, 6, 10))),  # a: -7 and -2, together -4.5
    DealPlayed(1, (game("abb", 9, 2, 2),)),  # a: +7
    DealPlayed(2, (game("abb", 1, 3, 5),)),  # a: -3
]


def test_margins_are_means_over_deals_with_their_error() -> None:
    counted = standing(DEALS, many_is_good=False)
    a = next(line for line in counted.bots if line.bot == "a")
    values = (-4.5, 7, -3)
    mean = sum(values) / 3
    error = sqrt(sum((value - mean) ** 2 for value in values) / 2 / 3)
    assert (3, 4) == (a.deals, a.games)
    assert -mean == pytest.approx(a.margin)  # few heads are good
    assert error == pytest.approx(a.error)
    b = next(line for line in counted.bots if line.bot == "b")
    assert mean == pytest.approx(b.margin)
    points = next(line for line in standing(DEALS, many_is_good=True).bots if line.bot == "a")
    assert mean == pytest.approx(points.margin)
    assert 1 == pytest.approx(a.sure + b.sure)


def test_pairs_of_seats_are_won_by_whoever_is_ahead() -> None:
    """In the first game a is ahead of both, in the second one level with one b and ahead of the other."""
    assert pairs_won(DEALS[0], "a") == pytest.approx((1 + 1 + 0.5 + 1) / 4)
    assert pairs_won(DEALS[0], "b") == pytest.approx(0.5 / 4)
    assert 0 == pairs_won(DEALS[1], "a")


def test_teams_with_the_same_cards_are_compared_by_their_lead() -> None:
    """Both have won, and b by more; equal leads count half."""
    one, two = (GamePlayed((bot, bot), (heads, heads), (1, 1), 20) for bot, heads in (("a", 12), ("b", 9)))
    assert (0, 1) == (pairs_won(DealPlayed(0, (one, two)), "a"), pairs_won(DealPlayed(0, (one, two)), "b"))
    assert 0.5 == pairs_won(DealPlayed(0, (one, GamePlayed(("b", "b"), (13, 13), (1, 1), 21))), "a")


def test_wins_are_shared_and_times_are_per_answer() -> None:
    a = next(line for line in standing(DEALS, False).bots if line.bot == "a")
    assert (1 + 0.5 + 0 + 1) / 4 == a.wins  # of the second game both 6s are winners
    assert 50 == pytest.approx(a.milliseconds)
    assert (4 + 6 + 9 + 1) / 4 == a.total


def test_the_best_comes_first_whatever_is_good() -> None:
    assert ["a", "b"] == [line.bot for line in standing(DEALS[:1], many_is_good=False).bots]
    assert ["b", "a"] == [line.bot for line in standing(DEALS[:1], many_is_good=True).bots]


def test_tables_are_told_apart() -> None:
    more = [*DEALS, DealPlayed(3, (game("aac", 1, 2, 9),))]
    lines = {(line.bot, line.against): line for line in standing(more, False).tables}
    assert {("a", ("b", "b")), ("b", ("a",)), ("a", ("c",)), ("c", ("a", "a"))} == set(lines)
    assert 7.5 == lines["a", ("c",)].margin
    assert inf == lines["a", ("c",)].error


def test_a_team_is_measured_by_its_opponent() -> None:
    won = GamePlayed(("a", "a"), (12, 12), (1, 1), 20, 1, (1.0, 1.0), (5, 5))
    lost = GamePlayed(("a", "a"), (30, 30), (2, 2), 20, 1, (1.0, 1.0), (5, 5))
    [line] = standing([DealPlayed(0, (won,)), DealPlayed(1, (lost,))], False).bots
    assert (-1.0, 0.5) == (line.margin, line.wins)


def test_bots_that_are_out_do_not_count() -> None:
    spoiled = GamePlayed(("a", "x"), failure=Failure("x", "raised", "no"))
    counted = standing([*DEALS, DealPlayed(3, (spoiled, game("ax", 1, 2)))], False, frozenset("x"))
    assert {"a", "b"} == {line.bot for line in counted.bots}


def test_sureness() -> None:
    assert 0.5 == sureness(0, 1) == sureness(1, inf)
    assert 0.9772 == pytest.approx(sureness(2, 1), abs=1e-4)
    assert sureness(-2, 1) == pytest.approx(1 - sureness(2, 1))


def test_ratings_find_the_order_and_grow_certain() -> None:
    few = [DealPlayed(deal, (game("abc", 1, 5, 9), game("bca", 5, 9, 1))) for deal in range(3)]
    many = [DealPlayed(deal, (game("abc", 1, 5, 9), game("bca", 5, 9, 1))) for deal in range(60)]
    assert ["a", "b", "c"] == [rating.bot for rating in ratings(many)]
    assert max(rating.sigma for rating in ratings(many)) < min(rating.sigma for rating in ratings(few))
    assert ratings(many) == ratings(many)


def test_the_opponent_of_a_team_is_rated_too() -> None:
    won = GamePlayed(("a", "a"), (12, 12), (1, 1), 20, 1, (1.0, 1.0), (5, 5))
    assert ["a", "*"] == [rating.bot for rating in ratings([DealPlayed(0, (won,))])]
