"""What a client knows of a table: what it was told first, and what has changed since."""

import json
from typing import Any

import msgspec

from ..actions import Action
from ..codec import AnyAction, AnyEvent, from_json, read_view
from ..events import Event
from ..setup import Setup
from ..views import View

Json = dict[str, Any]


class Folded:
    """The table as one viewer sees it. Fields that an update names are put over the old ones."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self.number: int | None = None
        self.history_id: float | None = None  # that came with this number
        self.seat: int | None = None
        self.table: Json = {}
        self.history: list[Event] = []
        self.legal: tuple[Action, ...] = ()
        self.chat: list[tuple[int, str]] = []
        self.deadline: float | None = None
        self.clock_ahead = 0.0  # the server's time less ours
        self._view: Json | None = None

    @property
    def view(self) -> View | None:
        """What may be known now; None before the first deal."""
        return read_view(json.dumps(self._view)) if self._view else None

    @property
    def setup(self) -> Setup:
        """What is played here."""
        return msgspec.convert(self.table["setup"], Setup)

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called; bots have their level, the second of a kind with a number behind it."""
        given = [str(seat.get("name") or seat.get("level") or "") for seat in self.table.get("seats", ())]
        before = [given[:seat].count(name) for seat, name in enumerate(given)]
        return tuple(
            f"{name} {alike + 1}" if name and alike else name for name, alike in zip(given, before, strict=True)
        )

    @property
    def is_over(self) -> bool:
        """Whether the present game has ended."""
        return bool(self._view and self._view.get("outcome")) or self.table.get("state") == "over"

    @property
    def must_act(self) -> bool:
        """Whether this seat owes a decision."""
        view = self._view
        return bool(view and not view.get("outcome") and self.seat in view["to_act"] and self.legal)

    @property
    def decision(self) -> int:
        """The number of what is being asked."""
        return int(self._view["decision"]) if self._view else 0

    def welcome(self, message: Json, now: float) -> None:
        """Begin, or go on with what was missed."""
        self.seat = message.get("seat")
        self.table = message["table"]
        self.clock_ahead = message["now"] - now
        self.deadline = message.get("deadline")
        if not message.get("resumed"):
            self.number, self.history_id = message["number"], message.get("history")
            self._view = message.get("view")
            self.legal = _actions(message.get("legal"))
            self.history = _events(message.get("story", ()))
            self.chat = [(line["seat"], line["text"]) for line in message.get("chat", ()) if "text" in line]

    def clock_changed(self, message: Json, now: float) -> None:
        """Time was given back."""
        self.clock_ahead, self.deadline = message["now"] - now, message["deadline"]

    def take_in(self, message: Json) -> None:
        """A numbered part of the stream; one that was told before changes nothing."""
        number = message["number"]
        if self.number is not None and number <= self.number:
            return
        self.number, self.history_id = number, message.get("history")
        match message["type"]:
            case "table_changed":
                self.table = self.table | message["table"]
            case "update":
                self._update(message)
            case "chat_line":
                self.chat.append((message["seat"], message["text"]))

    def _update(self, message: Json) -> None:
        events = _events(message["events"])
        if self._view is None or self._view.get("outcome"):
            self.history = []  # another game
        self.history += events
        self.deadline = message.get("deadline")
        changes = dict(message.get("view") or {})
        for name in ("decision", "to_act"):
            if name in message:
                changes.setdefault(name, message[name])
        facts = [known for known in message.get("facts", ()) if known]
        if facts:
            changes.setdefault("facts", facts[-1])
        if "type" in changes:
            self._view = changes
        elif self._view is not None:
            if changes.get("decision", self.decision) != self.decision:
                changes.setdefault("last", message["events"])
            self._view = self._view | changes
        if message.get("legal") is not None:
            self.legal = _actions(message["legal"])


def _actions(given: Any) -> tuple[Action, ...]:
    return from_json(tuple[AnyAction, ...], json.dumps(given or []))


def _events(given: Any) -> list[Event]:
    return from_json(list[AnyEvent], json.dumps(list(given)))  # type: ignore[arg-type]
