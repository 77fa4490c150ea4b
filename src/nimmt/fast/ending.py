"""When a match is over, with the house rules as numbers."""

import numpy as np
from numpy.typing import NDArray

from .jit import inner


@inner
def is_over(totals: NDArray[np.int64], rounds: int, limit: int, most: int, reach: int, extra: int) -> bool:
    """B-13, B-15, Q-B1 to Q-B3: the limit (0: none) is passed, or reached where that is enough; the last of `most`
    rounds (0: any number) is played; and with `extra` rounds nobody shares the lowest total."""
    past = limit > 0 and totals.max() >= limit + (0 if reach else 1)
    if not (past or (most > 0 and rounds >= most)):
        return False
    lowest, count = totals.min(), 0
    for seat in range(len(totals)):
        count += 1 if totals[seat] == lowest else 0
    return extra == 0 or count == 1
