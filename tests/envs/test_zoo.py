"""PettingZoo: its own tests, whole episodes from seeds, and what is refused."""

import warnings
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test  # type: ignore[import-untyped]

import nimmt
from nimmt.envs import EnvError, WrongAction, aec, parallel

from .playing import SIZES


def quick(key: str, players: int) -> dict[str, Any]:
    names = {option.name for option in nimmt.spec(key).options}
    return {name: 1 for name in ("max_rounds", "rounds") if name in names}


@pytest.mark.parametrize(("key", "players"), SIZES)
def test_pettingzoo_has_nothing_to_say_against_it(key: str, players: int) -> None:
    options = quick(key, players)
    parallel_api_test(parallel(key, players, **options), num_cycles=3000)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation")  # that observations hold masks, as in its own card games
        api_test(aec(key, players, **options), num_cycles=60)


def whole_episode(key: str, players: int, seed: int) -> list[Any]:
    """Everything that a parallel environment says in one episode; actions are drawn from the masks."""
    env, rng = parallel(key, players, **quick(key, players)), np.random.default_rng(seed)
    looks, infos = env.reset(seed=seed)
    story: list[Any] = [looks, infos]
    while env.agents:
        actions = {agent: int(rng.choice(np.flatnonzero(looks[agent]["action_mask"]))) for agent in env.agents}
        looks, *rest = env.step(actions)
        story += [actions, looks, *rest]
    return story


def flat(said: Any) -> Iterator[Any]:
    """Everything in it, arrays by their bytes."""
    if isinstance(said, dict):
        yield from flat(list(said.items()))
    elif isinstance(said, list | tuple):
        for part in said:
            yield from flat(part)
    else:
        yield said.tobytes() if isinstance(said, np.ndarray) else said


@pytest.mark.parametrize(("key", "players"), SIZES)
def test_a_seed_fixes_the_whole_episode(key: str, players: int) -> None:
    story = list(flat(whole_episode(key, players, 7)))
    assert story == list(flat(whole_episode(key, players, 7)))
    assert story != list(flat(whole_episode(key, players, 8)))


def test_a_seed_fixes_the_episodes_after_it_too() -> None:
    def second_deal() -> bytes:
        env = parallel("base", 4)
        env.reset(seed=3)
        vector: np.ndarray[Any, Any] = env.reset()[0]["seat_0"]["observation"]
        return vector.tobytes()

    assert second_deal() == second_deal()


def chosen(look: dict[str, Any]) -> int:
    """Some legal action, always the same for what the agent sees."""
    legal = np.flatnonzero(look["action_mask"])
    return int(legal[crc32(look["observation"].tobytes()) % len(legal)])


@pytest.mark.parametrize(("key", "players"), SIZES)
def test_both_kinds_play_the_same_game(key: str, players: int) -> None:
    options = quick(key, players)
    together, in_turn = parallel(key, players, **options), aec(key, players, **options)
    looks, _ = together.reset(seed=4)
    in_turn.reset(seed=4)
    earned, in_turn_earned = [dict.fromkeys(together.possible_agents, 0.0) for _ in range(2)]
    while together.agents:
        looks, rewards, *_ = together.step({agent: chosen(looks[agent]) for agent in together.agents})
        for agent, reward in rewards.items():
            earned[agent] += reward
    while not any(in_turn.terminations.values()):
        in_turn.step(chosen(in_turn.observe(in_turn.agent_selection)))
        for agent, reward in in_turn.rewards.items():
            in_turn_earned[agent] += reward
    assert in_turn.sitting.state.outcome == together.sitting.state.outcome
    assert earned == in_turn_earned


def test_who_owes_nothing_is_told_so_and_can_only_wait() -> None:
    env = parallel("pro", 3)
    looks, infos = env.reset(seed=1)
    asked = [agent for agent in env.agents if infos[agent]["asked"]]
    assert len(asked) == 1  # one after another they draft
    for agent in env.agents:
        assert looks[agent]["action_mask"][0] == (agent not in asked)
        assert looks[agent]["action_mask"].sum() == (44 - 10 if agent in asked else 1)


def test_a_window_of_the_team_is_asked_in_seat_order() -> None:
    env, rng = parallel("versus_ox", 4), np.random.default_rng(2)
    asked: list[tuple[str, list[str]]] = []
    looks, infos = env.reset(seed=2)
    while env.agents:
        owing = [agent for agent in env.agents if infos[agent]["asked"]]
        asked.append((infos["seat_0"]["phase"], owing))
        choices = {agent: int(rng.choice(np.flatnonzero(looks[agent]["action_mask"]))) for agent in env.agents}
        looks, *_, infos = env.step(choices)
    assert all(len(owing) == 1 for phase, owing in asked if phase in ("window", "vote"))
    assert all(len(owing) == 4 for phase, owing in asked if phase == "card")
    assert {phase for phase, _ in asked} >= {"card", "window", "vote"}


# --- What is refused -----------------------------------------------------------------------------


def acting(env: Any, **changed: Any) -> dict[str, Any]:
    hands = {agent: env.look(agent)["action_mask"] for agent in env.agents}
    return {agent: int(np.flatnonzero(mask)[0]) for agent, mask in hands.items()} | changed


WRONG = [
    ({"seat_1": 500}, WrongAction, "500 is no action of seat 1: actions are 0 to 108"),
    ({"seat_1": "7"}, WrongAction, "'7' is no action of seat 1"),
    ({"seat_1": np.array([1, 2])}, WrongAction, r"array\(\[1, 2\]\) is no action of seat 1"),
    ({"seat_1": float("inf")}, WrongAction, "inf is no action of seat 1"),
    ({"seat_1": 0}, WrongAction, r"Action 0 \(wait\) of seat 1 is masked in decision 1 \(card\); legal: "),
    ({"seat_2": 105}, WrongAction, r"Action 105 \(TakeRow\(row=0\)\) of seat 2 is masked"),
    ({"seat_9": 3}, EnvError, "an action for 'seat_9', who does not play"),
]


@pytest.mark.parametrize(("changed", "error", "sentence"), WRONG)
def test_a_wrong_action_changes_nothing(changed: dict[str, Any], error: type[Exception], sentence: str) -> None:
    env = parallel("base", 3)
    env.reset(seed=1)
    before = list(flat([env.look(agent) for agent in env.agents]))
    with pytest.raises(error, match=sentence):
        env.step(acting(env, **changed))
    assert list(flat([env.look(agent) for agent in env.agents])) == before


def test_every_agent_must_act() -> None:
    env = parallel("base", 2)
    env.reset(seed=1)
    with pytest.raises(EnvError, match="no action for seat_1"):
        env.step({"seat_0": 1})
    for nothing in (None, [1, 2]):
        with pytest.raises(EnvError, match="Actions are a dict with a number for every agent, not"):
            env.step(nothing)  # type: ignore[arg-type]


def test_wrong_games_and_modes() -> None:
    with pytest.raises(nimmt.BadSetup, match="There is no game 'chess'"):
        parallel("chess", 2)
    with pytest.raises(nimmt.BadSetup, match="2 to 10 players, not 11"):
        parallel("base", 11)
    with pytest.raises(nimmt.BadSetup, match="no option 'hands'"):
        aec("base", 2, hands=3)
    with pytest.raises(EnvError, match="render_mode is ansi, rgb_array or None, not 'human'"):
        parallel("base", 2, render_mode="human")
    with pytest.raises(EnvError, match="no agent 'seat_5'"):
        parallel("base", 2).action_space("seat_5")
