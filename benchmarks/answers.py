"""How soon bots answer: the first time in a new process, and then, compared with kernels that the JIT compiled.

`first`, `masters`, `cores`, `clock` and `server` are its parts; without an argument all of them run.
"""

import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from threading import Thread
from typing import Any, NamedTuple

import nimmt
from nimmt.bots import LEVELS, Histories, ask, bot, master
from nimmt.kernels import host, wasm
from nimmt.kernels.host import Run
from nimmt.records import Recorder
from nimmt.setup import OptionValue

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

FIRST, MEAN, RATIO = 1.0, 3.0, 2.0
"""Targets: seconds to the first answer, milliseconds for one of `master` with 4 players, and times the JIT."""
ANSWERS, TRIES = 120, 3
"""How many questions each master is asked, and how often: of its times for a question the shortest counts."""

FOUR: dict[str, OptionValue] = {"fan_cards": ("even_odd", "climb", "caper", "reversed_digits")}
TABLES: tuple[tuple[str, int, dict[str, OptionValue]], ...] = (
    *(("base", players, {}) for players in (2, 4, 6, 10)),
    ("pro", 4, {}),
    *((key, 4, {}) for key in ("even_odd", "climb", "caper", "reversed_digits")),
    ("base", 4, FOUR),
    *(("surprise", players, {}) for players in (2, 4, 8)),
    *(("versus_ox", players, {}) for players in (1, 3, 6)),
    *(("bullenparty", players, {}) for players in (2, 5)),
)

ONE_ANSWER = """
import sys, time
began = time.time()
from random import Random
import nimmt
from nimmt.bots import bot
key, level = sys.argv[1:]
game = nimmt.game(key, players=4)
state, made = game.start(1), bot(level)
seat = state.to_act[0]
made.choose(state.view(seat), state.legal(seat), state.last, Random(1))
print(time.time() - began, time.process_time())
"""


class Question(NamedTuple):
    """What a seat is asked."""

    view: Any
    legal: Any
    history: tuple[Any, ...]


# --- The first answer --------------------------------------------------------------------------------------


def first() -> bool:
    """Every level of every game in a new process, with an empty cache and with a full one."""
    print(
        "The first answer in a new process, seconds by the clock from its first import on (of the processor, in all):"
    )
    slowest = 0.0
    for key in nimmt.keys():
        found = []
        for level in LEVELS:
            with tempfile.TemporaryDirectory() as cache:
                empty, full = first_answer(key, level, cache), first_answer(key, level, cache)
            slowest = max(slowest, empty[0], full[0])
            found.append(f"{level} {empty[0]:.2f} ({empty[1]:.2f}) then {full[0]:.2f} ({full[1]:.2f})")
        print(f"  {key:<16}{'   '.join(found)}", flush=True)
    return told("the slowest", slowest, "s", FIRST)


def first_answer(key: str, level: str, cache: str) -> tuple[float, float]:
    """Seconds by the clock since the process began its imports, and those that it took of the processor in all."""
    command = [sys.executable, "-c", ONE_ANSWER, key, level]
    done = subprocess.run(command, env=os.environ | {"NIMMT_CACHE": cache}, capture_output=True, text=True, check=True)
    clock, processor = map(float, done.stdout.split())
    return clock, processor


# --- Then --------------------------------------------------------------------------------------------------


def questions(key: str, players: int, options: dict[str, OptionValue], count: int) -> Iterator[Question]:
    """What the first seat is asked in games of bots that play quickly, with all that it was told before."""
    game, plain, number = nimmt.game(key, players=players, **options), bot("greedy"), 0
    while count:
        recorder = Recorder(game, nimmt.SeededDealer.of(f"answers {number}"))
        histories, number = Histories(players, recorder.state.last), number + 1
        while recorder.state.outcome is None and count:
            state, seat = recorder.state, recorder.state.to_act[0]
            legal = state.legal(seat)
            if seat == 0 and len(legal) > 1:
                count -= 1
                yield Question(state.view(seat), legal, tuple(histories.of(seat)))
            ask(plain, recorder, histories, seat, 1)


def times(asked: Sequence[Question]) -> list[float]:
    """Milliseconds of processor time for each answer of a master that begins anew."""
    master._master.cache_clear()
    made, found = bot("master"), []
    gc.collect()
    for number, (view, legal, history) in enumerate(asked):
        began = time.thread_time()
        made.choose(view, legal, history, Random(number))
        found.append((time.thread_time() - began) * 1e3)
    return found


