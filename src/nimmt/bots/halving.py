"""Playouts where they are needed: all choices get some, and the better half of them goes on, until one is left."""

from collections.abc import Callable, Sequence
from math import ceil, log2

Rate = Callable[[Sequence[int], int], Sequence[float]]
"""(choices, playouts): what each of them comes to in all, in the same worlds; much is good."""


def best_choice(choices: int, playouts: int, rate: Rate) -> int:
    """The number of the best choice, after so many playouts in all."""
    left, totals = list(range(choices)), [0.0] * choices
    stages = max(1, ceil(log2(choices)))
    for _ in range(stages):
        found = rate(left, max(1, playouts // (stages * len(left))))
        for choice, total in zip(left, found, strict=True):
            totals[choice] += total
        left = sorted(left, key=lambda choice: -totals[choice])[: (len(left) + 1) // 2]
    return left[0]
