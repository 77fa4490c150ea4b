"""What simple playouts expect of a choice, and what then happens when bots play on in the world as it is."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import nimmt
from nimmt.actions import Action
from nimmt.bots import bot
from nimmt.events import Event, seen_by
from nimmt.game import State
from nimmt.review.asking import Asked
from nimmt.review.judges import judge_of
from nimmt.review.playing_on import PlayoutJudge

ERROR = 9.0
"""So that few worlds are enough: noise in what is expected is taken out by the second expectation."""


class Difference(NamedTuple):
    """What the worst choice is expected to lose against the best one, twice, and what it then lost."""

    kind: str
    once: float
    again: float
    happened: float


def differences(seed: int, key: str, players: int, often: float, player: str = "greedy") -> list[Difference]:
    """Some decisions of one game among greedy players; this player plays on in every seat."""
    game, rng = nimmt.game(key, players=players), Random(seed)
    judge = judge_of(game.setup)
    assert isinstance(judge, PlayoutJudge)
    state, stories, found = game.start(seed), _stories(players), []
    while state.outcome is None:
        seat = state.to_act[0]
        view, legal = state.view(seat), state.legal(seat)
        chosen = bot("greedy").choose(view, legal, stories[seat], rng)
        if len(legal) > 1 and judge.judges(state.phase) and rng.random() < often:
            one = Asked(view, legal, legal.index(chosen), tuple(stories[seat]), 0)
            if difference := _difference(judge, state, one, stories, rng, player):
                found.append(difference)
        state, events = state.step(seat, chosen)
        _tell(stories, events)
    return found


def _difference(
    judge: PlayoutJudge, state: State, one: Asked, stories: list[list[Event]], rng: Random, player: str
) -> Difference | None:
    choices = judge.listed(one)
    if len(choices) < 2:
        return None
    first, once, again = (judge.weigh(one.view, choices, ERROR, luck).whole.means for luck in (b"1", b"2", b"3"))
    best, worst = first.index(min(first)), first.index(max(first))
    luck = rng.getrandbits(32)
    ends = [_played_on(judge, state, one.seat, choices[place], stories, luck, player) for place in (worst, best)]
    return Difference(one.view.phase, once[worst] - once[best], again[worst] - again[best], ends[0] - ends[1])


def _played_on(
    judge: PlayoutJudge, state: State, seat: int, choice: Action, told: Sequence[list[Event]], luck: int, player: str
) -> float:
    """The end of the game after a choice."""
    players = state.game.players
    stories, rng, bots = [[*story] for story in told], Random(luck), [bot(player)] * players
    state, events = state.step(seat, choice)
    _tell(stories, events)
    while state.outcome is None:
        mover = state.to_act[0]
        state, events = state.step(
            mover, bots[mover].choose(state.view(mover), state.legal(mover), stories[mover], rng)
        )
        _tell(stories, events)
    return judge.result(state.outcome, len(state.outcome.rounds), seat)


def _stories(players: int) -> list[list[Event]]:
    return [[] for _ in range(players)]


def _tell(stories: list[list[Event]], events: Sequence[Event]) -> None:
    for seat, story in enumerate(stories):
        story += seen_by(events, seat)
