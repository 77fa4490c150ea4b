"""JSON in and out: whatever the engine shows can be written, and whatever is read is validated."""

from functools import cache
from typing import Any, TypeVar

import msgspec

from .actions import Action
from .errors import Malformed, quoted
from .events import Event
from .facts import TableFacts
from .games.bullenparty import PartyAction, PartyEvent, PartyFacts, PartyView
from .games.surprise import SurpriseAction, SurpriseEvent, SurpriseView
from .games.versus_ox import OxAction, OxEvent, OxView
from .views import TableView, View

UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""How reading JSON fails: it is not what was expected, its text is not Unicode, or it is nested too deeply."""

T = TypeVar("T")

AnyAction = SurpriseAction | OxAction | PartyAction
AnyEvent = SurpriseEvent | OxEvent | PartyEvent
AnyView = TableView | SurpriseView | OxView | PartyView
AnyFacts = TableFacts | PartyFacts
"""Everything that can be done, happen, be seen and follow from it, in all games."""


def to_json(value: Any) -> bytes:
    """Write an action, event, view, record or setup as JSON."""
    return msgspec.json.encode(value)


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Made once for every type: for a union of many structs that takes a thousand times as long as decoding."""
    return msgspec.json.Decoder(kind)


def from_json(kind: type[T], data: bytes | str) -> T:
    """Read a value of this type; anything else raises Malformed with the place that is wrong."""
    decoder = _decoder(kind)  # type: ignore[arg-type]
    try:
        value: T = decoder.decode(data)
        return value
    except UNREADABLE as error:
        raise Malformed("bad_json", f"That is not the JSON that is expected here: {error}.") from None
    except TypeError:
        raise Malformed("bad_json", f"JSON is a text or bytes, not {quoted(data)}.") from None


def read_action(data: bytes | str) -> Action:
    """Read any action by its type tag."""
    return from_json(AnyAction, data)  # type: ignore[arg-type]


def read_event(data: bytes | str) -> Event:
    """Read any event by its type tag."""
    return from_json(AnyEvent, data)  # type: ignore[arg-type]


def read_view(data: bytes | str) -> View:
    """Read any view by its type tag."""
    return from_json(AnyView, data)  # type: ignore[arg-type]
