"""OpenSpiel: its own test, what seats know, and chance."""

import pickle
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from nimmt.envs import EnvError, NotNow, WrongAction
from nimmt.envs.chance import Shuffle
from nimmt.envs.event_log import WIDTH, written
from nimmt.envs.observing import observer_of
from nimmt.events import HandDealt
from tests.books import WITH_PRO

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this machine")
pytest.importorskip("nimmt.envs.spiel")
solve = pytest.importorskip("examples.cfr").solve
rl_environment = pytest.importorskip("open_spiel.python.rl_environment")
tabular_qlearner = pytest.importorskip("open_spiel.python.algorithms.tabular_qlearner")

SHORT = {
    "base": "players=2,max_rounds=1",
    "pro": "players=2,max_rounds=1",
    "even_odd": "players=3,max_rounds=1,reward=rank",
    "climb": "players=2,max_rounds=1,reward=heads",
    "caper": "players=2,max_rounds=1",
    "reversed_digits": "players=2,max_rounds=1,single_digit=leading_zero",
    "surprise": "players=2,rounds=1",
    "versus_ox": "players=2",
    "bullenparty": "players=2",
}


def load(key: str) -> Any:
    return pyspiel.load_game(f"nimmt_{key}({SHORT[key]})")


def played(state: Any, rng: Random, chance: Random) -> Any:
    """Play at random to the end; yields before every node."""
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        elif state.is_simultaneous_node():
            state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(state.num_players())])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    yield state


def test_every_game_is_tried() -> None:
    assert set(SHORT) == set(WITH_PRO)


@pytest.mark.parametrize("key", SHORT)
def test_openspiel_has_nothing_to_say_against_it(key: str) -> None:
    pyspiel.random_sim_test(load(key), num_sims=1, serialize=True, verbose=False)


def test_parameters_are_the_options() -> None:
    game = pyspiel.load_game("nimmt_base(players=3,point_limit=20,tie_break=last_round,fan_cards=climb;caper)")
    options = game.played.setup.options
    assert (options["point_limit"], options["max_rounds"], options["tie_break"]) == (20, None, "last_round")
    assert options["fan_cards"] == ("climb", "caper")
    assert pyspiel.load_game("nimmt_pro").played.setup.options["draft"] is True
    with pytest.raises(Exception, match="2 to 10 players, not 11"):
        pyspiel.load_game("nimmt_base(players=11)")


@pytest.mark.parametrize("key", SHORT)
def test_the_end_pays_what_the_reward_says(key: str) -> None:
    *_, last = played(load(key).new_initial_state(), Random(1), Random(2))
    outcome = last.sitting.state.outcome
    if key == "climb":
        assert last.returns() == [-total for total in outcome.totals]
    if key != "climb" and outcome.opponent is None:
        assert sum(last.returns()) == pytest.approx(0)


def seen_and_known(key: str, changed: int) -> list[list[tuple[Any, str, list[float]]]]:
    """By seat: what it has seen before each of the first decisions, and its information states there.

    Chance and players always do the same, but for the deal's card number `changed`, which is another one.
    """
    state, cards, decisions = load(key).new_initial_state(), 0, 0
    seen: list[list[Any]] = [[] for _ in range(state.num_players())]
    told: list[list[tuple[Any, str, list[float]]]] = [[] for _ in seen]
    while decisions < 4 and not state.is_terminal():
        if state.is_chance_node():
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            draw = Random(f"{cards}").random() if cards != changed else Random(f"changed {cards}").random()
            state.apply_action(outcomes[int(draw * len(outcomes))])
            cards += 1
            continue
        chosen = [next(iter(state.legal_actions(seat)), None) for seat in range(len(seen))]
        for seat, views in enumerate(seen):
            views.append(state.sitting.state.view(seat))
            tensor = state.information_state_tensor(seat)
            told[seat].append((list(views), state.information_state_string(seat), tensor))
            views.append(chosen[seat])
        if state.is_simultaneous_node():
            state.apply_actions(chosen)
        else:
            state.apply_action(chosen[state.current_player()])
        decisions += 1
    return told


