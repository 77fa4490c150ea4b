"""Rounds played to their end by one model of a player: what each choice of a seat leads to, as far as it can know.

The model is the policy that the strongest bot has of itself, without its search: a score for every card from what all
can see, and a draw by these scores (`opponents.py`). Worlds follow from the same model: the hands of the others are
drawn by how likely such players would have played what they played. Nothing is estimated at a horizon.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.constants import CELLS, DECK, REVERSED
from .chance import Stream, below, shuffle
from .features import CARDS, NUMBERS, ROOM, SEATS, count_below, survey
from .foresight import place_card, uniform
from .game import FastGame
from .jit import Record, folded, inner, kernel
from .knowledge import hand_out, hidden_size
from .opponents import traits_of
from .real import exp, log
from .table import Cells, land, lay_out, line_up, new_log, sort_cards

Floats = NDArray[np.float32]
Numbers = NDArray[np.float64]

REVERSAL_PRICE = np.float32(2.0)
"""RD-2: by how much a reversal must raise a card's score before the model uses it."""
LOWEST = np.float32(-12.0)
"""The lowest score below the best one that the past is judged by: nobody is that sure of what another would do."""
SWEEPS, FIRST_SWEEPS = 3, 12
"""How often every hidden card may change hands between two worlds, and before the first one."""


# --- The model --------------------------------------------------------------------------------------


@folded
def survey_turn(table: Cells, hidden: Cells, lower: Cells, room: Cells) -> Any:
    """Count hidden cards and look at the rows, once for all cards of a turn; the heads of the cheapest row."""
    count_below(hidden, lower)
    return survey(table, room)


@folded
def score(
    table: Cells, parts: int, card: int, value: int, left: int, lower: Cells, room: Cells, cheapest: int, model: Floats
) -> Any:
    """How much the model likes to play a card for this value."""
    traits = traits_of(table, parts, card, value, left, lower, room, cheapest)
    total = model[traits[0]] + model[traits[1]] + model[traits[2]] + model[traits[3]]
    if traits[4] < 0:
        return total
    total += model[traits[4]] + model[traits[5]] + model[traits[6]]
    return total if traits[7] < 0 else total + model[traits[7]]


@folded
def choose(
    table: Cells, parts: int, turned: Cells, hands: Cells, seat: int, left: int, may_reverse: bool, lower: Cells,
    room: Cells, cheapest: int, noise: Floats, model: Floats,
) -> Any:  # fmt: skip
    """A place in the hand, plus the hand's size if the card is reversed. The highest of score and noise is a draw."""
    best, highest = 0, np.float32(-1e9)
    for place in range(left):
        card = hands[seat, place]
        liked = score(table, parts, card, card, left, lower, room, cheapest, model)
        reverse = 0
        if may_reverse and turned[card] > 0:
            other = score(table, parts, card, turned[card], left, lower, room, cheapest, model) - REVERSAL_PRICE
            if other > liked:
                liked, reverse = other, left
        liked += noise[left - 1, card]
        if liked > highest:
            best, highest = place + reverse, liked
    return best


@inner
def draw_noise(hands: Cells, players: int, left: int, noise: Floats, stream: Stream) -> None:
    """By turn and card: with such noise on top of its score, a card is chosen as often as a softmax says."""
    for turn in range(left):
        for seat in range(players):
            for place in range(left):
                noise[turn, hands[seat, place]] = -log(-log(uniform(stream) + 1e-12) + 1e-12)


# --- Turns -------------------------------------------------------------------------------------------


@folded
def place_turn(
    table: Cells, parts: int, plays: Cells, values: Cells, players: int, order: Cells, natural: Cells, heads: Cells,
    log: Any,
) -> None:  # fmt: skip
    """B-5 to B-9: place the cards of all seats."""
    for seat in range(players):
        natural[seat] = 1 if plays[seat] == values[seat] else 0
    line_up(values, natural, order, players)
    for place in range(players):
        seat = order[place]
        heads[seat] += place_card(table, parts, seat, plays[seat], values[seat], log)


@inner
def play_out(
    table: Cells, parts: int, turned: Cells, hidden: Cells, hands: Cells, left: int, players: int, reversals: Cells,
    noise: Floats, model: Floats, heads: Cells, room: Cells, lower: Cells, small: Cells, log: Any,
) -> None:  # fmt: skip
    """Let everybody play `left` cards to the end of the round. `small` is room for plays, values and orders."""
    plays, values, order, natural = small[0], small[1], small[2], small[3]
    for size in range(left, 0, -1):
        cheapest = survey_turn(table, hidden, lower, room)
        for seat in range(players):
            choice, may_reverse = 0, reversals[seat] > 0
            if size > 1 or may_reverse:
                choice = choose(
                    table, parts, turned, hands, seat, size, may_reverse, lower, room, cheapest, noise, model
                )
            take_out(hands, seat, size, choice, turned, reversals, plays, values)
        for seat in range(players):
            hidden[plays[seat]] = 0
        place_turn(table, parts, plays, values, players, order, natural, heads, log)


