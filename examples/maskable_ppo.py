"""MaskablePPO of sb3-contrib against three greedy players: python examples/maskable_ppo.py [steps].

It needs the extras `envs` and `sb3`. That brings torch, so no test runs it; docs/envs.md says when it was tried and
what it reached.
"""

import sys
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

from nimmt.envs.sb3 import SB3VecEnv

TABLES = 256


def made() -> Any:
    """One round at each table against three greedy players; the reward is the difference to the table's mean."""
    return VecMonitor(SB3VecEnv("base", TABLES, opponents="greedy", reward="relative", max_rounds=1))


def margin(model: Any, rounds: int) -> tuple[float, float]:
    """Heads fewer than the table's mean, a round, and the standard error."""
    env = made()
    env.seed(10**6)
    seen = env.reset()
    earned: list[float] = []
    while len(earned) < rounds:
        masks = np.stack(env.env_method("action_masks"))
        actions, _ = model.predict(seen, action_masks=masks, deterministic=True)
        seen, _, over, infos = env.step(actions)
        earned += [infos[table]["episode"]["r"] for table in np.flatnonzero(over)]
    return float(np.mean(earned)), float(np.std(earned) / np.sqrt(len(earned)))


def main(steps: int) -> None:
    """Train, and measure before and after."""
    model = MaskablePPO("MlpPolicy", made(), seed=1, n_steps=16, batch_size=1024)
    for done in (0, steps):
        if done:
            model.learn(done)
        mean, error = margin(model, 2000)
        print(f"{done:8} steps: {mean:+.2f} ± {error:.2f} heads a round against greedy", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
