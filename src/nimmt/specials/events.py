"""What happens in both games with specials."""

from ..cards import Special
from ..events import Event, Mark, Reason


class SpecialUsed(Event, frozen=True):
    """A seat used a special; what came of it is told next (SU-4, CO-8)."""

    seat: int
    special: Special


class CardInserted(Event, frozen=True):
    """A card was put into a row, at this place counted from 0 (SU-9, CO-13)."""

    seat: int
    card: int
    row: int
    place: int


class CardSlid(Event, frozen=True):
    """A card of the table was moved into another row, to this place counted from 0 (SU-12, CO-14)."""

    seat: int
    card: int
    source: int
    row: int
    place: int


class CardReplaced(Event, frozen=True):
    """A seat took its card back and plays another one instead (SU-11, CO-12)."""

    seat: int
    old: int
    new: int


class MarkRemoved(Event, frozen=True):
    """A special that lay at a row was discarded (SU-8, SU-15, CO-10, CO-11)."""

    mark: Mark
    row: int
    reason: Reason


class RowVanished(Event, frozen=True):
    """A row was taken whole; those below it move up, and the 5th-row special is discarded (SU-7)."""

    row: int


class Passed(Event, frozen=True):
    """A seat uses no special now, or keeps those in hand (SU-4, SU-17, Q-X17)."""

    seat: int


SpecialEvent = SpecialUsed | CardInserted | CardSlid | CardReplaced | MarkRemoved | RowVanished | Passed
"""What can happen in both games with specials."""
