"""Pictures of a view: plain text, and SVG of our own drawing. Pure functions of what the view shows.

A game with a table of its own registers its pictures here by the type of its view.
"""

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from msgspec import to_builtins

from ..errors import Malformed, quoted
from ..game import CONTRADICTIONS, contradictory
from ..games.bullenparty.view import PartyView
from ..views import TableView, View
from . import party
from . import table as row_table
from . import text as row_text

__all__ = ["svg", "text"]

LARGEST = 100_000
"""No number in a picture is larger: pictures count things one by one."""


def svg(view: View, *, names: Sequence[str] = ()) -> str:
    """Draw what a seat or a spectator may know; seats without a name show their number."""
    return _drawn(drawing, view, names=names)


def text(view: View, *, names: Sequence[str] = (), colour: bool = False) -> str:
    """Write what a seat or a spectator may know, in terminal colours on request."""
    return _drawn(writing, view, names=names, colour=colour)


@singledispatch
def drawing(view: View, *, names: Sequence[str] = ()) -> str:
    """How a kind of view is drawn."""
    raise NotImplementedError(f"There is no drawing of a {type(view).__name__} yet.")


@singledispatch
def writing(view: View, *, names: Sequence[str] = (), colour: bool = False) -> str:
    """How a kind of view is written."""
    raise NotImplementedError(f"There is no text picture of a {type(view).__name__} yet.")


drawing.register(TableView, row_table.table)
writing.register(TableView, row_text.table)
drawing.register(PartyView, party.svg)
writing.register(PartyView, party.text)


def _drawn(picture: Any, view: View, **how: Any) -> str:
    """A picture of a view that may have been changed by anybody."""
    if not isinstance(view, View):
        raise Malformed("bad_view", f"Pictures are made of views, such as state.view(0), not of {quoted(view)}.")
    try:
        if not _is_small(to_builtins(view)):
            raise contradictory()
        drawn: str = picture(view, **how)
    except CONTRADICTIONS as error:
        raise contradictory() from error
    return drawn


def _is_small(value: Any) -> bool:
    """Whether there is no number that would make a picture without end."""
    if isinstance(value, list | tuple):
        return all(map(_is_small, value))
    if isinstance(value, dict):
        return all(map(_is_small, value.values()))
    return abs(value) < LARGEST if isinstance(value, int | float) else True
