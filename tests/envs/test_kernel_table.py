"""Parallel environments on the kernels: bit by bit what the engine's table tells, step for step."""

from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest

import nimmt
from nimmt.envs import WrongAction, parallel
from nimmt.envs.kernel_table import KernelTable
from nimmt.envs.seating import Sitting, Told
from nimmt.envs.zoo import kernels_deal

from .playing import SETS

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("base", 2, {"max_rounds": 3}),
    ("base", 4, {"point_limit": 20}),
    ("base", 10, {"max_rounds": 1}),
    ("base", 3, {"known_deck": True, "max_rounds": 2}),
    ("base", 2, {"hand_size": 3, "rows": 2, "capacity": 3, "deck": 20, "tie_break": "extra_round", "max_rounds": 2}),
    *((key, 3, {"max_rounds": 2}) for key in ("even_odd", "climb", "caper", "reversed_digits")),
    *(("base", 4, {"max_rounds": 2, **options}) for options in SETS),
    ("base", 3, {"fan_cards": ("even_odd", "climb", "caper", "reversed_digits"), "max_rounds": 2}),
    ("pro", 4, {"max_rounds": 3}),
    ("pro", 2, {"draft_order": "snake", "max_rounds": 2, "fan_cards": ("climb",)}),
]


def same(one: Told, other: Told) -> None:
    (seats, phase), (others, other_phase) = one, other
    assert phase == other_phase
    for (look, mask, owes), (other_look, other_mask, other_owes) in zip(seats, others, strict=True):
        for here, there in ((look, other_look), (mask, other_mask)):
            assert here.dtype == there.dtype
            np.testing.assert_array_equal(here, there)
        assert owes is other_owes


@pytest.mark.parametrize(("key", "players", "options"), GAMES)
@pytest.mark.parametrize("reward", ["heads", "relative", "rank"])
def test_it_tells_what_the_engine_tells(key: str, players: int, options: dict[str, Any], reward: str) -> None:
    game, rng = nimmt.game(key, players=players, **options), Random(players)
    assert kernels_deal(game)
    table = KernelTable(game, reward)
    for seed in ("a", "b"):
        table.deal(seed)
        sitting = Sitting(game, seed, reward)
        same(table.told(), sitting.told())
        while not sitting.over:
            numbers = [rng.choice(list(answers) or [0]) for answers in sitting.all_answers]
            assert table.answer_all(numbers) == pytest.approx(sitting.answer_all(numbers))
            same(table.told(), sitting.told())
            assert table.over == sitting.over
        assert table.sitting.state == sitting.state


def test_what_was_told_stays_as_it_was() -> None:
    env = parallel("base", 3, max_rounds=1)
    looks, _ = env.reset(seed=1)
    before = deepcopy(looks)
    looks["seat_0"]["observation"][:] = 7
    looks["seat_0"]["action_mask"][:] = 1
    after, *_ = env.step({agent: int(np.flatnonzero(before[agent]["action_mask"])[0]) for agent in env.agents})
    for agent in ("seat_1", "seat_2"):
        np.testing.assert_array_equal(looks[agent]["observation"], before[agent]["observation"])
    assert after["seat_0"]["action_mask"].sum() < 10


@pytest.mark.parametrize("kind", [int, np.int64, np.uint8, float, np.array])
def test_whole_numbers_of_any_kind_are_actions(kind: Any) -> None:
    one, other = parallel("climb", 2), parallel("climb", 2)
    looks, _ = one.reset(seed=2)
    other.reset(seed=2)
    actions = {agent: int(np.flatnonzero(look["action_mask"])[0]) for agent, look in looks.items()}
    told, _, _, _, _ = one.step(actions)
    again, _, _, _, _ = other.step({agent: kind(number) for agent, number in actions.items()})
    np.testing.assert_array_equal(told["seat_1"]["observation"], again["seat_1"]["observation"])
    assert one.sitting.state == other.sitting.state


def first(look: dict[str, Any]) -> int:
    return int(np.flatnonzero(look["action_mask"])[0])


@pytest.mark.parametrize("spoil", [str, bool, lambda _: None, lambda n: n + 0.5, lambda n: n + 10**30])
def test_what_is_no_number_is_refused_and_the_game_goes_on(spoil: Any) -> None:
    env = parallel("base", 2, deck=25)
    deals = (env.reset(seed=seed)[0] for seed in range(99))
    looks = next(looks for looks in deals if first(looks["seat_1"]) == 1)  # or True would be masked as well
    actions = {agent: first(look) for agent, look in looks.items()}
    with pytest.raises(WrongAction, match="is no action of seat 1"):
        env.step(actions | {"seat_1": spoil(actions["seat_1"])})
    env.step(actions)
    assert env.sitting.state.decision == 2


def test_a_copy_goes_its_own_way() -> None:
    env = parallel("base", 2, max_rounds=1)
    looks, _ = env.reset(seed=2)
    other = deepcopy(env)
    legal = {agent: np.flatnonzero(look["action_mask"]).tolist() for agent, look in looks.items()}
    told, *_ = env.step({agent: numbers[0] for agent, numbers in legal.items()})
    other.step({agent: numbers[-1] for agent, numbers in legal.items()})
    assert env.sitting.state != other.sitting.state
    np.testing.assert_array_equal(env.look("seat_0")["observation"], told["seat_0"]["observation"])
