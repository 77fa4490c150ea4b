"""What a team member or a spectator may know of a table with the Ox."""

from msgspec import structs

from ...cards import Special, heads
from ...events import Event
from ...setup import Setup
from ...table import Seats
from ...views import TableView
from .table import OX_PILE, TEAM_PILE, OxTable, Proposal


class OxView(TableView, frozen=True, kw_only=True):
    """Versus the Ox as one seat sees it. `piles` are two: the team's and the Ox's (CO-5)."""

    ox_left: int  # face-down cards of the Ox
    face_up: tuple[Special, ...]
    stock_left: int  # specials in the face-down pile
    discards: tuple[Special, ...]  # specials that everybody has seen go to the box
    passed: Seats
    proposal: Proposal | None
    refused: tuple[Proposal, ...]
    ordered: int
    factor: int  # how often the team's heads count

    @classmethod
    def shown(cls, table: OxTable, setup: Setup, seat: int | None, last: tuple[Event, ...]) -> "OxView":
        """The allow-list: neither the Ox's cards nor the pile of specials nor those left out are in it."""
        return cls(
            **structs.asdict(TableView.of(table, setup, seat, last)),
            ox_left=len(table.ox),
            face_up=table.face_up,
            stock_left=len(table.stock),
            discards=table.discards,
            passed=table.passed,
            proposal=table.proposal,
            refused=table.refused,
            ordered=table.ordered,
            factor=counted(1, setup.players),
        )

    def table(self) -> OxTable:
        """The table as far as the view shows it: the Ox and the pile of specials have no cards there."""
        waiting = len(self.queue)
        return OxTable(
            **structs.asdict(super().table()),
            face_up=self.face_up,
            discards=self.discards,
            passed=self.passed,
            proposal=self.proposal,
            refused=self.refused,
            ordered=self.ordered,
            closed=waiting if self.phase in ("card", "row", "over") else waiting + 1,
        )

    @property
    def team_heads(self) -> int:
        """Heads in the team's pile."""
        return heads(self.piles[TEAM_PILE])

    @property
    def ox_heads(self) -> int:
        """Heads in the Ox's pile; whether people are shown it is an option (Q-CO15)."""
        return heads(self.piles[OX_PILE])

    @property
    def heads(self) -> tuple[int, ...]:
        """What the team's heads count so far, the same for every seat (CO-5, CO-20)."""
        return (self.factor * self.team_heads,) * self.setup.players


def counted(team_heads: int, players: int) -> int:
    """CO-20, Q-CO13: a team of one or two counts its heads twice."""
    return 2 * team_heads if players <= 2 else team_heads
