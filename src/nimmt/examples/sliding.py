"""Where Insert and Slide put a card: ascending order decides, and the example must agree."""

from ..specials import row_of
from ..specials.actions import UseSlide
from ..specials.events import CardInserted, CardSlid
from ..table import Table
from .format import Sliding
from .session import Failed


def slide(table: Table, use: Sliding) -> UseSlide:
    """The card must lie in the row that the example names."""
    if row_of(table.rows, use.card) != use.source - 1:
        raise Failed(f"from: the {use.card} does not lie in row {use.source}")
    return UseSlide(use.card, use.goal - 1)


def check_index(table: Table, index: int) -> None:
    """The card that was just put into a row must be where the example says."""
    went = next(event for event in reversed(table.told) if isinstance(event, CardInserted | CardSlid))
    if went.place != index:
        raise Failed(f"index: ascending order puts the {went.card} at {went.place}, not at {index}")
