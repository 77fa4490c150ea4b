"""What the tables of all modes have in common: the rules ask, the example answers, and the end is compared."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from ..actions import Action
from ..codec import to_json
from ..errors import Malformed
from ..game import Rulebook
from ..table import Cards, Position
from .format import Example


class Failed(Exception):
    """The example does not go the way it says."""


class Session(ABC):
    """An example at a real table, below `Game`: one player is enough, and no deal need lead to the position."""

    example: Example
    names: list[str]  # by seat
    rules: Rulebook[Any, Any]
    table: Position
    hands: tuple[Cards, ...] = ()  # before anything happens, by seat, where the example tells them

    @abstractmethod
    def play(self) -> None:
        """Answer the rules until everything is done that the example tells."""

    @abstractmethod
    def differences(self) -> Iterator[str]:
        """Everything that is expected and not so."""

    def act(self, seat: int, action: Action) -> None:
        """Carry out what the example says, unless the rules refuse it."""
        self.ask(seat, action)
        self.rules.act(self.table, seat, action)

    def ask(self, seat: int, action: Action) -> None:
        """Ask the rules whether a seat may do this now."""
        if refusal := self.rules.refusal(self.table, seat, action):
            raise Failed(f"{self.names[seat]}: {refusal.sentence} ({refusal.rule})")

    def require(self, condition: object, sentence: str) -> None:
        """Refuse an example that makes no sense."""
        if not condition:
            raise Malformed("bad_example", f"Example {self.example.id}: {sentence}.")


def difference(what: str, expected: object, actual: object) -> Iterator[str]:
    """Say what was expected and what was seen instead, as the file writes it."""
    if expected is not None and expected != actual:
        yield f"{what}: expected {to_json(expected).decode()}, got {to_json(actual).decode()}"
