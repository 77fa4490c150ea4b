"""One turn ahead in many worlds: what each play costs now, and what a value net says of the position after it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernels.constants import CAPACITY, CELLS, COUNTS, PLAIN
from ..kernels.constants import WIDTH as PLACES
from .chance import FRACTION, Stream, fraction, shuffle
from .features import GONE, HAND, NUMBERS, ROOM, SEATS, count_below, row_of, situation
from .jit import inner
from .nets import UNIT, WIDTH, Sums, Tail, Weights, add, add_sums, begin, evaluate, subtract
from .table import Cells, Log, cheapest_row, land, row_heads
from .vectors import add_columns

Floats = NDArray[np.float32]


@inner
def uniform(stream: Stream) -> Any:
    """Any number from 0 to 1."""
    return np.float64(fraction(stream) >> np.uint64(FRACTION - 53)) * (1.0 / (1 << 53))


@inner
def find(cumulated: Floats, size: int, wanted: float) -> int:
    """The first place whose cumulated chance is above the wanted one."""
    low, high = 0, size - 1
    while low < high:
        middle = (low + high) // 2
        if cumulated[middle] > wanted:
            high = middle
        else:
            low = middle + 1
    return low


@inner
def cumulate(cards: Cells, mixed: Floats, cumulated: Floats) -> None:
    """Add up the chances of cards, so that they can be drawn from; at the end they are 1."""
    total = np.float32(0.0)
    for place in range(len(cards)):
        total += mixed[cards[place]]
        cumulated[place] = total
    for place in range(len(cards)):
        cumulated[place] /= total


@inner
def draw_world(
    cards: Cells, players: int, seat: int, cumulated: Floats, layers: Cells, world: int, stream: Stream, plays: Cells
) -> None:
    """One card for every opponent, all different; over all worlds each opponent's chances are met evenly."""
    worlds = layers.shape[1]
    for other in range(players):
        if other == seat:
            continue
        wanted = (layers[other, world] + uniform(stream)) / worlds
        for tries in range(40):
            place = find(cumulated[other], len(cards), wanted)
            if tries > 30:  # all that it would play is taken: any other card
                place = int(uniform(stream) * len(cards))
            card, taken = cards[place], False
            for earlier in range(other):
                taken = taken or (earlier != seat and plays[earlier] == card)
            plays[other] = card
            if not taken:
                break
            wanted = uniform(stream)


@inner
def line_up_others(plays: Cells, players: int, seat: int, order: Cells) -> None:
    """The others in the order of their cards."""
    size = 0
    for other in range(players):
        if other == seat:
            continue
        place = size
        while place > 0 and plays[order[place - 1]] > plays[other]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = other
        size += 1


@inner
def place_card(table: Cells, parts: int, seat: int, card: int, value: int, log: Log) -> Any:
    """Where a card goes, and what it costs; who must choose takes the cheapest row."""
    row = row_of(table, parts, value)
    if parts == PLAIN:
        return place_plainly(table, card, row)
    if row < 0:
        return land(table, parts, seat, card, cheapest_row(table, False), True, log)
    return land(table, parts, seat, card, row, False, log)


@inner
def place_plainly(table: Cells, card: int, row: int) -> Any:
    """The same without fan cards, where nothing follows."""
    chosen = row < 0
    row = cheapest_row(table, False) if chosen else row
    count = table[COUNTS + row]
    if not chosen and count < table[CAPACITY]:
        table[row * PLACES + count] = card
        table[COUNTS + row] = count + 1
        return 0
    heads = row_heads(table, row)
    table[row * PLACES] = card
    table[COUNTS + row] = 1
    return heads


@inner
def lower_cards(card: int, value: int, plays: Cells, order: Cells, others: int) -> int:
    """B-5: how many cards of the others are placed before ours."""
    lower, natural = 0, 1 if value == card else 0  # RD-5
    while lower < others and 2 * plays[order[lower]] + 1 < 2 * value + natural:
        lower += 1
    return lower


@inner
def place_others(table: Cells, parts: int, plays: Cells, order: Cells, first: int, last: int, log: Log) -> Any:
    """B-6 to B-9 for the cards of some others, from the first to before the last; heads that they take."""
    heads = 0
    for place in range(first, last):
        card = plays[order[place]]
        heads += place_card(table, parts, order[place], card, card, log)
    return heads


@inner
def sums_now(weights: Weights, hand: Cells, unseen: Cells, sums: Sums) -> None:
    """The first layer as far as hand and gone cards decide it."""
    begin(weights, sums)
    for card in hand:
        add(weights, HAND + card, sums)
        subtract(weights, GONE + card, sums)
    for card in range(1, NUMBERS):
        if unseen[card] == 0:
            add(weights, GONE + card, sums)


