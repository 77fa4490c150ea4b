"""Observations: what a seat is shown, as the numbers of its layout.

An observer reads what everybody may see, and of what is hidden only what belongs to its seat: whatever else the table
holds makes no difference to it, and tests compare it with samples that agree with the seat's view.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ..game import Game, State, position_of
from ..views import View
from .errors import EnvError
from .layout import Field, Layout, Vector

Cells: TypeAlias = "array[int]"
"""16-bit numbers: one of them is written here much faster than to a numpy array."""


INT16 = np.dtype(np.int16)


class Shared(NamedTuple):
    """What everybody sees of a position: cells as seat 0 sees them, and every turn of what is told by seat."""

    position: Any
    cells: Cells
    by_seat: list[tuple[slice, Cells]]  # each field twice, one behind the other: every seat finds its own turn there


NOTHING = Shared(None, array("h"), [])


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
        self._blank = self.blank()

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

    def write_changes(self, before: Any, table: Any, out: Cells) -> bool:
        """Write what everybody sees over what they saw earlier in the same game, or return False: all must be written.

        Values that never change are shared between positions, so whatever is the very same object looks the same.
        """
        return False

    @abstractmethod
    def write_own(self, table: Any, seat: int, out: Cells) -> None:
        """Write what only this seat sees, and what looks different from each seat."""

    def observe(self, state: State, seat: int, asked: bool, shared: Shared | None = None) -> Vector:
        """What this seat sees; `asked`: whether it owes an answer, `shared`: what all see, if that is written."""
        position = position_of(state)
        cells, by_seat = (shared or self.share(state))[1:]
        out = cells[:]
        if asked:
            out[self.phases.index(position.phase)] = 1
        if seat:
            for field, turns in by_seat:
                out[field] = turns[seat : seat + self.players]
        self.write_own(position, seat, out)
        return np.ndarray(self.layout.size, INT16, out)  # type: ignore[arg-type]

    def share(self, state: State, last: Shared = NOTHING) -> Shared:
        """Write what everybody sees; `last` is what they saw earlier in the same game."""
        position = position_of(state)
        cells = last.cells[:]
        if last.position is None or not self.write_changes(last.position, position, cells):
            cells = self._blank[:]
            self.write_public(position, cells)
        fields = [(field, cells[field]) for field in self._by_seat]
        return Shared(position, cells, [(field, values + values) for field, values in fields if any(values)])

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
        if view.seat is None:
            raise EnvError("no_such_seat", "A spectator has no observation: take the view of a seat.")
        state = self.game.sample(view, Random(0))
        asked = view.to_act if state.secret else view.to_act[:1]
        return self.observe(state, view.seat, view.seat in asked)

    def seats(self) -> tuple[str, ...]:
        """What seats are called from one's own."""
        return ("you", *(f"seat+{step}" for step in range(1, self.players)))
