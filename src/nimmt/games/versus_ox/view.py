"""What a team member or a spectator may know of a table with the Ox."""

from typing import Any

from ...table import Cards
from ...views import TableView
from .events import OxEvent
from .table import OxTable, PublicOx


class OxView(TableView, PublicOx, frozen=True, kw_only=True):
    """Versus the Ox as one seat sees it. `piles` are two: the team's and the Ox's (CO-5)."""

    last: tuple[OxEvent, ...]  # type: ignore[assignment]  # more can happen than in the base game
    ox_left: int  # face-down cards of the Ox
    stock_left: int  # specials in the face-down pile
    named: Cards = ()  # the order that this seat is naming for Sort
    factor: int  # what the team's heads are multiplied by

    @classmethod
    def shown(cls, table: OxTable) -> dict[str, Any]:
        """Neither the Ox's cards nor the pile of specials nor those left out are in it."""
        return {
            **super().shown(table),
            "ox_left": len(table.ox),
            "stock_left": len(table.stock),
            "factor": counted(1, len(table.hands)),
        }

    @classmethod
    def shown_to(cls, table: OxTable, seat: int | None) -> dict[str, Any]:
        """Who names an order sees as much of it as there is."""
        return {**super().shown_to(table, seat), "named": table.naming if seat in table.to_act else ()}

    def table(self) -> OxTable:
        """The Ox and the pile of specials have no cards there."""
        return OxTable(**self.public() | self.hidden())

    def hidden(self) -> dict[str, Any]:
        """Whether a window is closed follows from what is asked."""
        waiting = len(self.queue)
        closed = waiting if self.phase in ("card", "row", "over") else waiting + 1
        return {**super().hidden(), "closed": closed, "naming": self.named}


def counted(team_heads: int, players: int) -> int:
    """CO-20, Q-CO13: a team of one or two counts its heads twice."""
    return 2 * team_heads if players <= 2 else team_heads
