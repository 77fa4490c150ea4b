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


def questions() -> list[tuple[Any, Any]]:
    """What seat 0 sees and may play in a round that is played at random, as long as it has a choice."""
    state, rng, asked = nimmt.game("base", players=4).start(1), Random(1), []
    while state.view(0).round == 1 and state.outcome is None:
        seat = state.to_act[0]
        if seat == 0 and state.phase == "card":
            asked.append((state.view(0), state.legal(0)))
        state, _ = state.step(seat, rng.choice(state.legal(seat)))
    return asked


def answer_all(name: str, asked: list[tuple[Any, Any]]) -> None:
    """Let one bot answer all of that."""
    made, rng = bot(name), Random(1)
    for view, legal in asked:
        made.choose(view, legal, (), rng)


def main() -> int:
    print("One playout from the first decision on:")
    for key in ("surprise", "versus_ox", "bullenparty"):
        for players in nimmt.spec(key).players:
            took = playout(key, players)
            print(f"  {key:<12}{players:>3} players {took:>8.1f} µs   {'met' if took < TARGET else 'NOT MET'}")
    asked = questions()
    print("The first card of a round, base game, 4 players, and the mean of all cards that are a choice:")
    for name in POOL:
        first, whole = (seconds(lambda: answer_all(name, some)) / len(some) for some in (asked[:1], asked))  # noqa: B023
        print(f"  {name:<20}{first * 1e3:>8.2f} ms {whole * 1e3:>8.2f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
