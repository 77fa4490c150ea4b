"""MaskablePPO of sb3-contrib against three greedy players: python examples/maskable_ppo.py [steps].

It needs `pip install 'nimmt[envs,sb3]'`. That brings torch, so no test runs it; docs/envs.md says when it was tried and
what it reached.
"""

import sys
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

import nimmt.envs  # noqa: F401  # registers the ids


def made() -> Any:
    """One round against three greedy players, with the difference to the table's mean as reward."""
    return gymnasium.make("nimmt/Base-v0", players=4, opponents="greedy", reward="relative", max_rounds=1)


def margin(model: Any, games: int) -> tuple[float, float]:
    """Heads fewer than the table's mean, a round, and the standard error."""
    env, earned = made(), np.zeros(games)
    for game in range(games):
        seen, _ = env.reset(seed=10**6 + game)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=env.unwrapped.action_masks(), deterministic=True)
            seen, reward, over, _, _ = env.step(action)
            earned[game] += reward
    return float(earned.mean()), float(earned.std() / np.sqrt(games))


def main(steps: int) -> None:
    """Train, and measure before and after."""
    model = MaskablePPO("MlpPolicy", made(), seed=1, n_steps=512, batch_size=256)
    for done in (0, steps):
        if done:
            model.learn(done)
        mean, error = margin(model, 200)
        print(f"{done:8} steps: {mean:+.2f} ± {error:.2f} heads a round against greedy")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
