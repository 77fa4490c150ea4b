"""What the specials of Surprise and Versus the Ox do to the rows. Each book says who may use them, and when.

A locked row (Stop) takes and gives no number card; a row with 7-takes holds one card more; a row may be
empty after a Slide, until the next card fills it. Ascending order fixes where a card goes into a row.
"""

from bisect import bisect
from typing import ClassVar, Literal, TypeVar

from .actions import Play, TakeRow
from .cards import Special, without
from .errors import Refusal
from .events import (
    CardInserted,
    CardPlaced,
    CardReplaced,
    CardSlid,
    Event,
    MarkMoved,
    MarkRemoved,
    Reason,
    ReasonCode,
    RowTaken,
    RowVanished,
)
from .notation import malformed
from .rows import Row, Rows
from .rules import Rules
from .table import Cards, Table, put
from .views import TableView

Lying = Literal["seven", "stop"]
"""The specials that stay at a row."""


class SpecialTable(Table, kw_only=True):
    """A table with a pile of specials beside it."""

    specials: tuple[tuple[Special, ...], ...] = ()  # by seat
    stock: tuple[Special, ...] = ()  # the face-down pile, the next one first
    discards: tuple[Special, ...] = ()  # used and removed ones, face up


T = TypeVar("T", bound=SpecialTable)
W = TypeVar("W", bound=TableView)


