"""How long one playout takes in each game that search plays, and one answer of each bot of the pool; one core."""

import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import nimmt
from nimmt.bots import bot
from nimmt.fast.party_search import future_points
from nimmt.fast.special_search import future_heads
from nimmt.game import position_of

TARGET = 50.0
PLAYOUTS = 1000
POOL = ("heuristic", "mcs(800)", "flat(100)", "flat(300)", "flat(1000)", "mc_rollout(24,4)", "mc_rollout(200,4)")


def seconds(work: Callable[[], object], times: int = 7) -> float:
    """Processor time of the best of several tries; the first one compiles and does not count."""
    work()
    best = float("inf")
    for _ in range(times):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


def playout(key: str, players: int) -> float:
    """Microseconds for the rest of a round, or of a game of Bullenparty, from the first decision on."""
    game = nimmt.game(key, players=players)
    table: Any = position_of(game.start(1))
    if key == "bullenparty":
        return seconds(lambda: future_points(table, game.setup, {}, PLAYOUTS, Random(1))) / PLAYOUTS * 1e6
    return seconds(lambda: future_heads(table, 0, (), PLAYOUTS, 50, Random(1))) / PLAYOUTS * 1e6


def main() -> int:
    print("One playout from the first decision on:")
    for key in ("surprise", "versus_ox", "bullenparty"):
        for players in nimmt.spec(key).players:
            took = playout(key, players)
            print(f"  {key:<12}{players:>3} players {took:>8.1f} µs   {'met' if took < TARGET else 'NOT MET'}")
    state = nimmt.game("base", players=4).start(1)
    print("The first card of a round, base game, 4 players:")
    for name in POOL:
        made = bot(name)
        took = seconds(lambda made=made: made.choose(state.view(0), state.legal(0), (), Random(1)))  # type: ignore[misc]
        print(f"  {name:<20}{took * 1e3:>8.2f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
