"""Replace, as a team uses it: the card goes back once all agree, and only then another one is named."""

from typing import Any

from ...errors import Refusal
from ...game import Question
from ...specials import Effect, SpecialRows
from ...specials.actions import UseReplace
from ...table import Phase
from .actions import TakeBack
from .conditions import not_next
from .table import OxTable


class TeamReplace(Effect[OxTable]):
    """CO-12, Q-CO3."""

    key = "replace"
    answers = (TakeBack,)
    is_personal = True

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

    def carry_out(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: Any) -> None:
        """Ask for the card to be placed instead."""
        table.ask("replace", (seat,))

    def questions(self, rules: SpecialRows[OxTable, Any]) -> dict[Phase, Question[OxTable, Any, Any]]:
        """What to place instead."""
        return {
            "replace": Question(
                answers=(UseReplace,),
                rule="CO-12",
                sentence="The card to be placed instead is asked for now.",
                offers=lambda table, seat: map(UseReplace, table.hands[seat]),
                refusal=self.not_in_hand,
                carry_out=self.place_instead,
                default=lambda view: UseReplace(view.hand[0]),
            )
        }

    def not_in_hand(self, table: OxTable, seat: int, action: UseReplace) -> Refusal | None:
        """Q-CO3: another card of the hand is needed."""
        if action.card in table.hands[seat]:
            return None
        return Refusal("not_in_hand", "CO-12", f"The {action.card} is not in this hand.")

    def place_instead(self, table: OxTable, seat: int, action: UseReplace) -> None:
        """CO-12, Q-CO3: the new card is placed at once, the others keep their order; Q-X11: nothing comes between."""
        table.answered(seat)
        own = next(play for play in table.queue if play.seat == seat)
        table.queue = (own, *(play for play in table.queue if play != own))
        table.replace_next(action.card)
        table.turn_up()
        table.close()
