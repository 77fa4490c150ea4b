"""Negative = Positive: a card of the row that is taken cancels others."""

from typing import Any

from ...cards import HEADS, heads, without
from ...errors import Refusal
from ...events import Event, RowTaken
from ...game import Question
from ...specials import Effect, SpecialRows
from ...table import Cards, Phase, put
from .actions import TurnPositive, UseNegativePositive
from .cancelling import best_cards, best_points
from .events import HeadsCancelled
from .options import SurpriseOptions
from .table import SurpriseTable

Rules = SpecialRows[SurpriseTable, Any]


class NegativePositive(Effect[SurpriseTable]):
    """SU-16."""

    key = "negative_positive"
    answers = (UseNegativePositive,)

    def refusal(self, rules: Rules, table: SurpriseTable, seat: int, use: UseNegativePositive) -> Refusal | None:
        """SU-16, Q-SU2: only for a card that makes its owner take a row."""
        row = rules.target(table.rows, table.queue[0].card)
        if row is None or len(table.rows[row].cards) >= rules.capacity(table.rows[row]):
            return None
        return Refusal("no_take", "SU-16", "No row is about to be taken.")

    def carry_out(self, rules: Rules, table: SurpriseTable, seat: int, use: UseNegativePositive) -> None:
        """The row is taken when the card is placed."""
        table.turning = True

    def settle(self, rules: Rules, table: SurpriseTable, event: Event) -> None:
        """SU-16: once it is taken, its taker chooses; Q-SU21: the card that was played is not part of the row."""
        if table.turning and isinstance(event, RowTaken):
            table.taken = without(event.cards, event.card)
            table.ask("positive", (event.seat,))

    # --- Which card turns positive -----------------------------------------------------------------

    def questions(self, rules: Rules) -> dict[Phase, Question[SurpriseTable, Any, Any]]:
        """Which card of the row turns positive."""
        return {
            "positive": Question(
                answers=(TurnPositive,),
                rule="SU-16",
                sentence="A card of the row just taken is asked for now.",
                offers=lambda table, seat: map(TurnPositive, table.taken),
                refusal=self.positive_refusal,
                carry_out=lambda table, seat, action: self.turn(rules.options, table, seat, action.card),
                default=lambda view: TurnPositive(self.best_positive(rules.options, view)),
            )
        }

    def positive_refusal(self, table: SurpriseTable, seat: int, action: TurnPositive) -> Refusal | None:
        """SU-16, Q-SU21: a card of the row that was taken."""
        if action.card in table.taken:
            return None
        return Refusal("not_taken", "SU-16", f"The {action.card} is not in the row just taken.")

    def turn(self, options: SurpriseOptions, table: SurpriseTable, seat: int, card: int) -> None:
        """SU-16, Q-SU20: the card and what it cancels leave the round."""
        table.answered(seat)
        table.turning, table.taken = False, ()
        pile = without(table.piles[seat], card)
        cards, points = self.cancelled(options, pile, card, table.credits[seat])
        table.piles = put(table.piles, seat, tuple(other for other in pile if other not in cards))
        table.credits = put(table.credits, seat, table.credits[seat] + points)
        table.box += (card, *cards)
        table.tell(HeadsCancelled(seat, card, cards, heads(cards) + points))
        table.offer_exchange(seat)

    def cancelled(self, options: SurpriseOptions, pile: Cards, positive: int, credit: int) -> tuple[Cards, int]:
        """Q-SU18: the cards that leave the pile, or else the points that are struck off."""
        if options.np_mode == "points":
            return (), best_points(pile, HEADS[positive], credit)
        return best_cards(pile, HEADS[positive]), 0

    def best_positive(self, options: SurpriseOptions, view: Any) -> int:
        """Q-X18: when time runs out, the card that takes most heads away, of equals the lowest."""
        seat = view.to_act[0]

        def gain(card: int) -> int:
            cards, points = self.cancelled(options, without(view.piles[seat], card), card, view.credits[seat])
            return HEADS[card] + heads(cards) + points

        taken: Cards = view.taken
        return max(taken, key=lambda card: (gain(card), -card))
