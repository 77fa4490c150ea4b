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
    """Choose the order of all cards that wait, one after another once the team agrees (CO-17, Q-X17)."""

    special: ClassVar[Special] = "sort"


class TakeBack(UseSpecial, frozen=True):
    """Take one's own card back; the one to place instead is named once the team agrees (CO-12, Q-X17)."""

    special: ClassVar[Special] = "replace"


class RemoveStop(Action, frozen=True):
    """Unlock a row (CO-11, Q-CO9)."""

    row: int


class Vote(Action, frozen=True):
    """Agree to what another member proposes, or refuse it (Q-CO2, Q-X17)."""

    agree: bool


class OrderCard(Action, frozen=True):
    """Name the next card in the order of Sort (CO-17)."""

    card: int


TeamUse = UseSeven | UseStop | TakeBack | UseInsert | UseSlide | UseFirst | UseLast | UseSort | RemoveStop
"""What a member of the team can propose."""

OxAction = RowAction | SpecialAction | TeamUse | Vote | OrderCard
"""Everything that can be done in Versus the Ox."""
