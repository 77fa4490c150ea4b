"""A table with specials: a pile of them beside it, and rows that a Slide may leave empty."""

from bisect import bisect

from ..actions import Play
from ..cards import Special, without
from ..rows import Rows
from ..table import PublicTable, Table, put
from .events import CardReplaced

Specials = tuple[Special, ...]


class PublicSpecials(PublicTable):
    """What everybody may see of it."""

    __slots__ = ()

    discards: Specials = ()  # used and removed ones


class SpecialTable(Table, PublicSpecials, kw_only=True):
    """A table with a pile of specials beside it."""

    special_hands: tuple[Specials, ...] = ()  # by seat
    stock: Specials = ()  # the face-down pile, the next one first

    def next_play(self) -> Play:
        """Take the card that is placed now out of the queue."""
        play, self.queue = self.queue[0], self.queue[1:]
        return play

    def put_in(self, card: int, row: int) -> int:
        """Put a card where it keeps the row ascending, and return its place."""
        cards = self.rows[row].cards
        place = bisect(cards, card)
        self.set_row(row, (*cards[:place], card, *cards[place:]))
        return place

    def replace_next(self, card: int) -> None:
        """SU-11, CO-12: the next card goes back to its hand, where everybody knows it, and this one is placed."""
        play = self.queue[0]
        hand = without(self.hands[play.seat], card)
        self.hands = put(self.hands, play.seat, tuple(sorted((*hand, play.card))))
        known = without(self.known[play.seat], card)
        self.known = put(self.known, play.seat, tuple(sorted((*known, play.card))))
        self.queue = (Play.of(play.seat, card), *self.queue[1:])
        self.tell(CardReplaced(play.seat, play.card, card))


def empty_row(rows: Rows) -> int | None:
    """Find the row that a Slide has emptied."""
    return next((number for number, row in enumerate(rows) if not row.cards), None)


def row_of(rows: Rows, card: int) -> int | None:
    """Find the row where a card lies."""
    return next((number for number, row in enumerate(rows) if card in row.cards), None)
