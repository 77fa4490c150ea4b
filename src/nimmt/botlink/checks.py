"""Everything that a program should be able to do, tried one by one: ``nimmt bot check``."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median

from msgspec import Struct

from ..actions import Action
from ..bots import bot
from ..dealer import SeededDealer
from ..events import Event, seen_by
from ..game import Game, State
from ..games.registry import game, keys, spec
from .circles import Circles
from .conversation import Conversation
from .failures import BotFailed
from .program import PATIENCE

SECONDS = 10.0
"""For one decision, unless the author says otherwise."""

ENDLESS = 5_000
"""A game with more decisions than this will never end."""

HUGE_EVENTS = 20_000
"""How many events the longest question has: several megabytes."""

WISHES = ("forced", "vote", "window", "row", "draft", "lay")
"""Situations that some games have and others do not: each must have been met where the program plays such a game."""


class Checked(Struct, frozen=True):
    """One thing that was tried: what, with which names and numbers, and what went wrong if anything did."""

    what: str
    values: dict[str, object] = {}
    failure: BotFailed | None = None


class Checker:
    """Tries a command. After a check that failed, the next one starts the program again."""

    def __init__(self, command: tuple[str, ...], seconds: float = SECONDS) -> None:
        """Start nothing yet."""
        self.command = command
        self.seconds = seconds
        self.times: list[float] = []
        self.met: set[str] = set()
        self._conversation: Conversation | None = None

    def run(self) -> Iterator[Checked]:
        """Check after check; without a hello there is only one."""
        hello = self._try("hello", self._start)
        yield hello
        if hello.failure:
            return
        try:
            for key in self._games():
                for players in dict.fromkeys((spec(key).players[0], spec(key).players[-1])):
                    yield self._try("game", partial(self._play, short(key, players)), game=key, players=players)
            some = short(self._games()[0], spec(self._games()[0]).players[-1])
            yield self._try("newer", partial(self._newer, some))
            yield self._try("huge", partial(self._huge, some))
            yield self._try("stale", partial(self._stale, some))
            yield self._try("restart", partial(self._restart, some))
            yield self._try("goes", self._goes)
        finally:
            self._stop()

    @property
    def speed(self) -> tuple[int, float, float]:
        """How many decisions, and their median and longest time in milliseconds."""
        times = [1000 * seconds for seconds in self.times] or [0.0]
        return len(self.times), median(times), max(times)

    @property
    def unmet(self) -> tuple[str, ...]:
        """Situations that did not come up."""
        return tuple(wish for wish in WISHES if wish not in self.met)

    def _games(self) -> tuple[str, ...]:
        hello = self._running().hello
        return hello.games or keys()

    def _try(self, what: str, check: Callable[[], object], **values: object) -> Checked:
        try:
            check()
        except BotFailed as failure:
            self._stop()
            return Checked(what, values, failure)
        return Checked(what, values)

    # --- The program ------------------------------------------------------------------------------

    def _running(self) -> Conversation:
        return self._conversation or self._start()

    def _start(self) -> Conversation:
        self._conversation = Conversation(self.command)
        return self._conversation

    def _stop(self) -> None:
        if self._conversation:
            self._conversation.close(0)
        self._conversation = None

    # --- The checks -------------------------------------------------------------------------------

    def _play(self, made: Game, stop_at: int = ENDLESS) -> None:
        """A whole game on a seat in the middle, with the deal of one seed, against `random`."""
        own = made.players // 2
        state = made.start(SeededDealer.of("check"))
        history: list[Event] = list(seen_by(state.last, own))
        told, others, rng, chance, circles = 0, bot("random"), Random("check"), Random("seeds"), Circles()
        conversation = self._running()
        conversation.begin(made.setup, own)
        for count in range(ENDLESS + 1):
            if state.outcome is not None or count >= stop_at:
                break
            seat = state.to_act[0]
            view, legal = state.view(seat), state.legal(seat)
            if seat == own:
                circles.count(view)
                self.met |= {state.phase, *(("forced",) if len(legal) == 1 else ())}
                action = self._timed(conversation, state, own, history[told:], chance.getrandbits(32))
                told = len(history)
            else:
                action = others.choose(view, legal, (), rng)
            state, events = state.step(seat, action)
            history += seen_by(events, own)
        if state.outcome is None and stop_at == ENDLESS:
            raise BotFailed("endless", decisions=ENDLESS)
        conversation.end(state.outcome, history[told:])

    def _timed(self, conversation: Conversation, state: State, seat: int, news: list[Event], seed: int) -> Action:
        began = time.perf_counter()
        action = conversation.ask(state.view(seat), state.legal(seat), news, self.seconds, seed)
        self.times.append(time.perf_counter() - began)
        return action

    def _first(self, made: Game, news: list[Event] | None = None) -> None:
        """The first question of a game."""
        state = made.start(SeededDealer.of("check"))
        seat = state.to_act[0]
        self._running().begin(made.setup, seat)
        self._timed(self._running(), state, seat, list(seen_by(state.last, seat)) if news is None else news, 1)

    def _newer(self, made: Game) -> None:
        """A kind of message that does not exist yet must be ignored."""
        self._running().program.send(b'{"type":"weather","sky":[{"clouds":null}],"text":"\\u00e9 \\" \xe2\x98\x80"}')
        self._first(made)

    def _huge(self, made: Game) -> None:
        """A question of several megabytes, as after a very long game."""
        state = made.start(SeededDealer.of("check"))
        events = list(seen_by(state.last, state.to_act[0]))
        self._first(made, (events * (HUGE_EVENTS // len(events) + 1))[:HUGE_EVENTS])

    def _stale(self, made: Game) -> None:
        """The same decision asked twice, as after an interruption: the second answer has the second number."""
        self._first(made)
        self._first(made)

    def _restart(self, made: Game) -> None:
        """Killed in the middle of a game; another process takes it up, with everything that was told so far."""
        self._play(made, stop_at=3 * made.players)
        self._running().program.kill()
        self._start()
        self._play(made)

    def _goes(self) -> None:
        """It ends when its input does."""
        conversation, self._conversation = self._running(), None
        if not conversation.close(2 * PATIENCE):
            raise BotFailed("stays", seconds=f"{2 * PATIENCE:g}")


def short(key: str, players: int) -> Game:
    """One round, where the game has rounds."""
    known = {option.name for option in spec(key).options}
    return game(key, players=players, **{name: 1 for name in ("max_rounds", "rounds") if name in known})
