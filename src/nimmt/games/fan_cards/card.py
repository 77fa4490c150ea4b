"""What a fan card can change about the base game: nothing, unless its page says so."""

from collections.abc import Iterable
from typing import Any, ClassVar

from ...actions import Play, PlayCard
from ...errors import Refusal
from ...events import Event, Mark, MarkMoved, Reason
from ...options import RowOptions
from ...rows import Row, Rows
from ...rules import Rules
from ...table import Table


class FanCard:
    """One fan card. Hooks that change a value are given what it would be without this card."""

    key: ClassVar[str]
    section: ClassVar[str]  # its part of the rulebook, such as "EO"
    options_type: ClassVar[type[RowOptions]] = RowOptions
    marks: ClassVar[tuple[Mark, ...]] = ()  # the faces of its marker, one of which lies at a row
    specials: ClassVar[tuple[str, ...]] = ()  # special cards that every seat gets in every round
    rows_ascend: ClassVar[bool] = True  # whether every row still does so at all times

    def __init__(self, options: Any) -> None:
        """Bind the card to the options that the players agreed on."""
        self.options = options

    # --- Where a card goes -------------------------------------------------------------------------

    def gap(self, row: Row, value: int, gap: int | None) -> int | None:
        """How far a card is from a row's end, or None where it may not go (B-6)."""
        return gap

    def wins_tie(self, row: Row) -> bool:
        """Whether this row gets a card that is as near to another one."""
        return False

    def capacity(self, row: Row, capacity: int) -> int:
        """How many number cards the row holds (B-8)."""
        return capacity

    # --- What moves --------------------------------------------------------------------------------

    def settle(self, rules: Rules[Any, Any], table: Table, event: Event) -> None:
        """What follows once rows are laid, a card has landed, or a row was taken."""

    def place(self, table: Table) -> int | None:
        """The row where this card's marker lies."""
        return next((number for number, row in enumerate(table.rows) if row.has(*self.marks)), None)

    def move(self, table: Table, face: Mark, row: int, reason: Reason) -> None:
        """Lay the marker at another row with this face up; whatever else lies there stays."""
        source = self.place(table)
        if source is not None:
            table.lift_mark(next(mark for mark in self.marks if table.rows[source].has(mark)), source)
        table.lay_mark(face, row)
        table.tell(MarkMoved(face, source, row, reason))

    # --- What may be sealed, and what it counts for ------------------------------------------------

    def plays(self, table: Table, seat: int) -> Iterable[PlayCard]:
        """More ways to play a card of the hand."""
        return ()

    def play_refusal(self, table: Table, seat: int, play: PlayCard, refused: Refusal | None) -> Refusal | None:
        """Why this may not be sealed, or None (B-4)."""
        return refused

    def value(self, play: PlayCard, value: int) -> int:
        """What a card counts for while it is placed."""
        return value

    def order(self, play: Play) -> int:
        """Of two cards that count the same, the one with the lower number here is placed first."""
        return 0

    def reveal(self, table: Table) -> None:
        """What happens to special cards when the sealed cards are turned up."""

    # --- Positions in text form --------------------------------------------------------------------

    def check_marks(self, rows: Rows) -> None:
        """Refuse a position where this card's marker cannot lie as it does."""


def lowest_end(rows: Rows, besides: int | None) -> int:
    """Find the row with the lowest end card, one row left out."""
    return min((number for number in range(len(rows)) if number != besides), key=lambda number: rows[number].end)
