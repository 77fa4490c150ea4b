"""How nets and models of opponents learn: gradients and Adam, a batch at a time."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .features import COLUMNS
from .jit import inner, kernel
from .nets import (
    HEIGHT,
    MOST_SECOND,
    MOST_SUM,
    NARROW,
    OUTPUTS,
    SCALE,
    SECOND,
    SECOND_SCALE,
    START,
    UNIT,
    WIDTH,
    Weights,
)
from .opponents import HEIGHT as MODEL_HEIGHT
from .opponents import HIDDEN, OUT, PER_CARD, SHARED, TRAITS, Models, add_row
from .opponents import START as MODEL_START

SECOND_BIAS = WIDTH * NARROW
"""Where the weights of the later layers are while a net learns: those of the second one come first."""
THIRD = SECOND_BIAS + NARROW
THIRD_BIAS = THIRD + NARROW * OUTPUTS
LATER = THIRD_BIAS + OUTPUTS
MOST, MOST_WEIGHT = np.float32(MOST_SUM / SCALE), np.float32(MOST_SECOND / SECOND_SCALE)

FIRST_CARD, MOST_CARDS = 2, 10
RECORD = (FIRST_CARD + MOST_CARDS, max(SHARED, PER_CARD))
"""Rows of a record: its choice and how many cards there were, what these share, and each card."""
WIDEST, PULL = 18.0, 0.02
"""How far the scores of a hand should be apart at most, and how strongly that is asked for: beliefs do not tell very
low scores apart."""

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]
float32 = np.float32


@inner
def descend(weights: Floats, gradient: Floats, memory: Floats, rate: float, step: int, decay: float) -> None:
    """One step of Adam; the gradient is used up. `memory` has the means of gradients and of their squares."""
    swift = float32(rate * np.sqrt(1.0 - 0.999**step) / (1.0 - 0.9**step))
    keep = float32(1.0 - rate * decay)
    mean, square = memory[0], memory[1]
    for place in range(len(weights)):
        slope = gradient[place]
        mean[place] = float32(0.9) * mean[place] + float32(0.1) * slope
        square[place] = float32(0.999) * square[place] + float32(0.001) * slope * slope
        weights[place] = keep * weights[place] - swift * mean[place] / (np.sqrt(square[place]) + float32(1e-8))
        gradient[place] = 0.0


@kernel
def learn_values(
    columns: NDArray[np.int16], starts: Numbers, targets: Floats, order: Numbers, first: Floats, tail: Floats,
    first_memory: Floats, tail_memory: Floats, rate: float, step: int, batch: int,
) -> tuple[float, int]:  # fmt: skip
    """Go through positions in this order; the mean squared error in heads, and how many steps were made so far."""
    first_slope, tail_slope = np.zeros((COLUMNS + 1, WIDTH), np.float32), np.zeros(LATER, np.float32)
    wide, narrow, out = np.empty(WIDTH, np.float32), np.empty(NARROW, np.float32), np.empty(OUTPUTS, np.float32)
    back_wide, back_narrow = np.empty(WIDTH, np.float32), np.empty(NARROW, np.float32)
    turned = np.empty((NARROW, WIDTH), np.float32)
    error = 0.0
    for begin in range(0, len(order), batch):
        end = min(begin + batch, len(order))
        for source in range(WIDTH):
            for unit in range(NARROW):
                turned[unit, source] = tail[source * NARROW + unit]
        for place in range(begin, end):
            sample = order[place]
            own = columns[starts[sample] : starts[sample + 1]]
            forward(own, first, tail, wide, narrow, out)
            for unit in range(NARROW):
                back_narrow[unit] = 0.0
            for number in range(OUTPUTS):
                miss = out[number] - targets[sample, number] / float32(UNIT)
                error += miss * miss if number == 0 else 0.0
                slope = float32(2.0) * miss / float32(end - begin)
                tail_slope[THIRD_BIAS + number] += slope
                for unit in range(NARROW):
                    if narrow[unit] > 0:
                        tail_slope[THIRD + unit * OUTPUTS + number] += slope * narrow[unit]
                        back_narrow[unit] += slope * tail[THIRD + unit * OUTPUTS + number]
            backward(own, wide, back_wide, back_narrow, turned, first_slope, tail_slope)
        step += 1
        descend(first.reshape(-1), first_slope.reshape(-1), first_memory, rate, step, 0.0)
        descend(tail, tail_slope, tail_memory, rate, step, 0.0)
        for place in range(SECOND_BIAS):
            tail[place] = min(max(tail[place], -MOST_WEIGHT), MOST_WEIGHT)
    return error * UNIT * UNIT / len(order), step


@inner
def forward(own: NDArray[np.int16], first: Floats, tail: Floats, wide: Floats, narrow: Floats, out: Floats) -> None:
    """The net's estimate for a position, in `out`, with its hidden layers in `wide` and `narrow`."""
    for unit in range(WIDTH):
        wide[unit] = first[COLUMNS, unit]
    for column in own:
        for unit in range(WIDTH):
            wide[unit] += first[column, unit]
    for unit in range(WIDTH):
        wide[unit] = min(wide[unit], MOST)
    for unit in range(NARROW):
        narrow[unit] = tail[SECOND_BIAS + unit]
    for source in range(WIDTH):
        if wide[source] > 0:
            strength = wide[source]
            for unit in range(NARROW):
                narrow[unit] += strength * tail[source * NARROW + unit]
    for number in range(OUTPUTS):
        out[number] = tail[THIRD_BIAS + number]
        for unit in range(NARROW):
            if narrow[unit] > 0:
                out[number] += narrow[unit] * tail[THIRD + unit * OUTPUTS + number]


