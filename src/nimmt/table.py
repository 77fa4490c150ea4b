"""Positions: everything on the table and in the hands between two decisions.

A position's fields are immutable values, and `State.step` works on a copy of it, so a state never
changes. Only the rules change a position, and only while they work out a step.
"""

from collections.abc import Iterable
from functools import cache
from itertools import accumulate
from operator import add
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, get_type_hints

from msgspec import Struct, StructMeta

from .actions import Play, PlayCard
from .cards import heads, without
from .dealer import Dealer
from .events import Event, Mark, Outcome
from .rows import Row, Rows, write_rows
from .sharing import Sharing

Phase = Literal[
    "draft",
    "card",
    "row",
    "bid",
    "claim",
    "extend",
    "lay",
    "window",
    "vote",
    "replace",
    "order",
    "overflow",
    "positive",
    "cancel",
    "exchange",
    "over",
]
"""What is being asked: a card to draft, a card to play, a row to take; in Bullenparty a bid, a row to take or to
extend, cards to lay down; among specials a use, a vote on one, the card to place instead, the order of cards, a use
for a row that a special made its owner take, a card that counts for its owner, the cards that it cancels, a special
to exchange; or nothing, at the end."""

T = TypeVar("T")

Seats = tuple[int, ...]
Cards = tuple[int, ...]
Scores = tuple[tuple[int, ...], ...]  # by finished round and seat


class Public:
    """What everybody may see of a game: tables and views are both derived from it."""

    __slots__ = ()

    decision: int = 0
    phase: Phase = "over"
    to_act: Seats = ()
    round: int = 0
    outcome: Outcome | None = None

    if TYPE_CHECKING:  # each game has them, in a place of its own among its fields
        scores: Scores

    def public(self) -> dict[str, Any]:
        """All that everybody may see, by the names of the fields."""
        return {field: getattr(self, field) for field in _public_fields(type(self))}  # type: ignore[arg-type]


@cache
def _public_fields(kind: Any) -> tuple[str, ...]:
    """The names of the fields that this kind of table or view shares with the other."""
    shared = next(base for base in kind.__mro__ if not isinstance(base, StructMeta) and issubclass(base, Public))
    return tuple(get_type_hints(shared))


class Position(Struct, Public, metaclass=Sharing, kw_only=True, gc=False):
    """A game with all its secrets."""

    dealer: Dealer
    told: tuple[Event, ...] = ()  # what has happened in the step that is being worked out

    def copy(self) -> Self:
        """A position to work on; the values in it are immutable and may be shared."""
        return self.__copy__()  # type: ignore[attr-defined, no-any-return]

    def ask(self, phase: Phase, seats: Seats) -> None:
        """Open a new decision for these seats."""
        self.phase = phase
        self.to_act = seats
        self.decision += 1

    def answered(self, seat: int) -> None:
        """This seat no longer owes an answer."""
        self.to_act = without(self.to_act, seat)

    def tell(self, event: Event) -> None:
        """Note what happened in this step."""
        self.told += (event,)

    @property
    def has_text(self) -> bool:
        """Whether a text can hold everything that this position does."""
        return False

    def write(self) -> str:
        """The position in text form."""
        raise NotImplementedError(f"{type(self).__name__} has no text form.")


class PublicTable(Public):
    """What everybody may see of a row game."""

    __slots__ = ()

    turn: int = 0
    rows: Rows = ()
    known: tuple[Cards, ...] = ()  # those cards of each hand that everybody has seen there
    queue: tuple[Play, ...] = ()  # revealed cards, the next one to be placed first
    piles: tuple[Cards, ...] = ()  # cards taken in this round
    surplus: tuple[int, ...] = ()  # by pile: heads that it counts for besides those on its cards
    scores: Scores = ()  # heads
    pool: Cards = ()  # cards that lie face up to draft from
    first: int = 0  # the seat that drafts first in this round


class Table(Position, PublicTable, kw_only=True):
    """The table of a row game: what everybody sees, and here what is hidden."""

    hands: tuple[Cards, ...] = ()
    special_hands: tuple[tuple[str, ...], ...] = ()  # special cards in hand; some games hide them
    choices: tuple[PlayCard | None, ...] = ()  # sealed cards
    aside: Cards = ()  # cards that are not in play in this round

    def heads(self) -> tuple[int, ...]:
        """What each pile of this round counts for."""
        return tuple([heads(pile) + more for pile, more in zip(self.piles, self.surplus, strict=True)])

    def totals(self) -> tuple[int, ...]:
        """Heads that each seat has from finished rounds."""
        return tuple(map(sum, zip(*self.scores, strict=True))) if self.scores else (0,) * len(self.hands)

    def give(self, pile: int, cards: Cards, cost: int) -> int:
        """Put cards on a pile and return how many heads they count for: those printed on them, or another number."""
        self.piles = put(self.piles, pile, self.piles[pile] + cards)
        if more := cost - heads(cards):
            self.surplus = put(self.surplus, pile, self.surplus[pile] + more)
        return cost

    def set_row(self, row: int, cards: Cards) -> None:
        """Change the cards of a row; its marks stay."""
        self.rows = put(self.rows, row, Row(cards, self.rows[row].marks))

    def lay_mark(self, mark: Mark, row: int) -> None:
        """Lay a mark at a row, beside what may lie there already."""
        self.rows = put(self.rows, row, Row(self.rows[row].cards, (*self.rows[row].marks, mark)))

    def lift_mark(self, mark: Mark, row: int) -> None:
        """Take a mark away from a row."""
        there = self.rows[row]
        self.rows = put(self.rows, row, Row(there.cards, tuple(other for other in there.marks if other != mark)))

    @property
    def has_text(self) -> bool:
        """Between two turns, when nobody has chosen a card yet."""
        return self.phase == "card" and not any(self.choices)

    def write(self, open_hands: bool = False) -> str:
        """The text form of a table between two turns: rows, hands, piles, and what else lies there.

        A star follows a card that everybody knows to be in its hand, unless all hands are open anyway.
        """
        seen = ((),) * len(self.hands) if open_hands else self.known
        hands = [
            " ".join([*write_hand(cards, known), *own])
            for cards, known, own in zip(self.hands, seen, self.special_hands, strict=True)
        ]
        piles = [
            " ".join([*map(str, pile), *[f"{more:+}"] * (more != 0)])
            for pile, more in zip(self.piles, self.surplus, strict=True)
        ]
        parts = [write_rows(self.rows), " / ".join(hands), " / ".join(piles) if any(piles) else "", self.write_more()]
        while not parts[-1]:
            parts.pop()
        return " // ".join(parts)

    def write_more(self) -> str:
        """The fourth part of the text form: what only some games have on their tables."""
        return f"first {self.first}" if self.first else ""


def write_hand(cards: Iterable[int], known: Cards) -> list[str]:
    """The cards of a hand; a star follows those that everybody knows to be there."""
    return [f"{card}*" if card in known else str(card) for card in cards]


def totals_after(scores: Scores) -> Scores:
    """What every seat has in all, by finished round."""
    return tuple(accumulate(scores, lambda before, counted: tuple(map(add, before, counted))))


def put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """These items with another one in this place."""
    changed = list(items)
    changed[place] = item
    return tuple(changed)
