"""Rewards add up to what the game counts."""

import pytest

import nimmt
from nimmt.envs import EnvError, parallel
from nimmt.envs.rewards import places
from nimmt.envs.seating import Sitting
from nimmt.events import Outcome

from .playing import SIZES, short, sittings

SHARED = [
    ((1, 2, 3), [1.0, 0.0, -1.0]),
    ((1, 1, 3), [0.5, 0.5, -1.0]),
    ((1, 1, 1, 1), [0.0, 0.0, 0.0, 0.0]),
    ((1, 2, 2, 4), [1.0, 0.0, 0.0, -1.0]),
]


@pytest.mark.parametrize(("key", "players"), SIZES)
@pytest.mark.parametrize("seed", range(3))
def test_heads_add_up_to_the_totals(key: str, players: int, seed: int) -> None:
    game = nimmt.game(key, players=players)
    *_, last = sittings(game, seed)
    outcome = last.state.outcome
    assert outcome is not None
    sign = 1 if game.rules.counts == "points" else -1
    assert tuple(sign * last.rewards.collect(seat) for seat in range(players)) == outcome.totals


@pytest.mark.parametrize(("key", "players"), SIZES)
def test_relative_rewards_compare_with_the_others(key: str, players: int) -> None:
    game = short(key, players)
    *_, last = sittings(game, 8, "relative")
    outcome = last.state.outcome
    assert outcome is not None
    earned = [last.rewards.collect(seat) for seat in range(players)]
    if outcome.opponent is not None:
        assert earned == [outcome.opponent - total for total in outcome.totals]
    else:
        sign, mean = 1 if game.rules.counts == "points" else -1, sum(outcome.totals) / players
        assert earned == pytest.approx([sign * (total - mean) for total in outcome.totals])


def test_heads_fall_when_a_row_is_taken() -> None:
    sitting = Sitting(nimmt.game("base", players=2, max_rounds=1), 1)
    sitting.state = sitting.game.read("12 14 15 21 26 | 37 | 43 | 58 // 30 50 / 8 60")
    assert sitting.answer_all([30, 60]) == [-6.0, 0.0]
    assert [owes for _, _, owes in sitting.told()[0]] == [True, True]


@pytest.mark.parametrize(("ranks", "worth"), SHARED)
def test_places_are_worth_one_to_minus_one_and_shared_ones_their_mean(
    ranks: tuple[int, ...], worth: list[float]
) -> None:
    assert places(Outcome((), ranks, ranks)) == worth


@pytest.mark.parametrize(
    ("team", "ox", "rank", "worth"), [(3, 5, 1, 1.0), (5, 5, 2, 0.0), (5, 5, 1, 1.0), (6, 5, 2, -1.0)]
)
def test_a_team_wins_draws_or_loses(team: int, ox: int, rank: int, worth: float) -> None:
    assert places(Outcome((), (team, team), (rank, rank), ox)) == [worth, worth]


def test_rank_comes_at_the_end() -> None:
    game = short("base", 4)
    *_, last = sittings(game, 2, "rank")
    assert last.state.outcome is not None
    assert [last.rewards.collect(seat) for seat in range(4)] == places(last.state.outcome)


def test_there_is_no_other_reward() -> None:
    with pytest.raises(EnvError, match="no reward 'points'; there are: heads, rank, relative"):
        parallel("base", 4, reward="points")
