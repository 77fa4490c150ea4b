"""The table of Versus the Ox: the team at its seats, the Ox's cards, specials face up, and what is being decided."""

from collections.abc import Iterable
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from ...actions import TeamUse
from ...cards import Special
from ...errors import Malformed
from ...rows import Rows, parse_cards
from ...specials import SpecialTable
from ...table import Cards, Seats

OX = -1
"""Where a seat is named, the Ox: it sits at none."""

TEAM_PILE, OX_PILE = 0, 1
"""CO-5: the team has one pile in common, the Ox has its own."""

KINDS: tuple[Special, ...] = ("seven", "stop", "replace", "insert", "slide", "first", "last", "sort")
SPECIALS = 2 * KINDS
"""CO-3: every special in the box."""


SHOWN = 2
"""CO-3: how many specials lie face up while there are enough."""


class Proposal(Struct, frozen=True):
    """What a member wants the team to do, and who has said what about it."""

    seat: int
    use: TeamUse
    agreed: Seats = ()
    against: Seats = ()

    def voted(self, seat: int, agree: bool) -> "Proposal":
        """Note a member's vote."""
        if agree:
            return replace(self, agreed=tuple(sorted((*self.agreed, seat))))
        return replace(self, against=tuple(sorted((*self.against, seat))))


class OxTable(SpecialTable, kw_only=True):
    """A table with the Ox and its team."""

    ox: Cards = ()  # the Ox's cards, face down, the next one first
    face_up: tuple[Special, ...] = ()  # the specials that can be used
    unused: tuple[Special, ...] = ()  # specials that stay in the box; nobody has seen which
    passed: Seats = ()  # members who want nothing more in this window
    proposal: Proposal | None = None  # what the team votes on
    refused: tuple[Proposal, ...] = ()  # what is not offered again in this window
    ordered: int = 0  # how many cards of the queue Sort has put in their place so far
    closed: int = 0  # how many cards were waiting when the last window was closed

    def read_more(self, text: str) -> Cards:
        """Lay out ``Ox's cards / specials face up / pile of specials``, each with the next one first."""
        ox, face_up, stock, *extra = (*text.split("/"), *[""] * (2 - text.count("/")))
        if extra:
            raise Malformed(
                "bad_text", "The last part is: the Ox's cards / specials face up / pile of specials.", "CO-2"
            )
        self.ox = parse_cards(ox)
        if len(self.ox) != len(self.hands[0]):
            raise Malformed("bad_text", "The Ox must have as many cards as everybody else.", "CO-2")
        self.face_up = cast(tuple[Special, ...], tuple(face_up.split()))
        self.stock = cast(tuple[Special, ...], tuple(stock.split()))
        if len(self.face_up) > SHOWN or (self.stock and len(self.face_up) < SHOWN):
            raise Malformed("bad_text", f"{SHOWN} specials lie face up, or fewer when the pile is used up.", "CO-7")
        self.unused = tuple(specials_without((*self.face_up, *self.stock), self.rows))
        return self.ox

    def write_more(self) -> str:
        """What `read_more` reads."""
        parts = (self.ox, self.face_up, self.stock)
        return " / ".join(" ".join(map(str, part)) for part in parts).rstrip(" /")


def specials_without(gone: Iterable[str], rows: Rows) -> list[Special]:
    """Every special but these and those that lie at the rows."""
    rest = list(SPECIALS)
    for special in (*gone, *(mark for row in rows for mark in row.marks)):
        if special not in rest:
            raise Malformed("bad_text", f"There are 2 each of {', '.join(KINDS)}; {special!r} is too much.", "CO-3")
        rest.remove(special)
    return rest
