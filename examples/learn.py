"""Learn to beat `greedy` with numpy alone, in a minute or two: python examples/learn.py [--picture learning.png].

A card's worth is a weighted sum of a few features, and the cross-entropy method finds the weights: every generation
draws many players around the mean of the last one, lets all of them play in lockstep, and keeps the best quarter.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimmt.envs import Arrays

Numbers = NDArray[np.float64]

FEATURES = (
    "fits nowhere",
    "cheapest row",
    "takes a row",
    "its heads",
    "unseen below",
    "no room for them",
    "room",
    "card",
)
PLAYERS = 4


class Players:
    """As many learners as there are weights, at so many tables each, against greedy players; one round is a game."""

    def __init__(self, count: int, tables: int) -> None:
        """Set up all tables at once."""
        self.env = Arrays("base", PLAYERS, count * tables, "relative", "greedy", max_rounds=1)
        self.count, self.tables = count, tables
        self.at = self.env.layout.at

    def play(self, weights: Numbers, seed: int) -> Numbers:
        """How many heads fewer than the mean of its table each learner has in each of its games."""
        seen, masks = self.env.reset(seed)
        each = np.repeat(weights, self.tables, axis=0)
        earned, playing = np.zeros(len(each)), np.ones(len(each), bool)
        while playing.any():
            seen, masks, rewards, over = self.env.step(self.choose(each, seen[:, 0], masks[:, 0])[:, None])
            earned += rewards[:, 0] * playing
            playing &= ~over
        return earned.reshape(self.count, self.tables)

    def choose(self, weights: Numbers, seen: NDArray[np.int16], masks: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The card that is worth most, or the cheapest row."""
        highest = self.at["hand"].stop - self.at["hand"].start
        worth = np.full(masks.shape, -np.inf)
        worth[:, 1 : highest + 1] = self.worth(weights, seen, highest)
        worth[:, highest + 1 :] = -seen[:, self.at["row_heads"]]
        worth[:, 0] = 0.0
        worth[masks == 0] = -np.inf
        return worth.argmax(axis=1)

    def worth(self, weights: Numbers, seen: NDArray[np.int16], highest: int) -> Numbers:
        """Features of every card on the rows as they lie, weighted."""
        rows = seen[:, self.at["rows"]].reshape(len(seen), 4, -1)
        ends: Any = rows.max(axis=2)  # rows ascend
        cards = np.arange(1, highest + 1, dtype=np.int16)
        gaps = np.where(cards[None, None] > ends[:, :, None], cards[None, None] - ends[:, :, None], 1000)
        target, nowhere = gaps.argmin(axis=1), gaps.min(axis=1) == 1000
        heads = seen[:, self.at["row_heads"]]
        room = np.take_along_axis(seen[:, self.at["room"]], target, axis=1)
        cost = np.take_along_axis(heads, target, axis=1)
        below = np.cumsum(seen[:, self.at["unseen"]], axis=1)
        behind = np.concatenate((np.zeros((len(seen), 1)), below), axis=1)
        start: Any = np.take_along_axis(behind, np.take_along_axis(ends, target, axis=1).astype(np.int64), axis=1)
        between = (below - start) * 10 * (PLAYERS - 1) / np.maximum(below[:, -1:], 1)
        fits = ~nowhere
        features: list[Any] = [
            nowhere, nowhere * heads.min(axis=1, keepdims=True) / 5, fits & (room == 0), fits * (room == 0) * cost / 5,
            fits * between / 10, fits * np.clip(between / 3 - room + 1, 0, 5) / 5, fits * room / 5, cards / highest,
        ]  # fmt: skip
        return sum(weights[:, [number]] * feature for number, feature in enumerate(features))


def learn(generations: int, count: int = 32, tables: int = 128, seed: int = 1) -> tuple[Numbers, list[Numbers]]:
    """The weights that were found, and what the mean of every generation earned in games of its own."""
    rng, players, test = np.random.default_rng(seed), Players(count, tables), Players(1, count * tables)
    mean, spread = np.zeros(len(FEATURES)), np.ones(len(FEATURES))
    curve = [test.play(mean[None], 10**6)[0]]
    for generation in range(generations):
        drawn = rng.normal(mean, spread, (count, len(FEATURES)))
        earned = players.play(drawn, seed * 1000 + generation).mean(axis=1)
        best = drawn[np.argsort(-earned)[: count // 4]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.05
        curve.append(test.play(mean[None], 10**6)[0])
    return mean, curve


def error(earned: Numbers) -> float:
    """The standard error of a mean."""
    return float(earned.std() / np.sqrt(len(earned)))


def draw(curve: list[Numbers], path: Path) -> None:
    """The learning curve as a picture; needs matplotlib."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    axes.errorbar(range(len(curve)), [games.mean() for games in curve], [error(games) for games in curve], capsize=2)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_xlabel("generation")
    axes.set_ylabel("heads fewer than the table's mean, a round")
    axes.set_title(f"Learning to beat three greedy players with {len(FEATURES)} weights")
    figure.savefig(path, dpi=110)


def main() -> None:
    """Read the command line, learn, tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generations", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path)
    chosen = parser.parse_args()
    began = time.monotonic()
    weights, curve = learn(chosen.generations, seed=chosen.seed)
    for generation, earned in enumerate(curve):
        print(f"generation {generation:3}: {earned.mean():+.2f} ± {error(earned):.2f} heads a round against greedy")
    print(f"{time.monotonic() - began:.0f} seconds; weights:")
    for name, weight in zip(FEATURES, weights, strict=True):
        print(f"  {name:<18}{weight:+.2f}")
    if chosen.picture:
        draw(curve, chosen.picture)


if __name__ == "__main__":
    main()
