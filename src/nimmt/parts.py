"""Parts of a row game: cards that change the rules while they lie on the table, each on a page of its own."""

from typing import Any, ClassVar, Generic, TypeVar

from .errors import malformed
from .events import Event, Mark
from .rows import Row, Rows
from .rules import Rules
from .table import Cards, Table
from .views import TableView

T = TypeVar("T", bound=Table)
W = TypeVar("W", bound=TableView)


class Part(Generic[T]):
    """What a part can change: nothing, unless its page says so. Hooks are given what holds without this part."""

    marks: ClassVar[tuple[Mark, ...]] = ()  # what it lays at rows

    def gap(self, row: Row, value: int, gap: int | None) -> int | None:
        """How far a card is from a row's end, or None where it may not go (B-6)."""
        return gap

    def wins_tie(self, row: Row) -> bool:
        """Whether this row gets a card that is as near to another one."""
        return False

    def capacity(self, row: Row, capacity: int) -> int:
        """How many number cards the row holds (B-8)."""
        return capacity

    def cost(self, rows: Rows, row: int, cards: Cards, cost: int) -> int:
        """How many heads cards of this row count for whoever takes them (B-10)."""
        return cost

    def settle(self, rules: Any, table: T, event: Event) -> None:
        """What follows once rows are laid, a card has landed, or a row was taken."""

    def check_marks(self, rules: Any, rows: Rows) -> None:
        """Refuse a position in text form where its marks cannot lie as they do."""


class PartRules(Rules[T, W]):
    """A row game that asks its parts, one after another."""

    def use_parts(self, parts: tuple[Part[T], ...]) -> None:
        """Set the parts, in the order in which they act; each hook calls only those that override it."""
        self.parts = parts
        self.marks = tuple(mark for part in parts for mark in part.marks)
        self._gaps = _overriding(parts, "gap")
        self._ties = _overriding(parts, "wins_tie")
        self._capacities = _overriding(parts, "capacity")
        self._costs = _overriding(parts, "cost")
        self._settlers = _overriding(parts, "settle")

    def gap(self, row: Row, value: int) -> int | None:
        """B-6, as the parts see it."""
        gap = super().gap(row, value)
        for change in self._gaps:
            gap = change(row, value, gap)
        return gap

    def wins_tie(self, row: Row) -> bool:
        """Whether a part says so."""
        return any(wins(row) for wins in self._ties)

    def capacity(self, row: Row) -> int:
        """B-8, as the parts see it."""
        capacity = super().capacity(row)
        for change in self._capacities:
            capacity = change(row, capacity)
        return capacity

    def cost(self, rows: Rows, row: int, cards: Cards) -> int:
        """B-10, as the parts see it."""
        cost = super().cost(rows, row, cards)
        for change in self._costs:
            cost = change(rows, row, cards, cost)
        return cost

    @property
    def charges_as_printed(self) -> bool:
        """Whether no part changes what cards cost."""
        return type(self).cost is PartRules.cost and not self._costs

    def faces(self, mark: Mark) -> tuple[Mark, ...]:
        """The marks of its part."""
        return next(part.marks for part in self.parts if mark in part.marks)

    def settle(self, table: T, event: Event) -> None:
        """Every part follows what happened."""
        for follow in self._settlers:
            follow(self, table, event)

    def check_marks(self, rows: Rows) -> None:
        """Every part looks at its own marks; no others may lie there."""
        for part in self.parts:
            part.check_marks(self, rows)
        if any(mark not in self.marks for row in rows for mark in row.marks):
            raise malformed("There are no other marks in this game.")


def _overriding(parts: tuple[Part[T], ...], hook: str) -> tuple[Any, ...]:
    """This hook of every part that overrides it."""
    return tuple(getattr(part, hook) for part in parts if getattr(type(part), hook) is not getattr(Part, hook))