def masters() -> bool:
    """Every game's master with the file and with the JIT, in turns."""
    from nimmt.fast.jit_host import run as jit

    print(f"Answers of `master`, processor time, {ANSWERS} questions (mean, 99 of 100 below; the same with the JIT):")
    met = True
    for key, players, options in TABLES:
        asked = list(questions(key, players, options, ANSWERS))
        best: dict[Run, list[float]] = {}
        for way in (wasm.run, jit):
            host.choose(way)
            times(asked[:3])  # compiles, and loads weights
        for _ in range(TRIES):
            for way in (wasm.run, jit):
                host.choose(way)
                found = times(asked)
                best[way] = [*map(min, found, best.get(way, found))]
        host.choose(None)
        ours, theirs = best[wasm.run], best[jit]
        ratio = fmean(ours) / fmean(theirs)
        name = f"{key}{' with all fan cards' if options else ''}"
        good = ratio <= RATIO and (fmean(ours) <= MEAN or (name, players) != ("base", 4))
        met = met and good
        figures = f"{fmean(ours):>7.2f} {late(ours):>7.2f} ms   {fmean(theirs):>7.2f} {late(theirs):>7.2f} ms"
        print(f"  {name:<26}{players:>3} players {figures}   {ratio:.2f} ×{'' if good else '   NOT MET'}", flush=True)
    return met


def late(found: Sequence[float]) -> float:
    """What 99 of 100 stay below."""
    return sorted(found)[int(0.99 * len(found))]


def cores() -> bool:
    """Two bots that think at once, compared with one: two cores give twice the answers."""
    asked = list(questions("base", 4, {}, ANSWERS))
    long = bot("flat(20000)")

    def think() -> None:
        for view, legal, _ in asked[:40]:
            long.choose(view, legal, (), Random(1))

    think()
    one, two = clocked([think]), clocked([think, think])
    print(f"Bots that think at once: {one:.2f} s for one, {two:.2f} s for two, {2 * one / two:.2f} times the answers")
    return 2 * one / two > 1.5


def clocked(work: Sequence[Callable[[], None]]) -> float:
    """Seconds until all have done their work side by side."""
    threads = [Thread(target=each) for each in work]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began


def clock() -> bool:
    """What the deadline costs: the same answers in a process whose kernels have none."""
    source = "import json, sys; from benchmarks.answers import clocked_answers; print(json.dumps(clocked_answers()))"
    off = (
        "import wasmtime\n"
        "wasmtime.Config.epoch_interruption = property(None, lambda *_: None)\n"
        "wasmtime.Store.set_epoch_deadline = lambda *_: None\n"
    )
    found: dict[str, float] = {}
    for _ in range(TRIES):
        for way, patch in (("with", ""), ("without", off)):
            with tempfile.TemporaryDirectory() as cache:
                command, environment = [sys.executable, "-c", patch + source], os.environ | {"NIMMT_CACHE": cache}
                done = subprocess.run(
                    command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
                )  # fmt: skip
            took = json.loads(done.stdout)
            found[way] = min(took, found.get(way, took))
    cost = found["with"] / found["without"] - 1
    print(f"The deadline: {found['with']:.2f} ms for an answer with it, {found['without']:.2f} without, {cost:+.1%}")
    return True


def clocked_answers() -> float:
    """The mean answer of `master` at a table of four."""
    asked = list(questions("base", 4, {}, ANSWERS))
    times(asked[:3])
    return fmean(times(asked))


def server() -> bool:
    """A server with an empty cache: a table with the strongest bots is opened as soon as it listens."""
    from tests.server.client import device, opened, serving, settings

    async def play(folder: Path) -> tuple[float, float, float, int]:
        async with serving(settings(folder)) as running:
            began, spent = time.perf_counter(), time.process_time()
            code, tokens = await opened(running, [{}, *[{"level": "master"}] * 3], options={"max_rounds": 1})
            opening = time.perf_counter() - began
            async with device(running, code, tokens[0]) as ada:
                await ada.act(ada.legal[0])
                await ada.beyond(1)
            took, processor = time.perf_counter() - began, time.process_time() - spent
            return opening, took, processor, running.worker.thinkers.failures

    with tempfile.TemporaryDirectory() as folder:
        os.environ["NIMMT_CACHE"] = folder
        opening, took, processor, failures = asyncio.run(play(Path(folder)))
    print(
        f"A new server with three masters at its first table: open after {opening:.2f} s, the first turn over after "
        f"{took:.2f} s ({processor:.2f} s of the processor, ours as a client included), {failures} defaults"
    )
    return told("until the first turn is over", took, "s", FIRST) and not failures


def told(what: str, found: float, unit: str, target: float) -> bool:
    """Print a figure beside its target."""
    print(f"  {what}: {found:.2f} {unit}, target {target:g}   {'met' if found <= target else 'NOT MET'}")
    return found <= target


PARTS = {"first": first, "masters": masters, "cores": cores, "clock": clock, "server": server}


def main() -> int:
    met = [PARTS[name]() for name in sys.argv[1:] or PARTS]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
