"""Positions as text, there and back; each game says what its text form is."""

from typing import Any, TypeVar

from .errors import malformed, shown
from .game import Rulebook
from .table import Position, Scores

P = TypeVar("P", bound=Position)


def read_position(rules: Rulebook[P, Any], text: str, scores: Scores = ()) -> P:
    """Set up a table in which every seat owes a card; earlier rounds' heads may be given."""
    if not isinstance(text, str):
        raise malformed(f"A position is a text, not {shown(text)}.")
    return rules.read(text, scores)


def write_position(position: Position) -> str:
    """The text form of a table between two turns."""
    return position.write()
