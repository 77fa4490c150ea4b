"""Runs the kernels: from the portable file, or with what a program chose instead."""

from collections.abc import Callable
from functools import cache

from ..errors import BadSetup
from .layout import Record

Run = Callable[[str, Record], None]
"""Runs a kernel by its name; what it changes and answers is in the record then."""

_chosen: list[Run] = []


def run(name: str, record: Record) -> None:
    """Let a kernel work on a record."""
    (_chosen[0] if _chosen else _portable())(name, record)


def choose(host: Run | None) -> None:
    """Run kernels with this from now on in this process; None is the portable file."""
    _chosen[:] = [host] if host else []


def available() -> bool:
    """Whether there is anything to run kernels with: wasmtime does not exist for some machines, such as those of 32
    bits."""
    return bool(_chosen) or _has_wasmtime()


def not_available(what: str) -> BadSetup:
    """The error for what cannot be had without kernels."""
    return BadSetup(
        "no_wasmtime", f"The {what} needs wasmtime, which is not installed here or does not exist for this machine."
    )


@cache
def _has_wasmtime() -> bool:
    try:
        _portable()
    except (ImportError, OSError):  # no such package, or no library in it for this machine
        return False
    return True


@cache
def _portable() -> Run:
    from .wasm import run as portable

    return portable
