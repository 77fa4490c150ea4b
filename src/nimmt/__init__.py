"""The 6 nimmt! family: rules, bots and tables for people and programs."""

from .actions import Action, DraftCard, Play, PlayCard, TakeRow
from .codec import from_json, read_action, read_event, read_view, to_json
from .dealer import ExplicitDealer, SeededDealer
from .errors import BadRecord, BadSetup, IllegalAction, Malformed, NimmtError, Refusal
from .events import Event, Outcome, seen_by
from .game import Game, State
from .games.registry import game, game_of, keys, spec
from .notation import read_position, write_position
from .records import Record, Recorder, read_record, replay, resume, verify, write_record
from .rows import Row, rows
from .views import TableView, View

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
    "read_position",
    "read_record",
    "read_view",
    "replay",
    "resume",
    "rows",
    "seen_by",
    "spec",
    "to_json",
    "verify",
    "write_position",
    "write_record",
]
