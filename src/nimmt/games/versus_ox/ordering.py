"""First, Last and Sort: the order in which the waiting cards are placed."""

from collections.abc import Iterable
from typing import Any

from ...actions import Action
from ...errors import Refusal
from ...game import Question
from ...specials import Effect, SpecialRows
from ...table import Phase
from .actions import OrderCard, UseFirst, UseLast, UseSort
from .conditions import OX_CARD, nothing_waits, waiting
from .table import OX, OxTable


class Ordering(Effect[OxTable]):
    """Q-CO4: what the three have in common."""

    def refusal(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: Any) -> Refusal | None:
        """Q-CO4: there must be cards to order, and by option all of this turn's."""
        if not table.queue:
            return nothing_waits(table, "Q-CO4")
        if len(table.queue) == rules.players + 1 or rules.options.order_cards_late:
            return None
        return Refusal("too_late", "Q-CO4", "The order can be changed only before the first card is placed.")


class Moving(Ordering):
    """CO-9: one card of the team gets another place."""

    def offers(self, table: OxTable, seat: int) -> Iterable[Action]:
        """Any card that waits."""
        return [self.answers[0](play.card) for play in table.queue]

    def refusal(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: Any) -> Refusal | None:
        """CO-9, CO-15, CO-16: only a card of the team that waits."""
        return super().refusal(rules, table, seat, use) or cannot_be_moved(table, use.card)


class First(Moving):
    """CO-15."""

    key = "first"
    answers = (UseFirst,)

    def carry_out(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: UseFirst) -> None:
        """CO-15: it is placed next."""
        table.move(use.card, 0)


class Last(Moving):
    """CO-16."""

    key = "last"
    answers = (UseLast,)

    def carry_out(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: UseLast) -> None:
        """CO-16: it is placed after all others."""
        table.move(use.card, len(table.queue))


class Sort(Ordering):
    """CO-17."""

    key = "sort"
    answers = (UseSort,)

    def carry_out(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: UseSort) -> None:
        """CO-17, Q-X17: the proposer puts the cards in order, one after another."""
        table.ask("order", (seat,))

    def questions(self, rules: SpecialRows[OxTable, Any]) -> dict[Phase, Question[OxTable, Any, Any]]:
        """Which card comes next."""
        return {
            "order": Question(
                answers=(OrderCard,),
                rule="CO-17",
                sentence="The next card in the order is asked for now.",
                offers=lambda table, seat: [OrderCard(play.card) for play in table.queue[table.ordered :]],
                refusal=self.order_refusal,
                carry_out=self.put_in_order,
                default=lambda view: OrderCard(view.queue[view.ordered].card),
            )
        }

    def order_refusal(self, table: OxTable, seat: int, action: OrderCard) -> Refusal | None:
        """CO-17: a card that waits and has no place in the order yet."""
        if any(play.card == action.card for play in table.queue[table.ordered :]):
            return None
        return Refusal("not_waiting", "CO-17", f"The {action.card} does not wait for its place in the order.")

    def put_in_order(self, table: OxTable, seat: int, action: OrderCard) -> None:
        """CO-17: card by card, the Ox's included."""
        table.answered(seat)
        table.move(action.card, table.ordered)
        table.ordered += 1
        if table.ordered < len(table.queue):
            table.ask("order", (seat,))
        else:
            table.ordered = 0
            table.turn_up()


def cannot_be_moved(table: OxTable, card: int) -> Refusal | None:
    """CO-9, CO-15, CO-16: only a card of the team that waits."""
    play = waiting(table, card)
    if play is None:
        return Refusal("not_waiting", "Q-CO4", f"The {card} does not wait to be placed.")
    return OX_CARD if play.seat == OX else None
