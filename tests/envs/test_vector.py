"""Gymnasium's vector environment: the arrays with one learner at every table."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import nimmt
from nimmt.envs import EnvError, NotNow, WrongAction
from nimmt.envs.ids import IDS, ON_KERNELS
from nimmt.envs.vector import Tables


def made(name: str = "nimmt/Base-v0", tables: int = 8, **options: Any) -> Any:
    return gymnasium.make_vec(name, num_envs=tables, **options)


@pytest.mark.parametrize("name", [name for name, key in IDS.items() if key in ON_KERNELS])
def test_row_games_play_on_the_kernels(name: str) -> None:
    env = made(name, players=3, opponents="random", max_rounds=1)
    assert isinstance(env, Tables)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, infos = env.reset(seed=1)
    ended = 0
    while ended < 8:
        assert env.observation_space.contains(seen)
        np.testing.assert_array_equal(infos["action_mask"], env.action_masks())
        actions = env.sample()
        assert infos["action_mask"][np.arange(8), actions].all()
        seen, rewards, over, cut, infos = env.step(actions)
        assert rewards.shape == over.shape == cut.shape == (8,)
        assert not cut.any()
        if over.any():
            np.testing.assert_array_equal(infos["_final_obs"], over)
            for final, totals in zip(infos["final_obs"][over], infos["final_info"]["totals"][over], strict=True):
                fields = env.arrays.layout.read(final)
                assert (list(totals), [1]) == (fields["totals"].tolist(), fields["round"].tolist())
                assert not fields["asked"].any()
        ended += int(over.sum())


def test_what_was_returned_stays_as_it_is() -> None:
    env = made()
    first, _ = env.reset(seed=1)
    kept = first.copy()
    env.step(env.sample())
    np.testing.assert_array_equal(first, kept)
    np.testing.assert_array_equal(env.reset(seed=1)[0], kept)
    assert not np.array_equal(env.reset()[0], kept)


def test_other_games_are_run_side_by_side_by_gymnasium() -> None:
    env = made("nimmt/Bullenparty-v0", 2, players=2, opponents="random")
    assert isinstance(env, SyncVectorEnv)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    env.close()


WRONG: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"opponents": "flat(100)"}, EnvError, "random, greedy, heuristic or None"),
    ({"capacity": 99}, nimmt.BadSetup, "capacity"),
    ({"seat": 4}, EnvError, "seat 0 to 3"),
    ({"reward": "money"}, EnvError, "no reward 'money'"),
]


@pytest.mark.parametrize(("settings", "error", "sentence"), WRONG)
def test_wrong_settings(settings: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        made(**settings)


def test_wrong_steps() -> None:
    env = made(tables=3)
    with pytest.raises(NotNow, match="reset the environment first"):
        env.step(np.zeros(3, np.int64))
    with pytest.raises(EnvError, match="whole number from 0 on"):
        env.reset(seed=-1)
    env.reset(seed=1)
    with pytest.raises(WrongAction, match=r"3 tables; the actions have shape \(2,\)"):
        env.step(np.zeros(2, np.int64))
    with pytest.raises(WrongAction, match=r"Action 0 \(wait\) of seat 0 at table 0 is masked"):
        env.step(np.zeros(3, np.int64))
