"""Climb: one row runs downwards, and the marker climbs from row to row."""

from typing import Literal

from ..events import Event, MarkMoved, Reason, RowsLaid, RowTaken
from ..notation import malformed
from ..rows import Row, Rows
from ..table import Table
from .base import Base

Arrow = Literal["up", "down"]


class Climb(Base):
    """CL-1 to CL-9."""

    key = "climb"
    sections = ("B", "P", "F", "CL")
    rows_ascend = False  # CL-9: what was laid downwards stays when the marker has gone

    def gap(self, row: Row, value: int) -> int | None:
        """CL-2: the marked row is descending; CL-3: the gap counts the same way."""
        if not row.has("up", "down"):
            return super().gap(row, value)
        return row.end - value if value < row.end else None

    def settle(self, table: Table, event: Event) -> None:
        """CL-1: the marker starts at the last row, arrows up; CL-7: every taking of any row moves it."""
        last = len(table.rows) - 1
        match event:
            case RowsLaid():
                self.lay(table, "up", None, last, Reason("starts_here"))
            case RowTaken():
                up, down = table.marked("up"), table.marked("down")
                if up is not None:
                    self.lay(table, "down" if up == 1 else "up", up, up - 1, Reason("next_row"))
                elif down is not None:
                    self.lay(table, "up" if down == last - 1 else "down", down, down + 1, Reason("next_row"))

    def lay(self, table: Table, arrow: Arrow, source: int | None, row: int, reason: Reason) -> None:
        """Move the marker; CL-8: at the first and the last row it arrives turned round."""
        table.move_mark(arrow, source, row)
        table.tell(MarkMoved(arrow, source, row, reason))

    def check_marks(self, rows: Rows) -> None:
        """CL-1, CL-8: one marker, which points down at the first row and up at the last."""
        last = len(rows) - 1
        shown = [(number, mark) for number, row in enumerate(rows) for mark in row.marks]
        if len(shown) != 1 or shown[0][1] not in ("up", "down") or shown[0] in ((0, "up"), (last, "down")):
            raise malformed("One row has the marker: down at the first row, up at the last, else up or down.", "CL-8")
