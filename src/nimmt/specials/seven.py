"""7-takes: its row holds one card more."""

from typing import Any

from ..errors import Refusal
from ..events import Event, RowTaken
from ..rows import Row
from .actions import UseSeven
from .effect import T
from .marker import Marker
from .rows import SpecialRows


class SevenTakes(Marker[T]):
    """SU-8, CO-10."""

    key = "seven"
    answers = (UseSeven,)
    marks = ("seven",)

    def __init__(self, rule: str, own_row: bool = False) -> None:
        """Q-SU6: in one book it goes to the row of the card that is being placed."""
        super().__init__(rule)
        self.own_row = own_row

    def capacity(self, row: Row, capacity: int) -> int:
        """SU-8, CO-10: the row is taken by the seventh card."""
        return capacity + row.has("seven")

    def settle(self, rules: SpecialRows[T, Any], table: T, event: Event) -> None:
        """SU-8, CO-10, Q-SU6b: it goes with any take of its row."""
        if isinstance(event, RowTaken) and table.rows[event.row].has("seven"):
            rules.lift(table, "seven", event.row, "row_taken")

    def refusal(self, rules: SpecialRows[T, Any], table: T, seat: int, use: UseSeven) -> Refusal | None:
        """Q-SU6: in one book, only the row of the card being placed; a lock does not matter (SU-15)."""
        refused = super().refusal(rules, table, seat, use)
        return refused or (self.other_row(rules, table, use.row) if self.own_row else None)

    def already_there(self, row: int) -> Refusal:
        """Q-SU6, Q-CO10: one 7-takes at a row."""
        return Refusal("has_seven", self.rule, f"Row {row + 1} has a 7-takes already.")

    def other_row(self, rules: SpecialRows[T, Any], table: T, row: int) -> Refusal | None:
        """Q-SU6: why not at this row, if the card goes elsewhere."""
        card = table.queue[0].card
        target = rules.target(table.rows, card)
        if target is None:
            return Refusal("fits_no_row", self.rule, f"The {card} fits no row, and 7-takes does not change that.")
        if target != row:
            return Refusal("not_own_row", self.rule, f"The {card} goes to row {target + 1}, and 7-takes with it.")
        return None
