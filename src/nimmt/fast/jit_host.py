"""Runs the kernels of the portable file compiled for this machine: for arenas and training that play without end."""

from collections.abc import Callable
from ctypes import addressof, c_char, c_char_p, c_void_p, cast
from functools import cache
from struct import pack_into

from ..kernels.host import choose
from ..kernels.layout import Record
from .entries import ENTRIES
from .jit import kernel

_weights: dict[int, bytes] = {}
"""By their places in memory; they must stay there while a kernel may read them."""


def use_jit() -> None:
    """Run all kernels of this process this way from now on."""
    choose(run)


def run(name: str, record: Record) -> None:
    """Let a kernel work on a record where it is."""
    for field, weights in record.weights.items():
        pack_into("<q", record.memory, record.layout.fields[field].offset, _place_of(weights))
    _compiled(name)(addressof(c_char.from_buffer(record.memory)))


def _place_of(weights: bytes) -> int:
    place = cast(c_char_p(weights), c_void_p).value or 0
    _weights[place] = weights
    return place


@cache
def _compiled(name: str) -> Callable[[int], None]:
    return kernel(ENTRIES[name].function)
