"""Observations: what a seat is shown, as the numbers of its layout.

An observer reads what everybody may see, and of what is hidden only what belongs to its seat: whatever else the table
holds makes no difference to it, and tests compare it with samples that agree with the seat's view.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any, TypeAlias

import numpy as np

from ..game import Game, State, position_of
from ..views import View
from .errors import EnvError
from .layout import Field, Layout, Vector

Cells: TypeAlias = "array[int]"
"""16-bit numbers: one of them is written here much faster than to a numpy array."""


INT16 = np.dtype(np.int16)


class Sheet:
    """What all seats see of a game in progress, one behind another, renewed as it goes on."""

    def __init__(self, observer: "Observer") -> None:
        """Begin with an empty sheet."""
        size, players = observer.layout.size, observer.players
        self.observer = observer
        self.position: Any = None
        self.asked: tuple[str, tuple[int, ...]] = "", ()  # what, and who
        self.public: Cells = array("h")  # as seat 0 sees it
        self.cells: Cells = array("h", bytes(2 * size * players))
        self.by_seat: list[Vector] = list(np.ndarray((players, size), INT16, self.cells))  # type: ignore[arg-type]
        self.begins = range(0, size * players, size)

    def __reduce__(self) -> Any:
        """A copy begins with an empty sheet: its arrays share their cells, which copies of them would not."""
        return Sheet, (self.observer,)


class Observer(ABC):
    """Turns tables of one game into observations."""

    def __init__(self, game: Game) -> None:
        """Lay out the fields."""
        self.game = game
        self.rules: Any = game.rules
        self.players = game.players
        self.phases = self.asked_phases()
        self.layout = Layout(self.fields())
        self._begins = {name: place.start for name, place in self.layout.at.items()}
        self._by_seat = [self.layout.at[field.name] for field in self.layout.fields if field.by_seat]
        self._columns = [slice(place, None, self.layout.size) for place in range(self.layout.size)]  # by seat
        self._nobody = array("h", bytes(2 * self.players))
        self._blank = self.blank()

    def __reduce__(self) -> Any:
        """It is made from its game alone."""
        return type(self), (self.game,)

    def asked_phases(self) -> tuple[str, ...]:
        """Everything that can be asked in this game."""
        drafts = self.game.setup.options.get("draft")
        return tuple(phase for phase in self.rules.questions if phase != "draft" or drafts)

    @abstractmethod
    def fields(self) -> list[Field]:
        """What there is to see."""

    def blank(self) -> Cells:
        """An observation before anything is written to it."""
        return array("h", bytes(2 * self.layout.size))

    @abstractmethod
    def write_public(self, table: Any, out: Cells) -> None:
        """Write what everybody sees; what is told by seat begins with seat 0."""

    def write_changes(self, table: Any, sheet: Sheet) -> bool:
        """Write what has changed since the position of this sheet, or return False: all must be written.

        Values that never change are shared between positions, so whatever is the very same object looks the same.
        """
        return False

    @abstractmethod
    def write_own(self, table: Any, seat: int, out: Cells) -> None:
        """Write what only this seat sees, and what looks different from each seat."""

    def observe(self, state: State, seat: int, asked: bool) -> Vector:
        """What this seat sees; `asked`: whether it owes an answer."""
        sheet = Sheet(self)
        self.renew(sheet, position_of(state), (seat,) if asked else ())
        return sheet.by_seat[seat]

    def renew(self, sheet: Sheet, position: Any, asked: tuple[int, ...]) -> None:
        """Write on the sheet what all seats see now; `asked`: the seats that owe an answer."""
        if position is sheet.position:
            return
        if sheet.position is None or not self.write_changes(position, sheet):
            self.write_all(position, sheet)
            sheet.asked = "", ()
        sheet.position = position
        if sheet.asked != (position.phase, asked):
            self.write_asked(position.phase, asked, sheet)

    def write_asked(self, phase: str, asked: tuple[int, ...], sheet: Sheet) -> None:
        """Tell every seat whether it owes an answer, and to what."""
        before, _ = sheet.asked
        if before in self.phases:
            sheet.cells[self._columns[self.phases.index(before)]] = self._nobody
        if asked:
            sheet.cells[self._columns[self.phases.index(phase)]] = flags(asked, self.players)
        sheet.asked = phase, asked

    def write_all(self, position: Any, sheet: Sheet) -> None:
        """Write what everybody sees once, then for each seat what looks different from there."""
        size = self.layout.size
        sheet.public = public = self._blank[:]
        self.write_public(position, public)
        for seat, begin in enumerate(sheet.begins):
            out = public[:]
            if seat:
                for field in self._by_seat:
                    out[field] = turned(public[field], seat, self.players)
            self.write_own(position, seat, out)
            sheet.cells[begin : begin + size] = out

    def put(self, out: Cells, field: str, values: Iterable[int]) -> None:
        """Write these numbers from the beginning of a field on."""
        for place, value in enumerate(values, self._begins[field]):
            out[place] = value

    def flag(self, out: Cells, field: str, cards: Iterable[int], value: int = 1) -> None:
        """Write a number at the places of these cards."""
        before = self._begins[field] - 1
        for card in cards:
            out[before + card] = value

    def from_view(self, view: View) -> Vector:
        """What the seat of a view sees: the same for whatever the view leaves open."""
        if isinstance(view, View) and view.seat is None:
            raise EnvError("no_such_seat", "A spectator has no observation: take the view of a seat.")
        state = self.game.sample(view, Random(0))  # refuses what is no view of this game
        asked = view.to_act if state.secret else view.to_act[:1]
        assert view.seat is not None
        return self.observe(state, view.seat, view.seat in asked)

    def seats(self) -> tuple[str, ...]:
        """What seats are called from one's own."""
        return ("you", *(f"seat+{step}" for step in range(1, self.players)))


@cache
def flags(seats: tuple[int, ...], players: int) -> Cells:
    """1 for each of these seats, 0 for all others."""
    return array("h", [seat in seats for seat in range(players)])


def turned(values: Cells, seat: int, players: int) -> Cells:
    """Numbers by seat, as many for each, from this one on."""
    first = seat * len(values) // players
    return values[first:] + values[:first]
