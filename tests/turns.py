"""What turns of Surprise and of Versus the Ox have in common: a state that is played on, and short words for it."""

from typing import Any, Generic, TypeVar

from nimmt import Action, Event, Game, TableView
from nimmt.events import RowTaken
from nimmt.game import state_of
from nimmt.rows import write_rows
from nimmt.rules import Rules
from nimmt.table import Scores, Table

T = TypeVar("T", bound=Table)
W = TypeVar("W", bound=TableView)


class SpecialTurn(Generic[T, W]):
    """A turn in the middle of a game, and everything that happens from then on."""

    table_type: type[T]
    view_type: type[W]

    def __init__(self, rules: Rules[T, W], position: str, scores: Scores = (), dealer: Any = None) -> None:
        table = rules.read(position, scores)
        table.dealer = dealer or table.dealer
        self.game = Game(rules)
        self.state = state_of(self.game, table)
        self.events: list[Event] = []

    def do(self, seat: int, action: Action) -> tuple[Event, ...]:
        """Do something that must be legal."""
        self.state, events = self.state.step(seat, action)
        self.events += events
        return events

    def why_not(self, seat: int, action: Action) -> tuple[str, str] | None:
        """The code and the rule of a refusal, or None."""
        refusal = self.state.refusal(seat, action)
        return None if refusal is None else (refusal.code, refusal.rule)

    def may(self, seat: int, kind: type[Action]) -> list[Action]:
        """What a seat may do, perhaps only one kind of it."""
        return [action for action in self.state.legal(seat) if isinstance(action, kind)]

    @property
    def table(self) -> T:
        assert isinstance(self.state._position, self.table_type)
        return self.state._position

    def view(self, seat: int | None) -> W:
        view = self.state.view(seat)
        assert isinstance(view, self.view_type)
        return view

    @property
    def phase(self) -> str:
        return self.table.phase

    @property
    def rows(self) -> str:
        return write_rows(self.table.rows)

    @property
    def row_takes(self) -> list[RowTaken]:
        """Every take since the first card was chosen."""
        return [event for event in self.events if isinstance(event, RowTaken)]


def spare_cards(text: str) -> list[int]:
    """Cards that the text does not name, the lowest first."""
    named = {int(word) for word in text.split() if word.isdigit()}
    return [card for card in range(1, 105) if card not in named]
