"""The table of Versus the Ox: the team at its seats, the Ox's cards, specials face up, and what is being decided."""

from msgspec import Struct
from msgspec.structs import replace

from ...specials.table import PublicSpecials, Specials, SpecialTable
from ...table import Cards, Seats
from .actions import TeamUse
from .events import OrderChanged, SpecialTurnedUp

OX = -1
"""Stands for the Ox where a seat is named: it has none."""

TEAM_PILE, OX_PILE = 0, 1
"""CO-5: the team has one pile in common, the Ox has its own."""

SHOWN = 2
"""CO-3: how many specials lie face up while there are enough."""


class Proposal(Struct, frozen=True):
    """What a member wants the team to do, and who has said what about it."""

    seat: int
    use: TeamUse
    agreed: Seats = ()
    against: Seats = ()
    owner: int | None = None  # whose waiting card it is about

    def voted(self, seat: int, agree: bool) -> "Proposal":
        """Note a member's vote."""
        if agree:
            return replace(self, agreed=tuple(sorted((*self.agreed, seat))))
        return replace(self, against=tuple(sorted((*self.against, seat))))


class PublicOx(PublicSpecials):
    """What everybody may see of it."""

    __slots__ = ()

    face_up: Specials = ()  # the specials that can be used
    passed: Seats = ()  # members who want nothing more in this window
    proposal: Proposal | None = None  # what the team votes on
    refused: tuple[Proposal, ...] = ()  # what is not offered again in this window
    firsts: Cards = ()  # cards that a First has put at the front of this turn's queue


class OxTable(SpecialTable, PublicOx, kw_only=True):
    """A table with the Ox and its team."""

    ox: Cards = ()  # the Ox's cards, face down, the next one first
    unused: Specials = ()  # specials that stay in the box; nobody has seen which
    naming: Cards = ()  # the order that a member is naming, as far as it is known
    closed: int = 0  # how many cards were waiting when the last window was closed

    def write_more(self) -> str:
        """The fourth part of the text form, as `notation.read_more` reads it."""
        parts = (self.ox, self.face_up, self.stock, self.discards)
        return " / ".join(" ".join(map(str, part)) for part in parts).rstrip(" /")

    def move(self, card: int, place: int) -> None:
        """CO-15, CO-16, CO-17, Q-CO5: put a waiting card in another place; the others keep their order."""
        plays = [play for play in self.queue if play.card != card]
        plays[place:place] = [play for play in self.queue if play.card == card]
        self.queue = tuple(plays)
        self.tell(OrderChanged(self.queue))

    def turn_up(self) -> None:
        """CO-7, Q-CO18: a used special is replaced from the pile."""
        if self.stock and len(self.face_up) < SHOWN:
            special, self.stock = self.stock[0], self.stock[1:]
            self.face_up += (special,)
            self.tell(SpecialTurnedUp(special, len(self.stock)))

    def close(self) -> None:
        """The next card is placed before anybody is asked again."""
        self.closed = len(self.queue)
        self.passed, self.refused = (), ()
