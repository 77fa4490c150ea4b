"""Compiles the kernels and keeps them on disk, where tests that run side by side then find them."""

from random import Random

import numpy as np

import nimmt
from nimmt import fast
from nimmt.bots import bot, warm_up
from nimmt.fast.bulk import given_rounds
from nimmt.fast.modes import MODES
from tests.fast.rounds import play
from tests.fast.test_against_engine import words


def main() -> None:
    warm_up()
    fast.play_random()
    fast.play_matches()
    game = nimmt.game("base", players=2, max_rounds=1)
    record, _, _ = play(game, 0, cheapest=True)
    fast.replay(record)
    given_rounds(MODES["base"], 2, np.array([words(record)], np.int16))
    state = game.start(0)
    bot("mc_rollout(1,1)").choose(state.view(0), state.legal(0), (), Random(0))


if __name__ == "__main__":
    main()
