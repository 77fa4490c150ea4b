"""What a member of the team can do in Versus the Ox alone."""

from typing import ClassVar

from ...actions import Action, RowAction
from ...cards import Special
from ...specials.actions import SpecialAction, UseInsert, UseSeven, UseSlide, UseSpecial, UseStop


class UseFirst(UseSpecial, frozen=True):
    """Place this card of the team next (CO-15)."""

    special: ClassVar[Special] = "first"

    card: int


class UseLast(UseSpecial, frozen=True):
    """Place this card of the team after all others (CO-16)."""

    special: ClassVar[Special] = "last"

    card: int


class UseSort(UseSpecial, frozen=True):
    """Begin to put all cards that wait in order; the window waits meanwhile (CO-17, Q-Y4)."""

    special: ClassVar[Special] = "sort"
    may_recur: ClassVar[bool] = True


class UseOrder(UseSpecial, frozen=True):
    """Propose Sort with this order, which was named card by card (CO-17, Q-Y4)."""

    special: ClassVar[Special] = "sort"

    order: tuple[int, ...]

    def amend(self, earlier: tuple[Action, ...]) -> tuple[Action, ...]:
        """The order is complete."""
        return (*earlier, self)


class ReplaceCard(UseSpecial, frozen=True):
    """Have a waiting card of the team taken back; its owner names another one once the team agrees (CO-12, Q-Y3)."""

    special: ClassVar[Special] = "replace"

    card: int


class RemoveStop(Action, frozen=True):
    """Unlock a row (CO-11, Q-CO9)."""

    row: int


class Vote(Action, frozen=True):
    """Agree to what another member proposes, or refuse it (Q-CO2, Q-X17)."""

    agree: bool


class OrderCard(Action, frozen=True):
    """Name the next card in the order of Sort (CO-17)."""

    card: int

    def amend(self, earlier: tuple[Action, ...]) -> tuple[Action, ...]:
        """One card more has its place."""
        return (*earlier, self)


class UnorderCard(Action, frozen=True):
    """Take back the card that was named last (Q-Y4)."""

    may_recur: ClassVar[bool] = True

    def amend(self, earlier: tuple[Action, ...]) -> tuple[Action, ...]:
        """As if it had never been named."""
        return earlier[:-1]


class WithdrawSort(Action, frozen=True):
    """Propose no order after all (Q-Y4)."""


TeamUse = UseSeven | UseStop | ReplaceCard | UseInsert | UseSlide | UseFirst | UseLast | UseSort | UseOrder | RemoveStop
"""What a member of the team can propose."""

OxAction = RowAction | SpecialAction | TeamUse | Vote | OrderCard | UnorderCard | WithdrawSort
"""Everything that can be done in Versus the Ox."""
