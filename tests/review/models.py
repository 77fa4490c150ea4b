"""Rounds among the models of the reviews: what was expected, and what then happened in the world as it was."""

from random import Random
from typing import Any

import nimmt
from nimmt.bots import bot
from nimmt.dealer import SeededDealer
from nimmt.events import Event, seen_by
from nimmt.game import State
from nimmt.kernels.constants import CARDS
from nimmt.kernels.row_tables import known_hands
from nimmt.records import Record, Recorder
from nimmt.review.asking import Asked
from nimmt.review.weighing import Weighed, Worlds
from nimmt.views import TableView

WORLDS, PLAYOUTS = 250, 40


def as_model(state: State, seat: int, rng: Random) -> Any:
    """What the model plays."""
    legal = state.legal(seat)
    return rng.choices(legal, _worlds(state, seat).liked(legal))[0] if len(legal) > 1 else legal[0]  # type: ignore[arg-type]


def _worlds(state: State, seat: int, story: list[Event] | None = None) -> Worlds:
    view = state.view(seat)
    assert isinstance(view, TableView)
    return Worlds(view, story or [])


def played_with_models(seed: int, name: str, players: int = 4) -> Record:
    """One round of models, with this bot in seat 0 if there is a name."""
    recorder, rng = Recorder(nimmt.game("base", players=players, max_rounds=1), SeededDealer.of(seed)), Random(seed)
    while recorder.state.outcome is None:
        for seat in recorder.state.to_act:
            state = recorder.state
            named = name and seat == 0
            choice = bot(name).choose(state.view(0), state.legal(0), (), rng) if named else as_model(state, seat, rng)
            recorder.step(seat, choice)
    return recorder.record()


def true_losses(one: Asked, weighed: Weighed, seed: int) -> list[float]:
    """What each choice loses against the best one, in ten times as many worlds, all of them others."""
    worlds = 10 * weighed.totals.whole.worlds
    means = Worlds(one.table, one.story).weigh(weighed.choices, worlds, Random(seed)).totals.whole.means
    return [mean - min(means) for mean in means]


def differences(seed: int, players: int) -> list[tuple[float, float, float]]:
    """For the cards of seat 0 in one round among models: what a random card is expected to lose against the best one,
    twice, and what it then loses in the world as it is."""
    state, rng = nimmt.game("base", players=players, max_rounds=1).start(seed), Random(seed)
    found: list[tuple[float, float, float]] = []
    story = list(state.view(0).last)
    while state.outcome is None:
        for seat in state.to_act:
            legal: Any = state.legal(seat)
            if seat == 0 and len(legal) > 1 and state.view(0).phase == "card":
                worlds = _worlds(state, 0, story)
                first, once, again = (worlds.weigh(legal, WORLDS, rng).totals.whole.means for _ in range(3))
                best, one = first.index(min(first)), rng.randrange(len(legal))
                truth = _in_truth(state, worlds, legal, rng)
                if one != best:
                    found.append((once[one] - once[best], again[one] - again[best], truth[one] - truth[best]))
            state, events = state.step(seat, as_model(state, seat, rng))
            story += seen_by(events, 0)
    return found


def _in_truth(state: State, worlds: Worlds, legal: Any, rng: Random) -> list[float]:
    """Heads by choice, when everybody plays on with the cards that they really have."""
    known = known_hands(worlds.view, [])
    for seat in range(worlds.game.players):
        view = state.view(seat)
        assert isinstance(view, TableView)
        known.write("known_size", seat, [len(view.hand)])
        known.write("known", seat * CARDS, view.hand)
    return worlds.run(known, legal, PLAYOUTS, rng).totals.whole.means
