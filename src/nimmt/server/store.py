"""What the server needs of a store; SQLite and PostgreSQL both offer it."""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

UNLIMITED = 1 << 40


class Conflict(Exception):
    """Somebody else appended first, or took the same code: fold again and retry."""


class Gone(Exception):
    """There is no such table, or no longer."""


class Full(Exception):
    """There are as many open tables as there may be."""


class NewerSchema(Exception):
    """The database was written by a newer version of this program."""

    def __init__(self, found: int, known: int) -> None:
        """Name both versions."""
        super().__init__(f"This database was written by a newer nimmt (schema {found}; this one knows {known}).")


class NewerFormat(Exception):
    """The tables were written by a newer version of this program, although the schema is the same."""

    def __init__(self, found: int, known: int) -> None:
        """Name both versions."""
        super().__init__(f"This database was written by a newer nimmt (format {found}; this one knows {known}).")


class Snapshot(Struct, frozen=True):
    """A table as it was after the entry with this number; only the program that wrote it can read it."""

    seq: int
    body: bytes


class Append(Struct, frozen=True, kw_only=True):
    """Entries for one table's log; the first of them gets number `seq`."""

    code: str
    seq: int
    bodies: tuple[bytes, ...]
    at: float
    after: float  # when the entry before was written: a table that was opened later is another one of the same code
    due: float  # when somebody must look after the table, should this worker not do it
    state: str | None = None  # lobby, playing, over: where it changes
    summary: bytes | None = None  # how the table is listed, where that changes
    snapshot: Snapshot | None = None  # of some entries ago, where there is a new one


class Presence(Struct, frozen=True):
    """Whether a worker has a device of a seat connected, and since when that is so."""

    seat: int
    worker: str
    here: bool
    at: float


class Outage(Struct, frozen=True):
    """A time when no worker ran; clocks do not count it."""

    start: float
    end: float


class Head(Struct, frozen=True):
    """Where a table is in the store: its last entry, how many devices are there, and when the latest of them came."""

    seq: int
    here: int
    at: float
    created: float = 0.0


EVERY_TABLE = "*"

Listener = Callable[[str, str], None]
"""Told the code of a table and what changed there on another worker: `log`, `presence` or `deleted`.

After a time in which nothing could be told, the code is EVERY_TABLE and what changed is `anything`.
"""


class Store(Protocol):
    """Keeps logs, and beside them what is only needed to find the tables that must be looked after.

    Everything raises Away where the store does not answer in time.
    """

    shared: bool  # whether other workers may write too

    async def open(self, worker: str, listener: Listener) -> None:
        """Connect, and bring the schema up to date."""

    async def close(self) -> None:
        """Finish what was begun, and disconnect."""

    async def create(self, first: Append, public: bool, most: int = UNLIMITED, more: Sequence[Append] = ()) -> None:
        """Open a table, and append to other logs, or do nothing of it.

        Raises Conflict if the code is taken or another worker appended first, Gone, and Full if `most` tables are open.
        """

    async def append(self, more: Append) -> None:
        """Append durably: when this returns, the entries survive a power cut. Raises Conflict or Gone.

        Gone also if the table was deleted and its code belongs to another one now.

        After Away, the entries may be there or not, or come later; whoever appends again finds out.
        """

    async def append_all(self, appends: Sequence[Append]) -> None:
        """Append to each of these logs, or to none; their codes go together. Raises Conflict or Gone."""

    def together(self, code: str, other: str) -> bool:
        """Whether one transaction can change both tables."""

    async def load(self, code: str, after: int = 0) -> list[bytes]:
        """The entries after this number. Raises Gone."""

    async def recall(self, code: str) -> tuple[bytes | None, list[bytes], list[Presence]]:
        """A table's snapshot, if it has one, the entries after it, and who is there. Raises Gone."""

    async def heads(self, codes: Sequence[str]) -> dict[str, Head]:
        """Where these tables are; those that were deleted are missing."""

    async def listed(self, limit: int) -> list[bytes]:
        """Summaries of public tables, the latest first."""

    async def delete(self, code: str) -> None:
        """Remove a table and all that belongs to it."""

    async def prune(self, before: float, lobbies_before: float) -> list[str]:
        """Delete tables, and lobbies, that were not touched since; their codes."""

    async def open_tables(self) -> int:
        """How many tables are not over."""

    async def claim_due(self, now: float, until: float, limit: int) -> list[str]:
        """Tables that must be looked after now; nobody else gets them before `until`."""

    async def set_due(self, dues: Sequence[tuple[str, float | None]]) -> None:
        """Note when tables must next be looked after."""

    async def beat(self, worker: str, at: float) -> None:
        """Say that this worker runs."""

    async def beats(self) -> dict[str, float]:
        """When each worker last said that it runs."""

    async def bury(self, worker: str, at: float) -> None:
        """A worker has died: its devices are gone since `at`, and its tables must be looked after."""

    async def add_outage(self, outage: Outage) -> None:
        """Note that no worker ran."""

    async def outages(self) -> list[Outage]:
        """Every such time, the earliest first."""

    async def keep_snapshot(self, code: str, snapshot: Snapshot) -> None:
        """Store a snapshot of a table to which nothing is appended now."""

    async def set_presence(self, noted: Sequence[tuple[str, Presence]]) -> None:
        """Note where a seat's last device on this worker has gone, or its first has come; so the worker lives.

        It may have been buried for its silence, and must be buried again should it die before its next heartbeat.
        """

    async def presence(self, code: str) -> list[Presence]:
        """Who is at a table, by seat and worker."""

    async def secret_of_day(self, day: str, fresh: bytes) -> bytes:
        """The secret of a day's deal: the one that was stored first, or else this fresh one, durably."""

    async def add_result(self, day: str, code: str, heads: int) -> None:
        """Note what somebody reached in a day's deal; a table has one result, however often it is noted."""

    async def results(self, day: str) -> dict[int, int]:
        """How many people took how many heads in a day's deal."""

    async def forget_days(self, before: str) -> None:
        """Delete the secrets and results of earlier days."""
