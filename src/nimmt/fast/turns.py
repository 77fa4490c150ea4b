"""What a turn alone may bring: heads of each play in worlds that fit what a seat knows."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .chance import Stream
from .features import CARDS, NUMBERS, SEATS
from .foresight import place_card, uniform
from .jit import inner, kernel
from .knowledge import deal_hidden
from .opponents import PER_CARD, SELF, traits_of_cards
from .table import CELLS, Cells, line_up, new_log

Floats = NDArray[np.float32]


@inner
def draw_play(traits: Cells, hand: Cells, models: Floats, stream: Stream) -> Any:
    """A place in a hand, drawn by how much the master's own policy likes the cards."""
    best, highest = 0, np.float32(-1e9)
    for place in range(len(hand)):
        score = np.float32(-np.log(-np.log(uniform(stream) + 1e-12)))  # the highest of such sums is a softmax's draw
        for number in range(PER_CARD):
            trait = traits[hand[place], number]
            if trait < 0:
                break
            score += models[trait, SELF]
        if score > highest:
            best, highest = place, score
    return best


@kernel
def heads_of_turn(
    table: Cells, parts: int, hidden: Cells, knowledge: Any, places: Cells, values: Cells, models: Floats,
    worlds: int, stream: Stream,
) -> NDArray[np.int16]:  # fmt: skip
    """By world and play: heads that our seat takes in this turn. In each world every play meets the same cards.

    `hidden` marks the cards that not all have seen, ours among them.
    """
    known, log = knowledge[0], new_log(0)
    players, left, seat = known.players, known.left, known.seat
    heads = np.zeros((worlds, len(places)), np.int16)
    traits, hands = np.zeros((NUMBERS, PER_CARD), np.int16), np.zeros((players, CARDS), np.int16)
    trial, plays, turned = np.zeros(CELLS, np.int16), np.zeros(SEATS, np.int16), np.zeros(SEATS, np.int16)
    natural, order = np.ones(SEATS, np.int16), np.zeros(SEATS, np.int16)
    traits_of_cards(table, parts, hidden, left, traits)
    for world in range(worlds):
        deal_hidden(known, hands, stream)
        for other in range(players):
            if other != seat:
                plays[other] = hands[other, draw_play(traits, hands[other, :left], models, stream)]
                turned[other] = plays[other]
        for number in range(len(places)):
            trial[:] = table
            plays[seat], turned[seat] = hands[seat, places[number]], values[number]
            natural[seat] = 1 if turned[seat] == plays[seat] else 0
            line_up(turned, natural, order, players)
            for place in range(players):
                mover = order[place]
                taken = place_card(trial, parts, mover, plays[mover], turned[mover], log)
                if mover == seat:
                    heads[world, number] += taken
    return heads
