"""What happens in Surprise alone, and what of it a seat may see."""

from msgspec.structs import replace

from ...cards import Special
from ...events import Event, RowEvent
from ...specials.events import SpecialEvent, SpecialUsed


class SpecialsShuffled(Event, frozen=True):
    """The draw pile was rebuilt from these specials and so many that lay face down in it (SU-2, SU-17, SU-18)."""

    face_up: tuple[Special, ...]
    face_down: int


class SpecialsDealt(Event, frozen=True):
    """A seat was dealt specials; others see only how many (SU-2, SU-18, Q-SU26)."""

    seat: int
    count: int
    specials: tuple[Special, ...] | None

    def seen_by(self, seat: int | None) -> Event:
        """Only the owner sees the cards."""
        return self if seat == self.seat else replace(self, specials=None)


class SpecialDiscarded(Event, frozen=True):
    """A seat discarded a special in order to draw another one (SU-17)."""

    seat: int
    special: Special


class SpecialDrawn(Event, frozen=True):
    """A seat drew a special; others do not see which (SU-17)."""

    seat: int
    special: Special | None

    def seen_by(self, seat: int | None) -> Event:
        """Only the owner sees the card."""
        return self if seat == self.seat else replace(self, special=None)


class CardTurned(Event, frozen=True):
    """A card of the row just taken turns positive; what it cancels is still to be chosen (SU-16, Q-Z2)."""

    seat: int
    card: int


class HeadsCancelled(Event, frozen=True):
    """A card of the row just taken turned positive: it is in the box with these cards, or struck off points (SU-16)."""

    seat: int
    card: int
    cancelled: tuple[int, ...]
    heads: int  # cancelled besides those of the card itself


TrailEvent = SpecialsShuffled | SpecialsDealt | SpecialDrawn | SpecialUsed | SpecialDiscarded
"""Everything that says where a special is or was."""

SurpriseEvent = RowEvent | SpecialEvent | TrailEvent | CardTurned | HeadsCancelled
"""Everything that can happen in Surprise."""
