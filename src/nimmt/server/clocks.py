"""Time as logs and deadlines have it: it never goes back, and what nobody could use is not counted.

A worker stores a heartbeat every second (`Settings.heartbeat`). One that finds the last heartbeat of all workers older
than two beats notes the time in between as an outage: after a start, after its process or machine stood still, and
after somebody put the system's clock forward. What is given back is therefore exact to one heartbeat.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from math import inf

from .plans import DAY
from .store import Outage

MISSED_BEATS = 3  # after which another worker counts as dead


class Clock:
    """Seconds since 1970 that tick by themselves, however the system's clock is set; workers keep it going.

    It stops when the workers of this process do, so that no deadline passes before an outage is noted.
    """

    def __init__(self, wall: Callable[[], float] = time.time, ticks: Callable[[], float] = time.monotonic) -> None:
        """Begin with the system's time."""
        self._wall, self._ticks = wall, ticks
        self._ahead = wall() - ticks()
        self._stops = inf
        self._heard = 0.0

    def now(self) -> float:
        """The time in which everything happens."""
        return min(self._ticks() + self._ahead, self._stops)

    def arrived(self) -> float:
        """The time at which to go on: the latest that the ticks, the system or another worker tell."""
        return max(self._ticks() + self._ahead, self._wall(), self._heard)

    def hear(self, at: float) -> None:
        """Another worker has reached this time."""
        self._heard = max(self._heard, at)

    def go_on(self, at: float, seconds: float = inf) -> None:
        """Set the time to at least this; stop after `seconds` unless called again."""
        self._ahead = max(at, self.now()) - self._ticks()
        self._stops = at + seconds


clock = Clock()


def now() -> float:
    """Seconds since 1970, as stored in logs."""
    return clock.now()


def day_of(at: float) -> str:
    """The day of a time in UTC, such as 2026-11-17."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def today() -> str:
    """The present day in UTC."""
    return day_of(now())


def is_closed(day: str) -> bool:
    """Whether the cards of this day's deal are still to be kept from people who have not played it."""
    return bool(day) and day >= today()


def end_of(day: str) -> float:
    """When a day ends in UTC."""
    return datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() + DAY


def merged(outages: Iterable[Outage]) -> list[Outage]:
    """Outages without overlaps, the earliest first: two workers may have noted the same one."""
    done: list[Outage] = []
    for outage in sorted(outages, key=lambda each: each.start):
        if done and outage.start <= done[-1].end:
            done[-1] = Outage(done[-1].start, max(done[-1].end, outage.end))
        else:
            done.append(outage)
    return done


def deadline(opened: float, seconds: float, outages: Sequence[Outage]) -> float:
    """When a time that began to run at `opened` is over; `outages` are merged."""
    return opened + seconds + lost(opened, seconds, outages)


def lost(opened: float, seconds: float, outages: Sequence[Outage]) -> float:
    """How long no worker ran during a time that began to run at `opened`."""
    gone = 0.0
    for outage in outages:
        if outage.end > opened and outage.start < opened + seconds + gone:
            gone += outage.end - max(outage.start, opened)
    return gone


def gap(beats: dict[str, float], at: float, heartbeat: float) -> Outage | None:
    """The time since the last heartbeat of any worker, if it is so long that none can be running."""
    last = max(beats.values(), default=None)
    if last is None or at - last <= 2 * heartbeat:
        return None
    return Outage(last, at)
