"""What a seat or a spectator may know, listed field by field; nothing else leaves the engine."""

from collections.abc import Callable
from typing import ClassVar

from msgspec import Struct

from .actions import Play, PlayCard, snake_case
from .cards import heads
from .dealer import ExplicitDealer
from .events import Event, Outcome, RowEvent
from .rows import Rows
from .setup import Setup
from .table import Cards, Phase, Seats, Table, put


class View(Struct, frozen=True, kw_only=True, tag=snake_case, forbid_unknown_fields=True):
    """What the views of all games have in common."""

    setup: Setup
    seat: int | None  # None: a spectator
    decision: int
    phase: Phase
    to_act: Seats
    round: int
    outcome: Outcome | None
    last: tuple[Event, ...]  # what happened when the last decision was closed

    _repr_svg_: ClassVar[Callable[..., str]]  # the picture that notebooks show; `nimmt` hooks it in


class TableView(View, frozen=True, kw_only=True):
    """A row game as one seat sees it."""

    last: tuple[RowEvent, ...]
    turn: int
    rows: Rows
    hand: Cards
    cards_left: tuple[int, ...]  # by seat
    known: tuple[Cards, ...]  # cards that everybody knows to be in a seat's hand
    specials: tuple[tuple[str, ...], ...]  # special cards that everybody knows to be in a seat's hand
    sealed: tuple[bool, ...]
    choice: PlayCard | None  # this seat's own sealed card
    queue: tuple[Play, ...]
    piles: tuple[Cards, ...]
    scores: tuple[tuple[int, ...], ...]
    pool: Cards
    first: int

    @classmethod
    def of(cls, table: Table, setup: Setup, seat: int | None, last: tuple[Event, ...]) -> "TableView":
        """The allow-list: the hands of others, sealed cards and those set aside are not in it."""
        return cls(
            setup=setup,
            seat=seat,
            decision=table.decision,
            phase=table.phase,
            to_act=table.to_act,
            round=table.round,
            outcome=table.outcome,
            last=last,  # type: ignore[arg-type]
            turn=table.turn,
            rows=table.rows,
            hand=() if seat is None else table.hands[seat],
            cards_left=tuple(map(len, table.hands)),
            known=table.known,
            specials=table.specials,
            sealed=tuple([play is not None for play in table.sealed]),
            choice=None if seat is None else table.sealed[seat],
            queue=table.queue,
            piles=table.piles,
            scores=table.scores,
            pool=table.pool,
            first=table.first,
        )

    def table(self) -> Table:
        """The table as far as the view shows it: of other hands only the cards that are known to be there."""
        own = self.seat
        return Table(
            dealer=ExplicitDealer(),
            decision=self.decision,
            phase=self.phase,
            to_act=self.to_act,
            round=self.round,
            outcome=self.outcome,
            turn=self.turn,
            rows=self.rows,
            hands=self.known if own is None else put(self.known, own, self.hand),
            known=self.known,
            specials=self.specials,
            sealed=tuple(self.choice if seat == own else None for seat in range(self.setup.players)),
            queue=self.queue,
            piles=self.piles,
            scores=self.scores,
            pool=self.pool,
            first=self.first,
        )

    @property
    def heads(self) -> tuple[int, ...]:
        """Heads that each seat has taken in this round."""
        return tuple(map(heads, self.piles))

    @property
    def totals(self) -> tuple[int, ...]:
        """Heads that each seat has in all, the present round included unless it is counted already."""
        counted = len(self.scores) == self.round
        rounds = self.scores if counted else (*self.scores, self.heads)
        return tuple(map(sum, zip(*rounds, strict=True)))

    @property
    def seen(self) -> frozenset[int]:
        """Every card of this round that this seat has seen: in rows, piles, on the way, face up, and in hands."""
        groups = [self.hand, self.pool, *self.known, *self.piles, *(row.cards for row in self.rows)]
        return frozenset(card for group in groups for card in group) | {play.card for play in self.queue}
