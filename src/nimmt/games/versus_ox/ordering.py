"""First, Last and Sort: the order in which the waiting cards are placed."""

from collections.abc import Iterable
from typing import Any

from ...actions import Action
from ...cards import without
from ...errors import Refusal
from ...game import Question
from ...specials import Effect, SpecialRows
from ...specials.actions import Pass
from ...table import Phase
from .actions import OrderCard, UnorderCard, UseFirst, UseLast, UseOrder, UseSort, WithdrawSort
from .conditions import not_the_teams, nothing_waits, owner_of, waiting
from .events import CardOrdered, CardUnordered, OrderChanged, SortBegun, SortWithdrawn
from .table import OxTable


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
        return super().refusal(rules, table, seat, use) or not_the_teams(table, use.card, "Q-CO4")

    def owner(self, table: OxTable, seat: int, use: Any) -> int | None:
        """Of the card that it names."""
        return owner_of(table, use.card)


class First(Moving):
    """CO-15."""

    key = "first"
    answers = (UseFirst,)

    def carry_out(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: UseFirst) -> None:
        """CO-15, Q-Y1: it is placed next, but behind those that earlier Firsts of this turn put there."""
        ahead = [play.card for play in table.queue if play.card in table.firsts]
        if use.card not in ahead:
            table.firsts = (*ahead, use.card)
        table.move(use.card, table.firsts.index(use.card))


class Last(Moving):
    """CO-16."""

    key = "last"
    answers = (UseLast,)

    def carry_out(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: UseLast) -> None:
        """CO-16: it is placed after all others; Q-Y1: whatever a First said of it."""
        table.firsts = without(table.firsts, use.card)
        table.move(use.card, len(table.queue))


class Sort(Ordering):
    """CO-17, Q-Y4."""

    key = "sort"
    answers = (UseSort, UseOrder)

    def offers(self, table: OxTable, seat: int) -> Iterable[Action]:
        """The order comes later."""
        return [UseSort()]

    def refusal(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: Any) -> Refusal | None:
        """Q-Y4: the order is named first; who was refused one proposes no other in this window."""
        if isinstance(use, UseOrder):
            return NOT_NAMED
        if any(old.seat == seat and isinstance(old.use, UseOrder) for old in table.refused):
            return REFUSED
        return super().refusal(rules, table, seat, use)

    def prepare(self, table: OxTable, seat: int, use: Any) -> bool:
        """Q-Y4: the window waits until the order is proposed or the member withdraws."""
        if isinstance(use, UseOrder):
            return False
        table.tell(SortBegun(seat))
        table.ask("order", (seat,))
        return True

    def carry_out(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: UseOrder) -> None:
        """CO-17: the cards are placed in this order, the Ox's included; Q-Y1: Firsts are forgotten."""
        table.firsts = ()
        table.queue = tuple(sorted(table.queue, key=lambda play: use.order.index(play.card)))
        table.tell(OrderChanged(table.queue))

    def questions(self, rules: Any) -> dict[Phase, Question[OxTable, Any, Any]]:
        """Which card comes next, until all have a place."""
        return {
            "order": Question(
                answers=(OrderCard, UnorderCard, UseOrder, WithdrawSort, Pass),
                rule="Q-Y4",
                sentence="The order of the cards is asked for now.",
                offers=self.steps,
                refusal=self.step_refusal,
                carry_out=lambda table, seat, step: self.take_step(rules, table, seat, step),
                default=lambda view: Pass(),
            )
        }

    def steps(self, table: OxTable, seat: int) -> list[Action]:
        """Q-Y4: another card, one back, the whole order, or none at all; with a pass or without."""
        left = [OrderCard(play.card) for play in table.queue if play.card not in table.naming]
        return [*left, UnorderCard(), UseOrder(table.naming), WithdrawSort(), Pass()]

    def step_refusal(self, table: OxTable, seat: int, step: Action) -> Refusal | None:
        """CO-17: every card that waits has one place; Q-X17: no order that the team has refused."""
        match step:
            case OrderCard(card) if card in table.naming or waiting(table, card) is None:
                return Refusal("not_waiting", "CO-17", f"The {card} does not wait for its place in the order.")
            case UnorderCard() if not table.naming:
                return Refusal("nothing_named", "Q-Y4", "No card has its place in the order yet.")
            case UseOrder(order) if order != table.naming or len(order) < len(table.queue):
                return NOT_NAMED
            case UseOrder() if any(step == old.use for old in table.refused):
                return REFUSED
        return None

    def take_step(self, rules: Any, table: OxTable, seat: int, step: Action) -> None:
        """Q-Y4: nobody else sees the order before it is proposed."""
        match step:
            case OrderCard(card):
                table.naming += (card,)
                table.tell(CardOrdered(seat, card))
            case UnorderCard():
                table.tell(CardUnordered(seat, table.naming[-1]))
                table.naming = table.naming[:-1]
            case UseOrder():
                table.naming = ()
                rules.propose(table, seat, step)
            case _:
                table.naming = ()
                table.answered(seat)
                table.tell(SortWithdrawn(seat))
                if isinstance(step, Pass):
                    rules.note_pass(table, seat)


NOT_NAMED = Refusal("not_named", "Q-Y4", "The whole order is named card by card before it is proposed.")
REFUSED = Refusal("order_refused", "Q-Y4", "The team has refused an order already; not again in this window.")
