"""Pictures of a view: plain text, and SVG of our own drawing. Pure functions of what the view shows.

A game with a table of its own registers its pictures here by the type of its view.
"""

from collections.abc import Sequence
from functools import singledispatch

from ..games.bullenparty.view import PartyView
from ..views import TableView, View
from . import party
from . import table as row_table
from . import text as row_text

__all__ = ["svg", "text"]


@singledispatch
def svg(view: View, *, names: Sequence[str] = ()) -> str:
    """Draw what a seat or a spectator may know; seats without a name show their number."""
    raise NotImplementedError(f"There is no drawing of a {type(view).__name__} yet.")


@singledispatch
def text(view: View, *, names: Sequence[str] = (), colour: bool = False) -> str:
    """Write what a seat or a spectator may know, in terminal colours on request."""
    raise NotImplementedError(f"There is no text picture of a {type(view).__name__} yet.")


svg.register(TableView, row_table.table)
text.register(TableView, row_text.table)
svg.register(PartyView, party.svg)
text.register(PartyView, party.text)
