"""Replace, as a team uses it: the card goes back once all agree, and only then its owner names another one."""

from collections.abc import Iterable
from typing import Any

from ...actions import Action
from ...errors import Refusal
from ...game import Question
from ...specials import Effect, SpecialRows
from ...specials.actions import UseReplace
from ...table import Phase
from .actions import ReplaceCard
from .conditions import not_the_teams, owner_of
from .table import OxTable


class TeamReplace(Effect[OxTable]):
    """CO-12, Q-Y2, Q-Y3."""

    key = "replace"
    answers = (ReplaceCard,)
    is_personal = True

    def offers(self, table: OxTable, seat: int) -> Iterable[Action]:
        """Any card that waits."""
        return [ReplaceCard(play.card) for play in table.queue]

    def refusal(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: Any) -> Refusal | None:
        """CO-12, Q-Y2: a card of the team that still waits (by option one that is next), and another one in hand."""
        if refused := not_the_teams(table, use.card, "Q-Y2"):
            return refused
        if not rules.options.replace_anytime and table.queue[0].card != use.card:
            return Refusal("too_early", "Q-CO3", f"The {use.card} can be replaced when it is next.")
        if not table.hands[seat]:  # all hands have as many cards, and a preview knows only this one
            return Refusal("empty_hand", "Q-Y2", "There is no other card in this hand.")
        return None

    def owner(self, table: OxTable, seat: int, use: Any) -> int | None:
        """Of the card that it names."""
        return owner_of(table, use.card)

    def carry_out(self, rules: SpecialRows[OxTable, Any], table: OxTable, seat: int, use: Any) -> None:
        """Q-Y3: the owner must name the card to be placed instead."""
        table.ask("replace", (owner_of(table, use.card),))

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
        """Q-Y2: another card of the hand is needed."""
        if action.card in table.hands[seat]:
            return None
        return Refusal("not_in_hand", "CO-12", f"The {action.card} is not in this hand.")

    def place_instead(self, table: OxTable, seat: int, action: UseReplace) -> None:
        """CO-12, Q-Y2: the new card is placed at once, the others keep their order; Q-X11: nothing comes between."""
        table.answered(seat)
        own = next(play for play in table.queue if play.seat == seat)
        table.queue = (own, *(play for play in table.queue if play != own))
        table.replace_next(action.card)
        table.close()
