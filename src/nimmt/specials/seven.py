"""7-takes: its row holds one card more."""

from collections.abc import Iterable
from typing import Any

from ..actions import Action
from ..errors import Refusal, malformed
from ..events import Event, RowTaken
from ..rows import Row, Rows
from .actions import UseSeven
from .effect import Effect, T
from .rows import SpecialRows


class SevenTakes(Effect[T]):
    """SU-8, CO-10."""

    key = "seven"
    answers = (UseSeven,)
    marks = ("seven",)
    stays = True

    def __init__(self, rule: str, own_row: bool = False) -> None:
        """Q-SU6: in one book it goes to the row that the own card goes to."""
        super().__init__(rule)
        self.own_row = own_row

    def capacity(self, row: Row, capacity: int) -> int:
        """SU-8, CO-10: the row is taken by the seventh card."""
        return capacity + row.has("seven")

    def settle(self, rules: SpecialRows[T, Any], table: T, event: Event) -> None:
        """SU-8, CO-10, Q-SU6b: it goes with any take of its row."""
        if isinstance(event, RowTaken) and table.rows[event.row].has("seven"):
            rules.lift(table, "seven", event.row, "row_taken")

    def offers(self, table: T, seat: int) -> Iterable[Action]:
        """Any row."""
        return map(UseSeven, range(len(table.rows)))

    def refusal(self, rules: SpecialRows[T, Any], table: T, seat: int, use: UseSeven) -> Refusal | None:
        """Q-SU6, Q-CO10: one 7-takes at a row; whether it is locked does not matter (SU-15)."""
        if missing := rules.missing_row(table, use.row, self.rule):
            return missing
        if table.rows[use.row].has("seven"):
            return Refusal("has_seven", self.rule, f"Row {use.row + 1} has a 7-takes already.")
        return self.other_row(rules, table, use.row) if self.own_row else None

    def other_row(self, rules: SpecialRows[T, Any], table: T, row: int) -> Refusal | None:
        """Q-SU6: the own card goes elsewhere."""
        card = table.queue[0].card
        target = rules.target(table.rows, card)
        if target is None:
            return Refusal("fits_no_row", self.rule, f"The {card} fits no row, and 7-takes does not change that.")
        if target != row:
            return Refusal("not_own_row", self.rule, f"The {card} goes to row {target + 1}, and 7-takes with it.")
        return None

    def carry_out(self, rules: SpecialRows[T, Any], table: T, seat: int, use: UseSeven) -> None:
        """It lies at the row."""
        rules.lay(table, "seven", use.row)

    def check_marks(self, rows: Rows) -> None:
        """Q-SU6, Q-CO10: one at a row."""
        if any(row.marks.count("seven") > 1 for row in rows):
            raise malformed("A row has one seven at most.", self.rule)
