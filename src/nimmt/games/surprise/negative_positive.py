"""Negative = Positive: a card of the row that is taken cancels others."""

from typing import Any

from ...cards import HEADS, heads, without
from ...errors import Refusal
from ...events import Event, ReasonCode, RowTaken
from ...game import Question
from ...specials import Effect, SpecialRows
from ...specials.actions import Pass
from ...specials.events import Passed, SpecialUsed
from ...table import Cards, Phase, put
from .actions import TurnPositive, UseNegativePositive
from .cancelling import best_cards, best_points
from .events import HeadsCancelled
from .options import SurpriseOptions
from .table import SurpriseTable

Rules = SpecialRows[SurpriseTable, Any]

OVERFLOWS: tuple[ReasonCode, ...] = ("inserted_one_too_many", "slid_one_too_many")


class NegativePositive(Effect[SurpriseTable]):
    """SU-16; Q-Y6: where several specials may be used for a card, also for a row taken through Insert or Slide."""

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
        if not isinstance(event, RowTaken):
            return
        if table.turning:
            table.taken = without(event.cards, event.card)
            table.ask("positive", (event.seat,))
        elif self.follows(rules, table, event):
            table.taken = event.cards
            table.ask("overflow", (event.seat,))

    def follows(self, rules: Rules, table: SurpriseTable, take: RowTaken) -> bool:
        """Q-Y6: whether the taker is asked now, as whoever holds any special is, so that asking tells nothing."""
        is_allowed = rules.options.specials_per_placement == "unlimited"
        return is_allowed and take.reason.code in OVERFLOWS and bool(table.special_hands[take.seat])

    def questions(self, rules: Rules) -> dict[Phase, Question[SurpriseTable, Any, Any]]:
        """Whether to use it for a row that has just overflowed, and which card of a row turns positive."""
        return {
            "overflow": Question(
                answers=(Pass, UseNegativePositive),
                rule="Q-Y6",
                sentence="Negative = Positive or a pass is asked for now.",
                offers=lambda table, seat: [Pass(), UseNegativePositive()],
                refusal=self.overflow_refusal,
                carry_out=self.use_after_overflow,
                default=lambda view: Pass(),
            ),
            "positive": Question(
                answers=(TurnPositive,),
                rule="SU-16",
                sentence="A card of the row just taken is asked for now.",
                offers=lambda table, seat: map(TurnPositive, table.taken),
                refusal=self.positive_refusal,
                carry_out=lambda table, seat, action: self.turn(rules.options, table, seat, action.card),
                default=lambda view: TurnPositive(self.best_positive(rules.options, view)),
            ),
        }

    # --- After an overflow ---------------------------------------------------------------------------

    def overflow_refusal(self, table: SurpriseTable, seat: int, action: Pass | UseNegativePositive) -> Refusal | None:
        """Q-Y6: only who has it can use it."""
        if isinstance(action, Pass) or action.special in table.special_hands[seat]:
            return None
        return Refusal("not_in_hand", "Q-Y6", f"There is no {action.special} among this seat's specials.")

    def use_after_overflow(self, table: SurpriseTable, seat: int, action: Pass | UseNegativePositive) -> None:
        """Q-Y6: any card that was taken may turn positive, the inserted or slid one too; then comes the exchange."""
        table.answered(seat)
        if isinstance(action, Pass):
            table.taken = ()
            table.tell(Passed(seat))
            table.offer_exchange(seat)
            return
        table.spend(SpecialUsed(seat, action.special))
        table.discards += (action.special,)
        table.ask("positive", (seat,))

    # --- Which card turns positive -----------------------------------------------------------------

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
