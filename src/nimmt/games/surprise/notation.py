"""The part of a position in text form that only Surprise has.

It is ``discarded specials and number cards in the box / draw pile / cancelled points / trail``, of which the last ones
may be left out. The draw pile's next card comes first, and `rebuilt` says once for each time that it was made of
discards; a pile that is left out holds the specials that are named nowhere, equal ones together. The trail is what was
told about where specials are, from the first deal on; it is written once a shuffle has mixed those that everybody has
seen with others.
"""

from collections import Counter
from typing import Any

from ...cards import DECK, HEADS, Special
from ...errors import malformed
from ...rows import parse_cards
from ...specials import SpecialGame
from ...specials.events import SpecialUsed
from ...specials.table import Specials
from ...table import Cards
from .events import SpecialDiscarded, SpecialDrawn, SpecialsDealt, SpecialsShuffled, TrailEvent
from .table import REBUILT, SurpriseTable, in_order
from .whereabouts import hands_of

Rules = SpecialGame[SurpriseTable, Any]
TOLD: dict[str, Any] = {"drew": SpecialDrawn, "used": SpecialUsed, "discarded": SpecialDiscarded}
NO_TRAIL = "The trail must lead to the specials in the hands and in the draw pile."


def read_more(rules: Rules, table: SurpriseTable, text: str) -> Cards:
    """Lay it out and return the box."""
    gone, pile, struck, trail, *extra = (*text.split("/"), *[""] * (3 - text.count("/")))
    if extra:
        raise malformed("The last part is: discards and box / draw pile / cancelled points / trail.", "SU-1")
    words = gone.split()
    table.discards = tuple(word for word in words if not word.isdigit())  # type: ignore[misc]
    table.box = parse_cards(" ".join(word for word in words if word.isdigit()))
    read_pile(rules, table, pile)
    table.special_hands = tuple(map(in_order, table.special_hands))
    table.credits = _credits(table, struck, rules.options.np_mode == "points")
    table.whole_trail = _trail(rules, table, trail) if trail.strip() else _told_nothing_else(table)
    return table.box


def read_pile(rules: Rules, table: SurpriseTable, text: str) -> None:
    """SU-1: the draw pile holds all specials that are nowhere else."""
    rest = rules.specials_without((*_held(table), *table.discards), table.rows)
    words = text.split()
    pile = tuple(word for word in words if word != REBUILT)
    if pile and Counter(pile) != Counter(rest):
        raise malformed("The draw pile holds the specials that are named nowhere else, or is left out.", "SU-1")
    table.stock = pile or in_order(tuple(rest))  # type: ignore[assignment]
    table.reshuffles = len(words) - len(pile)


def _held(table: SurpriseTable) -> list[Special]:
    return [special for hand in table.special_hands for special in hand]


def _credits(table: SurpriseTable, text: str, points: bool) -> tuple[int, ...]:
    """Q-SU18, Q-SU20: by seat, never more than its pile counts for."""
    struck = parse_cards(text) or (0,) * len(table.hands)
    most = tuple(sum(HEADS[card] for card in pile if card in DECK) for pile in table.piles)
    if len(struck) != len(most) or any(each > pile for each, pile in zip(struck, most, strict=True)):
        raise malformed("Cancelled points are written for every seat, no more than its pile counts for.", "Q-SU20")
    if any(struck) and not points:
        raise malformed("Points are cancelled where np_mode says so.", "Q-SU18")
    return struck


def _told_nothing_else(table: SurpriseTable) -> tuple[TrailEvent, ...]:
    """A trail by which everybody knows their own specials and what lies face up."""
    dealt = [SpecialsDealt(seat, len(hand), hand) for seat, hand in enumerate(table.special_hands)]
    return (SpecialsShuffled(in_order((*_held(table), *table.stock)), 0), *dealt)


def _trail(rules: Rules, table: SurpriseTable, text: str) -> tuple[TrailEvent, ...]:
    """Everything that was told; it leads to where the specials are."""
    before, *told = text.split(";")
    if before.strip():
        raise malformed(NO_TRAIL, "SU-2")
    trail = tuple(_event(rules, table, one.split()) for one in told)
    left: Counter[Special] = Counter()
    for event in trail:
        match event:
            case SpecialsShuffled(face_up, face_down):
                if face_down != left.total():
                    raise malformed(NO_TRAIL, "SU-2")
                left.update(face_up)
            case SpecialsDealt(specials=specials):
                left.subtract(specials or ())
            case SpecialDrawn(special=special):
                left.subtract([special] if special else [])
        if min(left.values(), default=0) < 0:
            raise malformed(NO_TRAIL, "SU-2")
    if hands_of(trail, len(table.hands)) != table.special_hands or +left != Counter(table.stock):
        raise malformed(NO_TRAIL, "SU-2")
    return trail


def _event(rules: Rules, table: SurpriseTable, words: list[str]) -> TrailEvent:
    """One event of the trail: a verb, a seat (or a number of cards), and specials."""
    verb, number, *named = (*words, "", "")[: max(2, len(words))]
    counted = parse_cards(number)
    specials: Specials = tuple(each for each in named if each in rules.by_key)
    if len(counted) == 1 and len(specials) == len(named):
        if verb == "shuffled":
            return SpecialsShuffled(specials, counted[0])
        if verb == "dealt" and counted[0] < len(table.hands):
            return SpecialsDealt(counted[0], len(specials), specials)
        if verb in TOLD and counted[0] < len(table.hands) and len(specials) == 1:
            told: TrailEvent = TOLD[verb](counted[0], specials[0])
            return told
    raise malformed(NO_TRAIL, "SU-2")
