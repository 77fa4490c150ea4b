"""What a seat can do, as frozen values that are the same in code, on disk and on the wire."""

import re
from typing import Self

from msgspec import Struct


def snake_case(name: str) -> str:
    """Name a class on the wire: ``PlayCard`` is ``play_card`` there."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Action(Struct, frozen=True, gc=False, tag=snake_case, forbid_unknown_fields=True, omit_defaults=True):
    """One answer to one decision."""

    def amend(self, earlier: tuple["Action", ...]) -> tuple["Action", ...]:
        """What is left of a seat's answers to one secret decision once this one is given: it replaces them (Q-X1)."""
        return (self,)


class DraftCard(Action, frozen=True):
    """Take one of the cards that lie face up (P-3)."""

    card: int


class PlayCard(Action, frozen=True):
    """Choose a hand card in secret, with the digits reversed where that is allowed (B-4, RD-2)."""

    card: int
    reverse: bool = False


class TakeRow(Action, frozen=True):
    """Take the cards of a row because the played card fits nowhere (B-9)."""

    row: int


class Play(Struct, frozen=True, gc=False):
    """A revealed card on its way to a row; its value differs from the card only when the digits are reversed."""

    seat: int
    card: int
    value: int

    @classmethod
    def of(cls, seat: int, card: int) -> Self:
        """Play a card for what is printed on it."""
        return cls(seat, card, card)

    @property
    def reversed(self) -> bool:
        """Whether it counts for its reversed digits (RD-2)."""
        return self.value != self.card


RowAction = DraftCard | PlayCard | TakeRow
"""Everything that can be done in a row game."""
