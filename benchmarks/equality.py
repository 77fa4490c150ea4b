"""A million random rounds, played by the engine and again by the kernels: every event, row and head must be the same.

It takes about 20 minutes on two cores. NIMMT_ROUNDS sets another number; the rounds are spread over all games
with kernels, sets of fan cards included, and all numbers of players; every tenth has hands, rows and decks of other
sizes.
"""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.fast.rounds import KINDS, make, play, sorted_marks
from tests.fast.test_against_engine import options_of
from tests.tables import some_numbers

from nimmt import fast

ROUNDS = int(os.environ.get("NIMMT_ROUNDS", "1000000"))
PART = 1000


def compare(name: str, players: int, first: int, rounds: int) -> list[str]:
    """Rounds that differ, as the words that make them again."""
    wrong = []
    for deal in range(first, first + rounds):
        numbers = some_numbers(Random(deal), players) if deal % 10 == 9 else {}
        game = make(name, players, **options_of(name, deal), **numbers)
        record, (log,), table = play(game, deal, cheapest=deal % 2 == 0)
        (played,) = fast.replay(record).rounds
        rows = sorted_marks(table.rows)
        if (tuple(log), rows, table.heads()) != (played.log, sorted_marks(played.rows), played.heads):
            wrong.append(f"{name}, {players} players, deal {deal}")
    return wrong


def main() -> int:
    kinds = list(product(KINDS, range(2, 11)))
    each = -(-ROUNDS // len(kinds))
    parts = [(*kind, first, min(PART, each - first)) for first in range(0, each, PART) for kind in kinds]
    began, done, wrong = time.perf_counter(), 0, []
    compare("base", 2, 0, 1)  # compiled here once, read from disk by the others
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(compare, *part): part[3] for part in parts}
        for number, future in enumerate(as_completed(waiting), 1):
            done += waiting[future]
            wrong += future.result()
            if number % len(kinds) == 0 or number == len(parts):
                took = time.perf_counter() - began
                print(
                    f"  {done:>9,} rounds, {len(wrong)} differ, {took:6.0f} s, {done / took:.0f} a second", flush=True
                )
    for words in wrong[:20]:
        print(f"  DIFFERENT: {words}")
    print(f"Engine and kernels agree in {done - len(wrong):,} of {done:,} rounds.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
