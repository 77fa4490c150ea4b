"""How fast the kernels play, beside a plain C program of the same work in the same run.

Every figure is the best of several blocks, and the blocks of what is compared alternate, so that a busy machine
slows both. One core is measured in processor time, two threads by the clock on the wall.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.fast.rounds import KINDS, kind

from nimmt import fast

SOURCE = Path(__file__).with_suffix(".c")
BLOCKS = 9
ROUNDS = 1 << 19
FEWER = 1 << 18


def compile_c(folder: Path, *options: str) -> Path | None:
    """The C program, or None where there is no compiler."""
    compiler = next(filter(None, map(shutil.which, (os.environ.get("CC", "cc"), "gcc", "clang"))), None)
    if compiler is None:
        return None
    program = folder / "_".join(["plain", *options]).replace("=", "_")
    subprocess.run([compiler, *options, SOURCE, "-o", program], check=True)
    return program


def run_c(program: Path, rounds: int, seed: int) -> tuple[float, list[int]]:
    """Seconds, and the heads of four seats."""
    words = subprocess.run([program, "4", str(rounds), str(seed)], check=True, capture_output=True, text=True).stdout
    seconds, *heads = words.split()
    return float(seconds), [int(word) for word in heads]


def timed(clock: Callable[[], float], work: Callable[[], object]) -> float:
    began = clock()
    work()
    return clock() - began


def best(measures: dict[str, Callable[[int], float]]) -> dict[str, float]:
    """The fewest seconds of each, block by block in turn."""
    seconds = {name: float("inf") for name in measures}
    for block in range(BLOCKS):
        for name, measure in measures.items():
            seconds[name] = min(seconds[name], measure(block))
    return seconds


def kernel(name: str, rounds: int) -> Callable[[int], float]:
    """One core on one game."""
    key, cards = kind(name)
    return lambda seed: timed(time.process_time, lambda: fast.play_random(4, rounds, seed, game=key, **cards))


def line(name: str, rate: float, ratio: float, target: float | None, than: str) -> bool:
    """Print a row of the table; whether its target is met."""
    verdict = "" if target is None else f"{target:.1f} × {than}: {'met' if ratio >= target else 'NOT MET'}"
    print(f"  {name:<40}{rate / 1e6:>8.2f} M/s {ratio:>7.2f} × {than:<8} {verdict}")
    return target is None or ratio >= target


def against_c(folder: Path) -> bool:
    """The base game with four players beside C."""
    measures = {"nimmt.fast": kernel("base", ROUNDS)}
    for name, options in {"C -O3": ["-O3"], "C -O3 -march=native": ["-O3", "-march=native"]}.items():
        program = compile_c(folder, *options)
        if program is None:
            print("  There is no C compiler here (cc, gcc or clang): nothing to compare with.")
            break
        measures[name] = lambda seed, program=program: run_c(program, ROUNDS // 4, seed)[0] * 4  # type: ignore[misc]
        heads = sum(run_c(program, ROUNDS // 4, 1)[1]) / ROUNDS
        assert abs(heads - 12.126) < 0.05, "the C program plays another game"
    seconds = best(measures)
    plain = seconds.get("C -O3", seconds["nimmt.fast"])
    target = {"nimmt.fast": 1.0 if "C -O3" in seconds else None}
    met = [line(name, ROUNDS / took, plain / took, target.get(name), "C -O3") for name, took in seconds.items()]
    return all(met)


def fan_cards() -> bool:
    """Every fan card, and every set of them, beside the base game."""
    seconds = best({name: kernel(name, FEWER) for name in KINDS})
    base = seconds.pop("base")
    met = [line(name, FEWER / took, base / took, 0.7, "base") for name, took in seconds.items()]
    return all(met)


def threads() -> bool:
    """Two threads beside one."""
    wall = {
        f"{count} threads": lambda seed, count=count: timed(
            time.perf_counter, lambda: fast.play_random(4, 4 * ROUNDS, seed, threads=count)
        )
        for count in (1, 2)
    }
    seconds = best(wall)  # type: ignore[arg-type]
    one, two = seconds.values()
    return line("2 threads", 4 * ROUNDS / two, one / two, 1.8 if (os.cpu_count() or 1) > 1 else None, "1 thread")


def main() -> int:
    began = time.perf_counter()
    fast.play_random(4, 1)
    print(f"Random rounds, 4 players; the kernels were ready after {time.perf_counter() - began:.1f} s.")
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(f"{os.cpu_count()} cores, load {load:.1f}: figures of a busy machine are too low, most of all with threads.")
    with tempfile.TemporaryDirectory() as folder:
        met = [against_c(Path(folder)), fan_cards(), threads()]
    print("All targets are met." if all(met) else "Not all targets are met.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
