"""What a seat or a spectator may know at a table of Surprise."""

from typing import Any

from ...events import seen_by
from ...specials.table import Specials
from ...table import Cards
from ...views import TableView
from .events import SurpriseEvent, TrailEvent
from .table import PublicSurprise, SurpriseTable


class SurpriseView(TableView, PublicSurprise, frozen=True, kw_only=True):
    """Surprise as one seat sees it. `specials` holds the seat's own ones; of others it knows how many (Q-SU26)."""

    last: tuple[SurpriseEvent, ...]  # type: ignore[assignment]  # more can happen than in the base game
    specials: tuple[Specials, ...]
    specials_left: tuple[int, ...]  # by seat
    stock_left: int  # specials in the draw pile
    trail: tuple[TrailEvent, ...]  # all that this seat was told about where specials are

    @classmethod
    def shown(cls, table: SurpriseTable) -> dict[str, Any]:
        """The order of the draw pile is not in it."""
        return {
            **super().shown(table),
            "specials_left": tuple(map(len, table.special_hands)),
            "stock_left": len(table.stock),
        }

    @classmethod
    def shown_to(cls, table: SurpriseTable, seat: int | None) -> dict[str, Any]:
        """Specials of others are not in it."""
        return {
            **super().shown_to(table, seat),
            "specials": tuple(own if owner == seat else () for owner, own in enumerate(table.special_hands)),
            "trail": seen_by(table.whole_trail, seat),
        }

    def table(self) -> SurpriseTable:
        """The draw pile and the specials of others are not there."""
        return SurpriseTable(**self.public() | self.hidden())

    def hidden(self) -> dict[str, Any]:
        """The trail is as long as the table's, with gaps."""
        return {**super().hidden(), "whole_trail": self.trail}

    @property
    def lying(self) -> list[Cards]:
        """Cards that went to the box are seen too."""
        return [*super().lying, self.box]
