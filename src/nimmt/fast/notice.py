"""Who is notified when a kernel is compiled, which makes its first use slow."""

import sys
from collections.abc import Callable


def to_stderr(kernel: str) -> None:
    """The default: one line on standard error, away from anybody's output."""
    sys.stderr.write(f"nimmt: compiling {kernel} (once; it takes some seconds and is kept for the next time)\n")


_told: list[Callable[[str], None] | None] = [to_stderr]


def on_compile(callback: Callable[[str], None] | None) -> None:
    """Call this function instead when a kernel is being compiled; None calls nothing."""
    _told[0] = callback


def announce(kernel: str) -> None:
    """Call the registered function, if there is one."""
    if _told[0]:
        _told[0](kernel)
