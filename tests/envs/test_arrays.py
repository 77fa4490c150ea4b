"""Tables in lockstep: what the kernels show is what the engine's environments show."""

from typing import Any

import numpy as np
import pytest

import nimmt
from nimmt.dealer import ExplicitDealer
from nimmt.envs import EnvError, NotNow, WrongAction
from nimmt.envs.arrays import Arrays
from nimmt.envs.observing import observer_of
from nimmt.envs.seating import Sitting
from nimmt.envs.spaces import mask_of

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("base", 4, {}),
    ("base", 10, {}),
    ("base", 2, {"known_deck": True}),
    ("even_odd", 3, {}),
    ("climb", 3, {}),
    ("caper", 3, {}),
    ("reversed_digits", 3, {}),
    ("base", 3, {"fan_cards": ("even_odd", "climb")}),
    ("base", 3, {"fan_cards": ("caper", "reversed_digits")}),
    ("base", 2, {"hand_size": 3, "rows": 2, "capacity": 3, "deck": 20}),
    ("pro", 4, {"max_rounds": 3}),
    ("pro", 2, {"draft_order": "snake"}),
    ("base", 10, {"draft": True}),
    ("base", 3, {"draft": True, "fan_cards": ("climb", "reversed_digits"), "hand_size": 4, "draft_order": "snake"}),
]


class Drafted:
    """Deals as at a table of the arrays where cards are drafted: who is first, and which rows are laid at last."""

    def __init__(self, env: Arrays, table: int) -> None:
        self.env, self.table = env, table

    def permutation(self, label: str, size: int) -> tuple[int, ...]:
        chosen = [int(self.env._turns[self.table]["first"])]
        if label.startswith("rows:"):
            fields = self.env.layout.read(self.env._shown.observations[self.table, 0])
            rows = fields["rows"][:, 0].tolist()
            offered = sorted([*rows, *(np.flatnonzero(fields["unseen"]) + 1).tolist()])  # the rest nobody has seen
            chosen = [offered.index(card) for card in rows]
        return (*chosen, *(place for place in range(size) if place not in chosen))


def same_deal(env: Arrays, table: int, reward: str) -> Sitting:
    """The engine's table with the cards that lie at this one."""
    if env.fast.draft:
        return Sitting(env.game, Drafted(env, table), reward)
    fast, here = env.fast, env._tables[table]
    hands = [here["hands"][seat, : fast.hand_size].tolist() for seat in range(fast.players)]
    fields = env.layout.read(env._shown.observations[table, 0])
    cards = [*(card for hand in hands for card in hand), *fields["rows"][:, 0].tolist()]
    deck = fast.deck.tolist()
    order = [deck.index(card) for card in cards]
    order += [place for place in range(len(deck)) if place not in order]
    return Sitting(env.game, ExplicitDealer({"deal:1": tuple(order)}), reward)


@pytest.mark.parametrize(("key", "players", "options"), GAMES)
@pytest.mark.parametrize("reward", ["heads", "relative", "rank"])
def test_kernels_and_engine_show_the_same(key: str, players: int, options: dict[str, Any], reward: str) -> None:
    env = Arrays(key, players, tables=6, reward=reward, **{"max_rounds": 1} | options)
    observer = observer_of(env.game)
    env.reset(seed=players)
    sittings = dict(enumerate(same_deal(env, table, reward) for table in range(6)))
    while sittings:
        for table, sitting in sittings.items():
            for seat in range(players):
                seen = observer.observe(sitting.state, seat, bool(sitting.answers(seat)))
                np.testing.assert_array_equal(env._shown.observations[table, seat], seen)
                np.testing.assert_array_equal(env.masks[table, seat], mask_of(sitting, seat))
        actions = env.sample().copy()
        _, _, rewards, over = env.step(actions)
        for table, sitting in list(sittings.items()):
            sitting.answer(dict(enumerate(actions[table].tolist())))
            earned = [sitting.rewards.collect(seat) for seat in range(players)]
            assert rewards[table].tolist() == pytest.approx(earned)
            assert over[table] == sitting.over
            if sitting.over:
                assert sitting.state.outcome is not None
                assert env.totals[table].tolist() == list(sitting.state.outcome.totals)
                np.testing.assert_array_equal(env.finals[table], sitting.looks())
                del sittings[table]


