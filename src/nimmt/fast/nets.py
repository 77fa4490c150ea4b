"""Value nets inside kernels: two layers of small integers, the same on every machine, then one of floats.

A net is two arrays. The first has a row of weights for every column of a position, one where the sums begin, and those
of the second layer; the other one has what makes heads of its results.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .features import COLUMNS
from .jit import inner
from .vectors import WIDTH as WIDTH
from .vectors import dot

NARROW, OUTPUTS = 32, 2
"""Outputs: heads that we still take in this round, and the mean of what the others take."""

START = COLUMNS
SECOND = START + 1
HEIGHT = SECOND + NARROW

BIAS, THIRD = 0, NARROW
LAST_BIAS = THIRD + NARROW * OUTPUTS
TAIL = LAST_BIAS + OUTPUTS

SCALE, SECOND_SCALE = 512, 1024
"""What 1 is in the first layer, and in the weights of the second one."""
MOST_SUM, MOST_SECOND = 8 * SCALE - 1, 2 * SECOND_SCALE - 1
"""The products of 128 of them fit into 31 bits."""
UNIT = 8.0
"""Heads that an output of 1 stands for."""

Weights = NDArray[np.int16]
Tail = NDArray[np.float32]
Sums = NDArray[np.int16]
word = np.int16  # numba computes in 64 bits unless every step says otherwise


@inner
def begin(weights: Weights, sums: Sums) -> None:
    """Start with the bias."""
    for unit in range(WIDTH):
        sums[unit] = weights[START, unit]


@inner
def add(weights: Weights, column: int, sums: Sums) -> None:
    """Add a column."""
    for unit in range(WIDTH):
        sums[unit] = word(sums[unit] + weights[column, unit])


@inner
def subtract(weights: Weights, column: int, sums: Sums) -> None:
    """Take a column away."""
    for unit in range(WIDTH):
        sums[unit] = word(sums[unit] - weights[column, unit])


@inner
def add_sums(one: Sums, other: Sums, result: Sums) -> None:
    """Add two sums."""
    for unit in range(WIDTH):
        result[unit] = word(one[unit] + other[unit])


@inner
def evaluate(sums: Sums, weights: Weights, tail: Tail) -> tuple[Any, Any]:
    """Heads that we and, in the mean, the others still take; the sums are used up."""
    for source in range(WIDTH):
        here = sums[source]
        here = here if here > 0 else word(0)
        sums[source] = here if here < MOST_SUM else word(MOST_SUM)
    own, others = tail[LAST_BIAS], tail[LAST_BIAS + 1]
    for unit in range(NARROW):
        strength = np.float32(dot(weights, SECOND + unit, sums)) + tail[BIAS + unit]
        if strength > 0:
            own += strength * tail[THIRD + unit * OUTPUTS]
            others += strength * tail[THIRD + unit * OUTPUTS + 1]
    return own, others
