"""Kernels that fail: a small file whose entries are all alike, instead of the real one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import wasmtime

from nimmt.kernels import wasm
from nimmt.kernels.calls import CALLS

WAYS = {
    "traps": "unreachable",
    "loops": "(loop (br 0)) unreachable",
    "raises": "i32.const 1",
    "reads beyond its memory": "(i32.load (i32.const -8))",
}
"""What a kernel does."""


def file_that(way: str) -> bytes:
    """A file of kernels that do this."""
    entries = "".join(f'(func (export "{name}") (param i32 i32 i64) (result i32) {WAYS[way]})' for name in CALLS)
    text = f"""(module (memory (export "memory") 64) (global $top (mut i32) (i32.const 64))
    (func (export "begin"))
    (func (export "keep") (param i32) (result i32)
      (global.get $top) (global.set $top (i32.add (global.get $top) (local.get 0))))
    {entries})"""
    return bytes(wasmtime.wat2wasm(text))


@contextmanager
def faulty(way: str, cache: Path) -> Iterator[None]:
    """Everybody's kernels do this until the block ends; its clock ticks fast enough for tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NIMMT_CACHE", str(cache))
        patch.setattr(wasm, "_file", lambda: file_that(way))
        patch.setattr(wasm, "TICK", 0.02)
        anew()
        yield
    anew()


def anew() -> None:
    """Forget the compiled file, and all instances of it."""
    wasm._compiled.cache_clear()
    wasm._idle.clear()