def test_matches_go_on_until_somebody_has_too_many_heads() -> None:
    env, ended = Arrays("base", 4, tables=16), 0
    env.reset(seed=1)
    while ended < 32:
        *_, over = env.step(env.sample())
        assert (env.totals[over].max(axis=1) > 66).all() if over.any() else True
        ended += int(over.sum())


def test_a_seed_fixes_everything() -> None:
    def story(seed: int) -> bytes:
        env = Arrays("caper", 3, tables=8)
        seen, _ = env.reset(seed)
        told = [seen.copy()]
        for _ in range(30):
            told.append(env.step(env.sample())[0].copy())
        return np.concatenate(told).tobytes()

    assert story(1) == story(1) != story(2)


@pytest.mark.parametrize("game", ["base", "pro"])
@pytest.mark.parametrize("opponents", ["random", "greedy", "heuristic"])
def test_one_learner_against_simple_players(opponents: str, game: str) -> None:
    env = Arrays(game, 4, tables=64, opponents=opponents, seat=2, max_rounds=1)
    env.reset(seed=1)
    earned = np.zeros(64)
    while True:
        seen, masks, rewards, over = env.step(env.sample())
        assert seen.shape == (64, 1, env.layout.size)
        assert masks.any(axis=2).all()
        earned += rewards[:, 0] * ~(earned == np.inf)
        if over.any():
            break
    table = int(np.flatnonzero(over)[0])
    assert earned[table] == -env.totals[table, 2]


WRONG: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"tables": 0}, nimmt.BadSetup, "tables must be 1 or more"),
    ({"game": "surprise"}, nimmt.BadSetup, "do not know the game surprise"),
    ({"opponents": "flat(100)"}, EnvError, "random, greedy, heuristic or None"),
    ({"opponents": ["greedy"]}, EnvError, "random, greedy, heuristic or None"),
    ({"seat": 9, "opponents": "greedy"}, EnvError, "seat 0 to 3"),
    ({"reward": "x"}, EnvError, "no reward 'x'"),
]


@pytest.mark.parametrize(("settings", "error", "sentence"), WRONG)
def test_wrong_settings(settings: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        Arrays(**settings)


def test_actions_have_names() -> None:
    assert Arrays(tables=1).action_name(105) == "TakeRow(row=0)"


def test_wrong_steps() -> None:
    env = Arrays("base", 4, tables=3)
    with pytest.raises(NotNow, match="reset the environment first"):
        env.step(np.zeros((3, 4), np.int64))
    for needs_cards in (env.sample, lambda: env.masks):
        with pytest.raises(NotNow, match="reset the environment first"):
            needs_cards()
    with pytest.raises(EnvError, match="whole number from 0 on"):
        env.reset(-1)
    seen = env.reset(1)[0].copy()
    wrong = env.sample().copy()
    wrong[1, 2] = 0
    with pytest.raises(WrongAction, match=r"Action 0 \(wait\) of seat 2 at table 1 is masked; legal: "):
        env.step(wrong)
    wrong[1, 2] = 400
    with pytest.raises(WrongAction, match="400 of seat 2 at table 1 is no action: actions are 0 to 108"):
        env.step(wrong)
    with pytest.raises(WrongAction, match=r"shape \(3, 4\), not float64"):
        env.step(np.zeros((3, 4)))
    with pytest.raises(WrongAction, match=r"shape \(3, 4\), not int64 of \(2, 4\)"):
        env.step(np.zeros((2, 4), np.int64))
    np.testing.assert_array_equal(env._shown.observations, seen)
