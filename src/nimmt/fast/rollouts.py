"""The kernel of search with a sensible future: what each play leads to when everybody then plays the heuristic."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .chance import Stream
from .jit import kernel
from .knowledge import deal_hidden
from .matching import choose_plays, play_turn, take_out
from .table import Cells


@kernel
def rollout_heads(
    start: NDArray[Any], knowledge: NDArray[Any], choices: Cells, rollouts: int, stream: Stream
) -> NDArray[np.int64]:
    """Heads that each choice costs our seat until the end of the round, over `rollouts` deals that all choices share.

    A choice is a place in the hand, plus the hand's size if the card is reversed.
    """
    seat, left = knowledge[0].seat, int(knowledge[0].left)
    totals = np.zeros(len(choices), np.int64)
    copy, story = start.copy(), np.zeros(0, np.int16)
    table = copy[0]
    for _ in range(rollouts):
        deal_hidden(knowledge[0], start[0].hands, stream)
        for number in range(len(choices)):
            copy[0] = start[0]
            take_out(table, seat, left, choices[number])
            choose_plays(table, left, seat, stream, story)
            play_turn(table, stream, story)
            for size in range(left - 1, 0, -1):
                choose_plays(table, size, -1, stream, story)
                play_turn(table, stream, story)
            totals[number] += table.heads[seat]
    return totals
