"""The part of a position in text form that only Surprise has: discarded specials, then the number cards in the box."""

from collections import Counter

from ...errors import malformed
from ...rows import parse_cards
from ...table import Cards
from .book import COPIES, SPECIALS, lying
from .events import SpecialsDealt, SpecialsShuffled
from .table import SurpriseTable, in_order


def read_more(table: SurpriseTable, text: str) -> Cards:
    """Lay it out and return the box; specials that are named nowhere are in the draw pile."""
    words = text.split()
    table.discards = tuple(word for word in words if not word.isdigit())  # type: ignore[misc]
    table.box = parse_cards(" ".join(word for word in words if word.isdigit()))
    table.credits = (0,) * len(table.hands)
    held = [special for hand in table.special_hands for special in hand]
    rest = Counter(SPECIALS)
    rest.subtract([*held, *table.discards, *lying(table.rows)])
    if min(rest.values()) < 0:
        raise malformed(f"There are {COPIES} copies of each special and no other specials.", "SU-1")
    table.stock = tuple(rest.elements())
    table.special_hands = tuple(map(in_order, table.special_hands))
    dealt = [SpecialsDealt(seat, len(hand), hand) for seat, hand in enumerate(table.special_hands)]
    table.whole_trail = (SpecialsShuffled(in_order((*held, *table.stock)), 0), *dealt)
    return table.box
