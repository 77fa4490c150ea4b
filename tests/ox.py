"""Turns of Versus the Ox to start from, and short words for what the team does."""

from typing import Any

from nimmt import Action, Event, Game, PlayCard, TakeRow, read_position
from nimmt.actions import OrderCard, Pass, TeamUse, UseReplace, Vote
from nimmt.events import RowTaken
from nimmt.games.versus_ox import OX, OxOptions, OxTable, OxView, VersusOx
from nimmt.rows import write_rows

PLAYERS = range(1, 7)


class Turn:
    """One turn, from the reveal on: seat 0 has played the first card, seat 1 the second."""

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
        rules = VersusOx(len(plays), OxOptions(**options))
        spare = self.spare(rows + piles, (*plays, ox, *hands)) if not last else []
        more = [[]] * (len(plays) + 1) if last else [[card] for card in (*hands, *spare)]
        held = [f"{card} {' '.join(map(str, rest))}" for card, rest in zip(plays, more, strict=False)]
        oxen = " ".join(map(str, [ox, *more[len(plays)]]))
        table = read_position(rules, f"{rows} // {' / '.join(held)} // {piles} // {oxen} / {up} / {stock}")
        self.game = Game(rules)
        self.state = self.game.state(table)
        self.events: list[Event] = []
        for seat, card in enumerate(plays):
            self.act(seat, PlayCard(card))

    @staticmethod
    def spare(text: str, named: tuple[int, ...]) -> list[int]:
        """Cards that lie nowhere yet."""
        gone = {*named, *(int(word) for word in text.split() if word.isdigit())}
        return [card for card in range(1, 105) if card not in gone]

    # What is done

    def act(self, seat: int, action: Action) -> tuple[Event, ...]:
        """Do something that must be legal."""
        self.state, events = self.state.step(seat, action)
        self.events += events
        return events

    def refusal(self, seat: int, action: Action) -> tuple[str, str] | None:
        """The code and the rule of a refusal, or None."""
        refusal = self.state.refusal(seat, action)
        return None if refusal is None else (refusal.code, refusal.rule)

    def use(self, seat: int, use: TeamUse) -> None:
        """Propose something that all others agree to."""
        self.act(seat, use)
        while "vote" == self.phase:
            self.act(self.state.to_act[0], Vote(True))

    def refuse(self, seat: int, use: TeamUse) -> None:
        """Propose something that all others refuse."""
        self.act(seat, use)
        while "vote" == self.phase:
            self.act(self.state.to_act[0], Vote(False))

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
        """Name the order of Sort."""
        for card in cards:
            self.act(seat, OrderCard(card))

    def place_instead(self, seat: int, card: int) -> None:
        """Name the new card of Replace."""
        self.act(seat, UseReplace(card))

    # What is seen

    @property
    def table(self) -> OxTable:
        assert isinstance(self.state.position, OxTable)
        return self.state.position

    def view(self, seat: int | None) -> OxView:
        view = self.state.view(seat)
        assert isinstance(view, OxView)
        return view

    @property
    def phase(self) -> str:
        return self.table.phase

    @property
    def rows(self) -> str:
        return write_rows(self.table.rows)

    @property
    def waiting(self) -> list[int]:
        """The cards that are not placed yet, the next one first."""
        return [play.card for play in self.table.queue]

    @property
    def takes(self) -> list[tuple[str, tuple[int, ...], int]]:
        """Who took which cards, and how many heads that were."""
        taken = [event for event in self.events if isinstance(event, RowTaken)]
        return [("OX" if event.seat == OX else "TEAM", event.cards, event.heads) for event in taken]

    def legal(self, seat: int, kind: type[Action] = Action) -> list[Action]:
        """What a seat may do, perhaps only one kind of it."""
        return [action for action in self.state.legal(seat) if isinstance(action, kind)]
