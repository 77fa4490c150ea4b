"""Who is notified when a kernel is compiled, which makes its first use slow."""

import sys
from collections.abc import Callable


def to_stderr(kernel: str) -> None:
    """The default: one line on standard error, away from anybody's output."""
    sys.stderr.write(f"nimmt: compiling {kernel} (once; it takes some seconds and is kept for the next time)\n")


_told: list[Callable[[str], None] | None] = [to_stderr]


def on_compile(callback: Callable[[str], None] | None) -> None:
    """Notify this function of kernels being compiled instead, or nobody (None)."""
    _told[0] = callback


def announce(kernel: str) -> None:
    """Notify whoever is registered."""
    if _told[0]:
        _told[0](kernel)
