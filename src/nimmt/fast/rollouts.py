"""The kernel of search with a sensible future: what each play leads to when everybody then plays the heuristic."""

import numpy as np
from numpy.typing import NDArray

from .chance import Stream, shuffle
from .jit import inner, kernel
from .matching import choose_plays, play_turn, take_out
from .policies import CHEAPEST, HEURISTIC
from .table import Cells


@inner
def deal_hidden(
    hands: Cells, seat: int, own: Cells, known: Cells, counts: Cells, unseen: Cells, stream: Stream
) -> None:
    """Give every seat what it may hold: our seat its cards, the others what is known of them and unseen cards."""
    players, left = hands.shape
    shuffle(unseen, (players - 1) * left - counts.sum() + counts[seat], stream)
    drawn = 0
    for other in range(players):
        for place in range(left):
            if other == seat:
                hands[other, place] = own[place]
            elif place < counts[other]:
                hands[other, place] = known[other, place]
            else:
                hands[other, place] = unseen[drawn]
                drawn += 1


@kernel
def rollout_heads(
    mode: int, table: Cells, seat: int, own: Cells, choices: Cells, turned: Cells, reversals: NDArray[np.bool_],
    known: Cells, counts: Cells, unseen: Cells, hidden: NDArray[np.bool_], rollouts: int, stream: Stream,
) -> NDArray[np.int64]:  # fmt: skip
    """Heads that each choice costs our seat until the end of the round, over so many deals that all choices share.

    A choice is a place in the hand, plus the hand's size if the card is reversed; `hidden` are the cards that nobody
    has seen on the table.
    """
    players, left = known.shape
    totals = np.zeros(len(choices), np.int64)
    dealt, hands = np.zeros((players, left), np.int16), np.zeros((players, left), np.int16)
    here, out, turns = table.copy(), hidden.copy(), reversals.copy()
    policies, takers = np.full(players, HEURISTIC, np.int16), np.full(players, CHEAPEST, np.int16)
    plays, values = np.zeros(players, np.int16), np.zeros(players, np.int16)
    heads, story = np.zeros(players, np.int64), np.zeros(0, np.int16)
    for _ in range(rollouts):
        deal_hidden(dealt, seat, own, known, counts, unseen, stream)
        for number in range(len(choices)):
            hands[:], here[:], out[:], turns[:], heads[:] = dealt, table, hidden, reversals, 0
            for size in range(left, 0, -1):
                fixed = seat if size == left else -1
                if fixed == seat:
                    take_out(hands, size, seat, choices[number], turned, turns, plays, values)
                choose_plays(mode, here, hands, size, turned, turns, out, policies, fixed, plays, values, stream, story)
                for other in range(players):
                    out[plays[other]] = False
                play_turn(here, mode, plays, values, takers, heads, stream, story)
            totals[number] += heads[seat]
    return totals
