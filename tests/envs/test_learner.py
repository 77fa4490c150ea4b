"""Gymnasium: one learner against bots."""

import warnings
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import nimmt
from nimmt.bots import bot
from nimmt.envs import EnvError, NotNow, WrongAction
from nimmt.envs.ids import IDS


def made(name: str, **options: Any) -> Any:
    return gymnasium.make(name, **options).unwrapped


def test_every_game_has_its_id() -> None:
    assert sorted(IDS.values()) == sorted(nimmt.keys()), "name it in src/nimmt/envs/ids.py"


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_has_nothing_to_say_against_it(name: str) -> None:
    players = nimmt.spec(IDS[name]).players[1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(name, players=players, opponents="random"), skip_render_check=True)


@pytest.mark.parametrize("name", IDS)
def test_whole_episodes_from_the_masks(name: str) -> None:
    env = made(name, players=3, opponents="random")

    def episode() -> list[Any]:
        rng = Random(1)
        seen, info = env.reset(seed=5)
        story, over = [seen.tobytes()], False
        while not over:
            assert env.observation_space.contains(seen)
            np.testing.assert_array_equal(env.action_masks(), info["action_mask"].astype(bool))
            seen, reward, over, _, info = env.step(rng.choice(np.flatnonzero(env.action_masks()).tolist()))
            story += [seen.tobytes(), reward]
        return [*story, info["totals"], info["ranks"], info["rank"]]

    assert episode() == episode()


def test_the_learner_earns_what_its_seat_takes() -> None:
    env = made("nimmt/Base-v0", players=4, opponents="random", seat=2, max_rounds=1)
    _, info = env.reset(seed=3)
    earned, over = 0.0, False
    while not over:
        _, reward, over, _, info = env.step(np.flatnonzero(env.action_masks())[0])
        earned += reward
    assert earned == -info["totals"][2]


def test_opponents_are_bots_by_name_or_of_your_own() -> None:
    env = made("nimmt/Base-v0", players=3, opponents=["random", bot("greedy")])
    assert [type(each).__name__ for each in env.bots.values()] == ["RandomBot", "GreedyBot"]
    env = made("nimmt/Base-v0", players=3, opponents="mc_rollout(24, 4), random")
    assert [type(each).__name__ for each in env.bots.values()] == ["RolloutBot", "RandomBot"]


def test_what_is_drawn_from_the_action_space_is_legal() -> None:
    env = made("nimmt/Surprise-v0", players=2, opponents="random", rounds=1)
    env.reset(seed=1)
    env.action_space.seed(1)
    over = False
    while not over:
        _, _, over, _, _ = env.step(env.action_space.sample())


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_pictures_are_those_of_the_seat(mode: str) -> None:
    env = made("nimmt/Base-v0", players=2, opponents="random", render_mode=mode)
    env.reset(seed=1)
    first = env.render()
    if mode == "ansi":
        assert first == nimmt.render.text(env.sitting.state.view(0))
    else:
        assert first.dtype == np.uint8
        assert first.shape == (684, 960, 3)
        assert len(np.unique(first.reshape(-1, 3), axis=0)) > 100
    env.step(env.action_space.sample())
    assert not np.array_equal(env.render(), first)


WRONG_SETTINGS: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"opponents": "nobody"}, nimmt.BadSetup, "There is no bot 'nobody'"),
    ({"opponents": "flat"}, nimmt.BadSetup, r"write it as flat\(n\)"),
    ({"opponents": ["random"] * 5}, nimmt.BadSetup, "3 others sit at this table; 5 opponents"),
    ({"opponents": 7}, nimmt.BadSetup, "not 7"),
    ({"seat": 4}, EnvError, "seat 0 to 3, not at 4"),
    ({"reward": "money"}, EnvError, "no reward 'money'"),
    ({"players": 30}, nimmt.BadSetup, "2 to 10 players"),
    ({"cards": 3}, nimmt.BadSetup, "no option 'cards'"),
]


@pytest.mark.parametrize(("settings", "error", "sentence"), WRONG_SETTINGS)
def test_wrong_settings(settings: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        made("nimmt/Base-v0", **settings)


def test_wrong_steps() -> None:
    env = made("nimmt/Base-v0", players=2, opponents="random", max_rounds=1)
    with pytest.raises(NotNow, match="reset the environment first"):
        env.step(3)
    with pytest.raises(EnvError, match="whole number from 0 on"):
        env.reset(seed=-4)
    env.reset(seed=1)
    with pytest.raises(WrongAction, match=r"of seat 0 is masked in decision 1 \(card\)"):
        env.step(int(np.flatnonzero(~env.action_masks())[0]))
    with pytest.raises(WrongAction, match="999 is no action of seat 0"):
        env.step(999)
    while not env.step(env.action_space.sample())[2]:
        pass
    with pytest.raises(NotNow, match="The game is over: reset"):
        env.step(0)
