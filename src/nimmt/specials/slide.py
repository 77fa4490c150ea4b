"""Slide: a card of the table goes into another row."""

from collections.abc import Iterable
from typing import Any

from ..actions import Action
from ..cards import without
from ..errors import Refusal
from .actions import UseSlide
from .effect import Condition, Effect, T
from .events import CardSlid
from .rows import SpecialRows
from .table import empty_row, row_of


class Slide(Effect[T]):
    """SU-12, SU-13, CO-14."""

    key = "slide"
    answers = (UseSlide,)
    leaves_card = True

    def __init__(self, rule: str, emptying_rule: str, when: Condition | None = None) -> None:
        """Set also the rule that an option to forbid emptying a row comes from."""
        super().__init__(rule, when)
        self.emptying_rule = emptying_rule

    def offers(self, table: T, seat: int) -> Iterable[Action]:
        """Any card of the table, to any row."""
        rows = range(len(table.rows))
        return (UseSlide(card, row) for source in table.rows for card in source.cards for row in rows)

    def refusal(self, rules: SpecialRows[T, Any], table: T, seat: int, use: UseSlide) -> Refusal | None:
        """SU-12, Q-SU9, CO-11, CO-14: from an unlocked row into another one; Q-X10: no second row may be emptied."""
        card, row = use.card, use.row
        if missing := rules.missing_row(table, row, self.rule):
            return missing
        source = row_of(table.rows, card)
        if source is None:
            return Refusal("not_on_table", self.rule, f"The {card} does not lie in a row.")
        if source == row:
            return Refusal("same_row", self.rule, f"The {card} lies in row {row + 1} already.")
        refused = rules.lock_refusal(table, source) or rules.lock_refusal(table, row)
        return refused or rules.emptiness_refusal(table, row) or self.emptying_refusal(rules, table, source)

    def emptying_refusal(self, rules: SpecialRows[T, Any], table: T, source: int) -> Refusal | None:
        """SU-13, Q-SU8, Q-CO7: a row may be emptied, unless the option forbids it; Q-X10: one at a time."""
        forbidden = rules.options.slide_empty_row == "forbid"
        if len(table.rows[source].cards) > 1 or not (forbidden or empty_row(table.rows) is not None):
            return None
        rule = self.emptying_rule if forbidden else rules.empty_row_rule
        return Refusal("would_empty_row", rule, f"Row {source + 1} would be left empty.")

    def carry_out(self, rules: SpecialRows[T, Any], table: T, seat: int, use: UseSlide) -> None:
        """SU-12, SU-13, CO-14: perhaps as one card too many."""
        source = row_of(table.rows, use.card)
        assert source is not None
        table.set_row(source, without(table.rows[source].cards, use.card))
        place = table.put_in(use.card, use.row)
        rules.happen(table, CardSlid(seat, use.card, source, use.row, place))
        rules.overflow(table, seat, use.card, use.row, "slid_one_too_many")
