"""Who plays whom: every table from every seat, and clear words for what cannot be."""

from collections import Counter
from typing import Any

import pytest

import nimmt
from nimmt import NimmtError
from nimmt.arena import Plan
from nimmt.arena.plan import rotations

FOUR = nimmt.game("base", players=4).setup
THREE = ("greedy", "random", "careless(50)")


def test_one_against_others_of_one_kind() -> None:
    lineups = Plan(FOUR, THREE, "one").lineups(0)
    assert 6 == len(lineups)
    assert ("greedy", "random", "random", "random") in lineups
    assert ("random", "greedy", "greedy", "greedy") in lineups


def test_one_against_one_is_played_from_both_seats_once() -> None:
    lineups = Plan(nimmt.game("base", players=2).setup, THREE, "one").lineups(0)
    seatings = [seating for lineup in lineups for seating in rotations(lineup)]
    assert 6 == len(seatings) == len(set(seatings))


def test_two_against_two() -> None:
    assert (("greedy", "random", "greedy", "random"),) == Plan(FOUR, THREE[:2], "two").lineups(7)


def test_a_team_is_of_one_kind() -> None:
    setup = nimmt.game("versus_ox", players=1).setup
    assert (("greedy",), ("random",)) == Plan(setup, THREE[:2], "same").lineups(0)


def test_mixtures_are_drawn_by_the_seed_and_all_come_up() -> None:
    plan = Plan(FOUR, THREE, "mixed", "s")
    drawn = [lineup for deal in range(400) for lineup in plan.lineups(deal)]
    assert drawn == [lineup for deal in range(400) for lineup in Plan(FOUR, THREE, "mixed", "s").lineups(deal)]
    assert 12 == len(Counter(drawn))  # 15 ways to seat three kinds at four seats, less three of one kind alone
    assert all(len(set(lineup)) > 1 for lineup in drawn)


def test_more_bots_than_seats_never_meet_themselves() -> None:
    bots = tuple(f"careless({number})" for number in range(1, 7))
    for deal in range(20):
        [lineup] = Plan(FOUR, bots, "mixed").lineups(deal)
        assert 4 == len(set(lineup))


def test_every_seat_once() -> None:
    seatings = rotations(("a", "b", "b", "b"))
    assert [0, 3, 2, 1] == [seating.index("a") for seating in seatings]
    assert 2 == len(rotations(("a", "b", "a", "b")))
    assert 1 == len(rotations(("a", "a")))


@pytest.mark.parametrize(
    ("changes", "code", "names"),
    [
        ({"bots": ("greedy", "gredy")}, "unknown_bot", "gredy"),
        ({"bots": ("greedy",)}, "bad_arena", "2 to 50"),
        ({"bots": ("greedy", "greedy")}, "bad_arena", "twice"),
        ({"bots": ("greedy", "tests.arena.bad_bots:CannotBeMade")}, "bot_cannot_make", "CannotBeMade.*no such net"),
        ({"bots": ("greedy", "tests.arena.bad_bots:NoBot")}, "bot_no_choose", "NoBot: .*no method choose"),
        ({"bots": ("greedy", "no.such.module:Bot")}, "bot_cannot_make", "no.such.module:Bot"),
        ({"setup": nimmt.game("base", players=3).setup, "tables": "two"}, "bad_arena", "even"),
        ({"setup": nimmt.game("versus_ox", players=1).setup}, "bad_arena", "Nobody to play against"),
        ({"setup": nimmt.game("bullenparty", players=2).setup, "bots": ("flat(5)", "greedy")}, "no_kernel", "flat"),
    ],
)
def test_what_cannot_be_played_is_named(changes: dict[str, Any], code: str, names: str) -> None:
    plan = Plan(**{"setup": FOUR, "bots": ("greedy", "random"), **changes})
    with pytest.raises(NimmtError, match=names) as refused:
        plan.check()
    assert code == refused.value.code
