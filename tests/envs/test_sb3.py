"""The vector environment for Stable-Baselines3, which brings torch: what it promises is tried without either."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from nimmt.envs import NotInstalled, NotNow, WrongAction

PLACES = ("stable_baselines3", "stable_baselines3.common", "stable_baselines3.common.vec_env")


class VecEnv(ABC):
    """What Stable-Baselines3 2.9.2 wants from a subclass, and does for it."""

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        self._reset_seeds()
        self._reset_options()
        self.render_mode = self.get_attr("render_mode")[0]

    def _reset_seeds(self) -> None:
        self._seeds: list[int | None] = [None] * self.num_envs

    def _reset_options(self) -> None:
        self._options: list[dict[str, Any]] = [{}] * self.num_envs

    def _get_indices(self, indices: Any) -> Any:
        return range(self.num_envs) if indices is None else [indices] if isinstance(indices, int) else indices

    def seed(self, seed: int) -> None:
        self._seeds = [seed + number for number in range(self.num_envs)]

    def step(self, actions: Any) -> Any:
        self.step_async(actions)
        return self.step_wait()

    def has_attr(self, name: str) -> bool:
        try:
            self.get_attr(name)
        except AttributeError:
            return False
        return True

    @abstractmethod
    def reset(self) -> Any: ...

    @abstractmethod
    def step_async(self, actions: Any) -> None: ...

    @abstractmethod
    def step_wait(self) -> Any: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]: ...

    @abstractmethod
    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None: ...

    @abstractmethod
    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]: ...

    @abstractmethod
    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]: ...


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The class, on top of that base class."""
    for place in PLACES:
        monkeypatch.setitem(sys.modules, place, ModuleType(place))
    sys.modules[PLACES[-1]].VecEnv = VecEnv  # type: ignore[attr-defined]
    monkeypatch.delitem(sys.modules, "nimmt.envs.sb3", raising=False)
    yield import_module("nimmt.envs.sb3").SB3VecEnv
    sys.modules.pop("nimmt.envs.sb3", None)


def test_a_learner_is_stepped_at_every_table(made: Any) -> None:
    env = made("climb", 8, players=3, opponents="random", reward="relative", max_rounds=1)
    env.seed(1)
    seen, ended = env.reset(), 0
    earned = np.zeros(8)
    while ended < 16:
        assert all(env.observation_space.contains(one) for one in seen)
        masks = np.stack(env.env_method("action_masks"))
        assert masks.shape == (8, env.action_space.n)
        assert masks.any(axis=1).all()
        kept = seen.copy()
        following, rewards, dones, infos = env.step(masks.argmax(axis=1))
        np.testing.assert_array_equal(kept, seen)  # nothing that was returned is written over
        seen, earned = following, earned + rewards
        assert (len(infos), rewards.dtype, dones.dtype) == (8, np.float32, np.bool_)
        for info, done, own in zip(infos, dones, earned, strict=True):
            assert done == bool(info)
            if done:
                fields = env.tables.arrays.layout.read(info["terminal_observation"])
                assert info["totals"] == fields["totals"].tolist()
                assert own == pytest.approx(np.mean(info["totals"]) - info["totals"][0], abs=1e-4)
                assert info["TimeLimit.truncated"] is False
        earned[dones] = 0
        ended += int(dones.sum())


def test_a_seed_fixes_the_next_reset_alone(made: Any) -> None:
    env = made(num_envs=4)
    env.seed(1)
    first, second = env.reset(), env.reset()
    env.seed(1)
    np.testing.assert_array_equal(env.reset(), first)
    assert not np.array_equal(first, second)


def test_what_stable_baselines_asks(made: Any) -> None:
    env = made(num_envs=4)
    with pytest.raises(NotNow, match="call step_async first"):
        env.step_wait()
    env.reset()
    assert env.has_attr("action_masks")
    assert not env.has_attr("gravity")
    assert [None] * 4 == env.get_attr("render_mode")
    assert [False, False] == env.env_is_wrapped(object, [0, 1])
    masks = env.action_masks()
    np.testing.assert_array_equal(env.env_method("action_masks", indices=[2, 1]), masks[[2, 1]])
    with pytest.raises(AttributeError, match="one method, action_masks, and not 'fly'"):
        env.env_method("fly")
    with pytest.raises(AttributeError, match="'gravity' cannot be set"):
        env.set_attr("gravity", 9.81)
    with pytest.raises(WrongAction, match="is masked"):
        env.step(np.zeros(4, np.int64))
    env.close()


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, PLACES[-1], None)
    monkeypatch.delitem(sys.modules, "nimmt.envs.sb3", raising=False)
    with pytest.raises(NotInstalled, match=r"pip install .*sb3.contrib>="):
        import_module("nimmt.envs.sb3")
