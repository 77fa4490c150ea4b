"""One turn of Surprise: whoever has specials in the example uses them when their card is to be placed."""

from typing import cast

from ..actions import Action
from ..cards import Special, heads
from ..games.surprise import Surprise, SurpriseOptions, negative_positive
from ..games.surprise.actions import TurnPositive, UseFifthRow, UseNegativePositive
from ..games.surprise.book import BOOK
from ..games.surprise.table import SurpriseTable
from ..specials.actions import Pass, UseInsert, UseReplace, UseSeven, UseSpecial, UseStop
from .format import (
    AnySpecial,
    Cards,
    FifthRow,
    Insert,
    NegativePositive,
    Replace,
    SevenTakes,
    Slide,
    Stop,
    SurpriseExample,
)
from .row_turn import RowTurn
from .session import Failed
from .sliding import check_index, slide

ENGINE_NAMES: dict[str, Special] = {"fifth": "fifth_row", "np": "negative_positive"}
"""Where the format and the engine call a special by different names."""


class SurpriseTurn(RowTurn):
    """Everybody holds just the specials that the example plays."""

    example: SurpriseExample
    table: SurpriseTable

    def rules_type(self, kind: type[Surprise]) -> type[Surprise]:
        """The rules, told which cards the examples of Negative = Positive cancel."""
        specials = [use for play in self.example.turn for use in play.specials]
        chosen = {use.card: use.cancel for use in specials if isinstance(use, NegativePositive) and use.cancel}

        class Chosen(kind):  # type: ignore[misc, valid-type]
            book = tuple(ChosenCancel(chosen) if special.key == "negative_positive" else special for special in BOOK)

        return Chosen

    def lay_out(self) -> SurpriseTable:
        """Give everybody the specials of this turn."""
        table = cast(SurpriseTable, super().lay_out())
        self.unused = [list(play.specials) for play in self.example.turn]
        table.special_hands = tuple(tuple(map(_special, play.specials)) for play in self.example.turn)
        table.credits = (0,) * len(self.names)
        return table

    def hand(self, name: str) -> list[int]:
        """The card in play, and the one that Replace brings."""
        own = [use for play in self.example.turn if play.p == name for use in play.specials]
        return super().hand(name) + [use.card for use in own if isinstance(use, Replace)]

    def play(self) -> None:
        """Notice a special that found no moment."""
        super().play()
        for name, uses in zip(self.names, self.unused, strict=True):
            if uses:
                raise Failed(f"special: {name} cannot use {_special(uses[0])} in this turn")

    def answer(self, seat: int) -> Action:
        """What the example does here; nobody exchanges a special."""
        match self.table.phase, self.unused[seat]:
            case "window" | "overflow", []:
                return Pass()
            case "window", [use, *_]:
                return self.use(seat, use)
            case "overflow", [NegativePositive(), *_]:
                return UseNegativePositive()
            case "positive", [NegativePositive(card), *_]:
                return TurnPositive(card)
            case "overflow" | "exchange", _:
                return Pass()
        return super().answer(seat)

    def act(self, seat: int, action: Action) -> None:
        """Compare where Insert and Slide put a card, and go on to the next special."""
        super().act(seat, action)
        if not isinstance(action, UseSpecial | TurnPositive) or isinstance(action, UseNegativePositive):
            return  # of Negative = Positive a card is still to be named
        use = self.unused[seat].pop(0)
        if isinstance(use, Insert | Slide):
            check_index(self.table, use.index)

    def use(self, seat: int, use: AnySpecial) -> Action:
        """The special in the engine's words."""
        match use:
            case FifthRow():
                return UseFifthRow()
            case SevenTakes():
                return UseSeven(self.rules.target(self.table.rows, self.example.turn[seat].card) or 0)
            case Stop(row):
                return UseStop(row - 1)
            case Insert(row):
                return UseInsert(row - 1)
            case Slide():
                return slide(self.table, use)
            case Replace(card):
                return UseReplace(card)
            case NegativePositive():
                return UseNegativePositive()


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


def _special(use: AnySpecial) -> Special:
    """The engine's name of a special."""
    tag = str(use.__struct_config__.tag)
    return ENGINE_NAMES.get(tag, cast(Special, tag))
