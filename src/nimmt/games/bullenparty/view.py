"""What a seat or a spectator may know at a table of Bullenparty."""

from itertools import chain
from typing import Any

from msgspec import Struct

from ...dealer import ExplicitDealer
from ...setup import Setup
from ...table import Cards, Scores, put, totals_after
from ...views import View
from .actions import Bid, LayCard
from .data import VALUES, HeadsTable, buffalo_table, card_table
from .events import PartyEvent
from .facts import PartyFacts, PileFacts, party_facts, pile_facts
from .table import ROW_LIMIT, PartyTable, Piles, PublicParty, stack

FACE_DOWN = 0
"""Stands for a card of the draw pile that the view does not show."""


class HeadsLabel(Struct, frozen=True):
    """Which table of heads is in use, and whether it is only a substitute (Q-BP1, Q-BP2, Q-Y9)."""

    name: str
    substitute: bool

    @classmethod
    def of(cls, table: HeadsTable) -> "HeadsLabel":
        """Label a table."""
        return cls(table.name, table.substitute)


class PartyView(View, PublicParty, frozen=True, kw_only=True):
    """A game of Bullenparty as one seat sees it."""

    last: tuple[PartyEvent, ...]
    heads_table: HeadsLabel
    buffalo_table: HeadsLabel
    hand: Cards  # without what this seat has laid in secret
    letter: str | None  # of this seat's own zero card
    letters: tuple[str | None, ...]  # those that everybody has seen
    cards_left: tuple[int, ...]  # by seat; what is being laid counts until it is shown
    sealed: tuple[bool, ...]
    choice: Bid | None  # this seat's own sealed bid
    draw_left: int  # how many cards the draw pile has
    rebuilt: Cards  # what they are, ascending, once the pile was rebuilt from discards
    last_round: bool
    laid: tuple[LayCard, ...]  # what this seat has laid in secret
    to_lay: int  # how many cards this seat must still lay down
    own: PileFacts | None  # what this seat's piles count for, with what it has laid in secret
    facts: PartyFacts
    totals_after: Scores  # by finished round and seat: points in all
    highest_card: int
    longest_row: int

    @classmethod
    def common(cls, table: PartyTable, setup: Setup, heads: tuple[int, ...]) -> dict[str, Any]:
        """What everybody may see."""
        return {
            **table.public(),
            "heads_table": HeadsLabel.of(card_table(setup.options)),
            "buffalo_table": HeadsLabel.of(buffalo_table(setup.options)),
            "letters": tuple(own if seen else None for own, seen in zip(table.zeros, table.zeros_seen, strict=True)),
            "cards_left": tuple(len(hand) + len(laid) for hand, laid in zip(table.hands, table.lays, strict=True)),
            "sealed": tuple(bid is not None for bid in table.choices),
            "draw_left": len(table.draw_pile),
            "rebuilt": tuple(sorted(table.draw_pile)) if table.reshuffles else (),
            "last_round": table.last_round,
            "facts": party_facts(table, heads),
            "totals_after": totals_after(table.scores),
            "highest_card": VALUES[-1],
            "longest_row": ROW_LIMIT,
        }

    @classmethod
    def shown_to(cls, table: PartyTable, seat: int | None, heads: tuple[int, ...]) -> dict[str, Any]:
        """The allow-list: what a seat is shown of what the table hides."""
        return {
            "hand": () if seat is None else table.hands[seat],
            "letter": None if seat is None else table.zeros[seat],
            "choice": None if seat is None else table.choices[seat],
            "laid": () if seat is None else table.lays[seat],
            "to_lay": table.to_lay(seat) if table.phase == "lay" and seat is not None else 0,
            "own": None if seat is None else pile_facts(table.own_piles(seat), table.buffalo[seat], heads),
        }

    def table(self) -> PartyTable:
        """The table as far as the view shows it: other hands hold what is known of them, the draw pile is face down."""
        own, seats = self.seat, range(self.setup.players)
        if self.draw_left > len(VALUES):
            raise ValueError("The draw pile cannot have so many cards.")
        return PartyTable(
            **self.public(),
            dealer=ExplicitDealer(),
            zeros=tuple((self.letter if seat == own else self.letters[seat]) or "" for seat in seats),
            zeros_seen=tuple(letter is not None for letter in self.letters),
            hands=self.known if own is None else put(self.known, own, self.hand),
            choices=tuple(self.choice if seat == own else None for seat in seats),
            draw_pile=(FACE_DOWN,) * self.draw_left,
            lays=tuple(self.laid if seat == own else () for seat in seats),
        )

    @property
    def lying(self) -> list[Cards]:
        """Where each value card lies whose place this seat knows."""
        others = [cards for seat, cards in enumerate(self.known) if seat != self.seat]
        piled = [pile for piles in self.piles for pile in piles]
        rows = [row.cards for row in self.rows if row is not None]
        single = [bid.card for bid in self.queue] + [lay.card for lay in self.laid] + [self.drawn or 0]
        values = tuple(card for card in single if card)  # zero cards are no value cards
        return [self.hand, *others, *piled, *rows, self.discards, self.rebuilt, values]

    @property
    def seen(self) -> frozenset[int]:
        """Every value card whose place this seat knows."""
        return frozenset(chain.from_iterable(self.lying))

    @property
    def own_piles(self) -> Piles:
        """This seat's piles with what it has laid in secret."""
        return () if self.seat is None else stack(self.piles[self.seat], self.laid)
