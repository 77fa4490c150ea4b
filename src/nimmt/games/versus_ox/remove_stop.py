"""Removing a Stop: the team needs no card for it."""

from collections.abc import Iterable
from typing import Any

from ...actions import Action
from ...errors import Refusal
from ...specials import Effect, SpecialRows
from .actions import RemoveStop
from .table import OxTable


class StopRemoval(Effect[OxTable]):
    """CO-11, Q-CO9."""

    answers = (RemoveStop,)

    def offers(self, table: OxTable, seat: int) -> Iterable[Action]:
        """Every row that is locked."""
        return [RemoveStop(number) for number, row in enumerate(table.rows) if row.has("stop")]

    def refusal(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: RemoveStop) -> Refusal | None:
        """Q-CO9: only where one lies."""
        if 0 <= use.row < len(table.rows) and table.rows[use.row].has("stop"):
            return None
        return Refusal("no_stop", "Q-CO9", f"No Stop lies at row {use.row + 1}.")

    def carry_out(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: RemoveStop) -> None:
        """The row is open again."""
        rules.lift(table, "stop", use.row, "team_decided")
