"""Caper: a card without a number takes a place in a row and jumps on whenever a card joins it."""

from typing import Any

from ...errors import malformed
from ...events import CardPlaced, Event, Reason, ReasonCode, RowsLaid, RowTaken
from ...rows import Row, Rows
from ...rules import Rules
from ...table import Table
from .card import FanCard, lowest_end


class Caper(FanCard):
    """CA-1 to CA-9."""

    key = "caper"
    section = "CA"
    marks = ("caper",)

    def capacity(self, row: Row, capacity: int) -> int:
        """CA-3: Caper fills one place of its row."""
        return capacity - row.has("caper")

    def settle(self, rules: Rules[Any, Any], table: Table, event: Event) -> None:
        """CA-1: Caper starts beside the lowest card; CA-4 to CA-6: it jumps when its row gets a card or is taken."""
        match event:
            case RowsLaid():
                self.jump(table, "lowest_start_card")
            case CardPlaced(row=row) | RowTaken(row=row) if table.rows[row].has("caper"):
                landed = self.jump(table, "lowest_end")
                if len(table.rows[landed].cards) > rules.capacity(table.rows[landed]):
                    self.overflow(rules, table, event.seat, event.card, landed)

    def jump(self, table: Table, why: ReasonCode) -> int:
        """CA-4: to the lowest end of the other rows."""
        there = lowest_end(table.rows, besides=self.place(table))
        self.move(table, "caper", there, Reason(why, (table.rows[there].end,)))
        return there

    def overflow(self, rules: Rules[Any, Any], table: Table, seat: int, card: int, row: int) -> None:
        """CA-7: Caper makes six; whoever made it jump takes all but the end card, and so on (CA-8)."""
        *taken, end = table.rows[row].cards
        heads = rules.give(table, seat, row, tuple(taken))
        table.set_row(row, (end,))
        rules.happen(table, RowTaken(seat, row, tuple(taken), heads, card, (end,), Reason("caper_landed", (end,))))

    def check_marks(self, rules: Rules[Any, Any], rows: Rows) -> None:
        """CA-1, CA-9: one Caper, always in some row."""
        if [mark for row in rows for mark in row.marks if mark in self.marks] != ["caper"]:
            raise malformed("One row has the Caper card.", "CA-9")