@folded
def take_out(
    hands: Cells, seat: int, size: int, choice: int, turned: Cells, reversals: Cells, plays: Cells, values: Cells
) -> None:
    """Move the chosen card out of the hand; the hand's last card fills its place."""
    place = choice % size
    card = hands[seat, place]
    plays[seat] = values[seat] = card
    if choice >= size:
        values[seat], reversals[seat] = turned[card], 0
    hands[seat, place] = hands[seat, size - 1]


# --- What the others may hold --------------------------------------------------------------------------


@kernel
def rates_of_turn(table: Cells, parts: int, hidden: Cells, left: int, model: Floats) -> Floats:
    """By card: how likely the model is to play it in this turn, compared with other cards."""
    lower, room = np.empty(NUMBERS + 1, np.int16), np.empty(ROOM, np.int16)
    cheapest = survey_turn(table, hidden, lower, room)
    rates = np.zeros(NUMBERS, np.float32)
    highest = np.float32(-1e9)
    for card in range(1, NUMBERS):
        if hidden[card] != 0:
            rates[card] = score(table, parts, card, card, left, lower, room, cheapest, model)
            highest = max(highest, rates[card])
    for card in range(1, NUMBERS):
        if hidden[card] != 0:
            rates[card] = exp(np.float64(max(rates[card] - highest, LOWEST)))
    return rates


@inner
def own_slots(known: Record, owner: Cells) -> None:
    """Whose every unseen card is, by its place; -1 for those that were not dealt."""
    slot = 0
    for seat in range(known.players):
        if seat != known.seat:
            for _ in range(known.left - known.known_size[seat]):
                owner[slot] = seat
                slot += 1
    for rest in range(slot, len(owner)):
        owner[rest] = -1


@inner
def weigh_hands(known: Record, owner: Cells, rates: Floats, played: Cells, sums: Numbers) -> None:
    """By seat and past turn: the rates of all cards that the seat then held, as the hands are now."""
    turns = len(played)
    for seat in range(known.players):
        for turn in range(turns):
            sums[seat, turn] = 1e-30
            for later in range(turn, turns):
                sums[seat, turn] += rates[turn, played[later, seat]]
            for place in range(known.known_size[seat]):
                sums[seat, turn] += rates[turn, known.known[seat, place]]
    for slot in range(hidden_size(known)):
        for turn in range(turns):
            sums[owner[slot], turn] += rates[turn, known.unseen[slot]]


@inner
def move_cards(
    known: Record, owner: Cells, rates: Floats, turns: int, sums: Numbers, proposals: int, stream: Stream
) -> None:
    """Let cards change places, each time by how much likelier that makes what was played (Metropolis)."""
    size, unseen = hidden_size(known), int(known.unseen_size)
    for _ in range(proposals):
        slot, other = below(stream, size), below(stream, unseen)
        seat, rival = owner[slot], owner[other]
        if seat == rival:
            continue
        card, swapped, ratio = known.unseen[slot], known.unseen[other], 1.0
        for turn in range(turns):
            more = np.float64(rates[turn, swapped]) - np.float64(rates[turn, card])
            ratio *= sums[seat, turn] / (sums[seat, turn] + more)
            if rival >= 0:
                ratio *= sums[rival, turn] / (sums[rival, turn] - more)
        if ratio < 1.0 and uniform(stream) >= ratio:
            continue
        known.unseen[slot], known.unseen[other] = swapped, card
        for turn in range(turns):
            more = np.float64(rates[turn, swapped]) - np.float64(rates[turn, card])
            sums[seat, turn] += more
            if rival >= 0:
                sums[rival, turn] -= more


@inner
def next_world(
    known: Record, owner: Cells, rates: Floats, turns: int, sums: Numbers, hands: Cells, stream: Stream
) -> None:
    """Other hands: any, where nothing was played yet, else by what was."""
    size = hidden_size(known)
    if turns == 0:
        shuffle(known.unseen[: known.unseen_size], size, stream)
    elif size > 0:
        move_cards(known, owner, rates, turns, sums, SWEEPS * size, stream)
    hand_out(known, hands)


@inner
def first_world(known: Record, owner: Cells, rates: Floats, played: Cells, sums: Numbers, stream: Stream) -> None:
    """Any hands that agree with what is known, and then many moves of cards."""
    size = hidden_size(known)
    own_slots(known, owner[: known.unseen_size])
    shuffle(known.unseen[: known.unseen_size], size, stream)
    weigh_hands(known, owner, rates, played, sums)
    if size > 0:
        move_cards(known, owner, rates, len(played), sums, FIRST_SWEEPS * size, stream)


