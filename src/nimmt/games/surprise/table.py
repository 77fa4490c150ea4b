"""The table of Surprise: the number cards, the specials, and what the placement in progress still needs."""

from collections import Counter

from ...actions import Play
from ...cards import Special
from ...errors import Malformed
from ...events import SpecialDiscarded, SpecialDrawn, SpecialsDealt, SpecialsShuffled, SpecialUsed
from ...rows import Rows, parse_cards
from ...specials import Lying, SpecialTable
from ...table import Cards, put

Specials = tuple[Special, ...]

ROWS = 4
STAY_AT_ROW: tuple[Lying, ...] = ("seven", "stop")
KINDS: Specials = ("seven", "stop", "insert", "replace", "slide", "fifth_row", "negative_positive")
COPIES = 4
SPECIALS: Specials = tuple(kind for kind in KINDS for _ in range(COPIES))
"""SU-1: the 28 specials."""

TrailEvent = SpecialsShuffled | SpecialsDealt | SpecialDrawn | SpecialUsed | SpecialDiscarded
"""Everything that says where a special is or was."""


class SurpriseTable(SpecialTable, kw_only=True):
    """A table with everything that the specials need.

    `trail` is all that was ever told about where specials are, from the first deal on: it says what a draw
    pile that was made of discards can contain and who drew from it. Hands and stock follow from it, so
    that a view can keep it, redacted, as the seat's whole knowledge of the specials.
    """

    trail: tuple[TrailEvent, ...] = ()
    box: Cards = ()  # number cards that Negative = Positive sent out of this round
    credits: tuple[int, ...] = ()  # heads that it cancelled where points count instead of cards (Q-SU18)
    decided: Play | None = None  # the last card whose owner has used a special or passed
    reshuffles: int = 0  # how often the draw pile ran out in this game
    turning: bool = False  # whether the row that is about to be taken has a positive card (SU-16)
    taken: Cards = ()  # the row just taken, while its positive card is being chosen

    def write_more(self) -> str:
        """The fourth part of the text form: discarded specials, then the number cards in the box."""
        return " ".join([*self.discards, *map(str, self.box)])

    def read_more(self, text: str) -> None:
        """Read that part; specials that are named nowhere are in the draw pile."""
        words = text.split()
        self.discards = tuple(word for word in words if not word.isdigit())  # type: ignore[misc]
        self.box = parse_cards(" ".join(word for word in words if word.isdigit()))
        self.credits = (0,) * len(self.hands)
        held = [special for hand in self.specials for special in hand]
        rest = Counter(SPECIALS)
        rest.subtract([*held, *self.discards, *lying(self.rows)])
        if min(rest.values()) < 0:
            raise Malformed("bad_text", f"There are {COPIES} copies of each special and no other specials.", "SU-1")
        self.stock = tuple(rest.elements())
        self.specials = tuple(map(in_order, self.specials))
        dealt = [SpecialsDealt(seat, len(hand), hand) for seat, hand in enumerate(self.specials)]
        self.trail = (SpecialsShuffled(in_order((*held, *self.stock)), 0), *dealt)

    def note(self, event: TrailEvent) -> None:
        """Tell it, and keep it as long as the game lasts."""
        self.tell(event)
        self.trail += (event,)

    def receive(self, seat: int, specials: Specials) -> None:
        """Put specials into a hand."""
        self.specials = put(self.specials, seat, in_order((*self.specials[seat], *specials)))

    def spend(self, event: SpecialUsed | SpecialDiscarded) -> None:
        """Take a special out of a hand for everybody to see."""
        left = list(self.specials[event.seat])
        left.remove(event.special)
        self.specials = put(self.specials, event.seat, tuple(left))
        self.note(event)


def lying(rows: Rows) -> Specials:
    """The specials on the table: at the rows, and the reminder that there is a fifth one (Q-X6)."""
    found: list[Special] = ["fifth_row"] * (len(rows) > ROWS)
    for row in rows:
        found += [special for special in STAY_AT_ROW if row.has(special)]
    return tuple(found)


def in_order(specials: Specials) -> Specials:
    """Equal ones together, always in the same order."""
    return tuple(sorted(specials, key=KINDS.index))