@inner
def backward(
    own: NDArray[np.int16], wide: Floats, back_wide: Floats, back_narrow: Floats, turned: Floats, first_slope: Floats,
    tail_slope: Floats,
) -> None:  # fmt: skip
    """Add this position's gradient to `first_slope` and `tail_slope`."""
    for unit in range(NARROW):
        tail_slope[SECOND_BIAS + unit] += back_narrow[unit]
    for source in range(WIDTH):
        back_wide[source] = 0.0
        if wide[source] > 0:
            strength = wide[source]
            for unit in range(NARROW):
                tail_slope[source * NARROW + unit] += strength * back_narrow[unit]
    for unit in range(NARROW):
        if back_narrow[unit] != 0:
            strength = back_narrow[unit]
            for source in range(WIDTH):
                back_wide[source] += strength * turned[unit, source]
    for source in range(WIDTH):
        if wide[source] <= 0 or wide[source] >= MOST:
            back_wide[source] = 0.0
    for unit in range(WIDTH):
        first_slope[COLUMNS, unit] += back_wide[unit]
    for column in own:
        for unit in range(WIDTH):
            first_slope[column, unit] += back_wide[unit]


@kernel
def learn_scores(
    records: NDArray[np.int16], order: Numbers, weights: Floats, memory: Floats, rate: float, step: int, batch: int
) -> tuple[float, float, int]:
    """Learn by sums which card of a hand is played; mean surprise in nats, share of cards predicted, and steps made."""
    slope, scores = np.zeros(TRAITS, np.float32), np.zeros(MOST_CARDS)
    surprise, right = 0.0, 0
    for begin in range(0, len(order), batch):
        end = min(begin + batch, len(order))
        for place in range(begin, end):
            record = records[order[place]]
            choice, size = record[0, 0], record[0, 1]
            for card in range(size):
                scores[card] = sum_of(record[card + FIRST_CARD], weights)
            highest = softmax(scores[:size])
            surprise -= np.log(max(scores[choice], 1e-12))
            right += 1 if scores[choice] >= highest else 0
            for card in range(size):
                blame = (scores[card] - (1.0 if card == choice else 0.0)) / (end - begin)
                for number in range(PER_CARD):
                    trait = record[card + FIRST_CARD, number]
                    if trait < 0:
                        break
                    slope[trait] += blame
        step += 1
        descend(weights, slope, memory, rate, step, 0.001)
    return surprise / len(order), right / len(order), step


@inner
def sum_of(traits: NDArray[np.int16], weights: Floats) -> Any:
    """The weights of a card's traits, those of the net left out."""
    total = 0.0
    for number in range(PER_CARD):
        if traits[number] < 0:
            break
        total += weights[traits[number]]
    return total


@inner
def softmax(scores: NDArray[np.float64]) -> Any:
    """Turn scores into chances; the highest one."""
    highest, total = scores.max(), 0.0
    for card in range(len(scores)):
        scores[card] = np.exp(scores[card] - highest)
        total += scores[card]
    for card in range(len(scores)):
        scores[card] /= total
    return 1.0 / total


