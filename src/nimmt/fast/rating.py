"""The kernel that rates plays by the heuristic, for a seat that sees its view."""

import numpy as np
from numpy.typing import NDArray

from .jit import kernel
from .policies import REVERSAL_PRICE, count_below, heuristic_cost
from .table import Cells


@kernel
def heuristic_costs(
    table: Cells, parts: int, cards: Cells, values: Cells, hidden: Cells, others: int
) -> NDArray[np.float64]:
    """Heads that each play is expected to cost now."""
    costs = np.zeros(len(cards))
    below = np.zeros(len(hidden) + 1, np.int16)
    count_below(hidden, cards[:0], below)
    for number in range(len(cards)):
        costs[number] = heuristic_cost(table, parts, cards[number], values[number], below, others)
        costs[number] += REVERSAL_PRICE if cards[number] != values[number] else 0.0
    return costs
