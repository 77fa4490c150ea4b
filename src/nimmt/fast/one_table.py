"""One table that is dealt from outside: every step of it, and what each seat sees then."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .drafting import SEATS
from .game import FastGame
from .jit import kernel
from .lockstep import deal_cards, earn, end_match, step_on
from .showing import CARD, NOBODY, Places, asked_seat, show
from .table import Cells, new_log

REFUSED, NEXT_ROUND = -1, -2
"""Instead of a phase: an action is masked, so that nothing happened; the next round is to be dealt."""

Asked = tuple[int, int]
"""The phase, and the seat that is asked."""


@kernel
def deal_table(
    game: FastGame, tables: Any, turns: Any, seats: Cells, places: Places, deck: Cells, stream: Any, seen: Any,
    masks: Any,
) -> Asked:  # fmt: skip
    """Deal a round: first the rows, then the hands, as the deck lies."""
    table, turn = tables[0], turns[0]
    deal_cards(game, table, turn, deck, stream)
    show(game, table, turn, places, seats, seen, masks)
    return int(turn.phase), asked_seat(game, turn)


@kernel
def step_table(
    game: FastGame, tables: Any, turns: Any, seats: Cells, places: Places, reward: int, actions: NDArray[np.int64],
    stream: Any, seen: Any, masks: Any, rewards: Any,
) -> Asked:  # fmt: skip
    """One step; nothing happens if an action is masked."""
    table, turn = tables[0], turns[0]
    for seat in range(len(seats)):
        action = actions[seat]
        if action < 0 or action >= masks.shape[1] or masks[seat, action] == 0:
            return REFUSED, NOBODY
    fell, natural = np.empty(game.players, np.float64), np.empty(SEATS, np.int16)
    over = step_on(game, table, turn, seats, places, actions, fell, stream, natural, new_log(0))
    earn(game, turn, seats, reward, fell, over, rewards)
    if over:
        end_match(game, table, turn)
    elif turn.phase == CARD and turn.left == 0:
        return NEXT_ROUND, NOBODY
    show(game, table, turn, places, seats, seen, masks)
    return int(turn.phase), asked_seat(game, turn)
