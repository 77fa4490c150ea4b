"""Random play costs what it is known to cost: a wrong rule that no example shows would move these means."""

from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

import nimmt
from nimmt import Game, TakeRow
from tests.properties.invariants import table_of

# By players: heads per player and round when everybody plays a random card and takes the cheapest row (of equals the
# first), and how many rounds to play. The kernels, which play as the engine does, are held to a tenth of this error.
KNOWN = {2: (8.194, 2_500), 4: (12.126, 2_000), 10: (14.663, 1_000)}


def heads_of_a_round(game: Game, deal: int, rng: Random) -> float:
    """What a player collects on average in one round."""
    state = game.start(deal)
    while state.outcome is None:
        seat = state.to_act[0]
        action = rng.choice(state.legal(seat))
        if isinstance(action, TakeRow):
            rows = table_of(state).rows
            action = TakeRow(min(range(len(rows)), key=lambda number: rows[number].heads))
        state, _ = state.step(seat, action)
    return fmean(state.outcome.totals)


@pytest.mark.parametrize("players", KNOWN)
def test_heads_of_random_players(players: int) -> None:
    expected, rounds = KNOWN[players]
    game, rng = nimmt.game("base", players=players, max_rounds=1), Random(players)
    means = [heads_of_a_round(game, deal, rng) for deal in range(rounds)]
    error = stdev(means) / sqrt(rounds)
    assert abs(fmean(means) - expected) < 4 * error
    assert error < 0.01 * expected, "so few rounds would hide a difference of 4 %"
