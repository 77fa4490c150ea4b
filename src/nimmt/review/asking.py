"""The decisions of a recorded game, as the seats saw them."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..actions import Action
from ..events import Event, seen_by
from ..game import State
from ..records import Record, replay
from ..table import Phase
from ..views import TableView, View


class Asked(NamedTuple):
    """A decision that had a choice, as its seat saw it."""

    view: View
    legal: tuple[Action, ...]
    picked: int
    story: tuple[Event, ...]  # what the seat was told in this game until then
    step: int  # how many actions were taken before

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self.view.round

    @property
    def table(self) -> TableView:
        """The same view, where rows are played with."""
        assert isinstance(self.view, TableView)
        return self.view

    @property
    def seat(self) -> int:
        """Whose decision it was."""
        assert self.view.seat is not None
        return self.view.seat


def decisions_in(record: Record, seats: tuple[int, ...], judged: Callable[[Phase], bool]) -> Iterator[Asked]:
    """The decisions of these seats that had a choice, of the kinds that are to be judged."""
    state: State | None = None
    stories: dict[int, list[Event]] = {seat: [] for seat in seats}
    for number, step in enumerate(replay(record)):
        if state is not None and step.move is not None and step.move.seat in seats:
            seat, action = step.move.seat, step.move.action
            legal = state.legal(seat) if judged(state.phase) else ()
            if len(legal) > 1:
                yield Asked(state.view(seat), legal, legal.index(action), tuple(stories[seat]), number - 1)
        for seat in seats:
            stories[seat] += seen_by(step.events, seat)
        state = step.state
