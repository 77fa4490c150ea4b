"""When a match is over."""

import numpy as np
from numpy.typing import NDArray

from .game import FastGame
from .jit import inner


@inner
def is_over(game: FastGame, totals: NDArray[np.int64], rounds: int) -> bool:
    """B-13, B-15, Q-B1 to Q-B3: the limit is passed, or reached where that is enough; the last round is played; and
    where ties are broken by further rounds, nobody shares the lowest total."""
    past = game.limit > 0 and totals.max() >= game.limit + (0 if game.reaching_is_enough else 1)
    if not (past or (game.most_rounds > 0 and rounds >= game.most_rounds)):
        return False
    lowest, count = totals.min(), 0
    for total in totals:
        count += 1 if total == lowest else 0
    return not game.extra_rounds or count == 1
