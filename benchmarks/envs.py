"""How fast the environments are beside the engine's own loop, with OpenSpiel's goofspiel as an anchor.

All play at random. Steps of agents that decide something are counted. They take turns in small blocks, processor time
is counted, and the best block of each is taken, so that a busy machine spoils none.
"""

import sys
from collections.abc import Callable
from random import Random
from time import process_time

import nimmt
from nimmt.envs import Arrays, parallel

PLAYERS = 4
BLOCKS = 60
LEAST_PARALLEL = 0.5
LEAST_ARRAYS = 1_000_000
TABLES = 1024
GAME = nimmt.game("base", players=PLAYERS, max_rounds=1)


def engine_round(rng: Random) -> int:
    """The engine's own loop: every legal action is listed, one is carried out."""
    state, steps = GAME.start(rng.randbytes(32)), 0
    while state.outcome is None:
        for seat in state.to_act:
            legal = state.legal(seat)
            state, _ = state.step(seat, legal[int(rng.random() * len(legal))])
            steps += 1
    return steps


ENV = parallel("base", PLAYERS, max_rounds=1)


def parallel_round(rng: Random) -> int:
    """PettingZoo's parallel environment, with observations and masks of all seats in every step."""
    looks, infos = ENV.reset(seed=rng.getrandbits(31))
    steps = 0
    while ENV.agents:
        actions = {}
        for agent in ENV.agents:
            legal = looks[agent]["action_mask"].nonzero()[0]
            actions[agent] = int(legal[int(rng.random() * len(legal))])
            steps += infos[agent]["asked"]
        looks, _, _, _, infos = ENV.step(actions)
    return steps


ARRAYS = Arrays("base", PLAYERS, TABLES)


def arrays_steps(rng: Random) -> int:
    """The array environment with full observations; actions are drawn by a kernel, and that is counted too."""
    steps = 0
    for _ in range(10):
        actions = ARRAYS.sample()
        steps += int((actions > 0).sum())
        ARRAYS.step(actions)
    return steps


def goofspiel_round(rng: Random) -> int:
    """OpenSpiel's compiled goofspiel from Python, four players and ten cards, with observations of all seats."""
    import pyspiel

    game = pyspiel.load_game("goofspiel(players=4,num_cards=10,points_order=random,imp_info=True)")
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            continue
        for seat in range(PLAYERS):
            state.observation_tensor(seat)
        state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(PLAYERS)])
        steps += PLAYERS
    return steps


def best(play: Callable[[Random], int], rng: Random) -> float:
    """Agent steps per second of one block."""
    began = process_time()
    steps = play(rng)
    return steps / (process_time() - began)


def main() -> int:
    plays: dict[str, Callable[[Random], int]] = {
        "engine": engine_round,
        "parallel": parallel_round,
        "arrays": arrays_steps,
    }
    ARRAYS.reset(1)
    arrays_steps(Random(1))  # compiles
    try:
        import pyspiel  # noqa: F401

        plays["goofspiel"] = goofspiel_round
    except ImportError:
        print("OpenSpiel is not installed: no anchor")
    rng, speeds = Random(1), dict.fromkeys(plays, 0.0)
    for _ in range(BLOCKS):
        for name, play in plays.items():
            speeds[name] = max(speeds[name], best(play, rng))
    print(f"base game, {PLAYERS} players, agent steps a second on one core, best of {BLOCKS} rounds")
    for name, speed in speeds.items():
        print(f"{name:<12}{speed:>12,.0f}   {speed / speeds['engine']:>6.2f} × the engine's own loop")
    met = [speeds["parallel"] >= LEAST_PARALLEL * speeds["engine"], speeds["arrays"] >= LEAST_ARRAYS]
    print(f"target for parallel: {LEAST_PARALLEL} × the engine: {'met' if met[0] else 'NOT MET'}")
    print(f"target for arrays: {LEAST_ARRAYS:,} a second: {'met' if met[1] else 'NOT MET'}")
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
