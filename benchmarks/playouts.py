"""How long one playout takes in each game that search plays, and an answer of each bot; how much of it is Python."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from random import Random
from typing import Any

import nimmt
from nimmt.bots import bot
from nimmt.game import position_of
from nimmt.kernels import wasm
from nimmt.kernels.host import choose
from nimmt.kernels.layout import Record
from nimmt.kernels.party import future_points
from nimmt.kernels.special_ratings import ANY, future_heads
from nimmt.kernels.special_tables import as_record

TARGET = 50.0
PLAYOUTS = 1000
LONG_ENOUGH = 0.5
"""Seconds that a bot answers while its kernels are timed."""
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
    return seconds(lambda: future_heads([as_record(table)], 0, [ANY], PLAYOUTS, Random(1))) / PLAYOUTS * 1e6


def questions(key: str, players: int) -> list[tuple[Any, Any]]:
    """What seat 0 sees and may do in a round that is played at random, as long as it has a choice."""
    state, rng, asked = nimmt.game(key, players=players).start(1), Random(1), []
    while state.view(0).round == 1 and state.outcome is None:
        seat = state.to_act[0]
        legal = state.legal(seat)
        if seat == 0 and len(legal) > 1:
            asked.append((state.view(0), legal))
        state, _ = state.step(seat, rng.choice(legal))
    return asked


def answer_all(name: str, asked: list[tuple[Any, Any]]) -> None:
    """Let one bot answer all of that."""
    made, rng = bot(name), Random(1)
    for view, legal in asked:
        made.choose(view, legal, (), rng)


@contextmanager
def timed_kernels() -> Iterator[list[float]]:
    """While this lasts, every call of a kernel adds its processor time to the list."""
    spent: list[float] = []

    def timed(name: str, record: Record) -> None:
        began = time.process_time()
        try:
            wasm.run(name, record)
        finally:
            spent.append(time.process_time() - began)

    choose(timed)
    try:
        yield spent
    finally:
        choose(None)


def share_of_python(name: str, asked: list[tuple[Any, Any]]) -> float:
    """Which part of its answers' time a bot does not spend in kernels; everything is compiled already."""
    with timed_kernels() as spent:
        began = time.process_time()
        while (took := time.process_time() - began) < LONG_ENOUGH:
            answer_all(name, asked)
    return 1 - sum(spent) / took


def tell(name: str, key: str, players: int) -> None:
    """Print what an answer of a bot costs, and how much of that is Python."""
    asked = questions(key, players)
    took = seconds(lambda: answer_all(name, asked)) / len(asked)
    print(
        f"  {name:<20}{key:<12}{players:>3} players {took * 1e3:>8.2f} ms, "
        f"{100 * share_of_python(name, asked):>3.0f} % of it Python"
    )


def main() -> int:
    print("One playout from the first decision on:")
    for key in ("surprise", "versus_ox", "bullenparty"):
        for players in nimmt.spec(key).players:
            took = playout(key, players)
            print(f"  {key:<12}{players:>3} players {took:>8.1f} µs   {'met' if took < TARGET else 'NOT MET'}")
    print("The mean answer in one round, processor time:")
    for name in POOL:
        tell(name, "base", 4)
    for players in (2, 4, 6, 10):
        tell("master", "base", players)
    for key, name in product(("surprise", "versus_ox", "bullenparty"), ("search(100)", "master")):
        tell(name, key, 4)
    return 0


if __name__ == "__main__":
    sys.exit(main())
