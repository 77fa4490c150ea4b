"""A row of the table, its marks, and its text form: ``12 14 15 | 37 | 43 44 odd | 58 61``."""

from typing import get_args

from msgspec import Struct

from .cards import heads
from .errors import Malformed
from .events import Mark

MARKS: tuple[str, ...] = get_args(Mark)
MOST_DIGITS = 9


class Row(Struct, frozen=True, gc=False):
    """Number cards from left to right, and what lies beside them."""

    cards: tuple[int, ...]
    marks: tuple[Mark, ...] = ()

    @property
    def end(self) -> int:
        """The rightmost number card (markers do not count)."""
        return self.cards[-1]

    @property
    def heads(self) -> int:
        """What taking the row costs."""
        return heads(self.cards)

    def has(self, *marks: Mark) -> bool:
        """Whether one of these marks lies here."""
        return bool(self.marks) and any(mark in self.marks for mark in marks)

    def __str__(self) -> str:
        """The row's text form."""
        return " ".join([*map(str, self.cards), *self.marks])


Rows = tuple[Row, ...]


def parse_row(text: str) -> Row:
    """Read one row: numbers, then marks."""
    words = text.split()
    marks = tuple(word for word in words if word in MARKS)
    return Row(parse_cards(" ".join(word for word in words if word not in MARKS)), marks)  # type: ignore[arg-type]


def parse_cards(text: str) -> tuple[int, ...]:
    """Read card numbers with blanks between them."""
    words = text.split()
    if not all(word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS for word in words):
        raise Malformed("bad_text", f"Expected card numbers with blanks between them, not {text.strip()[:40]!r}.")
    return tuple(map(int, words))


def rows(text: str) -> Rows:
    """Read rows from their text form."""
    return tuple(parse_row(part) for part in text.split("|"))


def write_rows(table_rows: Rows) -> str:
    """Write rows in their text form."""
    return " | ".join(map(str, table_rows))
