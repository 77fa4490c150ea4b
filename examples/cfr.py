"""OpenSpiel's own counterfactual regret minimisation on a tiny game: python examples/cfr.py [iterations]."""

import sys
from collections.abc import Iterator

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import nimmt.envs.spiel  # noqa: F401  # registers the games

TINY = "nimmt_base(players=2,hand_size=2,rows=2,capacity=2,deck=6,max_rounds=1)"
"""Six cards: two hands of two, and two rows that hold two cards each."""


def solve(iterations: int, every: int = 5, name: str = TINY) -> Iterator[tuple[int, float]]:
    """How many heads the average strategies can be exploited for, before the first iteration and after some of them."""
    game = pyspiel.convert_to_turn_based(pyspiel.load_game(name))
    solver = cfr.CFRPlusSolver(game)
    for done in range(iterations + 1):
        if done % every == 0 or done == iterations:
            yield done, exploitability.exploitability(game, solver.average_policy())
        if done < iterations:
            solver.evaluate_and_update_policy()


if __name__ == "__main__":
    for done, heads in solve(int(sys.argv[1]) if len(sys.argv) > 1 else 25):
        print(f"{done:4} iterations: exploitable for {heads:.4f} heads a game")
