"""Whole matches between simple players, by the thousand."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ..errors import BadSetup
from ..setup import OptionValue, Setup
from .game import FastGame, fast_game
from .matching import Played, new_table
from .matching import play_matches as play_kernel
from .policies import CARD_POLICIES, ROW_POLICIES
from .rounds import checked, stream

PART = 1 << 10
"""Matches that share a stream of random numbers."""


class Matches(Struct, frozen=True):
    """How matches ended, by match and seat."""

    totals: NDArray[np.int64]
    ranks: NDArray[np.int64]
    rounds: NDArray[np.int64]  # by match


def play_matches(
    cards: Sequence[str] = ("random",) * 4,
    rows: Sequence[str] | str = "cheapest",
    matches: int = 1,
    seed: int | str = 0,
    threads: int = 1,
    game: str = "base",
    **options: OptionValue,
) -> Matches:
    """Play matches to their real end; `cards` and `rows` name how each seat plays and which rows it takes.

    The results are the same on any number of threads.
    """
    found = fast_game(Setup(game, len(cards), options))
    checked(threads, "threads", 1)
    firsts = range(0, max(checked(matches, "matches", 0), 1), PART)

    def part(first: int) -> Played:
        return run(found, cards, rows, min(PART, matches - first), seed, np.zeros(0, np.int16), first)

    if threads == 1 or len(firsts) < 2:
        played = [part(first) for first in firsts]
    else:
        with ThreadPoolExecutor(threads) as pool:  # the kernels do not hold the interpreter's lock
            played = list(pool.map(part, firsts))
    totals, last, rounds = (np.concatenate(each) for each in zip(*played, strict=True))
    return Matches(totals, ranks(totals, last, found.last_round_decides), rounds)


def run(
    game: FastGame,
    cards: Sequence[str],
    rows: Sequence[str] | str,
    matches: int,
    seed: int | str,
    story: NDArray[np.int16],
    first: int = 0,
) -> Played:
    """Call the kernel; a story with room is filled with the cards and decisions of all rounds, one after another."""
    takers = [rows] * len(cards) if isinstance(rows, str) else rows
    if len(takers) != len(cards):
        raise BadSetup("bad_policies", f"{len(cards)} seats play cards, but {len(takers)} take rows.")
    table = new_table(game, _numbers(cards, CARD_POLICIES), _numbers(takers, ROW_POLICIES))
    return play_kernel(game, table, matches, stream(seed, -1 - first), story)


def ranks(totals: NDArray[np.int64], last: NDArray[np.int64], last_round_decides: bool) -> NDArray[np.int64]:
    """B-14, Q-B2: places from 1, equal standings share one."""
    standing = totals * 1000 + last if last_round_decides else totals
    places: NDArray[np.int64] = 1 + (standing[:, None, :] < standing[:, :, None]).sum(axis=2)
    return places


def _numbers(names: Sequence[str], known: dict[str, int]) -> list[int]:
    for name in names:
        if name not in known:
            raise BadSetup("unknown_policy", f"There is no policy {name!r}; there are: {', '.join(known)}.")
    return [known[name] for name in names]
