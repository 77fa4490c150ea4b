"""What a seat can do with the specials that both games have."""

from typing import ClassVar

from ..actions import Action
from ..cards import Special


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
    """Put the played card into a row, where ascending order puts it (SU-9, CO-13)."""

    special: ClassVar[Special] = "insert"

    row: int


class UseSlide(UseSpecial, frozen=True):
    """Move a card of the table into another row, where ascending order puts it (SU-12, CO-14)."""

    special: ClassVar[Special] = "slide"

    card: int
    row: int


class UseReplace(UseSpecial, frozen=True):
    """Take the played card back and place this one instead (SU-11, CO-12)."""

    special: ClassVar[Special] = "replace"

    card: int


SpecialAction = Pass | UseSeven | UseStop | UseInsert | UseSlide | UseReplace
"""What can be done in both games with specials."""
