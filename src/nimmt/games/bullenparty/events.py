"""What happens in Bullenparty, and what of it a seat may see."""

from typing import ClassVar

from msgspec.structs import replace

from ...events import Event, GameEnded, HandDealt, Reason, RoundEnded, RoundStarted
from ...table import Cards
from .table import PartyRow, Piles, ShownBid, Tally


class CardsBoxed(Event, frozen=True):
    """This many value cards were counted off unseen: they are not in this game (BP-3)."""

    count: int


class ZeroDealt(Event, frozen=True):
    """A seat got its zero card; the letter is its secret until it bids it (BP-2, Q-BP18)."""

    seat: int
    letter: str | None

    def seen_by(self, seat: int | None) -> Event:
        """Only the owner sees the letter."""
        return self if seat == self.seat else replace(self, letter=None)


class LastRoundBegan(Event, frozen=True):
    """The last card of the draw pile was turned up: the present round is the last one (BP-18)."""

    round: int


class DiscardsShuffled(Event, frozen=True):
    """The discarded bids became the draw pile (BP-18, Q-BP8)."""

    cards: Cards  # ascending: nobody knows their order


class RowsOpened(Event, frozen=True):
    """A round's rows were laid out, two cards each (BP-5)."""

    rows: tuple[PartyRow, ...]


class BidSealed(Event, frozen=True):
    """A seat chose its bid; others learn that it chose, not what, nor that it changed its mind (BP-6, Q-X1)."""

    secret: ClassVar[bool] = True

    seat: int
    card: int | None
    again: bool

    def seen_by(self, seat: int | None) -> Event | None:
        """Only the owner sees the card and a second choice."""
        if seat == self.seat:
            return self
        return None if self.again else BidSealed(self.seat, None, False)


class BidsRevealed(Event, frozen=True):
    """All bids were turned up; they are carried out in this order (BP-6)."""

    bids: tuple[ShownBid, ...]


class BidCalled(Event, frozen=True):
    """A bid's turn came, because it is the lowest value or the first letter of those left (BP-7, BP-8)."""

    seat: int
    card: int
    reason: Reason


class RowClaimed(Event, frozen=True):
    """A seat discarded its bid and took a row: the cards to its hand, a buffalo card aside (BP-7, BP-16)."""

    seat: int
    bid: int
    row: int
    cards: Cards
    buffalo: int | None


class CardDrawn(Event, frozen=True):
    """A card was drawn for a zero bid and shown before its row is chosen (BP-8, Q-BP4)."""

    seat: int
    card: int


class RowExtended(Event, frozen=True):
    """The drawn card went into a row, and the zero card back to its owner (BP-8)."""

    seat: int
    row: int
    card: int


class BuffaloJoined(Event, frozen=True):
    """The top buffalo card went to a row that got its fifth card (BP-10)."""

    row: int
    heads: int
    reason: Reason


class ZeroReturned(Event, frozen=True):
    """A zero card went back to its owner and nothing was drawn (BP-9, Q-BP5b, Q-X16)."""

    seat: int
    reason: Reason


class LayDownOpened(Event, frozen=True):
    """All rows are taken, and everybody lays down this many cards (BP-14, BP-19)."""

    counts: tuple[int, ...]


class OwnersEvent(Event, frozen=True):
    """A step of a lay-down, which nobody but its seat sees before all are done (Q-X1)."""

    secret: ClassVar[bool] = True

    seat: int

    def seen_by(self, seat: int | None) -> Event | None:
        """Nobody else learns that anything happened."""
        return self if seat == self.seat else None


class CardLaid(OwnersEvent, frozen=True):
    """A seat laid a card on a pile, an old or a new one (BP-15)."""

    card: int
    pile: int
    reason: Reason


class CardTakenBack(OwnersEvent, frozen=True):
    """A seat took the last card laid back into its hand (Q-X1)."""

    card: int
    pile: int


class LayDownDone(Event, frozen=True):
    """A seat is done with laying down; what it laid is still its secret (Q-X1)."""

    secret: ClassVar[bool] = True

    seat: int


class PilesShown(Event, frozen=True):
    """Everybody is done, and everybody's cards and piles are shown together (Q-BP9)."""

    laid: tuple[Cards, ...]  # by seat, ascending
    piles: tuple[Piles, ...]


class PilesCounted(Event, frozen=True):
    """The final score of every seat and how it came about (BP-20)."""

    tallies: tuple[Tally, ...]


PartyEvent = (
    CardsBoxed
    | ZeroDealt
    | HandDealt
    | RoundStarted
    | LastRoundBegan
    | DiscardsShuffled
    | RowsOpened
    | BidSealed
    | BidsRevealed
    | BidCalled
    | RowClaimed
    | CardDrawn
    | RowExtended
    | BuffaloJoined
    | ZeroReturned
    | LayDownOpened
    | CardLaid
    | CardTakenBack
    | LayDownDone
    | PilesShown
    | RoundEnded
    | PilesCounted
    | GameEnded
)
"""Everything that can happen in Bullenparty."""
