"""How fast the engine plays beside a bare Python loop, and how long `import nimmt` takes.

Both play the base game with four players: a random card, and the cheapest row for a card that fits nowhere. The
engine is asked for every legal action, deals from its frozen shuffle and tells every event; the loop has lists
and nothing else. They take turns in small blocks, processor time is counted, and the best block of each is taken, so
that a busy machine spoils neither. The import is timed by the clock as well, for that is what people wait for.
"""

import subprocess
import sys
from collections.abc import Callable
from random import Random
from statistics import fmean, median
from time import process_time

import nimmt
from nimmt import TakeRow
from nimmt.cards import HEADS

PLAYERS = 4
ROUNDS = 4  # in a block: short enough that some blocks run undisturbed on a busy machine
BLOCKS = 500
LEAST_RATIO = 0.15
MOST_IMPORT_SECONDS = 0.1
IMPORTS = 11
IMPORT = """
from time import perf_counter, process_time
clock, processor = perf_counter(), process_time()
import nimmt
print(perf_counter() - clock, process_time() - processor)
"""


def engine_round(rng: Random) -> list[int]:
    state = GAME.start(rng.randbytes(32))
    while state.outcome is None:
        for seat in state.to_act:
            legal = state.legal(seat)
            if isinstance(legal[0], TakeRow):
                rows = state._position.rows  # type: ignore[attr-defined]
                action = legal[cheapest([row.cards for row in rows])]
            else:
                action = legal[int(rng.random() * len(legal))]
            state, _ = state.step(seat, action)
    return list(state.outcome.totals)


def bare_round(rng: Random) -> list[int]:
    deck = list(range(1, 105))
    rng.shuffle(deck)
    hands = [deck[10 * seat : 10 * seat + 10] for seat in range(PLAYERS)]
    rows = [[card] for card in deck[10 * PLAYERS : 10 * PLAYERS + 4]]
    totals = [0] * PLAYERS
    for _ in range(10):
        for card, seat in sorted((hand.pop(int(rng.random() * len(hand))), seat) for seat, hand in enumerate(hands)):
            place(card, seat, rows, totals)
    return totals


def place(card: int, seat: int, rows: list[list[int]], totals: list[int]) -> None:
    target, highest = -1, 0
    for number, row in enumerate(rows):
        if highest < row[-1] < card:
            target, highest = number, row[-1]
    if target >= 0 and len(rows[target]) < 5:
        rows[target].append(card)
        return
    taken = target if target >= 0 else cheapest(rows)
    totals[seat] += sum([HEADS[other] for other in rows[taken]])
    rows[taken] = [card]


def cheapest(rows: list[list[int]]) -> int:
    costs = [sum([HEADS[card] for card in row]) for row in rows]
    return costs.index(min(costs))


GAME = nimmt.game("base", players=PLAYERS, max_rounds=1)


def timed(play: Callable[[Random], list[int]], rng: Random) -> tuple[float, list[float]]:
    """Seconds per round in one block, and the heads per player of its rounds."""
    began = process_time()
    totals = [play(rng) for _ in range(ROUNDS)]
    return (process_time() - began) / ROUNDS, [fmean(round_totals) for round_totals in totals]


def compare() -> tuple[float, float]:
    """The best seconds per round of the engine and of the loop; both must play the same game."""
    rng = Random(1)
    players = (engine_round, bare_round)
    seconds: list[list[float]] = [[], []]
    heads: list[list[float]] = [[], []]
    for _ in range(BLOCKS):
        for number, play in enumerate(players):
            spent, collected = timed(play, rng)
            seconds[number].append(spent)
            heads[number] += collected
    means = [fmean(collected) for collected in heads]
    if abs(means[0] - means[1]) > 0.5:
        raise SystemExit(f"They play different games: {means[0]:.2f} and {means[1]:.2f} heads a round.")
    return min(seconds[0]), min(seconds[1])


def import_seconds() -> tuple[float, float]:
    """Clock and processor, medians of several fresh interpreters; the first is left out, it may have to compile."""
    seconds = [tuple(map(float, fresh("-c", IMPORT).stdout.split())) for _ in range(IMPORTS + 1)]
    clock, processor = zip(*seconds[1:], strict=True)
    return median(clock), median(processor)


def fresh(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], check=True, capture_output=True, text=True)


def slowest_imports(count: int = 10) -> list[str]:
    """What takes longest to import, in microseconds: own, with all that it imports, name."""
    lines = fresh("-X", "importtime", "-c", "import nimmt").stderr.splitlines()
    timed_lines = [line.removeprefix("import time:") for line in lines if "|" in line and "self" not in line]
    return sorted(timed_lines, key=lambda line: -int(line.split("|")[0]))[:count]


def report(name: str, value: str, target: str, met: bool) -> bool:
    print(f"{name:<42}{value:>10}   target {target:<8} {'met' if met else 'NOT MET'}")
    return met


def main() -> int:
    engine, bare = compare()
    clock, processor = import_seconds()
    ratio = bare / engine
    print(f"base game, {PLAYERS} players, best of {BLOCKS} blocks of {ROUNDS} rounds, Python {sys.version.split()[0]}")
    print(f"{'engine, milliseconds per round':<42}{1000 * engine:>10.3f}")
    print(f"{'bare loop, milliseconds per round':<42}{1000 * bare:>10.3f}")
    fast = report("speed of the engine, bare loop = 1", f"{ratio:.3f}", f">= {LEAST_RATIO}", ratio >= LEAST_RATIO)
    print(f"{'import nimmt, milliseconds of processor':<42}{1000 * processor:>10.0f}")
    limit = f"< {1000 * MOST_IMPORT_SECONDS:.0f}"
    quick = report("import nimmt, milliseconds by the clock", f"{1000 * clock:.0f}", limit, clock < MOST_IMPORT_SECONDS)
    if not quick:
        print("slowest imports (microseconds: own | with what it imports | name):", *slowest_imports(), sep="\n")
    return 0 if fast and quick else 1


if __name__ == "__main__":
    sys.exit(main())
