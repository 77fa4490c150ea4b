"""The kernels of strong play at a table: one watches what is played, the others rate our own answers."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels.constants import CELLS, REVERSED, TYPES
from .beliefs import TIMES, clocks, digest, predict
from .chance import Stream, shuffle
from .features import GONE, HAND, NUMBERS, ROWS, SEATS
from .foresight import foresee, place_card, sums_now, value_now, value_with
from .game import FastGame
from .jit import inner, kernel
from .nets import WIDTH, Tail, Weights, add
from .opponents import PER_CARD, SHARED, Models, scores_of_cards, traits_of_cards
from .table import Cells, land, lay_out, new_log, sort_cards

Floats = NDArray[np.float32]


@inner
def unseen_list(hidden: Cells, hand: Cells, unseen: Cells) -> Cells:
    """The cards hidden from the owner of this hand, as marks by number and as a list."""
    unseen[:] = hidden
    for card in hand:
        unseen[card] = 0
    cards = np.empty(NUMBERS, np.int16)
    size = 0
    for card in range(NUMBERS):
        if unseen[card] != 0:
            cards[size] = card
            size += 1
    return cards[:size]


@inner
def start_race(
    table: Cells, parts: int, hidden: Cells, left: int, models: Models, rates: Floats, silent: Floats
) -> None:
    """Compute how much each kind of player would like to play each card now."""
    traits, shared = np.zeros((NUMBERS, PER_CARD), np.int16), np.zeros(SHARED, np.int16)
    scores = np.zeros((TYPES, NUMBERS), np.float32)
    traits_of_cards(table, parts, hidden, left, traits, shared)
    scores_of_cards(traits, shared, hidden, models, scores)
    clocks(scores, hidden, rates, silent)


class Turn(NamedTuple):
    """What the others are expected to play: see `predict`."""

    unseen: Cells
    cards: Cells
    rates: Floats
    silent: Floats
    races: Floats
    by_kind: Floats
    mixed: Floats


@inner
def expect_turn(
    table: Cells, parts: int, hidden: Cells, hand: Cells, seat: int, held: Floats, types: Floats, models: Models
) -> Turn:
    """Predict every seat's play from what this seat knows before the turn."""
    players = len(types)
    unseen = np.zeros(NUMBERS, np.int16)
    cards = unseen_list(hidden, hand, unseen)
    rates, silent = np.zeros((TYPES, NUMBERS), np.float32), np.zeros((2, TYPES, NUMBERS * TIMES), np.float32)
    races = np.zeros((players, TYPES, TIMES), np.float32)
    by_kind = np.zeros((players, TYPES, NUMBERS), np.float32)
    mixed = np.zeros((players, NUMBERS), np.float32)
    start_race(table, parts, hidden, len(hand), models, rates, silent)
    predict(cards, players, seat, held, types, rates, silent, races, by_kind, mixed)
    return Turn(unseen, cards, rates, silent, races, by_kind, mixed)


@kernel
def watch_turn(
    table: Cells, parts: int, hidden: Cells, hand: Cells, plays: Cells, seat: int, held: Floats, types: Floats,
    models: Models,
) -> None:  # fmt: skip
    """Learn from the cards of a turn what the others hold and who they are; table and hand are those before it."""
    turn = expect_turn(table, parts, hidden, hand, seat, held, types, models)
    players, left = len(plays), len(hand) - 1
    digest(
        plays, turn.cards, left, players, seat, held, types, turn.rates, turn.silent, turn.races, turn.by_kind
    )  # fmt: skip


@kernel
def rate_plays(
    table: Cells, parts: int, hidden: Cells, hand: Cells, places: Cells, values: Cells, seat: int,
    reversals: int, held: Floats, types: Floats, models: Models, weights: Weights, tail: Tail, worlds: int,
    envy: float, stream: Stream,
) -> NDArray[np.float64]:  # fmt: skip
    """What each play is expected to cost until the end of the round, less `envy` times what it costs the others."""
    turn = expect_turn(table, parts, hidden, hand, seat, held, types, models)
    costs = np.zeros((len(places), 2))
    foresee(
        table, parts, hand, places, values, turn.unseen, turn.cards, turn.mixed, len(types), seat, reversals, weights,
        tail, worlds, stream, new_log(0), costs,
    )  # fmt: skip
    return costs[:, 0] - envy * costs[:, 1]


@kernel
def rate_rows(
    table: Cells, parts: int, hidden: Cells, hand: Cells, card: int, cards: Cells, values: Cells, players: int,
    reversals: int, weights: Weights, tail: Tail,
) -> NDArray[np.float64]:  # fmt: skip
    """What taking each row costs until the end of the round, when these cards of others are placed after ours."""
    costs, trial, log = np.zeros(ROWS), np.empty(CELLS, np.int16), new_log(0)
    unseen = np.zeros(NUMBERS, np.int16)
    unseen_list(hidden, hand, unseen)
    for row in range(ROWS):
        trial[:] = table
        costs[row] = land(trial, parts, 0, card, row, True, log)
        for number in range(len(cards)):
            place_card(trial, parts, 1, cards[number], values[number], log)
        if len(hand) > 0:
            costs[row] += value_now(trial, parts, hand, unseen, players, reversals, weights, tail)[0]
    return costs


@kernel
def rate_drafts(
    pool: Cells, hand: Cells, game: FastGame, weights: Weights, tail: Tail,
    deals: int, envy: float, stream: Stream,
) -> NDArray[np.float64]:  # fmt: skip
    """What each card of the pool costs us in our hand, less `envy` times what it then costs the others, if all other
    cards go to hands and rows by chance."""
    costs, table, log = np.zeros(len(pool)), np.zeros(CELLS, np.int16), new_log(0)
    rest, full = np.empty(len(pool), np.int16), np.empty(game.hand_size, np.int16)
    unseen, first, ordered = np.zeros(NUMBERS, np.int16), np.empty(ROWS, np.int16), full.copy()
    reversals = SEATS + game.players - 1 if game.parts & REVERSED else 0
    missing = game.hand_size - len(hand) - 1
    full[: len(hand)] = hand
    order = pool.copy()
    sums, dealt = np.empty(WIDTH, np.int16), np.empty(WIDTH, np.int16)
    unseen[pool] = 1
    sums_now(weights, hand, unseen, sums)  # as if all of the pool were unseen
    for _ in range(deals):
        shuffle(order, len(order), stream)
        for number in range(len(pool)):
            size = 0
            for card in order:
                if card != pool[number]:
                    rest[size] = card
                    size += 1
            full[len(hand)] = pool[number]
            full[len(hand) + 1 :] = rest[:missing]
            ordered[:] = full
            sort_cards(ordered)
            first[:] = rest[size - ROWS : size]
            if game.ascending:
                sort_cards(first)
            unseen[:] = 0
            for place in range(missing, size - ROWS):
                unseen[rest[place]] = 1
            dealt[:] = sums
            for place in range(len(hand), game.hand_size):
                add(weights, HAND + full[place], dealt)
            for row in range(ROWS):
                add(weights, GONE + first[row], dealt)
            lay_out(table, game, first, log)
            own, others = value_with(dealt, table, game.parts, ordered, unseen, game.players, reversals, weights, tail)
            costs[number] += own - envy * others
    return costs / deals
