"""Replace: another card of the hand is placed instead of the played one."""

from collections.abc import Iterable
from typing import Any

from ..actions import Action
from ..errors import Refusal
from .actions import UseReplace
from .effect import Effect, T
from .rows import SpecialRows


class Replace(Effect[T]):
    """SU-11."""

    key = "replace"
    answers = (UseReplace,)

    def offers(self, table: T, seat: int) -> Iterable[Action]:
        """Any card of the hand."""
        return map(UseReplace, table.hands[seat])

    def refusal(self, rules: SpecialRows[T, Any], table: T, seat: int, use: UseReplace) -> Refusal | None:
        """Q-SU13: another card of the hand is needed."""
        if use.card in table.hands[seat]:
            return None
        return Refusal("not_in_hand", self.rule, f"The {use.card} is not in this hand.")

    def carry_out(self, rules: SpecialRows[T, Any], table: T, seat: int, use: UseReplace) -> None:
        """The card in play goes back to the hand."""
        table.replace_next(use.card)
