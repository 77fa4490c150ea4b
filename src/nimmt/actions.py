"""What a seat can do, as frozen values that are the same in code, on disk and on the wire."""

import re
from functools import cache
from types import UnionType
from typing import Any, ClassVar, Literal, Self, get_args, get_origin

from msgspec import Struct, structs

from .errors import Refusal


def snake_case(name: str) -> str:
    """Name a class on the wire: ``PlayCard`` is ``play_card`` there."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


TOO_LARGE = 10**9
"""Larger than the number of any card, row or pile, and short enough to quote in an error message."""


class Action(Struct, frozen=True, gc=False, tag=snake_case, forbid_unknown_fields=True, omit_defaults=True):
    """One answer to one decision."""

    may_recur: ClassVar[bool] = False
    """Whether a seat could do it again and again while the game stands still, because another action takes it back."""

    def amend(self, earlier: tuple["Action", ...]) -> tuple["Action", ...]:
        """A seat's answers to a secret decision once this one is given: it replaces the earlier ones (Q-X1)."""
        return (self,)

    def is_sound(self) -> bool:
        """Whether its fields have values of the right types: those from JSON or a program may not."""
        return all(_holds(getattr(self, name), kinds) for name, kinds in _fields(type(self)))


@cache
def _fields(action: type[Action]) -> tuple[tuple[str, tuple[type, ...]], ...]:
    """The fields of an action, each with the classes that its value may have."""
    return tuple((field.name, _kinds(field.type)) for field in structs.fields(action))


def _holds(value: object, kinds: tuple[type, ...]) -> bool:
    """Whether a field may have this value; no absurd numbers, and only numbers in lists."""
    if type(value) is tuple:
        return tuple in kinds and all(_holds(each, (int,)) for each in value)
    return type(value) in kinds and (not isinstance(value, int) or -TOO_LARGE < value < TOO_LARGE)


def _kinds(annotation: Any) -> tuple[type, ...]:
    if get_origin(annotation) is Literal:
        return (str,)
    if get_origin(annotation) is tuple:
        return (tuple,)
    return get_args(annotation) if isinstance(annotation, UnionType) else (annotation,)


class DraftCard(Action, frozen=True):
    """Take one of the cards that lie face up (P-3)."""

    card: int


class PlayCard(Action, frozen=True):
    """Choose a hand card in secret, with the digits reversed where that is allowed (B-4, RD-2)."""

    card: int
    reverse: bool = False

    def is_sound(self) -> bool:
        """The same check spelled out, because no action is more frequent."""
        return type(self.card) is int and type(self.reverse) is bool


NOT_AS_PRINTED = Refusal("cannot_reverse", "RD-2", "Digits are reversed in the game of that name only.")
"""Why a card with its digits reversed is refused where cards count for what is printed on them."""


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
"""What can be done in every row game."""
