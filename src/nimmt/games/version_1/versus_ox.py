"""Versus the Ox by version 1 of the rules."""

from collections.abc import Iterable
from typing import Annotated, Any

from ...actions import Action
from ...cards import Special
from ...errors import Refusal
from ...game import Question
from ...setup import rule
from ...specials import Effect, Insert, SpecialRows
from ...specials.actions import UseReplace
from ...table import Phase, Seats
from ..versus_ox import OxOptions, OxTable, Proposal, TeamUse, VersusOx
from ..versus_ox.actions import OrderCard, TakeBack, UseFirst, UseSort
from ..versus_ox.book import BOOK
from ..versus_ox.conditions import team_card_next
from ..versus_ox.ordering import First, Sort
from ..versus_ox.take_back import TeamReplace


class OxOptions1(OxOptions, frozen=True, kw_only=True):
    """Q-CO3: where the option is left out, Replace waits until the card is next."""

    replace_anytime: Annotated[bool, rule("Q-CO3", "Replace a card at any moment before it is placed.")] = False


class First1(First):
    """Q-CO5: every First puts its card to the very front."""

    def carry_out(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: UseFirst) -> None:
        """Before those that earlier ones put there."""
        table.move(use.card, 0)


class Replace1(TeamReplace):
    """Q-CO3, Q-X17: the owner alone proposes it; Q-X13: the next special is turned up once the new card is named."""

    answers = (TakeBack,)  # type: ignore[assignment]  # as version 1 calls it

    def offers(self, table: OxTable, seat: int) -> Iterable[Action]:
        """One's own card needs no name."""
        return [TakeBack()]

    def refusal(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: Any) -> Refusal | None:
        """CO-12, Q-CO3: a card that is next (or still waits, by option), and another one in hand."""
        if rules.options.replace_anytime:
            if all(play.seat != seat for play in table.queue):
                return Refusal("not_waiting", "Q-CO3", "This seat's card is placed already.")
        elif refused := not_next(table, seat, "Q-CO3"):
            return refused
        if not table.hands[seat]:
            return Refusal("empty_hand", "Q-CO3", "There is no other card in this hand.")
        return None

    def owner(self, table: OxTable, seat: int, use: Any) -> int | None:
        """Whoever proposes it."""
        return seat

    def carry_out(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: Any) -> None:
        """Ask for the card to be placed instead."""
        table.ask("replace", (seat,))

    def place_instead(self, table: OxTable, seat: int, action: UseReplace) -> None:
        """Between the naming and the placement."""
        super().place_instead(table, seat, action)
        table.turn_up()


def not_next(table: OxTable, seat: int, rule: str) -> Refusal | None:
    """CO-9, Q-CO3, Q-CO11: only for the card that is next, by the member who played it."""
    if refused := team_card_next(rule)(table, seat):
        return refused
    if table.queue[0].seat != seat:
        return Refusal("not_next", rule, "Only whoever played the next card can propose this.")
    return None


class Sort1(Sort):
    """Q-X17: the proposer names the order openly once the team agrees; Q-X13: only then the next special comes up."""

    answers = (UseSort,)  # type: ignore[assignment]  # without the order

    def prepare(self, table: OxTable, seat: int, use: Any) -> bool:
        """Nothing is named before the vote."""
        return False

    def carry_out(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: Any) -> None:
        """CO-17, Q-X17: the proposer puts the cards in order, one after another."""
        table.ask("order", (seat,))

    def questions(self, rules: Any) -> dict[Phase, Question[OxTable, Any, Any]]:
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


INSERT_1 = Insert[OxTable]("CO-13", when=lambda table, seat: not_next(table, seat, "Q-CO11"))
OLD: dict[Special | None, Effect[OxTable]] = {
    effect.key: effect for effect in (Replace1(), INSERT_1, First1(), Sort1())
}


class VersusOx1(VersusOx):
    """What Q-Y1 to Q-Y5 have changed."""

    options_type = OxOptions1
    book = tuple(OLD.get(effect.key, effect) for effect in BOOK)

    def asked(self, proposal: Proposal) -> Seats:
        """Q-CO2: by option nobody, whoever's card it is."""
        return super().asked(proposal) if self.options.consent == "unanimous" else ()

    def secret(self, table: OxTable) -> bool:
        """CO-17: orders are named openly."""
        return table.phase == "card"

    def use(self, table: OxTable, seat: int, use: TeamUse) -> None:
        """Q-X13: the next special is turned up after the effect."""
        super().use(table, seat, use)
        if not table.to_act:
            table.turn_up()

    def refill(self, table: OxTable) -> None:
        """Q-X13: not yet."""
