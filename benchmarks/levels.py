"""How many games each level for people wins against the one below: whole games, two levels at the table.

.venv/bin/python benchmarks/levels.py base 4 40   # game, players, deals, and perhaps a seed; without them a short look
"""

import sys
from itertools import pairwise
from statistics import fmean

import nimmt
from nimmt.arena import Plan
from nimmt.arena.playing import play_deal
from nimmt.arena.standings import mean_and_error, pairs_won, standing
from nimmt.bots import levels
from nimmt.games.registry import game_of

SECONDS = 600.0
"""For an answer: the first ones wait for a compiler."""


def measure(key: str, players: int, deals: int, seed: str = "levels") -> None:
    """A line for every pair of levels: how many pairs of seats the higher one wins (teams: deals), and its totals."""
    setup = nimmt.game(key, players=players).setup
    rules = game_of(setup).rules
    for lower, higher in pairwise(levels(setup)):
        plan = Plan(setup, (lower.bot, higher.bot), "same" if rules.is_team else "two", seed, SECONDS)
        played = [play_deal(plan, deal) for deal in range(deals)]
        share, error = mean_and_error([pairs_won(deal, higher.bot) for deal in played])
        totals = {line.bot: line.total for line in standing(played, rules.counts == "points").bots}
        rounds = fmean(game.rounds for deal in played for game in deal.games)
        print(
            f"{key}, {players} players: {higher.key}, {higher.bot}, over {lower.key}, {lower.bot}: "
            f"{100 * share:.1f} % ± {100 * error:.1f}, totals {totals[higher.bot]:.1f} and {totals[lower.bot]:.1f} "
            f"in {rounds:.1f} rounds",
            flush=True,
        )


def main() -> None:
    """Measure what the command line names."""
    if len(sys.argv) > 1:
        key, players, deals, *seed = sys.argv[1:]
        measure(key, int(players), int(deals), *seed)
        return
    for number in (2, 4, 6, 10):
        measure("base", number, 4)


if __name__ == "__main__":
    main()
