"""What a fan card can change about the base game: nothing, unless its page says so."""

from collections.abc import Iterable
from typing import Any, ClassVar

from ...actions import Play, PlayCard
from ...errors import Refusal
from ...events import Mark, MarkMoved, Reason
from ...options import RowOptions
from ...parts import Part
from ...rows import Rows
from ...table import Table


class FanCard(Part[Table]):
    """A part of the base game; a fan card may also change what is sealed."""

    key: ClassVar[str]
    section: ClassVar[str]  # its part of the rulebook, such as "EO"
    options_type: ClassVar[type[RowOptions]] = RowOptions
    specials: ClassVar[tuple[str, ...]] = ()  # special cards that every seat gets in every round
    reverses: ClassVar[bool] = False  # whether cards may be played for their digits read backwards
    rows_ascend: ClassVar[bool] = True  # whether rows still ascend at all times

    def __init__(self, options: Any) -> None:
        """Bind the card to the options that the players agreed on."""
        self.options = options

    # --- Its marker -------------------------------------------------------------------------------

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
        """A tie-breaker: of two cards of equal value, the one with the lower number is placed first."""
        return 0

    def reveal(self, table: Table) -> None:
        """What happens to special cards when the sealed cards are turned up."""


def lowest_end(rows: Rows, besides: int | None) -> int:
    """Find the row with the lowest end card, one row left out."""
    return min((number for number in range(len(rows)) if number != besides), key=lambda number: rows[number].end)
