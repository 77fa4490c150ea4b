"""Climb: one row runs downwards, and the marker climbs from row to row."""

from typing import Any

from ...errors import malformed
from ...events import Event, Reason, RowsLaid, RowTaken
from ...rows import Row, Rows
from ...rules import Rules
from ...table import Table
from .card import FanCard


class Climb(FanCard):
    """CL-1 to CL-9."""

    key = "climb"
    section = "CL"
    marks = ("up", "down")
    rows_ascend = False  # CL-9: what was laid downwards stays when the marker has gone

    def gap(self, row: Row, value: int, gap: int | None) -> int | None:
        """CL-2: the marked row is descending; CL-3: the gap counts the same way."""
        if not row.has("up", "down"):
            return gap
        return row.end - value if value < row.end else None

    def wins_tie(self, row: Row) -> bool:
        """CL-4: a tie goes to the marked row."""
        return row.has("up", "down")

    def settle(self, rules: Rules[Any, Any], table: Table, event: Event) -> None:
        """CL-1: the marker starts at the last row, arrows up; CL-7: every taking of any row moves it."""
        match event:
            case RowsLaid():
                self.move(table, "up", len(table.rows) - 1, Reason("starts_here"))
            case RowTaken():
                self.move_on(table)

    def move_on(self, table: Table) -> None:
        """CL-7: one row further; CL-8: at the first and the last row the marker arrives turned round."""
        here, last = self.place(table), len(table.rows) - 1
        if here is None:
            return
        if table.rows[here].has("up"):
            self.move(table, "down" if here == 1 else "up", here - 1, Reason("next_row"))
        else:
            self.move(table, "up" if here == last - 1 else "down", here + 1, Reason("next_row"))

    def check_marks(self, rules: Rules[Any, Any], rows: Rows) -> None:
        """CL-1, CL-8: one marker, which points down at the first row and up at the last."""
        last = len(rows) - 1
        shown = [(number, mark) for number, row in enumerate(rows) for mark in row.marks if mark in self.marks]
        if len(shown) != 1 or shown[0] in ((0, "up"), (last, "down")):
            raise malformed("One row has the marker: down at the first row, up at the last, else up or down.", "CL-8")
