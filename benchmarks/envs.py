"""How fast the environments are beside the engine's own loop, with games of OpenSpiel as anchors.

All play at random. Steps of agents that decide something are counted. They take turns in small blocks, processor time
is counted, and the best block of each is taken, so that a busy machine spoils none.
"""

import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Any

import nimmt
from nimmt.envs import Arrays, parallel
from nimmt.envs.numbering import WAIT

PLAYERS = 4
BLOCKS = 60
GAMES = 10  # of OpenSpiel, in a block
LEAST_PARALLEL = 0.5
LEAST_ARRAYS = 1_000_000
TABLES = 1024
GAME = nimmt.game("base", players=PLAYERS, max_rounds=1)
ENV = parallel("base", PLAYERS, max_rounds=1)
ARRAYS = Arrays("base", PLAYERS, TABLES)
ANCHORS = {
    "this game in OpenSpiel": f"nimmt_base(players={PLAYERS},max_rounds=1)",
    "OpenSpiel goofspiel": f"goofspiel(players={PLAYERS},num_cards=10,points_order=random,imp_info=True)",
    "OpenSpiel leduc": f"leduc_poker(players={PLAYERS})",
}
"""Beside ours there, two with hidden hands: one with simultaneous bids and as many cards, one asked seat by seat."""

Play = Callable[[Random], int]


def engine_round(rng: Random) -> int:
    """The engine's own loop: every legal action is listed, one is carried out."""
    state, steps = GAME.start(rng.randbytes(32)), 0
    while state.outcome is None:
        for seat in state.to_act:
            legal = state.legal(seat)
            state, _ = state.step(seat, legal[int(rng.random() * len(legal))])
            steps += 1
    return steps


def parallel_round(rng: Random) -> int:
    """PettingZoo's parallel environment, with observations and masks of all seats in every step."""
    looks, infos = ENV.reset(seed=rng.getrandbits(31))
    steps = 0
    while ENV.agents:
        actions = {}
        for agent in ENV.agents:
            if infos[agent]["asked"]:
                legal = looks[agent]["action_mask"].nonzero()[0]
                actions[agent] = int(legal[int(rng.random() * len(legal))])
                steps += 1
            else:
                actions[agent] = WAIT
        looks, _, _, _, infos = ENV.step(actions)
    return steps


def arrays_steps(rng: Random) -> int:
    """The array environment with full observations; actions are drawn by a kernel, and that is counted too."""
    steps = 0
    for _ in range(10):
        actions = ARRAYS.sample()
        steps += int((actions > 0).sum())
        ARRAYS.step(actions)
    return steps


def spiel_games(game: Any, rng: Random) -> int:
    """Games of OpenSpiel, asked from Python, with the observation of each seat that decides."""
    return sum(spiel_game(game.new_initial_state(), rng) for _ in range(GAMES))


def spiel_game(state: Any, rng: Random) -> int:
    """One game; chance is not counted."""
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            continue
        simultaneous = state.is_simultaneous_node()
        seats = range(PLAYERS) if simultaneous else (state.current_player(),)
        chosen = []
        for seat in seats:
            legal = state.legal_actions(seat)
            chosen.append(rng.choice(legal))
            if legal != [WAIT]:
                state.observation_tensor(seat)
                steps += 1
        if simultaneous:
            state.apply_actions(chosen)
        else:
            state.apply_action(chosen[0])
    return steps


def anchors() -> dict[str, Play]:
    """Games to compare with, where OpenSpiel is installed."""
    if find_spec("pyspiel") is None:
        print("OpenSpiel is not installed (extra openspiel), so there are no anchors.")
        return {}
    import pyspiel

    import nimmt.envs.spiel  # noqa: F401  # registers ours

    return {name: partial(spiel_games, pyspiel.load_game(game)) for name, game in ANCHORS.items()}


def speed(play: Play, rng: Random) -> float:
    """Agent steps per second of one block."""
    began = process_time()
    steps = play(rng)
    return steps / (process_time() - began)


def main() -> int:
    """Measure all in turns, and say which aims are met."""
    plays: dict[str, Play] = {"engine": engine_round, "parallel": parallel_round, "arrays": arrays_steps, **anchors()}
    ARRAYS.reset(1)
    arrays_steps(Random(1))  # compiles
    rng, speeds = Random(1), dict.fromkeys(plays, 0.0)
    for _ in range(BLOCKS):
        for name, play in plays.items():
            speeds[name] = max(speeds[name], speed(play, rng))
    print(f"base game, {PLAYERS} players, agent steps a second on one core, best of {BLOCKS} blocks")
    for name, best in speeds.items():
        print(f"{name:<20}{best:>12,.0f}   {best / speeds['engine']:>6.2f} × the engine's own loop")
    met = [speeds["parallel"] >= LEAST_PARALLEL * speeds["engine"], speeds["arrays"] >= LEAST_ARRAYS]
    print(f"aim for parallel: {LEAST_PARALLEL} × the engine: {'met' if met[0] else 'NOT MET'}")
    print(f"aim for arrays: {LEAST_ARRAYS:,} a second: {'met' if met[1] else 'NOT MET'}")
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
