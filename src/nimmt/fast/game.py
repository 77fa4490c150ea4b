"""A row game as kernels take it: the same numbers, in arrays."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels.row_game import row_game
from ..setup import Setup

Cells = NDArray[np.int16]


class FastGame(NamedTuple):
    """A `RowGame` whose lists are arrays."""

    parts: int
    players: int
    hand_size: int
    rows: int
    capacity: int
    deck: Cells
    turned: Cells
    draft: bool
    snake: bool
    ascending: bool
    limit: int
    most_rounds: int
    reaching_is_enough: bool
    extra_rounds: bool
    last_round_decides: bool


def fast_game(setup: Setup) -> FastGame:
    """A game as numbers; one that the kernels do not know is refused."""
    game = row_game(setup)
    return FastGame(**game._asdict() | {"deck": _cells(game.deck), "turned": _cells(game.turned)})


@cache
def _cells(numbers: tuple[int, ...]) -> Cells:
    return np.array(numbers, np.int16)
