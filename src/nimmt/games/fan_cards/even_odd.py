"""Even/Odd: one row takes only even or only odd cards."""

from typing import Any, Literal

from ...errors import malformed
from ...events import Event, Reason, ReasonCode, RowsLaid, RowTaken
from ...rows import Row, Rows
from ...rules import Rules
from ...table import Table
from .card import FanCard, lowest_end


class EvenOdd(FanCard):
    """EO-1 to EO-7."""

    key = "even_odd"
    section = "EO"
    marks = ("odd", "even")

    def gap(self, row: Row, value: int, gap: int | None) -> int | None:
        """EO-2: only cards of the shown parity enter the marked row."""
        return None if row.has("even" if value % 2 else "odd") else gap

    def settle(self, rules: Rules[Any, Any], table: Table, event: Event) -> None:
        """EO-1: the marker starts at the lowest card; EO-4: every taking of any row moves it."""
        match event:
            case RowsLaid():
                self.move_on(table, "lowest_start_card")
            case RowTaken():
                self.move_on(table, "lowest_end")

    def move_on(self, table: Table, why: ReasonCode) -> None:
        """EO-5: to the lowest end of the other rows; EO-6: it shows that card's parity."""
        there = lowest_end(table.rows, besides=self.place(table))
        end = table.rows[there].end
        self.move(table, parity(end), there, Reason(why, (end,)))

    def check_marks(self, rules: Rules[Any, Any], rows: Rows) -> None:
        """EO-6: one marker, which shows the parity of its row's end card; a reversed card may have joined it since."""
        shown = [(mark, row) for row in rows for mark in row.marks if mark in self.marks]
        fits = [mark == parity(row.end) or (rules.reverses and len(row.cards) > 1) for mark, row in shown]
        if fits != [True]:
            raise malformed("One row has the marker, and it shows the parity of its end card.", "EO-6")


def parity(card: int) -> Literal["odd", "even"]:
    """The face that shows this card's parity."""
    return "odd" if card % 2 else "even"
