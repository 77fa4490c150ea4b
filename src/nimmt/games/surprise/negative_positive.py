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
from .actions import CancelCards, TurnPositive, UseNegativePositive
from .cancelling import best_points, ways_to_cancel
from .events import CardTurned, HeadsCancelled
from .options import SurpriseOptions
from .table import PublicSurprise, SurpriseTable

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
        """Q-Y6: whether the taker is asked now: anybody with a special is, so that asking gives nothing away."""
        is_allowed = rules.options.specials_per_placement == "unlimited"
        return is_allowed and take.reason.code in OVERFLOWS and bool(table.special_hands[take.seat])

    def questions(self, rules: Rules) -> dict[Phase, Question[SurpriseTable, Any, Any]]:
        """Whether to use it for a row that has just overflowed, which card turns positive, and what that cancels."""
        questions: dict[Phase, Question[SurpriseTable, Any, Any]] = {
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
        if rules.options.np_mode == "cards":
            questions["cancel"] = Question(
                answers=(CancelCards,),
                rule="Q-Z2",
                sentence="The cards that the positive card cancels are asked for now.",
                offers=lambda table, seat: map(CancelCards, self.ways(table, seat, table.positive)),
                refusal=self.cancel_refusal,
                carry_out=self.cancel_chosen,
                default=lambda view: CancelCards(self.ways(view, view.to_act[0], view.positive)[0]),
                offers_are_legal=True,
            )
        return questions

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
        """SU-16: the card and what it cancels leave the round; Q-Z2: its owner chooses where there are several ways."""
        table.answered(seat)
        table.turning, table.positive = False, card
        if options.np_mode == "points":
            points = best_points(without(table.piles[seat], card), HEADS[card], table.credits[seat])
            table.credits = put(table.credits, seat, table.credits[seat] + points)
            self.cancel(table, seat, (), points)
            return
        first, *others = self.ways(table, seat, card)
        if others:
            table.tell(CardTurned(seat, card))
            table.ask("cancel", (seat,))
        else:
            self.cancel(table, seat, first, heads(first))

    def best_positive(self, options: SurpriseOptions, view: Any) -> int:
        """Q-X18: when time runs out, the card that takes most heads away, of equals the lowest."""
        seat = view.to_act[0]

        def gain(card: int) -> int:
            if options.np_mode == "points":
                return HEADS[card] + best_points(without(view.piles[seat], card), HEADS[card], view.credits[seat])
            return HEADS[card] + heads(self.ways(view, seat, card)[0])

        taken: Cards = view.taken
        return max(taken, key=lambda card: (gain(card), -card))

    # --- What it cancels ---------------------------------------------------------------------------

    def ways(self, table: PublicSurprise, seat: int, positive: int) -> tuple[Cards, ...]:
        """Q-Z2: what this card may cancel, the default first; what was just taken lies on top of the pile."""
        pile = table.piles[seat]
        take = pile[pile.index(table.taken[0]) :]
        return ways_to_cancel(without(pile, positive), HEADS[positive], take)

    def cancel_refusal(self, table: SurpriseTable, seat: int, action: CancelCards) -> Refusal | None:
        """Q-Z2: as many heads as possible, and of cards with equal heads those that go first."""
        if action.cards in self.ways(table, seat, table.positive):
            return None
        return Refusal("no_such_way", "Q-Z2", "That is not one of the ways to cancel as many heads as possible.")

    def cancel_chosen(self, table: SurpriseTable, seat: int, action: CancelCards) -> None:
        """Q-Z2: what its owner chose."""
        table.answered(seat)
        self.cancel(table, seat, action.cards, heads(action.cards))

    def cancel(self, table: SurpriseTable, seat: int, cards: Cards, count: int) -> None:
        """Q-SU20: the positive card and these leave the pile for the box; then comes the exchange."""
        gone = (table.positive, *cards)
        table.piles = put(table.piles, seat, tuple(card for card in table.piles[seat] if card not in gone))
        table.box += gone
        table.tell(HeadsCancelled(seat, table.positive, cards, count))
        table.taken, table.positive = (), 0
        table.offer_exchange(seat)