class SpecialGame(Rules[T, W]):
    """Row games with specials: what lies at the rows, and what puts cards into them."""

    max_stops: ClassVar[int] = 2
    cites: ClassVar[dict[str, str]]
    """The rule of the book in hand on each special, and on an `empty_row`: refusals name it."""

    # --- Where the books differ ------------------------------------------------------------------

    @property
    def insert_at_end(self) -> bool:
        """Q-SU7: whether Insert may also use the end of a row."""
        return False

    @property
    def may_empty_row(self) -> bool:
        """Q-SU8, Q-CO7: whether Slide may move the only card of a row."""
        return True

    def give(self, table: T, seat: int, cards: Cards) -> int:
        """Put taken cards on a pile, the taker's own unless the book says otherwise; how many heads they are."""
        return table.give(seat, cards)

    # --- Rows with specials ----------------------------------------------------------------------

    def capacity(self, row: Row) -> int:
        """SU-8, CO-10: a row with 7-takes is taken by the seventh card."""
        return self.row_limit + row.has("seven")

    def gap(self, row: Row, value: int) -> int | None:
        """SU-14, CO-11, Q-CO8: a locked row does not exist for a card."""
        return super().gap(row, value) if row.cards and not row.has("stop") else None

    def target(self, rows: Rows, value: int) -> int | None:
        """Q-SU8, Q-CO7: a row that a Slide has emptied gets the next card, whatever it is."""
        empty = empty_row(rows)
        return super().target(rows, value) if empty is None else empty

    def place(self, table: T, play: Play, row: int) -> None:
        """SU-13: a card starts an empty row, or goes to the end of its row as usual."""
        if table.rows[row].cards:
            super().place(table, play, row)
            return
        table.set_row(row, (play.card,))
        self.happen(table, CardPlaced(play.seat, play.card, row, Reason("empty_row")))

    def row_refusal(self, table: T, seat: int, action: TakeRow) -> Refusal | None:
        """Q-SU15, Q-CO8: a locked row cannot be taken."""
        return super().row_refusal(table, seat, action) or self.lock_refusal(table, action.row)

    def cheapest_row(self, rows: Rows) -> int:
        """Q-B5, CO-6, Q-CO8: of the rows that are not locked."""
        unlocked = [number for number, row in enumerate(rows) if not row.has("stop")]
        return unlocked[super().cheapest_row(tuple(rows[number] for number in unlocked))]

    # --- Takes -----------------------------------------------------------------------------------

    def take(self, table: T, play: Play, row: int, reason: Reason) -> None:
        """SU-7: while there are five rows the played card is taken too; otherwise it starts the row anew."""
        cards = table.rows[row].cards
        if reason.code == "sixth_card" and table.rows[row].has("seven"):
            reason = Reason("seventh_card", reason.numbers)
        if self.is_extra(table):
            self.carry_off(table, play.seat, play.card, row, (*cards, play.card), reason)
        else:
            self.carry_off(table, play.seat, play.card, row, cards, reason, left=(play.card,))

    def overflow(self, table: T, seat: int, card: int, row: int, why: ReasonCode) -> None:
        """SU-10, SU-12, CO-13, CO-14: a card too many makes the seat take all but the last; Q-SU4, Q-SU5: or all."""
        cards = table.rows[row].cards
        if len(cards) <= self.capacity(table.rows[row]):
            return
        stays = () if self.is_extra(table) else cards[-1:]
        self.carry_off(table, seat, card, row, cards[: len(cards) - len(stays)], Reason(why, stays), left=stays)

    def is_extra(self, table: T) -> bool:
        """SU-7: whether there is one row too many, so that the next one taken vanishes."""
        return len(table.rows) > self.row_count

    def carry_off(
        self, table: T, seat: int, card: int, row: int, taken: Cards, reason: Reason, left: Cards = ()
    ) -> None:
        """Put cards of a row on the taker's pile; a row with nothing left vanishes."""
        heads = self.give(table, seat, taken)
        table.set_row(row, left)
        self.happen(table, RowTaken(seat, row, taken, heads, card, left, reason))

    def settle(self, table: T, event: Event) -> None:
        """SU-8, CO-10, Q-SU6b: 7-takes goes with any take of its row; SU-7, Q-SU3: a fifth row goes altogether."""
        if not isinstance(event, RowTaken):
            return
        if table.rows[event.row].has("seven"):
            self.lift(table, "seven", event.row, "row_taken")
        if not event.left:
            table.rows = table.rows[: event.row] + table.rows[event.row + 1 :]
            table.tell(RowVanished(event.row))

    # --- Specials that lie at a row: 7-takes and Stop --------------------------------------------

    def lay(self, table: T, special: Lying, row: int) -> None:
        """Put 7-takes or Stop at a row."""
        table.lay_mark(special, row)
        table.tell(MarkMoved(special, None, row, Reason("special_used")))

    def lift(self, table: T, special: Lying, row: int, why: ReasonCode) -> None:
        """Discard what lay at a row."""
        table.lift_mark(special, row)
        table.discards += (special,)
        table.tell(MarkRemoved(special, row, Reason(why)))

    def seven_refusal(self, table: T, row: int) -> Refusal | None:
        """Q-SU6, Q-CO10: one 7-takes at a row; whether it is locked does not matter (SU-15)."""
        if missing := self.missing_row(table, row, "seven"):
            return missing
        if table.rows[row].has("seven"):
            return Refusal("has_seven", self.cites["seven"], f"Row {row + 1} has a 7-takes already.")
        return None

    def stop_refusal(self, table: T, row: int) -> Refusal | None:
        """SU-15, Q-SU16, Q-CO9: two rows at most, one Stop each; Q-X10: not an empty row."""
        if missing := self.missing_row(table, row, "stop"):
            return missing
        if table.rows[row].has("stop"):
            return Refusal("locked_row", self.cites["stop"], f"Row {row + 1} is locked already.")
        if sum(other.has("stop") for other in table.rows) >= self.max_stops:
            return Refusal("too_many_stops", self.cites["stop"], f"{self.max_stops} rows are locked already.")
        return self.emptiness_refusal(table, row)

    # --- Specials that put cards into rows: Insert and Slide -------------------------------------

    def insert(self, table: T, play: Play, row: int) -> None:
        """SU-9, SU-10, CO-13: the played card goes into the row, perhaps as one card too many."""
        place = put_in(table, play.card, row)
        self.happen(table, CardInserted(play.seat, play.card, row, place))
        self.overflow(table, play.seat, play.card, row, "inserted_one_too_many")

    def insert_refusal(self, table: T, card: int, row: int) -> Refusal | None:
        """SU-9, Q-SU7, CO-13: not at the end; Q-X10: not while a row waits for a card."""
        if refusal := self.missing_row(table, row, "insert") or self.lock_refusal(table, row):
            return refusal
        empty = empty_row(table.rows)
        if empty is not None:
            return self.emptiness_refusal(table, empty)
        if card > table.rows[row].end and not self.insert_at_end:
            return Refusal(
                "not_at_the_end", self.cites["insert"], f"The {card} would go to the end of row {row + 1}, not into it."
            )
        return None

    def slide(self, table: T, seat: int, card: int, row: int) -> None:
        """SU-12, SU-13, CO-14: a card of the table goes into another row, perhaps as one card too many."""
        source = row_of(table.rows, card)
        if source is None:
            raise ValueError(f"{card} does not lie in a row")
        table.set_row(source, without(table.rows[source].cards, card))
        place = put_in(table, card, row)
        self.happen(table, CardSlid(seat, card, source, row, place))
        self.overflow(table, seat, card, row, "slid_one_too_many")

    def slide_refusal(self, table: T, card: int, row: int) -> Refusal | None:
        """SU-12, Q-SU9, CO-11, CO-14: from an unlocked row into another one; Q-X10: no second row may be emptied."""
        if missing := self.missing_row(table, row, "slide"):
            return missing
        source = row_of(table.rows, card)
        if source is None:
            return Refusal("not_on_table", self.cites["slide"], f"The {card} does not lie in a row.")
        if source == row:
            return Refusal("same_row", self.cites["slide"], f"The {card} lies in row {row + 1} already.")
        refusal = self.lock_refusal(table, source) or self.lock_refusal(table, row)
        return refusal or self.emptiness_refusal(table, row) or self.emptying_refusal(table, source)

    def emptying_refusal(self, table: T, source: int) -> Refusal | None:
        """Q-SU8, Q-CO7: perhaps the only card of a row must stay; Q-X10: one empty row is enough."""
        if len(table.rows[source].cards) > 1 or (self.may_empty_row and empty_row(table.rows) is None):
            return None
        return Refusal("would_empty_row", self.cites["empty_row"], f"Row {source + 1} would be left empty.")

    # --- Replace ---------------------------------------------------------------------------------

    def replace(self, table: T, card: int) -> None:
        """SU-11, CO-12: the next card goes back to its hand, where everybody knows it, and this one is placed."""
        play = table.queue[0]
        hand = without(table.hands[play.seat], card)
        table.hands = put(table.hands, play.seat, tuple(sorted((*hand, play.card))))
        known = without(table.known[play.seat], card)
        table.known = put(table.known, play.seat, tuple(sorted((*known, play.card))))
        table.queue = (Play.of(play.seat, card), *table.queue[1:])
        table.tell(CardReplaced(play.seat, play.card, card))

    def replace_refusal(self, table: T, seat: int, card: int) -> Refusal | None:
        """Q-SU13, Q-CO3: another card of the hand is needed."""
        if card in table.hands[seat]:
            return None
        return Refusal("not_in_hand", self.cites["replace"], f"The {card} is not in this hand.")

    # --- Positions in text form ------------------------------------------------------------------

    def check_marks(self, rows: Rows) -> None:
        """SU-15, Q-SU6, Q-CO9, Q-CO10: 7-takes and Stop, one of each at a row, and two Stops at most."""
        for row in rows:
            if not set(row.marks) <= {"seven", "stop"} or len(set(row.marks)) < len(row.marks):
                raise malformed("A row has one seven and one stop at most, and no other marks.", self.cites["seven"])
        if sum(row.has("stop") for row in rows) > self.max_stops:
            raise malformed(f"{self.max_stops} rows are locked at most.", self.cites["stop"])

    # --- Refusals that several specials share ----------------------------------------------------

    def missing_row(self, table: T, row: int, special: Special) -> Refusal | None:
        """Only rows that there are."""
        if 0 <= row < len(table.rows):
            return None
        return Refusal("no_such_row", self.cites[special], f"There is no row {row + 1}.")

    def lock_refusal(self, table: T, row: int) -> Refusal | None:
        """SU-14, CO-11: nothing is added to, removed from, or taken with a locked row."""
        if table.rows[row].has("stop"):
            return Refusal("locked_row", self.cites["stop"], f"Row {row + 1} is locked.")
        return None

    def emptiness_refusal(self, table: T, row: int) -> Refusal | None:
        """Q-SU8, Q-X10: nothing but the next card goes to an empty row."""
        if not table.rows[row].cards:
            return Refusal("empty_row", self.cites["empty_row"], f"Row {row + 1} waits for the next card.")
        return None


def empty_row(rows: Rows) -> int | None:
    """Find the row that a Slide has emptied."""
    return next((number for number, row in enumerate(rows) if not row.cards), None)


def row_of(rows: Rows, card: int) -> int | None:
    """Find the row where a card lies."""
    return next((number for number, row in enumerate(rows) if card in row.cards), None)


def put_in(table: Table, card: int, row: int) -> int:
    """Put a card where it keeps the row ascending, and say where that is."""
    cards = table.rows[row].cards
    place = bisect(cards, card)
    table.set_row(row, (*cards[:place], card, *cards[place:]))
    return place
