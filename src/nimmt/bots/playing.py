"""Bots at a table: each is asked when its seat owes a decision, and told what its seat may know."""

from collections.abc import Mapping, Sequence

from ..events import Event, seen_by
from ..records import Recorder
from .bot import Bot, private_generator


class Histories:
    """What each seat has been told since the start."""

    def __init__(self, players: int, events: Sequence[Event] = ()) -> None:
        """Begin with the deal."""
        self._told: list[list[Event]] = [[] for _ in range(players)]
        self.add(events)

    def add(self, events: Sequence[Event]) -> None:
        """Tell every seat what it may know of what happened."""
        for seat, told in enumerate(self._told):
            told.extend(seen_by(events, seat))

    def of(self, seat: int) -> Sequence[Event]:
        """Everything that a seat was told."""
        return self._told[seat]


def ask(bot: Bot, recorder: Recorder, histories: Histories, seat: int, seed: int | str) -> None:
    """Let a bot answer for a seat, and carry out the answer."""
    state = recorder.state
    history = histories.of(seat)
    action = bot.choose(state.view(seat), state.legal(seat), history, private_generator(seed, seat, history))
    histories.add(recorder.step(seat, action, state.decision))


def play_out(recorder: Recorder, bots: Sequence[Bot], seed: int | str) -> None:
    """Play a game that has just been started to its end, one bot for each seat."""
    histories = Histories(recorder.game.players, recorder.state.last)
    while recorder.state.outcome is None:
        seat = recorder.state.to_act[0]
        ask(bots[seat], recorder, histories, seat, seed)
    say_goodbye(recorder, dict(enumerate(bots)), histories)


def say_goodbye(recorder: Recorder, bots: Mapping[int, Bot], histories: Histories) -> None:
    """Tell the bots, by seat, that they will not be asked again in this game."""
    for seat, bot in bots.items():
        bot.over(recorder.state.view(seat), histories.of(seat))
