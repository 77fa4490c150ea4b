"""What a seat or a spectator may know at a table of Bullenparty."""

from msgspec import Struct

from ...dealer import ExplicitDealer
from ...events import Event
from ...setup import Setup
from ...table import Cards, Scores, Seats, put
from ...views import View
from .actions import Bid, LayCard
from .data import BUFFALO_TABLES, HEADS_TABLES, CardTable
from .events import PartyEvent
from .table import PartyRows, PartyTable, Piles, ShownBid, Tally, stack, tally

FACE_DOWN = 0
"""Stands for a card of the draw pile that the view does not show."""


class TableLabel(Struct, frozen=True):
    """Which table of heads is in use, and whether it is only a substitute (Q-BP1, Q-BP2)."""

    name: str
    substitute: bool

    @classmethod
    def of(cls, table: CardTable) -> "TableLabel":
        """Label a table."""
        return cls(table.name, table.substitute)


class PartyView(View, frozen=True, kw_only=True):
    """A game of Bullenparty as one seat sees it."""

    last: tuple[PartyEvent, ...]
    heads_table: TableLabel
    buffalo_table: TableLabel
    rows: PartyRows
    bidders: Seats
    hand: Cards  # without what this seat has laid in secret
    letter: str | None  # of this seat's own zero card
    letters: tuple[str | None, ...]  # those that everybody has seen
    cards_left: tuple[int, ...]  # by seat; what is being laid counts until it is shown
    known: tuple[Cards, ...]  # cards that everybody has seen go to a seat's hand and not leave it
    sealed: tuple[bool, ...]
    choice: Bid | None  # this seat's own sealed bid
    queue: tuple[ShownBid, ...]
    drawn: int | None
    draw_left: int  # how many cards the draw pile has
    rebuilt: Cards  # what they are, ascending, once the pile was made of discards
    discards: Cards
    reshuffles: int
    last_round: bool
    buffalo_pile: tuple[int, ...]
    buffalo: tuple[tuple[int, ...], ...]
    piles: tuple[Piles, ...]
    laid: tuple[LayCard, ...]  # what this seat has laid in secret
    scores: Scores

    @classmethod
    def of(cls, table: PartyTable, setup: Setup, seat: int | None, last: tuple[Event, ...]) -> "PartyView":
        """The allow-list: hands, letters, bids and laid cards of others, draw pile and box are not in it."""
        return cls(
            setup=setup,
            seat=seat,
            decision=table.decision,
            phase=table.phase,
            to_act=table.to_act,
            round=table.round,
            outcome=table.outcome,
            last=last,  # type: ignore[arg-type]
            heads_table=TableLabel.of(HEADS_TABLES[str(setup.options["heads_table"])]),
            buffalo_table=TableLabel.of(BUFFALO_TABLES[str(setup.options["buffalo_table"])]),
            rows=table.rows,
            bidders=table.bidders,
            hand=() if seat is None else table.hands[seat],
            letter=None if seat is None else table.letters[seat],
            letters=tuple(own if shown else None for own, shown in zip(table.letters, table.shown, strict=True)),
            cards_left=tuple(len(hand) + len(laid) for hand, laid in zip(table.hands, table.laid, strict=True)),
            known=table.known,
            sealed=tuple(bid is not None for bid in table.sealed),
            choice=None if seat is None else table.sealed[seat],
            queue=table.queue,
            drawn=table.drawn,
            draw_left=len(table.draw_pile),
            rebuilt=tuple(sorted(table.draw_pile)) if table.reshuffles else (),
            discards=table.discards,
            reshuffles=table.reshuffles,
            last_round=table.last_round,
            buffalo_pile=table.buffalo_pile,
            buffalo=table.buffalo,
            piles=table.piles,
            laid=() if seat is None else table.laid[seat],
            scores=table.scores,
        )

    def table(self) -> PartyTable:
        """The table as far as the view shows it: other hands hold what is known of them, the draw pile is face down."""
        own, seats = self.seat, range(self.setup.players)
        return PartyTable(
            dealer=ExplicitDealer(),
            decision=self.decision,
            phase=self.phase,
            to_act=self.to_act,
            round=self.round,
            outcome=self.outcome,
            letters=tuple((self.letter if seat == own else self.letters[seat]) or "" for seat in seats),
            shown=tuple(letter is not None for letter in self.letters),
            hands=self.known if own is None else put(self.known, own, self.hand),
            known=self.known,
            rows=self.rows,
            bidders=self.bidders,
            sealed=tuple(self.choice if seat == own else None for seat in seats),
            queue=self.queue,
            drawn=self.drawn,
            draw_pile=(FACE_DOWN,) * self.draw_left,
            discards=self.discards,
            reshuffles=self.reshuffles,
            buffalo_pile=self.buffalo_pile,
            buffalo=self.buffalo,
            piles=self.piles,
            laid=tuple(self.laid if seat == own else () for seat in seats),
            scores=self.scores,
        )

    @property
    def seen(self) -> frozenset[int]:
        """Every value card whose place this seat knows."""
        piled = [pile for piles in self.piles for pile in piles]
        rows = [row.cards for row in self.rows if row is not None]
        single = [bid.card for bid in self.queue] + [lay.card for lay in self.laid] + [self.drawn or 0]
        groups = [self.hand, *self.known, *piled, *rows, self.discards, self.rebuilt, single]
        return frozenset(card for group in groups for card in group)

    @property
    def own_piles(self) -> Piles:
        """This seat's piles with what it has laid in secret."""
        return () if self.seat is None else stack(self.piles[self.seat], self.laid)

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """Where every seat stands, by the piles that everybody has seen."""
        heads = HEADS_TABLES[self.heads_table.name].heads
        return tuple(tally(piles, won, heads) for piles, won in zip(self.piles, self.buffalo, strict=True))
