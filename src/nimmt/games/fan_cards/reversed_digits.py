"""Reversed digits: once a round, play a card for its digits read backwards."""

from collections.abc import Iterable

from ...actions import Play, PlayCard
from ...errors import Refusal
from ...options import ReversingOptions, RowOptions, SingleDigit
from ...table import Table
from .card import FanCard


class ReversedDigitsOptions(RowOptions, frozen=True, kw_only=True):
    """The options of the base game, and what a single digit becomes."""

    single_digit: SingleDigit = "no_effect"


class ReversedDigits(FanCard):
    """RD-1 to RD-8."""

    key = "reversed_digits"
    section = "RD"
    options_type = ReversedDigitsOptions
    specials = ("reversed_digits",)
    reverses = True
    rows_ascend = False  # RD-7: a card that was reversed lies there as it is printed

    options: ReversedDigitsOptions | ReversingOptions

    def plays(self, table: Table, seat: int) -> Iterable[PlayCard]:
        """RD-2: any card together with the special card."""
        return [PlayCard(card, reverse=True) for card in table.hands[seat]]

    def play_refusal(self, table: Table, seat: int, play: PlayCard, refused: Refusal | None) -> Refusal | None:
        """RD-2, RD-3, Q-RD1: one reversal a round, and only where it changes the value."""
        if not play.reverse or play.card not in table.hands[seat]:
            return refused
        if "reversed_digits" not in table.special_hands[seat]:
            return Refusal("reversal_used", "RD-2", "Digits can be reversed once a round only.")
        if play.card >= 100:
            return Refusal("cannot_reverse", "RD-3", f"The {play.card} has three digits and cannot be reversed.")
        if self.value(play, play.card) == play.card:
            return Refusal("cannot_reverse", "Q-RD1", f"Reversing the {play.card} would change nothing.")
        return None

    def value(self, play: PlayCard, value: int) -> int:
        """RD-2: the digits read backwards, 90 as 9; Q-RD1: a single digit stays, or has a zero in front."""
        if not play.reverse or (play.card < 10 and self.options.single_digit == "no_effect"):
            return value
        tens, ones = divmod(play.card, 10)
        return 10 * ones + tens

    def order(self, play: Play) -> int:
        """RD-5: of equals, the reversed card goes first."""
        return 0 if play.reversed else 1

    def reveal(self, table: Table) -> None:
        """RD-8: a special card that was played goes to the box."""
        table.special_hands = tuple(
            tuple(special for special in own if special != "reversed_digits") if play and play.reverse else own
            for play, own in zip(table.choices, table.special_hands, strict=True)
        )
