"""What specials that lie at a row have in common."""

from collections.abc import Iterable
from typing import Any

from ..actions import Action
from ..errors import Refusal, malformed
from ..rows import Rows
from .effect import Effect, T
from .rows import SpecialRows


class Marker(Effect[T]):
    """A special that stays at a row, where no second one of its kind may lie."""

    stays = True

    def offers(self, table: T, seat: int) -> Iterable[Action]:
        """Any row."""
        return map(self.answers[0], range(len(table.rows)))

    def refusal(self, rules: SpecialRows[T, Any], table: T, seat: int, use: Any) -> Refusal | None:
        """Only an existing row that has none yet."""
        if missing := rules.missing_row(table, use.row, self.rule):
            return missing
        return self.already_there(use.row) if table.rows[use.row].has(*self.marks) else None

    def already_there(self, row: int) -> Refusal:
        """Why no second one may lie at this row."""
        raise NotImplementedError

    def carry_out(self, rules: SpecialRows[T, Any], table: T, seat: int, use: Any) -> None:
        """It lies at the row."""
        rules.lay(table, self.marks[0], use.row)

    def check_marks(self, rules: Any, rows: Rows) -> None:
        """One at a row."""
        if any(row.marks.count(self.marks[0]) > 1 for row in rows):
            raise malformed(f"A row has one {self.key} at most.", self.rule)
