"""Insert: the played card goes into a row."""

from collections.abc import Iterable
from typing import Any

from ..actions import Action
from ..errors import Refusal
from .actions import UseInsert
from .effect import Effect, T
from .events import CardInserted
from .rows import SpecialRows
from .table import empty_row


class Insert(Effect[T]):
    """SU-9, SU-10, CO-13."""

    key = "insert"
    answers = (UseInsert,)
    is_personal = True

    def offers(self, table: T, seat: int) -> Iterable[Action]:
        """Any row."""
        return map(UseInsert, range(len(table.rows)))

    def refusal(self, rules: SpecialRows[T, Any], table: T, seat: int, use: UseInsert) -> Refusal | None:
        """SU-9, CO-13: not at the end, unless the option says so (Q-SU7); Q-X10: not while a row waits for a card."""
        row, card = use.row, table.queue[0].card
        refused = rules.missing_row(table, row, self.rule) or rules.lock_refusal(table, row)
        if refused := refused or rules.emptiness_refusal(table, empty_row(table.rows)):
            return refused
        if card < table.rows[row].end or rules.options.insert_at_end:
            return None
        return Refusal("not_at_the_end", self.rule, f"The {card} would go to the end of row {row + 1}, not into it.")

    def owner(self, table: T, seat: int, use: UseInsert) -> int | None:
        """Of the card that is next."""
        return table.queue[0].seat

    def carry_out(self, rules: SpecialRows[T, Any], table: T, seat: int, use: UseInsert) -> None:
        """SU-9, SU-10, CO-13: perhaps as one card too many."""
        play = table.next_play()
        place = table.put_in(play.card, use.row)
        rules.happen(table, CardInserted(play.seat, play.card, use.row, place))
        rules.overflow(table, play.seat, play.card, use.row, "inserted_one_too_many")
