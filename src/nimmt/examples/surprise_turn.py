"""One turn of Surprise: whoever has specials in the example uses them when their card is to be placed."""

from typing import cast

from ..actions import Action
from ..cards import Special
from ..games.surprise.actions import CancelCards, TurnPositive, UseFifthRow, UseNegativePositive
from ..games.surprise.events import HeadsCancelled
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
            case "cancel", [NegativePositive(cancel=tuple(named)), *_]:
                return CancelCards(tuple(sorted(named)))
            case "cancel", _:
                return self.rules.questions["cancel"].legal(self.table, seat)[0]
            case "overflow" | "exchange", _:
                return Pass()
        return super().answer(seat)

    def act(self, seat: int, action: Action) -> None:
        """Compare where Insert and Slide put a card and what a positive card cancels, and go on to the next special."""
        super().act(seat, action)
        if isinstance(action, UseNegativePositive) or self.table.phase == "cancel":
            return  # a card and what it cancels are still to be named
        if not isinstance(action, UseSpecial | TurnPositive | CancelCards):
            return
        use = self.unused[seat].pop(0)
        if isinstance(use, Insert | Slide):
            check_index(self.table, use.index)
        if isinstance(use, NegativePositive) and use.cancel is not None:
            self.check_cancelled(use.cancel)

    def check_cancelled(self, named: Cards) -> None:
        """SU-16: what the example names has left the round."""
        (*_, event) = (event for event in self.table.told if isinstance(event, HeadsCancelled))
        if set(named) != set(event.cancelled):
            raise Failed(f"cancel: {list(event.cancelled)} go, and nothing else can")

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


def _special(use: AnySpecial) -> Special:
    """The engine's name of a special."""
    tag = str(use.__struct_config__.tag)
    return ENGINE_NAMES.get(tag, cast(Special, tag))
