"""One turn of Surprise: whoever has a special in the example uses it when the own card is to be placed."""

from typing import cast

from ..actions import Action
from ..cards import Special, heads
from ..games.surprise import Surprise, SurpriseOptions, negative_positive
from ..games.surprise.actions import TurnPositive, UseFifthRow, UseNegativePositive
from ..games.surprise.book import BOOK
from ..games.surprise.table import SurpriseTable
from ..specials.actions import Pass, UseInsert, UseReplace, UseSeven, UseSlide, UseStop
from .format import (
    Cards,
    FifthRow,
    Insert,
    NegativePositive,
    Replace,
    SevenTakes,
    Slide,
    SpecialTurn,
    Stop,
    SurpriseExample,
)
from .row_turn import RowTurn
from .session import Failed
from .sliding import check_index, slide

ENGINE_NAMES: dict[str, Special] = {"fifth": "fifth_row", "np": "negative_positive"}
"""Where the format and the engine call a special by different names."""


class SurpriseTurn(RowTurn):
    """Everybody holds just the special that the example plays."""

    example: SurpriseExample
    table: SurpriseTable

    row_counts = (4, 5)

    def make_rules(self) -> Surprise:
        """The rules, told which cards the examples of Negative = Positive cancel."""
        specials = [play.special for play in self.example.turn]
        chosen = {use.card: use.cancel for use in specials if isinstance(use, NegativePositive) and use.cancel}

        class Chosen(Surprise):
            book = tuple(ChosenCancel(chosen) if special.key == "negative_positive" else special for special in BOOK)

        return Chosen(len(self.names))

    def lay_out(self) -> SurpriseTable:
        """Give everybody the special of this turn."""
        table = cast(SurpriseTable, super().lay_out())
        table.special_hands = tuple(_special(play) for play in self.example.turn)
        table.credits = (0,) * len(self.names)
        return table

    def hand(self, name: str) -> list[int]:
        """The card in play, and the one that Replace brings."""
        own = [play.special for play in self.example.turn if play.p == name]
        return super().hand(name) + [use.card for use in own if isinstance(use, Replace)]

    def act(self, seat: int, action: Action) -> None:
        """Compare where Insert and Slide put a card."""
        super().act(seat, action)
        use = self.example.turn[seat].special
        if isinstance(action, UseInsert | UseSlide) and isinstance(use, Insert | Slide):
            check_index(self.table, use.index)

    def answer(self, seat: int) -> Action:
        """What the example does here; nobody exchanges a special."""
        play = self.example.turn[seat]
        match self.table.phase, play.special:
            case "window", _:
                return self.use(play)
            case "positive", NegativePositive(card):
                return TurnPositive(card)
            case "exchange", _:
                return Pass()
        return super().answer(seat)

    def use(self, play: SpecialTurn) -> Action:
        """The special in the engine's words."""
        match play.special:
            case FifthRow():
                return UseFifthRow()
            case SevenTakes():
                return UseSeven(self.rules.target(self.table.rows, play.card) or 0)
            case Stop(row):
                return UseStop(row - 1)
            case Insert(row):
                return UseInsert(row - 1)
            case Slide():
                return slide(self.table, play.special)
            case Replace(card):
                return UseReplace(card)
            case NegativePositive():
                return UseNegativePositive()
        return Pass()


class ChosenCancel(negative_positive.NegativePositive):
    """Negative = Positive with the cancelled cards chosen by hand: any set with the best sum will do (Q-X2)."""

    def __init__(self, chosen: dict[int, Cards]) -> None:
        """Note them by the card that is turned positive."""
        super().__init__()
        self.chosen = chosen

    def cancelled(self, options: SurpriseOptions, pile: Cards, positive: int, credit: int) -> tuple[Cards, int]:
        """Q-SU18: as many heads as the automatic choice, from the same pile."""
        best, points = super().cancelled(options, pile, positive, credit)
        chosen = self.chosen.get(positive, best)
        if not set(chosen) <= set(pile):
            raise Failed(f"cancel: {list(chosen)} are not all in the pile")
        if heads(chosen) != heads(best):
            raise Failed(f"cancel: {heads(best)} heads can be cancelled, not {heads(chosen)}")
        return chosen, points


def _special(play: SpecialTurn) -> tuple[Special, ...]:
    """The special that a player holds."""
    if play.special is None:
        return ()
    tag = str(play.special.__struct_config__.tag)
    return (ENGINE_NAMES.get(tag, cast(Special, tag)),)
