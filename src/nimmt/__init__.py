"""The 6 nimmt! family: rules, bots and tables for people and programs."""

from importlib import import_module
from typing import TYPE_CHECKING

from .actions import Action, DraftCard, Play, PlayCard, TakeRow
from .dealer import ExplicitDealer, SeededDealer
from .errors import BadRecord, BadSetup, IllegalAction, Malformed, NimmtError, Refusal
from .events import Event, Outcome, seen_by
from .game import Game, State
from .games.registry import game, game_of, keys, spec
from .rows import Row, rows
from .views import TableView, View

if TYPE_CHECKING:
    from . import render
    from .codec import from_json, read_action, read_event, read_view, to_json
    from .records import Record, Recorder, read_record, replay, resume, verify, write_record
else:
    # These know every game of the family, so they are imported when they are first used.
    _LATE = {
        **dict.fromkeys(["from_json", "read_action", "read_event", "read_view", "to_json"], "codec"),
        **dict.fromkeys(["Record", "Recorder", "read_record", "replay", "resume", "verify", "write_record"], "records"),
    }

    def __getattr__(name):
        """Import what is asked for only now (PEP 562)."""
        if name == "render":
            return import_module(".render", __name__)
        if name not in _LATE:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f".{_LATE[name]}", __name__), name)


def _picture(view: View) -> str:
    """Draw a view for a notebook; pictures are imported only then."""
    drawn: str = import_module(".render", __name__).svg(view)
    return drawn


View._repr_svg_ = _picture

__all__ = [
    "Action",
    "BadRecord",
    "BadSetup",
    "DraftCard",
    "Event",
    "ExplicitDealer",
    "Game",
    "IllegalAction",
    "Malformed",
    "NimmtError",
    "Outcome",
    "Play",
    "PlayCard",
    "Record",
    "Recorder",
    "Refusal",
    "Row",
    "SeededDealer",
    "State",
    "TableView",
    "TakeRow",
    "View",
    "from_json",
    "game",
    "game_of",
    "keys",
    "read_action",
    "read_event",
    "read_record",
    "read_view",
    "render",
    "replay",
    "resume",
    "rows",
    "seen_by",
    "spec",
    "to_json",
    "verify",
    "write_record",
]
