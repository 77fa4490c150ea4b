"""``cmd:PROGRAM ARGUMENTS``: a bot that is a program in any language."""

import os
import shlex
from collections.abc import Sequence
from random import Random

from msgspec import Struct

from ..actions import Action
from ..bots import Bot
from ..events import Event
from ..setup import Setup
from ..views import View
from .conversation import Conversation
from .failures import BotFailed
from .supply import discard, give_back, take

PREFIX = "cmd:"
SECONDS = 60.0
"""For one decision, where nobody says otherwise."""


def command_of(name: str) -> tuple[str, ...]:
    """The program and its arguments, parted as a shell would do it; no shell is run."""
    try:
        words = shlex.split(name.removeprefix(PREFIX), posix=os.name != "nt")
    except ValueError as error:
        raise BotFailed("bad_command", reason=error) from None
    if not words:
        raise BotFailed("no_command")
    return tuple(words)


class Place(Struct):
    """A seat in a game, and how much its program was told."""

    conversation: Conversation
    setup: Setup
    told: int = 0
    latest: Event | None = None

    def goes_on(self, setup: Setup, history: Sequence[Event]) -> bool:
        """Whether this history goes on from what the program knows; otherwise it is another game."""
        if self.setup != setup or len(history) < self.told:
            return False
        return self.told == 0 or history[self.told - 1] == self.latest

    def news(self, history: Sequence[Event]) -> Sequence[Event]:
        """What the program was not told yet; from now on it was."""
        new = history[self.told :]
        self.told = len(history)
        self.latest = history[-1] if history else None
        return new


class ProgramBot(Bot):
    """Every seat has a program of its own, so that none can look into two hands."""

    keeps_time = True

    def __init__(self, name: str, seconds: float = SECONDS) -> None:
        """Read the command; the program starts when it is first needed."""
        self.command = command_of(name)
        self.seconds = seconds
        self.own_name = ""  # until it has said hello
        self._places: dict[int | None, Place] = {}

    def plays(self, setup: Setup) -> bool:
        """What the program's hello says."""
        conversation = take(self.command)
        give_back(conversation)
        self.own_name = "".join(filter(str.isprintable, conversation.hello.name))
        return conversation.plays(setup)

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Ask the program. One that fails is ended, and started again for the next decision."""
        place = self._place(view, history)
        try:
            return place.conversation.ask(view, legal, place.news(history), self.seconds, rng.getrandbits(32))
        except BaseException:
            discard(self._places.pop(view.seat).conversation)
            raise

    def over(self, view: View, history: Sequence[Event]) -> None:
        """Tell the program of this seat, and keep it for the next game."""
        place = self._places.pop(view.seat, None)
        if place is not None:
            place.conversation.end(view.outcome, place.news(history) if place.goes_on(view.setup, history) else ())
            give_back(place.conversation)

    def _place(self, view: View, history: Sequence[Event]) -> Place:
        place = self._places.get(view.seat)
        if place is None or not place.goes_on(view.setup, history):
            place = Place(place.conversation if place else take(self.command), view.setup)
            self._places[view.seat] = place
            place.conversation.begin(view.setup, view.seat or 0)
        return place
