"""Short games to review, played by bots."""

from random import Random
from typing import Any

import nimmt
from nimmt.bots import bot
from nimmt.dealer import SeededDealer
from nimmt.records import Record, Recorder


def played(seed: int, *names: str, game: str = "base", **options: Any) -> Record:
    """One round; every seat is a bot's."""
    return played_on(
        Recorder(nimmt.game(game, players=len(names), max_rounds=1, **options), SeededDealer.of(seed)),
        *names,
        seed=seed,
    )


def played_on(recorder: Recorder, *names: str, seed: int = 0) -> Record:
    """A game to its end, from wherever it is."""
    rng, bots = Random(seed), [bot(name) for name in names]
    while recorder.state.outcome is None:
        state, seat = recorder.state, recorder.state.to_act[0]
        recorder.step(seat, bots[seat].choose(state.view(seat), state.legal(seat), (), rng))
    return recorder.record()
