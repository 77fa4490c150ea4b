"""What a seat can do in Bullenparty."""

from typing import ClassVar

from ...actions import Action

ZERO = 0
"""The zero card as a number: every seat has its own, whose letter decides the order."""


class Bid(Action, frozen=True):
    """Choose a value card, or `ZERO`, in secret (BP-6)."""

    card: int


class ClaimRow(Action, frozen=True):
    """Take one of the rows that are left, for a value bid (BP-7)."""

    row: int


class ExtendRow(Action, frozen=True):
    """Put the card that was drawn for a zero bid into a row (BP-8)."""

    row: int


class LayCard(Action, frozen=True):
    """Lay a hand card on one of one's own piles, or as a new pile (BP-15)."""

    card: int
    pile: int | None = None  # None: a new pile

    def amend(self, earlier: tuple[Action, ...]) -> tuple[Action, ...]:
        """One card more is laid."""
        return (*earlier, self)


class TakeCardBack(Action, frozen=True):
    """Take the last card laid back into the hand (Q-X1)."""

    may_recur: ClassVar[bool] = True

    def amend(self, earlier: tuple[Action, ...]) -> tuple[Action, ...]:
        """As if that card had never been laid."""
        return earlier[:-1]


class Done(Action, frozen=True):
    """Say that the right number of cards is laid; this is final (Q-X1)."""

    def amend(self, earlier: tuple[Action, ...]) -> tuple[Action, ...]:
        """From now on nothing is laid or taken back."""
        return (*earlier, self)


PartyAction = Bid | ClaimRow | ExtendRow | LayCard | TakeCardBack | Done
"""Everything that can be done in Bullenparty."""
