"""5th row: the played card starts a row of its own."""

from typing import Any

from ...errors import Refusal
from ...events import CardPlaced, Event, Reason
from ...rows import Row, Rows
from ...specials import Effect, SpecialRows, empty_row
from ...specials.events import RowVanished
from .actions import UseFifthRow
from .table import SurpriseTable

USUAL_ROWS = 4


class FifthRow(Effect[SurpriseTable]):
    """SU-6, SU-7."""

    key = "fifth_row"
    answers = (UseFifthRow,)
    stays = True

    def refusal(
        self, rules: SpecialRows[SurpriseTable, Any], table: SurpriseTable, seat: int, use: UseFifthRow
    ) -> Refusal | None:
        """SU-6, Q-SU28: not while there are five rows; Q-SU8: nor while one waits for this very card."""
        if rules.is_extra(table):
            return Refusal("five_rows", "SU-6", "There are five rows already.")
        return rules.emptiness_refusal(table, empty_row(table.rows))

    def carry_out(
        self, rules: SpecialRows[SurpriseTable, Any], table: SurpriseTable, seat: int, use: UseFifthRow
    ) -> None:
        """SU-6, Q-X6: the special lies there while there are five rows."""
        play = table.next_play()
        table.rows += (Row((play.card,)),)
        rules.happen(table, CardPlaced(play.seat, play.card, len(table.rows) - 1, Reason("new_row")))

    def settle(self, rules: SpecialRows[SurpriseTable, Any], table: SurpriseTable, event: Event) -> None:
        """SU-7, Q-X6: it goes when a row vanishes."""
        if isinstance(event, RowVanished):
            table.discards += ("fifth_row",)

    def lying(self, rows: Rows) -> int:
        """Q-X6: one, as a reminder that there is a fifth row."""
        return int(len(rows) > USUAL_ROWS)