@inner
def value_now(
    table: Cells, parts: int, hand: Cells, unseen: Cells, players: int, reversals: int, weights: Weights, tail: Tail
) -> tuple[Any, Any]:
    """What the net says of the position before a turn, in heads."""
    sums = np.empty(WIDTH, np.int16)
    sums_now(weights, hand, unseen, sums)
    return value_with(sums, table, parts, hand, unseen, players, reversals, weights, tail)


@inner
def value_with(
    sums: Sums, table: Cells, parts: int, hand: Cells, unseen: Cells, players: int, reversals: int, weights: Weights,
    tail: Tail,
) -> tuple[Any, Any]:  # fmt: skip
    """The same for a caller that already has the sums of hand and gone cards; they are overwritten."""
    below, columns = np.empty(NUMBERS + 1, np.int16), np.empty(ROOM, np.int16)
    count_below(unseen, below)
    size = situation(table, parts, hand, -1, below, players, reversals, columns)
    add_columns(weights, columns, size, sums)
    own, others = evaluate(sums, weights, tail)
    return own * UNIT, others * UNIT


@inner
def foresee(
    table: Cells, parts: int, hand: Cells, places: Cells, values: Cells, unseen: Cells, cards: Cells,
    mixed: Floats, players: int, seat: int, reversals: int, weights: Weights, tail: Tail, worlds: int,
    stream: Stream, log: Log, costs: NDArray[np.float64],
) -> None:  # fmt: skip
    """Mean cost of each play, now and later: our heads, and the mean of the others'.

    A play is a place in the hand and the value that the card counts for. `cards` are the unseen ones, `mixed` the
    chance of each to be played by each seat. Plays come mostly in the order of their values, so the cards that are
    placed before ours are those of the play before, and some more.
    """
    left, others = len(hand), players - 1
    sums, in_world, after = np.empty(WIDTH, np.int16), np.empty(WIDTH, np.int16), np.empty(WIDTH, np.int16)
    changes = np.zeros((len(places), WIDTH), np.int16)
    hidden, below = unseen.copy(), np.empty(NUMBERS + 1, np.int16)
    columns, before, trial = np.empty(ROOM, np.int16), np.empty(CELLS, np.int16), np.empty(CELLS, np.int16)
    plays, order = np.zeros(players, np.int16), np.zeros(players, np.int16)
    cumulated = np.empty((players, len(cards)), np.float32)
    layers = np.empty((players, worlds), np.int16)
    sums_now(weights, hand, unseen, sums)
    for number in range(len(places)):
        subtract(weights, HAND + hand[places[number]], changes[number])
        add(weights, GONE + hand[places[number]], changes[number])
        costs[number] = 0.0  # both of them
    for other in range(players):
        if other != seat:
            cumulate(cards, mixed[other], cumulated[other])
            for world in range(worlds):
                layers[other, world] = world
            mix(layers[other], stream)
    for world in range(worlds):
        draw_world(cards, players, seat, cumulated, layers, world, stream, plays)
        line_up_others(plays, players, seat, order)
        in_world[:] = sums
        for place in range(others):
            hidden[plays[order[place]]] = 0
            add(weights, GONE + plays[order[place]], in_world)
        count_below(hidden, below)
        before[:] = table
        placed, earlier = 0, 0
        for number in range(len(places)):
            card, value = hand[places[number]], values[number]
            lower = lower_cards(card, value, plays, order, others)
            if lower < placed:
                before[:] = table
                placed, earlier = 0, 0
            earlier += place_others(before, parts, plays, order, placed, lower, log)
            placed = lower
            trial[:] = before
            costs[number, 0] += place_card(trial, parts, seat, card, value, log)
            costs[number, 1] += (earlier + place_others(trial, parts, plays, order, lower, others, log)) / others
            if left > 1:
                kept = reversals if value == card else reversals % SEATS
                size = situation(trial, parts, hand, places[number], below, players, kept, columns)
                add_sums(in_world, changes[number], after)
                add_columns(weights, columns, size, after)
                future, their_future = evaluate(after, weights, tail)
                costs[number, 0] += UNIT * future
                costs[number, 1] += UNIT * their_future
        for place in range(others):
            hidden[plays[order[place]]] = 1
    for number in range(len(places)):
        costs[number, 0] /= worlds
        costs[number, 1] /= worlds


@inner
def mix(numbers: Cells, stream: Stream) -> None:
    """Shuffle more than the 127 numbers that `shuffle` can."""
    size = len(numbers)
    if size < 128:
        shuffle(numbers, size, stream)
        return
    for place in range(size - 1):
        other = place + np.int64(uniform(stream) * (size - place))
        numbers[place], numbers[other] = numbers[other], numbers[place]
