"""The table of Bullenparty: rows to bid for, everybody's piles, and the cards to draw."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ...table import Cards, Position, Public, Scores, Seats, put, write_hand
from .actions import ZERO, Bid, LayCard

Piles = tuple[Cards, ...]  # one seat's piles, each from bottom to top

ROW_LIMIT = 5
"""BP-9: how many value cards fill a row."""

HAND_SIZE = 5
"""BP-2, BP-14: how many value cards a hand has between two rounds."""


class PartyRow(Struct, frozen=True, gc=False):
    """Value cards in the order they came, and the heads of the buffalo card that the fifth one brought."""

    cards: Cards
    buffalo: int | None = None

    @property
    def full(self) -> bool:
        """BP-9, Q-BP5: no further card fits, whether a buffalo card was left or not."""
        return len(self.cards) >= ROW_LIMIT

    def __str__(self) -> str:
        """The row's text form."""
        return numbers(self.cards) + ("" if self.buffalo is None else f" +{self.buffalo}")


PartyRows = tuple[PartyRow | None, ...]  # None: this row is taken


class ShownBid(Struct, frozen=True, gc=False):
    """A revealed bid: a value card, or the zero card with its letter."""

    seat: int
    card: int
    letter: str | None = None

    @property
    def order(self) -> tuple[bool, int, str]:
        """BP-7, BP-8: values first, ascending; then zeros by their letters."""
        return self.card == ZERO, self.card, self.letter or ""


class Tally(Struct, frozen=True):
    """A score and how it comes about (BP-20)."""

    best: int  # heads of the best pile
    buffalo: int
    others: int  # heads of all other piles

    @property
    def score(self) -> int:
        """BP-20, Q-BP19: what the best pile and the buffalo cards bring less what the others cost."""
        return self.best + self.buffalo - self.others


class PublicParty(Public):
    """What everybody may see."""

    __slots__ = ()

    known: tuple[Cards, ...] = ()  # those cards of each hand that everybody has seen go there and not leave it
    rows: PartyRows = ()
    bidders: Seats = ()  # the seats that have no row yet
    queue: tuple[ShownBid, ...] = ()  # revealed bids, the next one first
    drawn: int | None = None  # the card that is to extend a row
    discards: Cards = ()
    reshuffles: int = 0
    buffalo_pile: tuple[int, ...] = ()  # heads of each card, the top one first
    buffalo: tuple[tuple[int, ...], ...] = ()  # heads of the buffalo cards that each seat has won
    piles: tuple[Piles, ...] = ()  # as everybody has seen them
    scores: Scores = ()  # points


class PartyTable(Position, PublicParty, kw_only=True):
    """Everything on the table and in the hands."""

    zeros: tuple[str, ...]  # the letter of each seat's zero card
    zeros_seen: tuple[bool, ...]  # whether everybody has seen that letter
    hands: tuple[Cards, ...]  # value cards; the zero card never leaves its owner
    choices: tuple[Bid | None, ...]  # sealed bids
    draw_pile: Cards = ()  # the next card first
    box: Cards = ()  # value cards that nobody sees in this game
    lays: tuple[tuple[LayCard, ...], ...]  # what each seat has laid in secret

    @property
    def last_round(self) -> bool:
        """BP-18, Q-BP6: the draw pile has run out once."""
        return self.reshuffles > 0 or not self.draw_pile

    def open_rows(self) -> list[int]:
        """BP-9: the rows that are left and not full."""
        return [number for number, row in enumerate(self.rows) if row is not None and not row.full]

    def to_lay(self, seat: int) -> int:
        """BP-14, BP-19: how many cards a seat must still lay: all but five, and in the last round all."""
        return len(self.hands[seat]) - (0 if self.last_round else HAND_SIZE)

    def own_piles(self, seat: int) -> Piles:
        """A seat's piles as the seat itself sees them."""
        return stack(self.piles[seat], self.lays[seat])

    @property
    def has_text(self) -> bool:
        """When bids or a lay-down are asked for, and nobody has answered yet."""
        if self.phase == "lay":
            return len(self.to_act) == len(self.hands) and not any(self.lays)
        return self.phase == "bid" and not any(self.choices)

    def write(self) -> str:
        """The text form, as `notation` describes it."""
        rows = " | ".join("-" if row is None else str(row) for row in self.rows)
        hands = " / ".join(map(self.write_hand, range(len(self.hands))))
        piles = " / ".join(map(self.write_piles, range(len(self.hands))))
        draw_pile = " ".join([*map(str, self.draw_pile), *["rebuilt"] * self.reshuffles])
        return " // ".join([rows, hands, piles, f"{draw_pile} / {numbers(self.discards)}"])

    def write_hand(self, seat: int) -> str:
        """A seat's value cards, those being laid too, and its letter: small while it is a secret."""
        letter = self.zeros[seat] if self.zeros_seen[seat] else self.zeros[seat].lower()
        cards = sorted([*self.hands[seat], *(lay.card for lay in self.lays[seat])])
        return " ".join([*write_hand(cards, self.known[seat]), letter])

    def write_piles(self, seat: int) -> str:
        """A seat's piles, and behind a plus the heads of its buffalo cards."""
        return " ".join(
            [*filter(None, [", ".join(map(numbers, self.piles[seat]))]), *map("+{}".format, self.buffalo[seat])]
        )

    def totals(self) -> tuple[int, ...]:
        """Points so far, as the piles lay after the last round."""
        return tuple(map(sum, zip(*self.scores, strict=True))) if self.scores else (0,) * len(self.hands)


def numbers(cards: Iterable[int]) -> str:
    """Numbers with blanks between them."""
    return " ".join(map(str, cards))


def stack(piles: Piles, laid: Iterable[LayCard]) -> Piles:
    """BP-15: these piles with cards laid on top, or beside them as new ones."""
    for lay in laid:
        piles = (*piles, (lay.card,)) if lay.pile is None else put(piles, lay.pile, (*piles[lay.pile], lay.card))
    return piles


def pile_heads(piles: Piles, heads: Sequence[int]) -> tuple[int, ...]:
    """The heads of each pile."""
    return tuple(sum(heads[card] for card in pile) for pile in piles)


def best_pile(counted: tuple[int, ...]) -> int | None:
    """BP-20: the pile with the most heads; Q-BP15: of equals the first."""
    return counted.index(max(counted)) if counted else None


def tally(piles: Piles, buffalo: tuple[int, ...], heads: Sequence[int]) -> Tally:
    """BP-20: the best pile and the buffalo cards against all other piles; Q-BP15: of equals one is the best."""
    counted = pile_heads(piles, heads)
    best = max(counted, default=0)
    return Tally(best, sum(buffalo), sum(counted) - best)
