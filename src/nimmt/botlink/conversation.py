"""A program that has said hello, and the questions that it is asked."""

import time
from collections.abc import Sequence
from importlib.metadata import version

from ..actions import Action
from ..codec import from_json, to_json
from ..errors import Malformed
from ..events import Event, Outcome
from ..games.registry import keys, known_as
from ..setup import Setup
from ..views import View
from .failures import BotFailed, quote
from .messages import PROTOCOL, Act, Begin, Decide, End, Hello, HelloAnswer, Told
from .program import PATIENCE, Program

START_SECONDS = 20.0
"""How long a program may take to say hello."""


class Conversation:
    """One program that plays one seat at a time."""

    def __init__(self, command: Sequence[str], start_seconds: float = START_SECONDS) -> None:
        """Start the program and exchange hellos."""
        self.command = tuple(command)
        began = time.perf_counter()
        self.program = Program(command)
        try:
            self.hello = self._greet(start_seconds)
        except BaseException:
            self.program.kill()
            raise
        self.start_seconds = time.perf_counter() - began
        self._asked = 0

    def plays(self, setup: Setup) -> bool:
        """Whether the program says that it knows this game."""
        return self.hello.games is None or known_as(setup) in self.hello.games

    def begin(self, setup: Setup, seat: int) -> None:
        """Tell the program that it sits down."""
        self._tell(Begin(seat=seat, setup=setup))

    def ask(
        self, view: View, legal: Sequence[Action], events: Sequence[Event], seconds: float, seed: int = 0
    ) -> Action:
        """The program's decision. Raises BotFailed if it is not one of the legal actions, or comes late."""
        self._asked += 1
        number = self._asked
        try:
            self._refuse_unasked()
            self._tell(Decide(number, seconds, seed, view, tuple(legal), tuple(events)))  # type: ignore[arg-type]
            return self._answer(number, view, legal, seconds)
        except BotFailed as failure:
            failure.last_words = failure.last_words or self.program.last_words
            failure.error_output = failure.error_output or self.program.error_output
            raise failure.at(number=number, phase=view.phase, game=known_as(view.setup), seat=view.seat) from None

    def end(self, outcome: Outcome | None, events: Sequence[Event]) -> None:
        """Tell the program how the game ended."""
        self._tell(End(outcome=outcome, events=tuple(events)))  # type: ignore[arg-type]

    def close(self, patience: float = PATIENCE) -> bool:
        """End the program: by asking at first, by force then. Whether it went by itself."""
        self.program.close_input()
        went = self.program.wait(patience)
        self.program.kill()
        return went

    def _tell(self, message: Told) -> None:
        self.program.send(to_json(message))

    def _greet(self, seconds: float) -> HelloAnswer:
        self._tell(Hello(program=f"nimmt {version('nimmt')}"))
        line = self.program.read(seconds)
        if line is None:
            raise BotFailed("no_hello", seconds=f"{seconds:g}")
        try:
            hello = from_json(HelloAnswer, line)
        except Malformed as error:
            raise BotFailed("bad_hello", reason=error.sentence, text=quote(line)) from None
        if hello.protocol != PROTOCOL:
            raise BotFailed("wrong_protocol", theirs=hello.protocol, ours=PROTOCOL)
        unknown = [name for name in hello.games or () if name not in keys()]
        if unknown:
            raise BotFailed("unknown_game", name=quote(unknown[0].encode()), games=", ".join(keys()))
        return hello

    def _refuse_unasked(self) -> None:
        line = self.program.unread()
        if line is not None:
            raise BotFailed("unasked", text=quote(line))

    def _answer(self, number: int, view: View, legal: Sequence[Action], seconds: float) -> Action:
        line = self.program.read(seconds)
        if line is None:
            raise BotFailed("silent", seconds=f"{seconds:g}")
        try:
            act = from_json(Act, line)
        except Malformed as error:
            raise BotFailed("bad_answer", reason=error.sentence, text=quote(line)) from None
        if act.number != number:
            raise BotFailed("wrong_number", given=act.number, asked=number)
        if act.seat not in (None, view.seat):
            raise BotFailed("wrong_seat", given=act.seat, seat=view.seat)
        if act.action not in legal:
            raise BotFailed("illegal", action=quote(to_json(act.action)))
        return act.action
