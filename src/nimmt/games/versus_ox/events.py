"""What happens in Versus the Ox alone."""

from typing import ClassVar

from ...actions import Play
from ...cards import Special
from ...events import Event, RowEvent
from ...specials.events import SpecialEvent
from .actions import TeamUse


class OxDealt(Event, frozen=True):
    """The Ox was dealt this many cards, face down (CO-2)."""

    count: int


class OxRevealed(Event, frozen=True):
    """The Ox's next card was turned up; with it the cards are placed in this order (CO-4)."""

    card: int
    plays: tuple[Play, ...]


class SpecialsLaid(Event, frozen=True):
    """These specials were turned up, and this many lie face down (CO-3)."""

    face_up: tuple[Special, ...]
    left: int


class SpecialTurnedUp(Event, frozen=True):
    """A special took the place of a used one, and this many still lie face down (CO-7)."""

    special: Special
    left: int


class Proposed(Event, frozen=True):
    """A member of the team proposed to use a special or to remove a Stop (Q-X17)."""

    seat: int
    use: TeamUse


class Voted(Event, frozen=True):
    """A member of the team agreed to a proposal or refused it (Q-X17)."""

    seat: int
    agree: bool


class ProposalRefused(Event, frozen=True):
    """A proposal was not agreed on by all; it is not offered again in this window (Q-X17)."""

    seat: int
    use: TeamUse


class SortBegun(Event, frozen=True):
    """A member began to put the waiting cards in order; nobody else sees how (Q-Y4)."""

    seat: int


class SortWithdrawn(Event, frozen=True):
    """That member proposed no order after all (Q-Y4)."""

    seat: int


class OwnersEvent(Event, frozen=True):
    """A step towards an order that nobody but its seat sees before it is proposed (Q-Y4)."""

    secret: ClassVar[bool] = True

    seat: int
    card: int

    def seen_by(self, seat: int | None) -> Event | None:
        """Nobody else learns that anything happened."""
        return self if seat == self.seat else None


class CardOrdered(OwnersEvent, frozen=True):
    """A member named the next card in the order (CO-17)."""


class CardUnordered(OwnersEvent, frozen=True):
    """A member took back the card named last (Q-Y4)."""


class OrderChanged(Event, frozen=True):
    """The cards that wait are now placed in this order (CO-15, CO-16, CO-17)."""

    plays: tuple[Play, ...]


OxEvent = (
    RowEvent
    | SpecialEvent
    | OxDealt
    | OxRevealed
    | SpecialsLaid
    | SpecialTurnedUp
    | Proposed
    | Voted
    | ProposalRefused
    | SortBegun
    | SortWithdrawn
    | CardOrdered
    | CardUnordered
    | OrderChanged
)
"""Everything that can happen in Versus the Ox."""
