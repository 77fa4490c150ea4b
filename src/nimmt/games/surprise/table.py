"""The table of Surprise: the number cards, the specials, and what the placement in progress still needs."""

from typing import get_args

from ...actions import Play
from ...cards import Special
from ...specials.events import SpecialUsed
from ...specials.table import PublicSpecials, Specials, SpecialTable
from ...table import Cards, put
from .events import SpecialDiscarded, SpecialDrawn, SpecialsDealt, SpecialsShuffled, TrailEvent

ORDER: Specials = get_args(Special)
REBUILT = "rebuilt"


class PublicSurprise(PublicSpecials):
    """What everybody may see of it."""

    __slots__ = ()

    box: Cards = ()  # number cards that Negative = Positive sent out of this round
    credits: tuple[int, ...] = ()  # heads that it cancelled where points count instead of cards (Q-SU18)
    decided: Play | None = None  # the last card whose owner has used a special or passed
    reshuffles: int = 0  # how often the draw pile ran out in this game
    turning: bool = False  # whether the row that is about to be taken has a positive card (SU-16)
    taken: Cards = ()  # what was just taken, while a card of it may turn positive and until that cancels others
    positive: int = 0  # the card of it that has turned positive, while its owner chooses what it cancels (Q-Z2)


class SurpriseTable(SpecialTable, PublicSurprise, kw_only=True):
    """A table with everything that the specials need.

    `whole_trail` is all that was ever told about where specials are, from the first deal on: it says what a draw
    pile rebuilt from discards can contain and who drew from it. Hands and stock follow from it, so
    that a view can keep it, redacted, as the seat's whole knowledge of the specials.
    """

    whole_trail: tuple[TrailEvent, ...] = ()

    def write_more(self) -> str:
        """The fourth part of the text form, as `notation.read_more` reads it."""
        shuffles = sum(isinstance(event, SpecialsShuffled) for event in self.whole_trail)
        parts = (
            [*self.discards, *self.box],
            [*(() if self.stock == in_order(self.stock) else self.stock), *[REBUILT] * self.reshuffles],
            self.credits if any(self.credits) else (),
            map(write_trail, self.whole_trail if shuffles > 1 else ()),
        )
        return " / ".join(" ".join(map(str, part)) for part in parts).rstrip(" /")

    def note(self, event: TrailEvent) -> None:
        """Tell it, and keep it as long as the game lasts."""
        self.tell(event)
        self.whole_trail += (event,)

    def receive(self, seat: int, specials: Specials) -> None:
        """Put specials into a hand."""
        self.special_hands = put(self.special_hands, seat, in_order((*self.special_hands[seat], *specials)))

    def spend(self, event: SpecialUsed | SpecialDiscarded) -> None:
        """Take a special out of a hand for everybody to see."""
        left = list(self.special_hands[event.seat])
        left.remove(event.special)
        self.special_hands = put(self.special_hands, event.seat, tuple(left))
        self.note(event)

    def replace_next(self, card: int) -> None:
        """SU-11: no other special is used for the new card."""
        super().replace_next(card)
        self.decided = self.queue[0]

    def offer_exchange(self, seat: int) -> None:
        """SU-17, Q-SU23: once after every take, if the taker holds a special."""
        if self.special_hands[seat]:
            self.ask("exchange", (seat,))


def write_trail(event: TrailEvent) -> str:
    """What happened to specials, in the text form: ``;`` and who did what with which of them."""
    match event:
        case SpecialsShuffled(face_up, face_down):
            return " ".join([";", "shuffled", str(face_down), *face_up])
        case SpecialsDealt(seat, _, specials):
            return " ".join([";", "dealt", str(seat), *(specials or ())])
        case SpecialDrawn(seat, special):
            return f"; drew {seat} {special}"
        case SpecialUsed(seat, special):
            return f"; used {seat} {special}"
        case SpecialDiscarded(seat, special):
            return f"; discarded {seat} {special}"


def in_order(specials: Specials) -> Specials:
    """Equal ones together, always in the same order."""
    return tuple(sorted(specials, key=ORDER.index))
