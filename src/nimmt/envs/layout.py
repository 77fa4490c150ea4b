"""What an observation consists of: named fields, one behind another in a vector of whole numbers."""

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from .errors import EnvError

Vector = NDArray[np.int16]

Kind = Literal["flags", "numbers"]


class Field(Struct, frozen=True):
    """One field: its shape, the range of its numbers, what it says, and what its places are called."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str
    labels: tuple[str, ...] = ()  # of the places along the first axis

    @property
    def by_seat(self) -> bool:
        """Whether it has a number for every seat, one's own first."""
        return self.labels[:1] == ("you",)

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Layout:
    """The fields of a game's observations and where each of them begins."""

    def __init__(self, fields: Sequence[Field]) -> None:
        """Put them one behind another."""
        self.fields = tuple(fields)
        ends = np.cumsum([field.size for field in fields]).tolist()
        self.size = int(ends[-1])
        self.at: dict[str, slice] = {
            field.name: slice(end - field.size, end) for field, end in zip(self.fields, ends, strict=True)
        }

    def bounds(self) -> tuple[Vector, Vector]:
        """The lowest and highest number of every place."""
        low, high = np.zeros(self.size, np.int16), np.zeros(self.size, np.int16)
        for field in self.fields:
            low[self.at[field.name]], high[self.at[field.name]] = field.low, field.high
        return low, high

    def read(self, vector: Any) -> dict[str, NDArray[np.int16]]:
        """The fields of an observation by name, each in its shape; PettingZoo has a mask beside it."""
        checked = np.asarray(vector.get("observation") if isinstance(vector, dict) else vector)
        if checked.shape != (self.size,):
            raise EnvError("bad_observation", f"An observation here has {self.size} numbers, not {checked.shape}.")
        return {field.name: checked[self.at[field.name]].reshape(field.shape) for field in self.fields}

    def explain(self, vector: Any) -> str:
        """An observation in words: a line for every field that says something."""
        fields = self.read(vector)
        return "\n".join(f"{field.name}: {''.join(_told(field, fields[field.name]))}" for field in self.fields)


def _told(field: Field, values: NDArray[np.int16]) -> Iterator[str]:
    """What a field says: the names of its flags, or its numbers, row by row."""
    if field.shape == (1,):
        yield str(values[0])
    elif field.high == 1 and len(field.shape) == 1:
        yield " ".join(label for label, value in zip(field.labels, values, strict=True) if value) or "–"
    else:
        parts = (_told_at(label, value) for label, value in zip(field.labels, values, strict=True))
        yield ", ".join(part for part in parts if part) or "–"


def _told_at(label: str, value: NDArray[np.int16]) -> str:
    numbers = [str(number) for number in np.atleast_1d(value).tolist()]
    return f"{label} {' '.join(numbers)}" if any(number != "0" for number in numbers) else ""
