"""Clocks of tests: what the server's clock tells, and what a machine's clocks tell it."""

import time
from collections.abc import Callable

from nimmt.server.clocks import Clock


class GivenClock(Clock):
    """Tells what a test says, whatever workers do."""

    def __init__(self, tell: Callable[[], float]) -> None:
        self.now = self.arrived = tell  # type: ignore[method-assign]

    def hear(self, at: float) -> None: ...

    def go_on(self, at: float, seconds: float = 0.0) -> None: ...


class Machine:
    """A machine whose clock can be set, and that can stand still or sleep."""

    def __init__(self) -> None:
        self.stepped = self.slept = 0.0

    def wall(self) -> float:
        """The system's clock: it goes on while the machine sleeps."""
        return time.time() + self.stepped + self.slept

    def clock(self) -> Clock:
        """The clock of a program on this machine; its ticks stand still while the machine sleeps."""
        return Clock(self.wall, time.monotonic)
