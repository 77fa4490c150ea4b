"""The same mistakes in every kind of environment: each is named with its place, and changes nothing."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

from nimmt.envs import Arrays, EnvError, NotNow, WrongAction, aec, parallel

OPTIONS: dict[str, Any] = {"max_rounds": 1}
AGAINST: dict[str, Any] = {"opponents": "random", **OPTIONS}

Kind = tuple[Callable[[], Any], Callable[[Any, Any], Any], Callable[[Any], Any]]
"""How to make it, how a step with this number looks (of the first seat; the others play well), and what it shows."""


def with_others(env: Any, number: Any) -> Any:
    masks = {agent: env.look(agent)["action_mask"] for agent in env.agents}
    return env.step({agent: int(np.flatnonzero(mask)[0]) for agent, mask in masks.items()} | {"seat_0": number})


def seats(env: Any) -> Any:
    return [env.look(agent)["observation"].tobytes() for agent in env.possible_agents]


KINDS: dict[str, Kind] = {
    "parallel": (lambda: parallel("base", 2, **OPTIONS), with_others, seats),
    "aec": (lambda: aec("base", 2, **OPTIONS), lambda env, number: env.step(number), seats),
    "gymnasium": (
        lambda: gymnasium.make("nimmt/Base-v0", players=2, **AGAINST).unwrapped,
        lambda env, number: env.step(number),
        lambda env: env._look().tobytes(),
    ),
    "vector": (
        lambda: gymnasium.make_vec("nimmt/Base-v0", num_envs=2, **AGAINST),
        lambda env, number: env.step(np.array([number, env.sample()[1]])),
        lambda env: env.arrays._shown.observations.tobytes(),
    ),
    "arrays": (
        lambda: Arrays("base", 4, tables=2, **AGAINST),
        lambda env, number: env.step(np.array([[number], env.sample()[1]])),
        lambda env: env._shown.observations.tobytes(),
    ),
}

NUMBERS: list[tuple[Any, str]] = [(-1, "-1"), (109, "109"), (10**9, "1000000000")]
MASKED = [(0, "wait"), (105, "TakeRow")]
SEEDS: list[Any] = [-1, 1.5, "seven", True]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("number", "said"), [*NUMBERS, *MASKED])
def test_wrong_numbers_and_masked_actions(kind: str, number: Any, said: str) -> None:
    make, step, shown = KINDS[kind]
    env = make()
    env.reset(seed=1)
    before = shown(env)
    with pytest.raises(WrongAction, match=f"{said}.*seat 0"):
        step(env, number)
    assert shown(env) == before


@pytest.mark.parametrize("kind", KINDS)
def test_no_step_before_the_deal(kind: str) -> None:
    make, _, _ = KINDS[kind]
    with pytest.raises(NotNow, match="reset the environment first"):
        make().step({} if kind == "parallel" else np.zeros((2, 1) if kind == "arrays" else 2, np.int64))


def test_nothing_is_told_before_the_deal() -> None:
    with pytest.raises(NotNow, match="reset the environment first"):
        aec("base", 2).last()


@pytest.mark.parametrize("kind", ["parallel", "aec", "gymnasium"])  # the others deal again by themselves
def test_no_step_after_the_end(kind: str) -> None:
    env = KINDS[kind][0]()
    env.reset(seed=1)
    while not env.sitting.over:
        sitting = env.sitting
        answers = {seat: next(iter(sitting.answers(seat)), 0) for seat in range(2)}
        if kind == "parallel":
            env.step({f"seat_{seat}": number for seat, number in answers.items()})
        else:
            env.step(answers[sitting.asked[0] if kind == "aec" else 0])
    while kind == "aec" and env.agents:  # as PettingZoo wants it, everybody is told the end
        env.step(None)
    with pytest.raises(NotNow, match="The game is over: reset"):
        env.step({"seat_0": 0, "seat_1": 0} if kind == "parallel" else 0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_wrong_seeds(kind: str, seed: Any) -> None:
    with pytest.raises(EnvError, match="whole number from 0 on"):
        KINDS[kind][0]().reset(seed=seed)


WITHOUT = """
import importlib.util, sys
missing, found = {missing!r}, importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == missing else found(name, *rest)
sys.modules[missing] = None
import nimmt.envs
for call in {calls!r}:
    try:
        exec(call)
    except ImportError as error:
        print(error)
"""
EXTRAS = [
    ("numba", ["nimmt.envs.Arrays"], "pettingzoo>="),
    ("pettingzoo", ["nimmt.envs.parallel", "nimmt.envs.aec"], "pettingzoo>="),
    ("pyspiel", ["import nimmt.envs.spiel"], "spiel>="),
]


@pytest.mark.parametrize(("missing", "calls", "remedy"), EXTRAS)
def test_a_missing_extra_is_named(missing: str, calls: list[str], remedy: str) -> None:
    program = WITHOUT.format(missing=missing, calls=calls)
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    lines = said.stdout.splitlines()
    assert len(calls) == len(lines), said.stderr
    assert all(" pip install " in line and remedy in line for line in lines)
