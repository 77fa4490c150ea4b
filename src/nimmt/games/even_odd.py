"""Even/Odd: one row takes only even or only odd cards."""

from typing import Literal

from ..events import Event, MarkMoved, Reason, ReasonCode, RowsLaid, RowTaken
from ..notation import malformed
from ..rows import Row, Rows
from ..table import Table
from .base import Base


class EvenOdd(Base):
    """EO-1 to EO-7."""

    key = "even_odd"
    sections = ("B", "P", "F", "EO")

    def gap(self, row: Row, value: int) -> int | None:
        """EO-2: only cards of the shown parity enter the marked row."""
        return None if row.refuses(value) else super().gap(row, value)

    def settle(self, table: Table, event: Event) -> None:
        """EO-1: the marker starts at the lowest card; EO-4: every taking of any row moves it."""
        match event:
            case RowsLaid():
                self.move_marker(table, "lowest_start_card")
            case RowTaken():
                self.move_marker(table, "lowest_end")

    def move_marker(self, table: Table, why: ReasonCode) -> None:
        """EO-5: to the lowest end of the other rows; EO-6: it shows that card's parity."""
        here = table.marked("odd", "even")
        there = table.lowest_end(besides=here)
        end = table.rows[there].end
        face: Literal["odd", "even"] = "odd" if end % 2 else "even"
        table.move_mark(face, here, there)
        table.tell(MarkMoved(face, here, there, Reason(why, (end,))))

    def check_marks(self, rows: Rows) -> None:
        """EO-6: one marker, which shows the parity of its row's end card."""
        shown = [(mark, row.end % 2) for row in rows for mark in row.marks]
        if shown not in ([("even", 0)], [("odd", 1)]):
            raise malformed("One row has the marker, and it shows the parity of its end card.", "EO-6")
