"""What a seat knows of the hands, and hands that agree with it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.calls import KNOWN_HANDS
from .chance import Stream, shuffle
from .jit import Record, dtype_of, inner

KNOWLEDGE = dtype_of(KNOWN_HANDS)


@inner
def deal_hidden(knowledge: Record, hands: NDArray[np.int16], stream: Stream) -> None:
    """Give every seat what it may hold: our seat its cards, the others what is known of them and unseen cards."""
    shuffle(knowledge.unseen[: knowledge.unseen_size], hidden_size(knowledge), stream)
    hand_out(knowledge, hands)


@inner
def hand_out(knowledge: Record, hands: NDArray[np.int16]) -> None:
    """Give every seat its cards, the unseen ones in the order in which they lie."""
    drawn = 0
    for seat in range(knowledge.players):
        for place in range(knowledge.left):
            if seat == knowledge.seat:
                hands[seat, place] = knowledge.own[place]
            elif place < knowledge.known_size[seat]:
                hands[seat, place] = knowledge.known[seat, place]
            else:
                hands[seat, place] = knowledge.unseen[drawn]
                drawn += 1


@inner
def hidden_size(knowledge: Record) -> Any:
    """How many cards of the others nobody has seen."""
    size = 0
    for seat in range(knowledge.players):
        if seat != knowledge.seat:
            size += knowledge.left - knowledge.known_size[seat]
    return size
