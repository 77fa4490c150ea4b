"""A table in memory: what its log comes to, who is there, and what is being done about it."""

import asyncio
from typing import Protocol

from . import clocks
from .fold import Fold
from .presence import PresenceBook
from .snapshots import RecentSnapshots
from .streams import Tail


class Listener(Protocol):
    """A connected device."""

    viewer: int | None

    @property
    def unread(self) -> bool:
        """Whether it does not read."""

    def send(self, frame: bytes) -> None:
        """Queue a frame."""

    def close(self, code: str, sentence: str) -> None:
        """Say goodbye and close."""


class Table:
    """A table in memory. A worker has one for each code; whoever holds it, a device or a timer, keeps it alive."""

    def __init__(self, fold: Fold, tail: Tail, recent: RecentSnapshots, presence: PresenceBook) -> None:
        """Nobody is connected yet."""
        self.fold, self.tail, self.recent = fold, tail, recent
        self.presence = presence
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.elsewhere = False  # whether another worker, the last that appended, looks after it
        self.deleted = False
        self.thinking: set[tuple[int, int, int]] = set()  # (game, decision, seat) that a bot is working on
        self.used = clocks.now()
        self.stand_ins: tuple[bool, ...] = ()
        self.forced: tuple[tuple[int, int], tuple[int, ...]] = ((0, 0), ())  # (game, decision) and its seats
