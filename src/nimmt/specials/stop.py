"""Stop: its row is locked."""

from typing import Any

from ..errors import Refusal, malformed
from ..events import Event, RowTaken
from ..rows import Row, Rows
from .actions import UseStop
from .effect import T
from .marker import Marker
from .rows import SpecialRows

MOST = 2
"""SU-15, Q-CO9: how many rows may be locked at a time."""


class Stop(Marker[T]):
    """SU-14, SU-15, CO-11."""

    key = "stop"
    answers = (UseStop,)
    marks = ("stop",)
    leaves_card = True

    def __init__(self, rule: str, until_take: bool = False) -> None:
        """SU-15: in one book the next take of any row ends it."""
        super().__init__(rule)
        self.until_take = until_take

    def gap(self, row: Row, value: int, gap: int | None) -> int | None:
        """SU-14, CO-11, Q-CO8: a locked row does not exist for a card."""
        return None if row.has("stop") else gap

    def settle(self, rules: SpecialRows[T, Any], table: T, event: Event) -> None:
        """SU-15, Q-SU17: any take removes all Stops at once."""
        if not (self.until_take and isinstance(event, RowTaken)):
            return
        for number, row in enumerate(table.rows):
            if row.has("stop"):
                rules.lift(table, "stop", number, "row_taken")

    def refusal(self, rules: SpecialRows[T, Any], table: T, seat: int, use: UseStop) -> Refusal | None:
        """SU-15, Q-SU16, Q-CO9: two rows at most; Q-X10: not an empty row."""
        if refused := super().refusal(rules, table, seat, use):
            return refused
        if sum(other.has("stop") for other in table.rows) >= MOST:
            return Refusal("too_many_stops", self.rule, f"{MOST} rows are locked already.")
        return rules.emptiness_refusal(table, use.row)

    def already_there(self, row: int) -> Refusal:
        """SU-15, Q-CO9: one Stop at a row."""
        return Refusal("locked_row", self.rule, f"Row {row + 1} is locked already.")

    def check_marks(self, rules: Any, rows: Rows) -> None:
        """SU-15, Q-CO9: at two rows at most."""
        super().check_marks(rules, rows)
        if sum(row.has("stop") for row in rows) > MOST:
            raise malformed(f"{MOST} rows are locked at most.", self.rule)
