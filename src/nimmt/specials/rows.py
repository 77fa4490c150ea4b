"""Rows among specials: they may be locked, empty for a while, or one too many.

A locked row (Stop) takes and gives no number card; a row may be empty after a Slide, until the next card fills it;
a row may vanish. Ascending order fixes where a card goes into a row.
"""

from collections.abc import Iterable
from typing import ClassVar, TypeVar, cast

from ..actions import Play, TakeRow
from ..cards import Special, without
from ..errors import Refusal
from ..events import CardPlaced, Event, Mark, MarkMoved, Reason, ReasonCode, RowTaken
from ..parts import PartRules
from ..rows import Row, Rows
from ..table import Cards
from ..views import TableView
from .events import CardInserted, CardSlid, MarkRemoved, RowVanished
from .table import SpecialTable, empty_row

T = TypeVar("T", bound=SpecialTable)
W = TypeVar("W", bound=TableView)


class SpecialRows(PartRules[T, W]):
    """What cards do to such rows, whichever special made them so."""

    lock_rule: ClassVar[str]  # the book's rule on locked rows, which refusals cite
    empty_row_rule: ClassVar[str]  # the one on empty rows

    # --- Where a card goes -------------------------------------------------------------------------

    def gap(self, row: Row, value: int) -> int | None:
        """No card is near an empty row."""
        return super().gap(row, value) if row.cards else None

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

    def takeable(self, rows: Rows) -> Iterable[int]:
        """Q-B5, CO-6, Q-CO8: the rows that are not locked."""
        return [number for number, row in enumerate(rows) if not row.has("stop")]

    # --- Takes -------------------------------------------------------------------------------------

    def take(self, table: T, play: Play, row: int, reason: Reason) -> None:
        """SU-7: while there are five rows the played card is taken too; otherwise it starts the row again."""
        cards = table.rows[row].cards
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
        heads = self.give(table, seat, row, taken)
        table.set_row(row, left)
        self.happen(table, RowTaken(seat, row, taken, heads, card, left, reason))

    def settle(self, table: T, event: Event) -> None:
        """SU-7, Q-SU3: once the specials have followed a take, a row with nothing left disappears."""
        super().settle(table, event)
        if isinstance(event, RowTaken) and not event.left:
            table.rows = table.rows[: event.row] + table.rows[event.row + 1 :]
            self.happen(table, RowVanished(event.row))

    def unfold(self, table: T, event: Event) -> None:
        """Specials move cards within the rows, and rows can vanish."""
        super().unfold(table, event)
        match event:
            case CardInserted(card=card, row=row, place=place):
                self.join(table, card, row, place)
            case CardSlid(card=card, source=source, row=row, place=place):
                table.set_row(source, without(table.rows[source].cards, card))
                self.join(table, card, row, place)
            case MarkRemoved(mark=mark, row=row):
                self.remove(table, mark, row)
            case RowVanished(row=row):
                table.rows = table.rows[:row] + table.rows[row + 1 :]

    # --- Specials that lie at a row ----------------------------------------------------------------

    def lay(self, table: T, special: Mark, row: int) -> None:
        """Put a special at a row."""
        table.lay_mark(special, row)
        table.tell(MarkMoved(special, None, row, Reason("special_used")))

    def lift(self, table: T, special: Special, row: int, why: ReasonCode) -> None:
        """Discard a special that lay at a row."""
        mark = cast(Mark, special)
        table.lift_mark(mark, row)
        table.discards += (special,)
        table.tell(MarkRemoved(mark, row, Reason(why)))

    # --- Refusals that several specials share ------------------------------------------------------

    def missing_row(self, table: T, row: int, rule: str) -> Refusal | None:
        """Why a row that does not exist cannot be named."""
        if 0 <= row < len(table.rows):
            return None
        return Refusal("no_such_row", rule, f"There is no row {row + 1}.")

    def lock_refusal(self, table: T, row: int) -> Refusal | None:
        """SU-14, CO-11: nothing is added to, removed from, or taken with a locked row."""
        if table.rows[row].has("stop"):
            return Refusal("locked_row", self.lock_rule, f"Row {row + 1} is locked.")
        return None

    def emptiness_refusal(self, table: T, row: int | None) -> Refusal | None:
        """Q-SU8, Q-X10: nothing but the next card goes to an empty row."""
        if row is None or table.rows[row].cards:
            return None
        return Refusal("empty_row", self.empty_row_rule, f"Row {row + 1} waits for the next card.")
