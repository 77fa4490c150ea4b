"""What a seat or a spectator may know, listed field by field; nothing else leaves the engine."""

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from .actions import PlayCard, snake_case
from .dealer import ExplicitDealer
from .events import Event, RowEvent
from .facts import TableFacts
from .setup import Setup
from .sharing import Sharing
from .table import Cards, Public, PublicTable, Scores, Table, put


class View(Struct, Public, metaclass=Sharing, frozen=True, kw_only=True, tag=snake_case, forbid_unknown_fields=True):
    """What everybody may see, and what one seat is shown besides."""

    setup: Setup
    seat: int | None  # None: a spectator
    last: tuple[Event, ...]  # what happened when the last decision was closed

    _repr_svg_: ClassVar[Callable[..., str]]  # the picture that notebooks show; `nimmt` hooks it in

    if TYPE_CHECKING:  # each game has them, in a place of its own among its fields
        hand: Cards
        cards_left: tuple[int, ...]
        sealed: tuple[bool, ...]


class TableView(View, PublicTable, frozen=True, kw_only=True, omit_defaults=True):
    """A row game as one seat sees it."""

    last: tuple[RowEvent, ...]
    hand: Cards
    cards_left: tuple[int, ...]  # by seat
    specials: tuple[tuple[str, ...], ...]  # special cards that this seat knows to be in a seat's hand
    sealed: tuple[bool, ...]
    choice: PlayCard | None  # this seat's own sealed card
    facts: TableFacts
    totals_after: Scores  # by finished round and seat: heads in all
    highest_card: int  # in play
    longest_row: int  # how many cards a row of this game can hold at most
    reverses: bool  # whether a card of this game can be played for its digits read backwards
    barred: tuple[Cards, ...] = ()  # by row, where something lies there: the cards of this hand that cannot enter it

    @classmethod
    def shown(cls, table: Any) -> dict[str, Any]:
        """The allow-list: what everybody is shown of what the table hides."""
        return {
            "cards_left": tuple([len(hand) for hand in table.hands]),
            "sealed": tuple([play is not None for play in table.choices]),
        }

    @classmethod
    def shown_to(cls, table: Any, seat: int | None) -> dict[str, Any]:
        """The same for one seat alone."""
        return {
            "hand": () if seat is None else table.hands[seat],
            "specials": table.special_hands,
            "choice": None if seat is None else table.choices[seat],
        }

    def table(self) -> Table:
        """The table as far as the view shows it."""
        return Table(**self.public() | self.hidden())

    def hidden(self) -> dict[str, Any]:
        """What the table hides, as far as this seat knows: of other hands only the cards known to be there."""
        own = self.seat
        return {
            "dealer": ExplicitDealer(),
            "hands": self.known if own is None else put(self.known, own, self.hand),
            "special_hands": self.specials,
            "choices": tuple(self.choice if seat == own else None for seat in range(self.setup.players)),
        }

    @property
    def lying(self) -> list[Cards]:
        """Where each card lies that this seat has seen in this round: in rows, piles, on the way, face up, in hands."""
        others = [cards for seat, cards in enumerate(self.known) if seat != self.seat]
        waiting = tuple([play.card for play in self.queue])
        return [self.hand, self.pool, *others, *self.piles, *[row.cards for row in self.rows], waiting]

    @property
    def seen(self) -> frozenset[int]:
        """Every card of this round that this seat has seen."""
        return frozenset(chain.from_iterable(self.lying))