@pytest.mark.parametrize("key", SHORT)
def test_information_states_are_equal_exactly_when_the_seat_has_seen_the_same(key: str) -> None:
    worlds = [seen_and_known(key, changed) for changed in (-1, 2, 11, 13, 15, 17, 19)]
    pairs = [
        (views == other_views, known == other_known, tensor == other_tensor)
        for one, other in combinations(worlds, 2)
        for here, there in zip(one, other, strict=True)
        for (views, known, tensor), (other_views, other_known, other_tensor) in product(here, there)
    ]
    assert {(True, True, True), (False, False, False)} == set(pairs)  # there are worlds that a seat cannot tell apart


def test_a_stock_algorithm_solves_a_tiny_game() -> None:
    tiny = "nimmt_base(players=2,hand_size=1,rows=2,capacity=2,deck=5,max_rounds=1)"
    before, after = (heads for _, heads in solve(3, every=3, name=tiny))
    assert 0 <= after < before / 2


@pytest.mark.parametrize("key", SHORT)
def test_information_states_follow_the_views(key: str) -> None:
    by_string: dict[tuple[int, str], Any] = {}
    for seed in range(2):
        for state in played(load(key).new_initial_state(), Random(seed), Random(7)):
            if state.is_chance_node() or state.is_terminal():
                continue
            for seat in range(state.num_players()):
                legal = state.legal_actions(seat)
                said = by_string.setdefault((seat, state.information_state_string(seat)), legal)
                assert said == legal or [0] in (said, legal)


def test_a_copy_leaves_the_first_as_it_is() -> None:
    state = load("base").new_initial_state()
    for node in played(state, Random(1), Random(1)):
        if node.is_simultaneous_node():
            break
    before, copied = str(state), state.clone()
    copied.apply_actions([copied.legal_actions(seat)[0] for seat in range(2)])
    assert str(state) == before != str(copied)


@pytest.mark.parametrize("key", SHORT)
def test_games_and_states_are_pickled_everywhere(key: str) -> None:
    game = load(key)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    for number, state in enumerate(played(game.new_initial_state(), Random(3), Random(4))):
        if number % 7 and not state.is_terminal():
            continue
        again, and_game = pickle.loads(pickle.dumps((state, game)))
        _, by_name = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        for copied in (again, by_name, and_game.deserialize_state(state.serialize())):
            assert str(copied) == str(state)
            assert copied.history() == state.history()
            assert copied.returns() == state.returns()
            assert copied.information_state_tensor(0) == state.information_state_tensor(0)


def test_what_is_told_is_told_as_numbers_without_a_gap() -> None:
    told = load("base").new_initial_state()
    for state in played(told, Random(1), Random(1)):
        told = state
    events, tensor = told.node.told(1), np.array(told.information_state_tensor(1))
    log = (104 * tensor[observer_of(told.node.game).layout.size :]).round().reshape(-1, WIDTH)
    used = [row for row in log.tolist() if any(row)]
    assert len(events) == sum(row[0] > 0 for row in used)
    kinds = {type(event): row[0] for event, row in zip(events, [row for row in used if row[0] > 0], strict=True)}
    assert len(kinds) == len(set(kinds.values())) > 5  # a number for each kind
    hand = next(row for row in used if row[:3] == [kinds[HandDealt], 1, 10])
    assert hand[4:14] == list(events[2].cards)
    few = written(events, 5).tolist()
    assert few == used[-5:]  # of too many, the latest


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("key", ["base", "surprise", "bullenparty"])
def test_its_agents_learn_in_its_environment(key: str, turns: bool) -> None:
    """Without torch or jax there is only the one with a table."""
    game = pyspiel.convert_to_turn_based(load(key)) if turns else load(key)
    env = rl_environment.Environment(game, chance_event_sampler=rl_environment.ChanceEventSampler(seed=1))
    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    assert size == game.information_state_tensor_shape()[0] > load(key).observation_tensor_shape()[0]
    agents = [tabular_qlearner.QLearner(player_id=seat, num_actions=actions) for seat in range(2)]
    time_step = env.reset()
    while not time_step.last():
        assert all(len(info) == size for info in time_step.observations["info_state"])
        if time_step.is_simultaneous_move():
            time_step = env.step([agent.step(time_step).action for agent in agents])
        else:
            time_step = env.step([agents[time_step.current_player()].step(time_step).action])
    for agent in agents:
        agent.step(time_step)
    assert sum(time_step.rewards) == pytest.approx(0)
    assert agents[0]._q_values


