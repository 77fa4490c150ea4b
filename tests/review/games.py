"""Short games to review, played by bots."""

from random import Random
from typing import Any

import nimmt
from nimmt.bots import bot
from nimmt.dealer import SeededDealer
from nimmt.records import Record, Recorder


def played(seed: int, *names: str, game: str = "base", **options: Any) -> Record:
    """One round; every seat is a bot's."""
    made = nimmt.game(game, players=len(names), max_rounds=1, **options)
    recorder, rng = Recorder(made, SeededDealer.of(seed)), Random(seed)
    bots = [bot(name) for name in names]
    while recorder.state.outcome is None:
        for seat in recorder.state.to_act:
            state = recorder.state
            recorder.step(seat, bots[seat].choose(state.view(seat), state.legal(seat), (), rng))
    return recorder.record()