@kernel
def learn_corrections(
    records: NDArray[np.int16], kinds: NDArray[np.int16], order: Numbers, models: Models, first: int, last: int,
    memory: Floats, rate: float, step: int, batch: int,
) -> tuple[float, float, int]:  # fmt: skip
    """Let the net learn what the sums miss, for all kinds at once, in its rows from the first to before the last one.

    Results as above. No step is made without a rate.
    """
    net = models.net
    slope, scores = np.zeros((MODEL_HEIGHT, HIDDEN), np.float32), np.zeros(MOST_CARDS)
    units, back = np.empty((MOST_CARDS, HIDDEN), np.float32), np.empty(HIDDEN, np.float32)
    excess = np.empty(MOST_CARDS)
    surprise, right = 0.0, 0
    for begin in range(0, len(order), batch):
        end = min(begin + batch, len(order))
        for place in range(begin, end):
            record, out = records[order[place]], OUT + kinds[order[place]]
            choice, size = record[0, 0], record[0, 1]
            for card in range(size):
                think(record, card, net, units[card])
                scores[card] = sum_of(record[card + FIRST_CARD], models.sums[:, kinds[order[place]]])
                for unit in range(HIDDEN):
                    scores[card] += max(units[card, unit], float32(0.0)) * net[out, unit]
            top = scores[:size].argmax()
            excess[:size] = np.minimum(scores[:size] - scores[top] + WIDEST, 0.0) * PULL
            excess[top] -= excess[:size].sum()
            highest = softmax(scores[:size])
            surprise -= np.log(max(scores[choice], 1e-12))
            right += 1 if scores[choice] >= highest else 0
            for card in range(size):
                blame = float32((scores[card] - (1.0 if card == choice else 0.0) + excess[card]) / (end - begin))
                for unit in range(HIDDEN):
                    rang = units[card, unit] > 0
                    slope[out, unit] += blame * units[card, unit] if rang else float32(0.0)
                    back[unit] = blame * net[out, unit] if rang else float32(0.0)
                trace_back(record, card, back, slope)
        if rate > 0:
            step += 1
            own = memory[:, first * HIDDEN : last * HIDDEN]
            descend(net[first:last].reshape(-1), slope[first:last].reshape(-1), own, rate, step, 0.0)
            slope[:] = 0.0
    return surprise / len(order), right / len(order), step


@inner
def think(record: NDArray[np.int16], card: int, net: Floats, units: Floats) -> None:
    """What the net's units make of a card."""
    units[:] = net[MODEL_START]
    for number in range(SHARED):
        if record[1, number] >= 0:
            add_row(net, record[1, number], units)
    for number in range(PER_CARD):
        if record[card + FIRST_CARD, number] >= 0:
            add_row(net, record[card + FIRST_CARD, number], units)


@inner
def trace_back(record: NDArray[np.int16], card: int, back: Floats, slope: Floats) -> None:
    """Add a card's gradient to all rows that it came from."""
    for unit in range(HIDDEN):
        slope[MODEL_START, unit] += back[unit]
    for number in range(SHARED):
        if record[1, number] >= 0:
            for unit in range(HIDDEN):
                slope[record[1, number], unit] += back[unit]
    for number in range(PER_CARD):
        if record[card + FIRST_CARD, number] >= 0:
            for unit in range(HIDDEN):
                slope[record[card + FIRST_CARD, number], unit] += back[unit]


def new_corrections(rng: np.random.Generator) -> Floats:
    """A net that adds nothing yet."""
    net = rng.normal(0.0, 0.1, (MODEL_HEIGHT, HIDDEN)).astype(np.float32)
    net[OUT:] = 0.0
    return net


def new_net(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """A net that has learned nothing."""
    first = rng.normal(0.0, 0.05, (COLUMNS + 1, WIDTH)).astype(np.float32)
    later = np.zeros(LATER, np.float32)
    later[:SECOND_BIAS] = rng.normal(0.0, np.sqrt(2.0 / WIDTH), SECOND_BIAS)
    later[THIRD:THIRD_BIAS] = rng.normal(0.0, np.sqrt(1.0 / NARROW), THIRD_BIAS - THIRD)
    return first, later


def in_integers(first: Floats, later: Floats) -> tuple[Weights, Floats]:
    """A net as the kernels that play with it want it."""
    weights = np.zeros((HEIGHT, WIDTH), np.int16)
    weights[: START + 1] = np.clip(np.rint(first * SCALE), -8191, 8191)
    weights[SECOND:] = np.rint(later[:SECOND_BIAS].reshape(WIDTH, NARROW).T * SECOND_SCALE)
    product = np.float32(SCALE * SECOND_SCALE)
    tail = later[SECOND_BIAS:].copy()
    tail[:NARROW] *= product
    tail[NARROW:-OUTPUTS] /= product
    return weights, tail
