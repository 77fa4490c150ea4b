"""How far the master can be exploited: a net begins as its equal and learns against three of it, and nothing else.

    .venv/bin/python benchmarks/best_response.py 60   # minutes

Shown are the heads that the pupil takes in a round less those of the three masters: below 0 it is ahead of them.
"""

import sys
import time

import numpy as np

from nimmt.fast.selfplay import OLDER
from nimmt.fast.weights import Mind, shipped_minds
from nimmt.kernels.constants import SELF
from nimmt.train.league import AGAIN, WHIMS, play
from nimmt.train.pupil import Lessons, Pupil
from nimmt.train.school import MOST_LESSONS, Scale, rate_at

PLAYERS, GROUP = 4, "4-5"
TABLES, LOOKS = 2000, 7
"""Tables of three rounds in an iteration, and how often each of their positions is looked at."""
MATCHES, ROUNDS, WORLDS = 100, 20, 96
"""What is measured at the end, with other deals than those that were learned from."""


def seated(tables: int) -> np.ndarray[tuple[int, int], np.dtype[np.int16]]:
    """One pupil among masters, in another seat from table to table."""
    kinds = np.full((tables, PLAYERS), OLDER, np.int16)
    kinds[np.arange(tables), np.arange(tables) % PLAYERS] = SELF
    return kinds


def margin(mind: Mind, master: Mind, seed: str, matches: int) -> tuple[float, float]:
    """Heads a round of the pupil less those of the masters, ± over tables."""
    kinds = seated(matches)
    heads = play(kinds, mind, master, seed, worlds=WORLDS, rounds=ROUNDS).heads / ROUNDS
    own = (heads * (kinds == SELF)).sum(axis=1)
    found = own - (heads.sum(axis=1) - own) / (PLAYERS - 1)
    return float(found.mean()), float(found.std(ddof=1) / np.sqrt(matches))


def tell(about: str, mind: Mind, master: Mind, matches: int) -> None:
    """Print how far the pupil is ahead, on deals of their own."""
    ahead, unsure = margin(mind, master, about, matches)
    print(f"{about}: {ahead:+.2f} ± {unsure:.2f} in {matches} matches of {ROUNDS} rounds", flush=True)


def main(minutes: float) -> None:
    """Learn for so long, then measure."""
    master, pupil, lessons = shipped_minds()[GROUP], Pupil(1), Lessons(MOST_LESSONS)
    pupil.adopt(master)
    began, done, learned = time.process_time(), 0.0, 0
    while done < 1:
        harvest = play(
            seated(TABLES), pupil.mind(), master, f"after {learned}", worlds=Scale().worlds, again=AGAIN, whims=WHIMS,
            recorded=(SELF,),
        )  # fmt: skip
        lessons.add(harvest.columns, harvest.starts, harvest.targets)
        pupil.learn_values(lessons, LOOKS * len(harvest.targets), rate_at(done))
        done, learned = (time.process_time() - began) / (60 * minutes), learned + len(harvest.targets)
        tell(f"{done:.0%}, {learned} positions", pupil.mind(), master, 8)
    tell(f"after {minutes:g} minutes of processor time", pupil.mind(), master, MATCHES)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1)