# --- Choices -------------------------------------------------------------------------------------------


@kernel
def weigh_choices(
    table: Cells, parts: int, turned: Cells, hidden: Cells, knowledge: NDArray[Any], reversals: Cells, choices: Cells,
    queue: Cells, rates: Floats, played: Cells, model: Floats, worlds: int, stream: Stream,
) -> tuple[Cells, Cells]:  # fmt: skip
    """By world and choice: heads that our seat takes until the end of the round, and those of this turn.

    In every world all choices meet the same hands, the same cards of this turn, and the same whims later on. A choice
    is a place in the hand, plus the hand's size if the card is reversed. Where cards are in the queue (each with the
    value it counts for), ours is the first, and a choice is the row that it takes. `hidden` marks the cards that not
    all have seen, ours among them.
    """
    known, log, open_cards = knowledge[0], new_log(0), len(queue)
    players, left, seat, turns = int(known.players), int(known.left), int(known.seat), len(played)
    totals, now = np.zeros((worlds, len(choices)), np.int16), np.zeros((worlds, len(choices)), np.int16)
    hands, kept = np.zeros((SEATS, CARDS), np.int16), np.zeros((SEATS, CARDS), np.int16)
    owner, sums = np.empty(DECK, np.int16), np.empty((SEATS, turns), np.float64)
    noise, heads = np.zeros((CARDS, NUMBERS), np.float32), np.zeros(SEATS, np.int16)
    lower, room = np.empty(NUMBERS + 1, np.int16), np.empty(ROOM, np.int16)
    trial, unplayed, may = np.empty(CELLS, np.int16), np.empty(NUMBERS, np.int16), np.empty(SEATS, np.int16)
    small, picks = np.zeros((4, SEATS), np.int16), np.zeros(SEATS, np.int16)
    first_world(known, owner, rates, played, sums, stream)
    for world in range(worlds):
        next_world(known, owner, rates, turns, sums, hands, stream)
        draw_noise(hands, players, left, noise, stream)
        if open_cards == 0:
            cheapest = survey_turn(table, hidden, lower, room)
            for other in range(players):
                may_reverse = reversals[other] > 0
                picks[other] = choose(
                    table, parts, turned, hands, other, left, may_reverse, lower, room, cheapest, noise, model
                )
        for number in range(len(choices)):
            kept[:], trial[:], unplayed[:], may[:], heads[:] = hands, table, hidden, reversals, 0
            for place in range(open_cards):
                card, value = queue[place, 0], queue[place, 1]
                if place == 0:
                    heads[seat] = land(trial, parts, seat, card, choices[number], True, log)
                else:
                    place_card(trial, parts, SEATS, card, value, log)
            if open_cards == 0:
                picks[seat] = choices[number]
                for mover in range(players):
                    take_out(kept, mover, left, picks[mover], turned, may, small[0], small[1])
                    unplayed[small[0, mover]] = 0
                place_turn(trial, parts, small[0], small[1], players, small[2], small[3], heads, log)
            now[world, number] = heads[seat]
            rest = left if open_cards > 0 else left - 1
            play_out(
                trial, parts, turned, unplayed, kept, rest, players, may, noise, model, heads, room, lower, small, log
            )
            totals[world, number] = heads[seat]
    return totals, now


@kernel
def model_rounds(game: FastGame, model: Floats, rounds: int, stream: Stream) -> Cells:
    """Heads by round and seat where everybody is the model."""
    found, log = np.zeros((rounds, game.players), np.int16), new_log(0)
    deck, table, hidden = game.deck.copy(), np.zeros(CELLS, np.int16), np.zeros(NUMBERS, np.int16)
    hands, heads, may = np.zeros((SEATS, CARDS), np.int16), np.zeros(SEATS, np.int16), np.zeros(SEATS, np.int16)
    noise, small = np.zeros((CARDS, NUMBERS), np.float32), np.zeros((4, SEATS), np.int16)
    lower, room = np.empty(NUMBERS + 1, np.int16), np.empty(ROOM, np.int16)
    players, left, rows = game.players, game.hand_size, game.rows
    for number in range(rounds):
        shuffle(deck, rows + players * left, stream)
        if game.ascending:
            sort_cards(deck[:rows])
        for card in deck:
            hidden[card] = 1
        hidden[deck[:rows]] = 0
        for seat in range(players):
            heads[seat], may[seat] = 0, 1 if game.parts & REVERSED else 0
            for place in range(left):
                hands[seat, place] = deck[rows + left * seat + place]
        lay_out(table, game, deck, log)
        draw_noise(hands, players, left, noise, stream)
        play_out(
            table, game.parts, game.turned, hidden, hands, left, players, may, noise, model, heads, room, lower,
            small, log,
        )  # fmt: skip
        for seat in range(players):
            found[number, seat] = heads[seat]
    return found
