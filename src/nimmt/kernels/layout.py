"""Named numbers at fixed places in a block of memory: what Python and a kernel pass each other.

A record begins with its fields, one number or a small array each. Behind them lie blocks, arrays whose size differs
from call to call: the field of a block holds how many bytes after the record's beginning it starts. So a record can be
copied into any memory as it is.
"""

from array import array
from collections.abc import Iterable, Sequence
from math import prod
from struct import calcsize, pack_into, unpack_from
from typing import Any, NamedTuple

Shape = int | tuple[int, ...]
Kind = str | tuple[str, Shape]
"""A format of `struct` for one number (h, q, Q, f, d), or that and the shape of an array."""

LINE = 64
"""Blocks begin at multiples of this many bytes."""
BLOCK = "q"
"""The kind of a field that says where a block is."""


class Field(NamedTuple):
    """Where a field is, and what it holds."""

    format: str
    shape: tuple[int, ...]
    offset: int

    @property
    def length(self) -> int:
        """How many numbers."""
        return prod(self.shape)

    @property
    def end(self) -> int:
        """Where the next field may begin."""
        return self.offset + self.length * calcsize(self.format)


class Layout:
    """The fields of a kind of record, in the order in which they are named."""

    def __init__(self, **kinds: Kind) -> None:
        """Give each field a place that is a multiple of its numbers' size."""
        self.fields: dict[str, Field] = {}
        end = 0
        for name, kind in kinds.items():
            form, shape = kind if isinstance(kind, tuple) else (kind, ())
            size = calcsize(form)
            found = Field(form, (shape,) if isinstance(shape, int) else shape, -(-end // size) * size)
            self.fields[name], end = found, found.end
        widest = max(calcsize(field.format) for field in self.fields.values())
        self.size = -(-end // widest) * widest

    def new(self, **values: Any) -> "Record":
        """A record of zeros but for these values."""
        record = Record(self, bytearray(self.size))
        for name, value in values.items():
            record[name] = value
        return record


class Record:
    """One record in memory of its own, and the weights that it refers to by field."""

    __slots__ = ("layout", "memory", "weights")

    def __init__(self, layout: Layout, memory: bytearray) -> None:
        """Read and write this memory, which begins with the record."""
        self.layout, self.memory = layout, memory
        self.weights: dict[str, bytes] = {}

    def refer(self, **weights: bytes) -> None:
        """Let fields stand for weights; whoever runs the kernel keeps them in its memory and fills in their places."""
        self.weights.update(weights)

    def __getitem__(self, name: str) -> Any:
        """One number, or the numbers of an array, one after another."""
        field = self.layout.fields[name]
        found = unpack_from(f"<{field.length}{field.format}", self.memory, field.offset)
        return found if field.shape else found[0]

    def __setitem__(self, name: str, value: Any) -> None:
        """Write a number, or the first numbers of an array."""
        field = self.layout.fields[name]
        if field.shape:
            self.write(name, 0, value)
        else:
            pack_into(f"<{field.format}", self.memory, field.offset, value)

    def write(self, name: str, place: int, values: Sequence[float] | bytes | bytearray) -> None:
        """Write numbers, or the bytes of some, into an array from this place on."""
        field = self.layout.fields[name]
        content = packed(field.format, values)
        begin = field.offset + place * calcsize(field.format)
        if begin + len(content) > field.end:
            raise ValueError(f"The field {name} has no room for {len(values)} numbers from {place} on.")
        self.memory[begin : begin + len(content)] = content

    def raw(self, name: str) -> bytes:
        """The bytes of a field."""
        field = self.layout.fields[name]
        return bytes(self.memory[field.offset : field.end])

    def attach(self, name: str, content: bytes | bytearray) -> None:
        """Put a block behind what is there."""
        begin = self.reserve(name, len(content))
        self.memory[begin : begin + len(content)] = content

    def reserve(self, name: str, size: int) -> int:
        """Make room for a block of zeros; returns where it begins."""
        begin = -(-len(self.memory) // LINE) * LINE
        self.memory.extend(bytes(begin + size - len(self.memory)))
        self[name] = begin
        return begin

    def block(self, name: str, size: int) -> bytearray:
        """The first bytes of a block."""
        begin = self[name]
        return self.memory[begin : begin + size]

    def numbers(self, name: str, form: str, count: int) -> "array[Any]":
        """The first numbers of a block."""
        return array(form, bytes(self.block(name, count * calcsize(form))))

    def copy(self) -> "Record":
        """The same numbers in other memory."""
        return Record(self.layout, self.memory.copy())


def packed(form: str, values: Iterable[float] | bytes | bytearray) -> bytes | bytearray:
    """Numbers as bytes; what are bytes already stay as they are."""
    return values if isinstance(values, bytes | bytearray) else array(form, values).tobytes()
