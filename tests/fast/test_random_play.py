"""Rounds by the million: the known means, the same on any number of threads, and clear words for what cannot be."""

from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

import nimmt
from nimmt import BadSetup, PlayCard, TakeRow, fast
from nimmt.kernels.row_game import PARTS, turned
from tests.fast.rounds import KINDS, kind, make
from tests.tables import table_of

SMALL = {"hand_size": 5, "rows": 3, "capacity": 3, "deck": 40}
KNOWN = {2: 8.194, 4: 12.126, 10: 14.663}
"""Heads per player and round of random players who take the cheapest row, by number of players."""


@pytest.mark.parametrize("players", KNOWN)
def test_heads_of_random_players(players: int) -> None:
    rounds = 400_000
    means = fast.sample_rounds(players, rounds, seed=players).mean(axis=1)
    error = means.std() / sqrt(rounds)
    assert abs(means.mean() - KNOWN[players]) < 4 * error + 0.0005  # the known means have three digits
    assert error < 0.001 * KNOWN[players]


@pytest.mark.parametrize("name", [*PARTS, KINDS[-1]])
@pytest.mark.parametrize("options", [{}, {"known_deck": True, "draft": True}, SMALL], ids=["plain", "pro", "small"])
def test_heads_of_random_players_as_the_engine_counts_them(name: str, options: dict[str, Any]) -> None:
    """Deals, reversals and rows are drawn as they should be: the engine plays by the same habits."""
    (key, cards), rng = kind(name), Random(name)
    slow = [engine_round(make(name, 3, max_rounds=1, **options), deal, rng) for deal in range(200)]
    quick = fast.sample_rounds(3, 100_000, seed=1, game=key, **cards, **options).mean(axis=1)
    assert abs(fmean(slow) - quick.mean()) < 4 * stdev(slow) / sqrt(len(slow))
    assert 0.8 < stdev(slow) / quick.std() < 1.25


def engine_round(game: nimmt.Game, deal: int, rng: Random) -> float:
    """Random cards, one reversal in a random turn if that card can be reversed, the first of the cheapest rows."""
    state = game.start(deal)
    turns = [rng.randint(1, len(table_of(state).hands[0]) or 10) for _ in range(3)]
    while state.outcome is None:
        seat, table = state.to_act[0], table_of(state)
        action = rng.choice(state.legal(seat)) if table.phase == "draft" else None
        if table.phase == "card":
            card = rng.choice(table.hands[seat])
            reverse = bool(table.special_hands[seat]) and turns[seat] == table.turn and turned(None)[card] > 0
            action = PlayCard(card, reverse)
        action = action or TakeRow(min(range(len(table.rows)), key=lambda row: table.rows[row].heads))
        state, _ = state.step(seat, action)
    return fmean(state.outcome.totals)


def test_every_seat_takes_its_share() -> None:
    totals = fast.sample_rounds(5, 100_000, seed=3).mean(axis=0)
    assert totals.max() - totals.min() < 0.2


def test_the_seed_decides_and_the_threads_do_not() -> None:
    rounds = 100_001
    one = fast.play_random(players=4, rounds=rounds, seed=7)
    assert one == fast.play_random(players=4, rounds=rounds, seed=7, threads=3)
    assert one == tuple(fast.sample_rounds(players=4, rounds=rounds, seed=7).sum(axis=0).tolist())
    assert one != fast.play_random(players=4, rounds=rounds, seed=8)


def test_a_few_rounds_are_the_first_of_many() -> None:
    many = fast.sample_rounds(players=6, rounds=1000, seed=1)
    assert (many[:130] == fast.sample_rounds(players=6, rounds=130, seed=1)).all()
    assert (0, 0, 0) == fast.play_random(players=3, rounds=0)


def test_deals_of_different_parts_differ() -> None:
    heads = fast.sample_rounds(players=2, rounds=1 << 16, seed=1)
    assert (heads[: 1 << 15] != heads[1 << 15 :]).any()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"players": 11}, "bad_players"),
        ({"players": 1}, "bad_players"),
        ({"game": "chess"}, "unknown_game"),
        ({"game": "bullenparty"}, "no_kernel"),
        ({"rounds": -1}, "bad_number"),
        ({"rounds": 1.5}, "bad_number"),
        ({"threads": 0}, "bad_number"),
        ({"fan": True}, "unknown_option"),
        ({"rows": 5}, "no_kernel"),
        ({"capacity": 6}, "no_kernel"),
        ({"players": 10, "rows": 7}, "too_few_cards"),
        ({"fan_cards": ("chess",)}, "unknown_fan_card"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: dict[str, Any], code: str) -> None:
    with pytest.raises(BadSetup) as refused:
        fast.play_random(**arguments)
    assert code == refused.value.code
