"""Who is told that a kernel is being compiled, since that makes the first use slow."""

import sys
from collections.abc import Callable


def to_stderr(kernel: str) -> None:
    """The default: one line where it does not get into anybody's output."""
    sys.stderr.write(f"nimmt: compiling {kernel} (once; it takes some seconds and is kept for the next time)\n")


_told: list[Callable[[str], None] | None] = [to_stderr]


def on_compile(callback: Callable[[str], None] | None) -> None:
    """Tell somebody else which kernel is being compiled, or nobody (None)."""
    _told[0] = callback


def announce(kernel: str) -> None:
    """Tell whoever wants to know."""
    if _told[0]:
        _told[0](kernel)
