"""Turns of Versus the Ox to start from, and short words for what the team does."""

from typing import Any

from nimmt import Action, PlayCard, State, TakeRow, game_of
from nimmt.games.versus_ox import OX, OxTable, OxView, VersusOx
from nimmt.games.versus_ox.actions import OrderCard, TeamUse, UseOrder, Vote
from nimmt.setup import Setup
from nimmt.specials.actions import Pass, UseReplace
from tests.turns import SpecialTurn, spare_cards

PLAYERS = range(1, 7)
SPECIALS = VersusOx(2).specials
"""Every special in the box."""


def table_of(state: State) -> OxTable:
    """The whole table, hidden cards included."""
    assert isinstance(state._position, OxTable)
    return state._position


def view_of(state: State, seat: int | None) -> OxView:
    """What a seat sees."""
    view = state.view(seat)
    assert isinstance(view, OxView)
    return view


class Turn(SpecialTurn[OxTable, OxView]):
    """One turn, from the reveal on: seat 0 has played the first card, seat 1 the second."""

    table_type = OxTable
    view_type = OxView

    def __init__(
        self,
        rows: str,
        *plays: int,
        ox: int,
        up: str = "",
        stock: str = "",
        hands: tuple[int, ...] = (),
        piles: str = "",
        last: bool = False,
        **options: Any,
    ) -> None:
        """`up` lies face up; everybody has another card (`hands`, if it matters which), except in the last turn."""
        spare = spare_cards(" ".join([rows, piles, *map(str, (*plays, ox, *hands))])) if not last else []
        more = [[]] * (len(plays) + 1) if last else [[card] for card in (*hands, *spare)]
        held = [f"{card} {' '.join(map(str, rest))}" for card, rest in zip(plays, more, strict=False)]
        oxen = " ".join(map(str, [ox, *more[len(plays)]]))
        text = f"{rows} // {' / '.join(held)} // {piles} // {oxen} / {up} / {stock}"
        rules: Any = game_of(Setup("versus_ox", len(plays), options)).rules
        super().__init__(rules, text)
        for seat, card in enumerate(plays):
            self.act(seat, PlayCard(card))

    # What is done

    act = SpecialTurn.do
    refusal = SpecialTurn.why_not

    def use(self, seat: int, use: TeamUse) -> None:
        """Propose something that all others agree to."""
        self.act(seat, use)
        self.vote(True)

    def refuse(self, seat: int, use: TeamUse) -> None:
        """Propose something that all others refuse."""
        self.act(seat, use)
        self.vote(False)

    def vote(self, agree: bool) -> None:
        """All who are asked say the same."""
        while "vote" == self.phase:
            self.act(self.state.to_act[0], Vote(agree))

    def skip(self) -> None:
        """Everybody passes in this window."""
        decision = self.state.decision
        while "window" == self.phase and decision == self.state.decision:
            self.act(self.state.to_act[0], Pass())

    def finish(self) -> None:
        """Nobody uses anything any more in this turn."""
        while "window" == self.phase:
            self.skip()

    def take(self, row: int) -> None:
        """Whoever must take a row takes this one."""
        self.act(self.state.to_act[0], TakeRow(row))

    def order(self, seat: int, *cards: int) -> None:
        """Name the order of Sort, to which all others agree."""
        self.name(seat, *cards)
        if "order" == self.phase:
            self.use(seat, UseOrder(cards))

    def name(self, seat: int, *cards: int) -> None:
        """Name cards of an order."""
        for card in cards:
            self.act(seat, OrderCard(card))

    def place_instead(self, seat: int, card: int) -> None:
        """Name the new card of Replace."""
        self.act(seat, UseReplace(card))

    # What is seen

    @property
    def waiting(self) -> list[int]:
        """The cards that are not placed yet, the next one first."""
        return [play.card for play in self.table.queue]

    @property
    def takes(self) -> list[tuple[str, tuple[int, ...], int]]:
        """Who took which cards, and how many heads that were."""
        return [("OX" if event.seat == OX else "TEAM", event.cards, event.heads) for event in self.row_takes]

    def legal(self, seat: int, kind: type[Action] = Action) -> list[Action]:
        """What a seat may do, perhaps only one kind of it."""
        return self.may(seat, kind)
