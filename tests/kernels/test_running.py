"""Kernels side by side, kernels that fail, and kernels where numpy and numba are missing."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import pytest

import nimmt
from nimmt.bots import bot
from nimmt.fast.jit_host import run as jit
from nimmt.kernels import host, wasm
from nimmt.kernels.calls import HEURISTIC_COSTS
from nimmt.kernels.errors import KernelFailed
from nimmt.kernels.layout import Record
from tests.arena.test_arena import games
from tests.kernels.decisions import SITUATIONS, Call, answer_of, decisions
from tests.kernels.faulty import WAYS, anew, faulty

MIXED = ("base-4", "base-10", "caper-3", "surprise-4", "versus_ox-3", "bullenparty-3")
"""Tables whose records differ in size, and whose weights differ, too."""
THREADS = 8


def calls() -> list[Call]:
    return [call for name in MIXED for one in decisions(SITUATIONS[name]) for call in one.calls]


def test_many_threads_at_once_get_the_answers_of_one() -> None:
    """Each call borrows an instance: memories are never shared, and weights are in each of them once."""
    anew()
    asked, wrong, begin = calls(), list[str](), threading.Barrier(THREADS)

    def run(seed: int) -> None:
        begin.wait()
        for call in Random(seed).sample(asked, len(asked)):
            record = call.record.copy()
            record.refer(**call.record.weights)
            wasm.run(call.kernel, record)
            if answer_of(record) != call.answer:
                wrong.append(call.kernel)

    workers = [threading.Thread(target=run, args=(seed,)) for seed in range(THREADS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [] == wrong
    assert 1 <= len(wasm._idle) <= THREADS
    used = {id(weights): weights for call in asked for weights in call.record.weights.values()}
    assert all(len(each.weights) <= len(used) for each in wasm._idle)
    assert len({id(each.store) for each in wasm._idle}) == len(wasm._idle)


def test_two_calls_run_at_the_same_time(tmp_path: Path) -> None:
    """Each of two endless kernels is in its own loop while the other one is: a call lets other threads go on."""
    inside = threading.Barrier(2, timeout=60)
    failed = list[KernelFailed]()

    def run() -> None:
        inside.wait()
        with pytest.raises(KernelFailed) as found:
            wasm.run("heuristic_costs", HEURISTIC_COSTS.new())
        failed.append(found.value)

    with faulty("loops", tmp_path):
        workers = [threading.Thread(target=run) for _ in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    assert 2 == len(failed)


@pytest.mark.parametrize("way", WAYS)
def test_an_instance_that_failed_is_not_used_again(way: str, tmp_path: Path) -> None:
    with faulty(way, tmp_path):
        with pytest.raises(KernelFailed, match=r"The kernel heuristic_costs failed: \S+.*") as found:
            wasm.run("heuristic_costs", HEURISTIC_COSTS.new())
        assert "kernel_failed" == found.value.code
        assert "\n" not in found.value.sentence
        assert [] == wasm._idle
    state = nimmt.game("base", players=4).start(1)
    bot("heuristic").choose(state.view(0), state.legal(0), (), Random(1))
    assert 1 == len(wasm._idle), "the next call gets a new one, which is kept"


def test_a_kernel_of_the_real_file_is_interrupted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "TICKS", 0)  # its time is up as it begins
    anew()
    with pytest.raises(KernelFailed, match="interrupt"):
        wasm.run("heuristic_costs", HEURISTIC_COSTS.new())
    assert [] == wasm._idle


def test_busy_machines_interrupt_nothing() -> None:
    """The first tick may come at once, so that one of them does not count."""
    assert (wasm.TICKS - 1) * wasm.TICK >= 30


def test_time_between_calls_counts_for_nothing() -> None:
    """An instance that rested for longer than a call may last copies weights and grows before its next call."""
    first, *others = calls()
    anew()  # so that no weights are there yet
    wasm.run(first.kernel, first.record.copy())
    for _ in range(wasm.TICKS + 1):
        wasm._module().engine.increment_epoch()
    larger = next(call for call in others if call.record.weights)
    record = larger.record.copy()
    record.refer(**larger.record.weights)
    wasm.run(larger.kernel, record)
    assert answer_of(record) == larger.answer
    assert len(wasm._idle) == 1


def test_a_forked_process_begins_anew() -> None:
    wasm.run("heuristic_costs", HEURISTIC_COSTS.new())
    assert wasm._idle
    wasm._begin_anew()
    assert [] == wasm._idle
    wasm.run("heuristic_costs", HEURISTIC_COSTS.new())


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = sys.modules["llvmlite"] = None
from random import Random
import nimmt
from nimmt.bots import LEVELS, Histories, ask, bot, levels
from nimmt.records import Recorder
from nimmt.review.asking import Asked
from nimmt.review.judges import judge_of
SHORT = {"surprise": {"rounds": 1}, "versus_ox": {}, "bullenparty": {}}
for key in nimmt.keys():
    game = nimmt.game(key, players=3, **SHORT.get(key, {"max_rounds": 1}))
    assert LEVELS == tuple(level.key for level in levels(game.setup)), key
    recorder, judged = Recorder(game, nimmt.SeededDealer.of(1)), False
    histories, turn = Histories(3, recorder.state.last), 0
    while recorder.state.outcome is None:
        state = recorder.state
        seat = state.to_act[0]
        judge, legal = judge_of(game.setup), state.legal(seat)
        if not judged and len(legal) > 1 and judge.advises(state.phase):
            judge.verdict(Asked(state.view(seat), legal, 0, tuple(histories.of(seat)), 0), 3.0)
            judged = True
        ask(bot(LEVELS[turn % len(LEVELS)]), recorder, histories, seat, 1)
        turn += 1
    assert judged, key
    print(key, recorder.state.outcome.totals)
"""
"""Whole games of every kind in which all levels play in turn, and a judge is asked once."""


def test_every_level_of_every_game_plays_without_numpy_and_numba() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_NUMPY], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert [*nimmt.keys()] == [line.split()[0] for line in done.stdout.splitlines()]


@pytest.mark.thorough
def test_games_are_the_same_with_the_jit() -> None:
    """`nimmt arena --jit` plays the games that it plays without."""
    from nimmt.arena import Plan
    from nimmt.arena.playing import get_ready, play_deal

    setup = nimmt.game("base", players=3, max_rounds=1, fan_cards=("climb", "caper")).setup
    plan = Plan(setup, ("master", "hard"), "one", "jit", 600)
    without = play_deal(plan, 0)
    ran = list[str]()

    def noted(name: str, record: Record) -> None:
        ran.append(name)
        jit(name, record)

    try:
        get_ready.cache_clear()
        host.choose(noted)
        assert games([without]) == games([play_deal(plan, 0)])
        assert {"rate_plays", "watch_turn"} <= set(ran)
        host.choose(None)
        get_ready.cache_clear()
        play_deal(plan, 0, frozenset(plan.bots), jit=True)
        assert [jit] == host._chosen
    finally:
        host.choose(None)
        get_ready.cache_clear()


def test_there_is_one_default_for_everybody() -> None:
    """Having numba changes nothing: who wants the JIT says so."""
    source = "import nimmt.fast.jit_host; from nimmt.kernels import host; print(host._chosen, host.available())"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, env={**os.environ})
    assert "[] True" == done.stdout.strip(), done.stderr
