"""Runs the portable kernels with wasmtime; nothing else knows wasmtime.

Its objects must not be used by two threads at once: each call borrows an instance that has a memory of its own, so two
bots that think at once use two cores.
"""

import os
import threading
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from struct import pack_into
from typing import Any

import wasmtime

from . import cache as compiled
from .calls import CALLS
from .errors import KernelFailed
from .layout import LINE, Record

FILE = "kernels.wasm"
TICK, TICKS = 10.0, 4
"""Seconds between ticks, and how many of them a call may last: so long that a busy machine interrupts nothing."""
_idle: list["Instance"] = []
"""Instances that no call uses; the one that was used last comes first, because its memory is still near."""


def run(name: str, record: Record) -> None:
    """Let a kernel work on a record; an instance that failed is not used again."""
    try:
        instance = _borrowed()
        instance.run(name, record)
    except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
        raise KernelFailed(name, _reason(error)) from error
    _idle.append(instance)


def _borrowed() -> "Instance":
    try:
        return _idle.pop()
    except IndexError:
        return Instance()


def _reason(error: wasmtime.Trap | wasmtime.WasmtimeError) -> str:
    """What stopped a kernel, without the places in its code that stand in the lines between."""
    lines = str(error).splitlines()
    return lines[-1].strip() if isinstance(error, wasmtime.Trap) else lines[0]


class Instance:
    """The kernels with a memory of their own."""

    def __init__(self) -> None:
        """Start with nothing in memory."""
        module = _module()
        self.store = wasmtime.Store(module.engine)
        self.store.set_epoch_deadline(TICKS)
        exports = wasmtime.Instance(self.store, module.code, []).exports(self.store)
        self.memory: Any = exports["memory"]
        self.keep: Any = exports["keep"]
        self.begin: Any = exports["begin"]
        self.kernels: dict[str, Any] = {name: exports[name] for name in CALLS}
        self.answer = self._room(LINE)  # where kernels leave their status and errors
        self.place, self.size = self._room(1 << 16), 1 << 16
        self.weights: dict[int, tuple[bytes, int]] = {}

    def run(self, name: str, record: Record) -> None:
        """Copy the record into memory, run the kernel, and copy it back."""
        self.store.set_epoch_deadline(TICKS)  # first: the time since the last call counts for nothing
        if len(record.memory) > self.size:
            self.size = 2 * len(record.memory)
            self.place = self._room(self.size)
        for field, weights in record.weights.items():
            pack_into("<q", record.memory, record.layout.fields[field].offset, self._weights_at(weights))
        self.memory.write(self.store, record.memory, self.place)
        if status := self.kernels[name](self.store, self.answer, self.answer + 8, self.place):
            raise wasmtime.WasmtimeError(f"status {status}")
        record.memory[:] = self.memory.read(self.store, self.place, self.place + len(record.memory))

    def _weights_at(self, weights: bytes) -> int:
        """Where weights lie; they are copied there once."""
        known = self.weights.get(id(weights))
        if known is None:
            place = self._room(len(weights))
            self.memory.write(self.store, weights, place)
            known = self.weights[id(weights)] = weights, place  # which also keeps them alive, and so their id
        return known[1]

    def _room(self, size: int) -> int:
        """Memory that stays ours."""
        self.begin(self.store)
        place = self.keep(self.store, size)
        if not place:
            raise wasmtime.WasmtimeError(f"There is no memory for {size} bytes.")
        return int(place)


class Module:
    """The compiled file, and the clock that ends calls which never end by themselves."""

    def __init__(self) -> None:
        """Load it as it was compiled the last time, or compile it, which takes a fifth of a second."""
        config = wasmtime.Config()
        config.epoch_interruption = True
        self.engine = wasmtime.Engine(config)
        self.code = self._loaded(_file())
        threading.Thread(target=self._tick, name="kernels' clock", daemon=True).start()

    def _loaded(self, content: bytes) -> wasmtime.Module:
        key = compiled.key_of(content, (version("wasmtime"), "epochs"))
        if code := compiled.read(key):
            try:
                return wasmtime.Module.deserialize(self.engine, code)
            except wasmtime.WasmtimeError:  # of another processor, for one
                pass
        module = wasmtime.Module(self.engine, content)
        compiled.write(key, bytes(module.serialize()))
        return module

    def _tick(self) -> None:
        stopped = threading.Event()
        while not stopped.wait(TICK):
            self.engine.increment_epoch()


def _file() -> bytes:
    return files(__package__).joinpath(FILE).read_bytes()


_compiling = threading.Lock()


def _module() -> Module:
    with _compiling:
        return _compiled()


@cache
def _compiled() -> Module:
    return Module()


def _begin_anew() -> None:
    """A forked process has no clock, and its memory must not be used by two."""
    global _compiling
    _compiling = threading.Lock()
    _compiled.cache_clear()
    _idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
