"""What a seat or a spectator may know at a table of Surprise."""

from collections import Counter

from msgspec import structs

from ...actions import Play
from ...cards import Special
from ...events import Event, seen_by
from ...setup import Setup
from ...specials.table import Specials
from ...table import Cards
from ...views import TableView
from .book import SPECIALS, lying
from .table import SurpriseTable, TrailEvent


class SurpriseView(TableView, frozen=True, kw_only=True):
    """Surprise as one seat sees it. `specials` holds the seat's own ones; of others it knows how many (Q-SU26)."""

    specials: tuple[Specials, ...]
    specials_left: tuple[int, ...]  # by seat
    stock_left: int  # specials in the draw pile
    discards: Specials
    trail: tuple[TrailEvent, ...]  # all that this seat was told about where specials are
    box: Cards  # number cards that left the round
    credits: tuple[int, ...]  # heads cancelled as points, by seat
    decided: Play | None
    reshuffles: int
    turning: bool
    taken: Cards

    @classmethod
    def shown(cls, table: SurpriseTable, setup: Setup, seat: int | None, last: tuple[Event, ...]) -> "SurpriseView":
        """The allow-list: specials of others and the order of the draw pile are not in it."""
        base = structs.asdict(TableView.of(table, setup, seat, last))
        base["specials"] = tuple(own if owner == seat else () for owner, own in enumerate(table.specials))
        return cls(
            **base,
            specials_left=tuple(map(len, table.specials)),
            stock_left=len(table.stock),
            discards=table.discards,
            trail=seen_by(table.trail, seat),  # type: ignore[arg-type]
            box=table.box,
            credits=table.credits,
            decided=table.decided,
            reshuffles=table.reshuffles,
            turning=table.turning,
            taken=table.taken,
        )

    def table(self) -> SurpriseTable:
        """The table as far as the view shows it: the draw pile and the specials of others are not there."""
        return SurpriseTable(
            **structs.asdict(super().table()),
            discards=self.discards,
            trail=self.trail,
            box=self.box,
            credits=self.credits,
            decided=self.decided,
            reshuffles=self.reshuffles,
            turning=self.turning,
            taken=self.taken,
        )

    @property
    def heads(self) -> tuple[int, ...]:
        """Heads that each seat has taken in this round, less those that were cancelled as points."""
        return tuple(taken - credit for taken, credit in zip(super().heads, self.credits, strict=True))

    @property
    def seen(self) -> frozenset[int]:
        """Cards that went to the box are seen too."""
        return super().seen | set(self.box)

    @property
    def unseen_specials(self) -> dict[Special, int]:
        """How many of each special are in the draw pile or in other hands."""
        own = () if self.seat is None else self.specials[self.seat]
        return dict(Counter(SPECIALS) - Counter([*self.discards, *own, *lying(self.rows)]))
