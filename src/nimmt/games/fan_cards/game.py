"""The base game with fan cards on the table: every hook asks them, one after another."""

from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import ClassVar

from ...actions import Play, PlayCard
from ...errors import Refusal, malformed
from ...events import Reason
from ...options import RowOptions
from ...parts import PartRules
from ...rows import Row, Rows
from ...table import Table
from ...views import TableView
from ..base import Base
from .card import FanCard


class FanCardGame(PartRules[Table, TableView], Base):
    """F-1: the base rules, except where a card changes them."""

    plays_are_legal = False  # a card may refuse what another one adds
    kinds: ClassVar[tuple[type[FanCard], ...]]

    def __init__(self, players: int, options: RowOptions | None = None) -> None:
        """Lay out the cards, in the order in which they act."""
        super().__init__(players, options)
        self.fan_cards = tuple(kind(self.options) for kind in self.kinds)
        self.use_parts(self.fan_cards)
        self.reverses = any(card.reverses for card in self.fan_cards)
        self.specials = tuple(chain.from_iterable(card.specials for card in self.fan_cards))

    def why_here(self, rows: Rows, row: int, value: int) -> Reason:
        """B-7: the smallest difference, or the row that a card prefers among equals."""
        reason = super().why_here(rows, row, value)
        gap = reason.numbers[1]
        if self.wins_tie(rows[row]) and [self.gap(other, value) for other in rows].count(gap) > 1:
            return Reason("marked_row_wins_tie", reason.numbers)
        return reason

    # --- What may be sealed, and what it counts for ------------------------------------------------

    def deal_specials(self, table: Table) -> None:
        """Everybody gets the special cards that belong to the fan cards."""
        table.special_hands = (self.specials,) * self.players

    def plays(self, table: Table, seat: int) -> Iterable[PlayCard]:
        """B-4: any card of the hand, and the ways to play it that a fan card adds."""
        return chain(super().plays(table, seat), *(card.plays(table, seat) for card in self.fan_cards))

    def play_refusal(self, table: Table, seat: int, play: PlayCard) -> Refusal | None:
        """B-4, as the cards see it."""
        refused = super().play_refusal(table, seat, play)
        for card in self.fan_cards:
            refused = card.play_refusal(table, seat, play, refused)
        return refused

    def value(self, play: PlayCard) -> int:
        """What is printed on the card, or what a fan card makes of it."""
        value = super().value(play)
        for card in self.fan_cards:
            value = card.value(play, value)
        return value

    def order_key(self, play: Play) -> tuple[int, ...]:
        """B-5: by value; a fan card decides between equals."""
        return (*super().order_key(play), *(card.order(play) for card in self.fan_cards))

    def reveal(self, table: Table) -> None:
        """Special cards that were played leave the hands."""
        for card in self.fan_cards:
            card.reveal(table)
        super().reveal(table)

    # --- Positions in text form --------------------------------------------------------------------

    def check_order(self, number: int, row: Row) -> None:
        """B-6, unless a fan card leaves cards in another order."""
        if all(card.rows_ascend for card in self.fan_cards):
            super().check_order(number, row)

    def check_specials(self, table: Table) -> None:
        """Refuse special cards that are not dealt in this game, and more of them than are dealt."""
        if any(set(own) - set(self.specials) or len(own) > len(self.specials) for own in table.special_hands):
            raise malformed(f"A hand has these special cards at most: {', '.join(self.specials) or 'none'}.", "B-3")


@cache
def with_fan_cards(*cards: type[FanCard]) -> type[FanCardGame]:
    """The base game with these fan cards; they act in this order."""

    class Game(FanCardGame):
        key = "+".join(card.key for card in cards)
        sections = (*Base.sections, "F", *(card.section for card in cards))
        options_type = next((card.options_type for card in cards if card.options_type != RowOptions), RowOptions)
        kinds = cards

    return Game
