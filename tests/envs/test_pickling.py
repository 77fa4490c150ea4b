"""Environments can be pickled and copied at any moment, and go on as they would have."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import nimmt.envs
from nimmt.games.registry import GAMES

AGAIN: list[Callable[[Any], Any]] = [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy]
IDS = ["pickle", "deepcopy"]
STEPS = 25


def first_of(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize("again", AGAIN, ids=IDS)
@pytest.mark.parametrize("key", [*GAMES, "pro"])
def test_parallel_environments(key: str, again: Callable[[Any], Any]) -> None:
    env = again(nimmt.envs.parallel(key, 3))
    looks, _ = env.reset(seed=1)
    other = again(env)
    for _ in range(STEPS):
        if not env.agents:
            break
        answers = {agent: first_of(look["action_mask"]) for agent, look in looks.items()}
        told, also = env.step(answers), other.step(answers)
        assert repr(told) == repr(also)
        looks = told[0]


@pytest.mark.parametrize("again", AGAIN, ids=IDS)
@pytest.mark.parametrize("key", GAMES)
def test_environments_with_one_agent_after_another(key: str, again: Callable[[Any], Any]) -> None:
    env = again(nimmt.envs.aec(key, 3))
    env.reset(seed=1)
    other = again(env)
    for _ in range(STEPS):
        assert repr(env.last()) == repr(other.last())
        action = first_of(env.last()[0]["action_mask"])
        env.step(action)
        other.step(action)


@pytest.mark.parametrize("again", AGAIN, ids=IDS)
@pytest.mark.parametrize("key", ["Base", "Surprise", "VersusOx", "Bullenparty"])
@pytest.mark.parametrize("opponents", ["random", "easy"])
def test_a_learner_against_bots(key: str, opponents: str, again: Callable[[Any], Any]) -> None:
    env: Any = again(gymnasium.make(f"nimmt/{key}-v0", players=3, opponents=opponents))
    env.reset(seed=1)
    other = again(env)
    over = False
    for _ in range(STEPS):
        if over:
            break
        action = first_of(env.unwrapped.action_masks())
        told, also = env.step(action), other.step(action)
        assert repr(told) == repr(also)
        over = told[2]
    drawn = other.action_space.sample()
    assert over or other.unwrapped.action_masks()[drawn], "its action space looks at its own table"


@pytest.mark.parametrize("again", AGAIN, ids=IDS)
def test_arrays(again: Callable[[Any], Any]) -> None:
    env = again(nimmt.envs.Arrays("base", 3, tables=5))
    env.reset(seed=1)
    other = again(env)
    for _ in range(STEPS):
        actions = env.masks.argmax(axis=-1)
        assert repr(env.step(actions)) == repr(other.step(actions))