def test_observations_are_those_of_the_other_environments_scaled() -> None:
    for state in played(load("surprise").new_initial_state(), Random(1), Random(1)):
        if state.is_simultaneous_node():
            layout, look = observer_of(state.node.game).layout, state.sitting.look(1)
            tensor = np.array(state.observation_tensor(1))
            for field in layout.fields:
                place, scale = layout.at[field.name], 1 if field.high == 1 else 104
                np.testing.assert_allclose(scale * tensor[place], look[place], atol=1e-3)
            assert state.observation_string(1) == layout.explain(look)


def test_an_observer_sees_what_one_seat_knows() -> None:
    for wanted in ({"private_info": pyspiel.PrivateInfoType.ALL_PLAYERS}, {"public_info": False}):
        kind = pyspiel.IIGObservationType(perfect_recall=True, **wanted)
        with pytest.raises(EnvError, match="what one seat knows"):
            load("base").make_py_observer(kind)
    with pytest.raises(EnvError, match="no parameters"):
        load("base").make_py_observer(None, {"colour": 1})


def test_what_cannot_be_is_refused_with_its_place() -> None:
    name = "nimmt_base(players=2,max_rounds=1,hand_size=2,rows=2,capacity=2,deck=6"
    with pytest.raises(EnvError, match="no reward 'x'"):
        pyspiel.load_game(f"{name},reward=x)")
    state = pyspiel.load_game(f"{name})").new_initial_state()
    with pytest.raises(WrongAction, match=r"Chance cannot deal 77 now \(deal:1\)"):
        state.apply_action(77)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    before, (one, other) = str(state), (state.legal_actions(seat)[0] for seat in range(2))
    for actions, sentence in [
        ([99, other], "99 is no action of seat 0"),
        ([one, 0], r"Action 0 \(wait\) of seat 1 is masked"),
        ([one], "Here are 2 seats, not 1"),
        ([one, other, other], "Here are 2 seats, not 3"),
    ]:
        with pytest.raises(WrongAction, match=sentence):
            state.apply_actions(actions)
    with pytest.raises(WrongAction, match="seat 1 has no action"):
        state.apply_action(one)
    assert before == str(state)
    *_, last = played(state, Random(1), Random(1))
    with pytest.raises(NotNow, match="The game is over"):
        last.apply_action(1)
    with pytest.raises(NotNow, match="The game is over"):
        last.apply_actions([1, 1])


@pytest.mark.parametrize(("size", "groups"), [(6, (2, 2, 1)), (5, (3,)), (7, (1, 1, 3))])
def test_every_deal_is_as_likely_as_any_other(size: int, groups: tuple[int, ...]) -> None:
    def deals(shuffle: Shuffle, chance: float) -> Any:
        if shuffle.complete:
            yield shuffle.order(), chance
            return
        for place, probability in shuffle.outcomes():
            yield from deals(shuffle.then(place), chance * probability)

    found = list(deals(Shuffle("deal:1", size, groups), 1.0))
    count, left = 1, size
    for group in groups:
        count, left = count * comb(left, group), left - group
    assert len({order for order, _ in found}) == len(found) == count
    assert all(chance == pytest.approx(1 / count) for _, chance in found)
