"""Compiles the kernels and keeps them on disk, where tests that run side by side then find them."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import nimmt
from nimmt import fast
from nimmt.envs.arrays import Arrays
from nimmt.envs.kernel_table import KernelTable
from nimmt.fast.bulk import given_rounds
from nimmt.fast.game import fast_game
from nimmt.train.school import Scale, School
from tests.fast.rounds import play
from tests.fast.test_against_engine import words

SMALLEST = Scale(positions=100, samples=100, tables=2, rollouts=1, meetings=10, test_tables=1, worlds=1)


def compile_all() -> None:
    """What rounds, matches, replays, environments and training need."""
    fast.play_matches()
    fast.play_random()
    game = nimmt.game("base", players=2, max_rounds=1)
    record, _, _ = play(game, 0, cheapest=True)
    fast.replay(record)
    given_rounds(fast_game(game.setup), np.array([words(record)], np.int16))
    tables = Arrays(tables=1)
    tables.reset()
    tables.step(tables.sample())
    together = KernelTable(game, "heads")
    together.deal("0")
    together.answer_all([int(mask.argmax()) for _, mask, _ in together.told()[0]])
    with TemporaryDirectory() as folder:
        School(Path(folder), scale=SMALLEST, groups=("2",)).train(0.0001)


if __name__ == "__main__":
    compile_all()
