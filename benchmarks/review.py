"""What reviews are worth: their speed, whether losses are what really happens, whether blunders are found, and whether
weaker players give more away. One core; the parts can be named: speed, calibration, others, planted, ranking; a number
divides the games and rounds that are played."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.review.continuing import differences as continued
from tests.review.games import played, played_on
from tests.review.models import differences, true_losses

import nimmt
from nimmt.dealer import SeededDealer
from nimmt.records import Recorder
from nimmt.review import review
from nimmt.review.judges import judge_of
from nimmt.review.judging import judge
from nimmt.review.playing_on import PlayoutJudge
from nimmt.review.reviewing import asked
from nimmt.review.weighing import weigh

SECONDS, ERROR = 5.0, 0.15
HELD_OUT = 5000
"""The first seed of the other games' calibration; what their losses are multiplied by was chosen on seeds below."""
LEVELS = ("beginner", "easy", "medium", "hard", "master")


def speed(less: int) -> bool:
    """One seat's whole round with 4 players."""
    records = [played(seed, *["heuristic"] * 4) for seed in range(5)]
    review(records[0], 0, 1.0)
    took = []
    for record in records:
        began = time.process_time()
        review(record, 0, ERROR)
        took.append(time.process_time() - began)
    print(f"  {max(took):.2f} s for the slowest of {len(took)} rounds, {fmean(took):.2f} s in the mean", flush=True)
    return max(took) < SECONDS


# --- Calibration -------------------------------------------------------------------------------------


def calibration(less: int) -> bool:
    """The slope of what happened over what was expected; noise in the expectation is taken out by the second one."""
    fine = True
    for players, rounds in ((4, 280 // less), (2, 280 // less), (7, 120 // less)):
        slope, error = slope_of(f"{players} players", [differences(seed, players) for seed in range(rounds)])
        fine &= abs(slope - 1) < 2.5 * error
    return fine


def others(less: int) -> bool:
    """The same in the other games, on seeds that nothing was chosen by: is a loss worth what it is multiplied by?"""
    fine = True
    for key, players, often in (("surprise", 4, 0.08), ("versus_ox", 3, 0.1), ("bullenparty", 4, 0.08)):
        seeds = range(HELD_OUT, HELD_OUT + 40 // less)
        found = [[each[1:] for each in continued(seed, key, players, often)] for seed in seeds]
        slope, error = slope_of(key, [each for each in found if each])
        judge = judge_of(nimmt.game(key, players=players).setup)
        assert isinstance(judge, PlayoutJudge)
        fine &= slope > judge.trust - 2.5 * error
    return fine


def slope_of(name: str, groups: Sequence[Sequence[Sequence[float]]]) -> tuple[float, float]:
    """The slope over all groups of expected, expected again and happened, and its error by drawing groups again."""
    found = [np.array(group) for group in groups]
    sums = np.array([(d[:, 2] @ d[:, 1], d[:, 0] @ d[:, 1], d[:, 2].sum(), d[:, 0].sum(), len(d)) for d in found])
    rng = np.random.default_rng(0)
    drawn = np.array([sums[rng.integers(0, len(sums), len(sums))].sum(axis=0) for _ in range(1000)])
    slope, error = sums[:, 0].sum() / sums[:, 1].sum(), (drawn[:, 0] / drawn[:, 1]).std()
    happened, expected = sums[:, 2].sum() / sums[:, 4].sum(), sums[:, 3].sum() / sums[:, 4].sum()
    print(
        f"  {name}, {int(sums[:, 4].sum())} decisions: slope {slope:.3f} ± {error:.3f}; "
        f"expected {expected:.2f}, happened {happened:.2f}",
        flush=True,
    )
    return slope, error


# --- Blunders and levels -----------------------------------------------------------------------------


def planted(less: int) -> bool:
    """Cards that lose 1.5 heads at ten times the worlds, or under 0.3: which are called mistakes?"""
    counts = sum((planted_in(seed) for seed in range(24 // less)), np.zeros((2, 2), int))
    (quiet, false), (missed, found) = counts.tolist()
    recall, alarms = found / (found + missed), false / (false + quiet)
    print(f"  {found} of {found + missed} found ({recall:.1%}), {false} false alarms in {false + quiet} ({alarms:.1%})")
    return bool(recall >= 0.9 and alarms <= 0.05)


def planted_in(seed: int) -> NDArray[np.int_]:
    """How many good choices and planted blunders of one round are called mistakes, and how many are not."""
    counts, rng = np.zeros((2, 2), int), np.random.default_rng(seed)
    for one in asked(played(seed, "master", *["medium"] * 3), 0):
        if one.view.phase != "card":
            continue
        quick = weigh(one.table, one.legal, ERROR, one.story)
        losses = np.array(true_losses(one, quick, seed))
        for some, planted in (np.flatnonzero(losses >= 1.5), True), (np.flatnonzero(losses < 0.3), False):
            if len(some):
                marked = judge(one.table, quick, int(rng.choice(some)), 1).mark in ("mistake", "blunder")
                counts[int(planted), int(marked)] += 1
    return counts


def ranking(less: int) -> bool:
    """Heads given away in whole games, one of each level against three medium players."""
    means, games = [], 50 // less
    for name in LEVELS:
        given = [given_away(name, seed) for seed in range(games)]
        means.append(fmean(given))
        print(f"  {name:<10}{fmean(given):>7.2f} ± {stdev(given) / games**0.5:.2f} heads a round", flush=True)
    return means == sorted(means, reverse=True)


def given_away(name: str, seed: int) -> float:
    """What a level gives away a round in a whole game."""
    recorder = Recorder(nimmt.game("base", players=4), SeededDealer.of(seed))
    return review(played_on(recorder, name, *["medium"] * 3, seed=seed), 0, 0.3).given_away


PARTS = {"speed": speed, "calibration": calibration, "others": others, "planted": planted, "ranking": ranking}


def main() -> int:
    failed, less = False, next((int(word) for word in sys.argv[1:] if word.isdigit()), 1)
    for name in [part for part in PARTS if part in sys.argv[1:]] or list(PARTS):
        print(f"{name}: {(PARTS[name].__doc__ or '').splitlines()[0]}", flush=True)
        met = PARTS[name](less)
        print("  met" if met else "  NOT MET")
        failed |= not met
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
