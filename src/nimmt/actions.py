"""What a seat can do, as frozen values that are the same in code, on disk and on the wire."""

import re
from functools import cache
from types import UnionType
from typing import Any, ClassVar, Literal, Self, get_args, get_origin

from msgspec import Struct, structs

from .cards import Special
from .errors import Refusal


def snake_case(name: str) -> str:
    """Name a class on the wire: ``PlayCard`` is ``play_card`` there."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


ABSURD = 10**9
"""No card, row or pile has such a number. Python does not even write out those with thousands of digits."""


class Action(Struct, frozen=True, gc=False, tag=snake_case, forbid_unknown_fields=True, omit_defaults=True):
    """One answer to one decision."""

    def amend(self, earlier: tuple["Action", ...]) -> tuple["Action", ...]:
        """What is left of a seat's answers to one secret decision once this one is given: it replaces them (Q-X1)."""
        return (self,)

    def is_sound(self) -> bool:
        """Whether its fields hold what they should: what came as JSON may not, and what a program made still less."""
        return all(_holds(getattr(self, name), kinds) for name, kinds in _fields(type(self)))


@cache
def _fields(action: type[Action]) -> tuple[tuple[str, tuple[type, ...]], ...]:
    """The fields of a class of actions, and the classes that their values may have."""
    return tuple((field.name, _kinds(field.type)) for field in structs.fields(action))


def _holds(value: object, kinds: tuple[type, ...]) -> bool:
    """Whether a field may have this value; a number must be one that can be written in a sentence about it."""
    return type(value) in kinds and (not isinstance(value, int) or -ABSURD < value < ABSURD)


def _kinds(annotation: Any) -> tuple[type, ...]:
    if get_origin(annotation) is Literal:
        return (str,)
    return get_args(annotation) if isinstance(annotation, UnionType) else (annotation,)


class DraftCard(Action, frozen=True):
    """Take one of the cards that lie face up (P-3)."""

    card: int


class PlayCard(Action, frozen=True):
    """Choose a hand card in secret, with the digits reversed where that is allowed (B-4, RD-2)."""

    card: int
    reverse: bool = False

    def is_sound(self) -> bool:
        """The same without looking its fields up, and for any number: no action is more frequent."""
        return type(self.card) is int and type(self.reverse) is bool


NOT_AS_PRINTED = Refusal("cannot_reverse", "RD-2", "Digits are reversed in the game of that name only.")
"""Why a card with its digits reversed is refused where cards count for what is printed on them."""


class TakeRow(Action, frozen=True):
    """Take the cards of a row because the played card fits nowhere (B-9)."""

    row: int


class Pass(Action, frozen=True):
    """Use no special now, or keep those in hand (SU-4, SU-17, Q-X17)."""


class UseSpecial(Action, frozen=True):
    """Use a special card before a number card is placed (SU-4, CO-8)."""

    special: ClassVar[Special]


class UseSeven(UseSpecial, frozen=True):
    """Put 7-takes at a row (SU-8, CO-10)."""

    special: ClassVar[Special] = "seven"

    row: int


class UseStop(UseSpecial, frozen=True):
    """Lock a row (SU-14, CO-11)."""

    special: ClassVar[Special] = "stop"

    row: int


class UseInsert(UseSpecial, frozen=True):
    """Put the played card into a row, where ascending order wants it (SU-9, CO-13)."""

    special: ClassVar[Special] = "insert"

    row: int


class UseSlide(UseSpecial, frozen=True):
    """Move a card of the table into another row, where ascending order wants it (SU-12, CO-14)."""

    special: ClassVar[Special] = "slide"

    card: int
    row: int


class UseReplace(UseSpecial, frozen=True):
    """Take the played card back and place this one instead (SU-11, CO-12)."""

    special: ClassVar[Special] = "replace"

    card: int


class UseFifthRow(UseSpecial, frozen=True):
    """Start a fifth row with the played card (SU-6)."""

    special: ClassVar[Special] = "fifth_row"


class UseNegativePositive(UseSpecial, frozen=True):
    """Take the row that must be taken, but let one of its cards count for you (SU-16)."""

    special: ClassVar[Special] = "negative_positive"


class TurnPositive(Action, frozen=True):
    """Choose the card of the row just taken whose heads cancel others (SU-16)."""

    card: int


class ExchangeSpecial(Action, frozen=True):
    """Discard a special and draw another one (SU-17)."""

    special: Special


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
    """Take the own card back; the one to place instead is named once the team agrees (CO-12, Q-X17)."""

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


RowAction = (
    DraftCard
    | PlayCard
    | TakeRow
    | Pass
    | UseSeven
    | UseStop
    | UseInsert
    | UseSlide
    | UseReplace
    | UseFifthRow
    | UseNegativePositive
    | TurnPositive
    | ExchangeSpecial
    | UseFirst
    | UseLast
    | UseSort
    | TakeBack
    | RemoveStop
    | Vote
    | OrderCard
)
"""Everything that can be done in a row game."""
