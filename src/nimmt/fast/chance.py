"""Random numbers inside kernels: xoroshiro128+, and fair draws without a division."""

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .jit import inner

Stream = NDArray[np.uint64]

FRACTION = 57
"""A random fraction of this many bits, times a number below 128, still fits into 64 bits: the whole part is a place in
the deck, the rest is the next fraction. Four cards from one fraction are fair to one part in a billion."""

SHIFT, MASK, SPARE = np.uint64(FRACTION), np.uint64((1 << FRACTION) - 1), np.uint64(64 - FRACTION)
_24, _40, _16, _37, _27 = (np.uint64(bits) for bits in (24, 40, 16, 37, 27))


def new_stream(rng: Random) -> Stream:
    """A stream seeded by a bot's generator; the last bit is set, so that it does not start from zero."""
    return np.array([rng.getrandbits(64) | 1, rng.getrandbits(64)], np.uint64)


@inner
def fraction(stream: Stream) -> Any:
    """The next 57 random bits."""
    one, two = stream[0], stream[1]
    both = one + two
    two ^= one
    stream[0] = ((one << _24) | (one >> _40)) ^ two ^ (two << _16)
    stream[1] = (two << _37) | (two >> _27)
    return both >> SPARE


@inner
def below(stream: Stream, number: int) -> Any:
    """Any of 0 to number - 1, where the number is below 128."""
    return np.int64((fraction(stream) * np.uint64(number)) >> SHIFT)


@inner
def split(fraction: Any, number: int) -> tuple[Any, Any]:
    """Any of 0 to number - 1, where the number is below 128, and the rest of the fraction for the next draw."""
    grown = fraction * np.uint64(number)
    return grown >> SHIFT, grown & MASK


@inner
def shuffle(cards: Any, count: int, stream: Stream) -> None:
    """Put random cards into the first `count` places."""
    size = len(cards)
    rest = np.uint64(0)
    for place in range(count):
        if place & 3 == 0:
            rest = fraction(stream)
        further, rest = split(rest, size - place)
        here, there = np.uint64(place), np.uint64(place) + further
        card = cards[there]
        cards[there] = cards[here]
        cards[here] = card
