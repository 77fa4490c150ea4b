"""Random rounds by the million, on one core or on several."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from ..errors import BadSetup
from ..kernels.constants import LANE_CAPACITY as CAPACITY
from ..kernels.constants import LANE_ROWS as ROWS
from ..setup import OptionValue, Setup
from .bulk import random_rounds
from .game import FastGame, fast_game
from .lane_words import PRINTED, turned_words
from .lanes import fits

PART = 1 << 15
"""Rounds that share a stream of random numbers: the result is the same on any number of threads."""


def play_random(
    players: int = 4, rounds: int = 1, seed: int | str = 0, threads: int = 1, game: str = "base", **options: OptionValue
) -> tuple[int, ...]:
    """Heads per seat over `rounds` rounds in which everybody plays a random card.

    On a card that fits no row the cheapest one is taken, of equals the first. In Reversed digits every seat reverses
    the card of one random turn a round, if that card can be reversed. A draft deals like a shuffle here. Tables of more
    than four rows, or of rows for more than five cards, are too large: `play_matches` plays them.
    """
    found = small_game(Setup(game, players, options))
    totals = _play(found, rounds, seed, threads, np.zeros(0, np.int16))
    return tuple(totals.tolist())


def sample_rounds(
    players: int = 4, rounds: int = 1, seed: int | str = 0, threads: int = 1, game: str = "base", **options: OptionValue
) -> NDArray[np.int16]:
    """The same rounds one by one: heads by round and seat."""
    found = small_game(Setup(game, players, options))
    each = np.zeros(checked(rounds, "rounds", 0) * players, np.int16)
    _play(found, rounds, seed, threads, each)
    return each.reshape(rounds, players)


def small_game(setup: Setup) -> FastGame:
    """A game as numbers; one whose tables are too large for the lanes is refused."""
    found = fast_game(setup)
    if not fits(found):
        sizes = f"tables of up to {ROWS} rows for up to {CAPACITY} cards each"
        raise BadSetup("no_kernel", f"Random rounds are played on {sizes}; play_matches plays larger ones.")
    return found


def _play(game: FastGame, rounds: int, seed: int | str, threads: int, each: NDArray[np.int16]) -> NDArray[np.int64]:
    checked(rounds, "rounds", 0)
    checked(threads, "threads", 1)
    firsts = range(0, rounds, PART)
    parts = zip(repeat(game), firsts, (min(PART, rounds - first) for first in firsts), repeat(seed), repeat(each))
    if threads == 1 or len(firsts) < 2:
        results = [_part(*part) for part in parts]
    else:
        with ThreadPoolExecutor(threads) as pool:  # the kernels do not hold the interpreter's lock
            results = list(pool.map(lambda part: _part(*part), parts))
    return sum(results, start=np.zeros(game.players, np.int64))


def _part(game: FastGame, first: int, rounds: int, seed: int | str, each: NDArray[np.int16]) -> NDArray[np.int64]:
    """Play one part with a deck and a stream of its own."""
    room = each[first * game.players : (first + rounds) * game.players] if len(each) else each
    in_words = game._replace(deck=PRINTED[game.deck], turned=turned_words(game.turned))
    return random_rounds(in_words, rounds, stream(seed, first), room)


def stream(seed: int | str, part: int) -> NDArray[np.uint64]:
    """Where the random numbers of a part begin; the last bit keeps xoroshiro from starting at nothing."""
    digest = hashlib.sha256(f"nimmt:fast:{seed}:{part}".encode()).digest()[:16]
    return np.frombuffer(digest, "<u8").astype(np.uint64) | np.uint64(1)


def checked(number: int, what: str, least: int) -> int:
    """Refuse numbers that cannot be meant."""
    if type(number) is not int or number < least:
        raise BadSetup("bad_number", f"The number of {what} must be {least} or more, not {number!r}.")
    return number
