"""The embedded store: SQLite with one writer thread that commits whatever is waiting as one group."""

import asyncio
import json
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import chain
from queue import SimpleQueue
from typing import Any, TypeVar

from .migrations import migrate_sqlite
from .ownership import Ownership
from .refusals import away
from .store import EVERY_TABLE, UNLIMITED, Append, Conflict, Full, Gone, Head, Listener, Outage, Presence, Snapshot

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Job = tuple[Work | Append, "asyncio.Future[Any]"]
Answer = tuple["asyncio.Future[Any]", Any]
GROUP = 256
HEADS = """SELECT code, (SELECT max(seq) FROM entries WHERE entries.code=tables.code),
    (SELECT count(*) FROM presence WHERE presence.code=tables.code AND here),
    (SELECT coalesce(max(at), 0.0) FROM presence WHERE presence.code=tables.code AND here), created
    FROM tables WHERE code IN (SELECT value FROM json_each(?))"""
MOST_VALUES = 30_000  # SQLite takes 32,766 in one statement
APPENDED = (
    "UPDATE tables SET touched=new.column2, due=new.column3, state=coalesce(new.column4, state), "
    "summary=coalesce(new.column5, summary) FROM (VALUES {}) AS new WHERE code=new.column1 AND created<=new.column6"
)


class SqliteStore:
    """A file on this machine; `:memory:` is not offered, for a server must be able to forget nothing."""

    shared = False

    def __init__(self, path: str, patience: float = 5.0) -> None:
        """Name the file, and the seconds that it may take to answer."""
        self.path, self.patience = path, patience
        self._jobs: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._waiting: list[Job] = []
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="nimmt-read")
        self._reads = 0  # how many there were

    async def open(self, worker: str, listener: Listener) -> None:
        """Connect, migrate, start the writer."""
        self._loop, self._tell = asyncio.get_running_loop(), listener
        self._owned = Ownership.claim(self.path)
        try:
            self._reader = await self._loop.run_in_executor(self._readers, self._connect)
            await self._loop.run_in_executor(self._readers, migrate_sqlite, self._reader)
        except BaseException:
            self._owned.release()
            raise
        writing = await self._loop.run_in_executor(self._readers, self._connect)
        self._writer = threading.Thread(target=self._write, args=(writing,), name="nimmt-write", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        """Commit what is waiting and stop; a disk that does not write cannot keep the program from ending."""
        self._hand_over()
        self._jobs.put(None)
        await self._loop.run_in_executor(None, self._writer.join, self.patience)
        await self._loop.run_in_executor(self._readers, self._reader.close)
        self._readers.shutdown()
        if not self._writer.is_alive():
            self._owned.release()

    def _connect(self) -> sqlite3.Connection:
        patience = self.patience / 2  # whoever holds a lock longer makes this store be away, and that in time
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=patience)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")  # an acknowledged action survives a power cut
        return connection

    # --- Threads -------------------------------------------------------------------------------

    def _write(self, connection: sqlite3.Connection) -> None:
        """Take what is waiting, carry it out in one transaction, commit, and only then answer."""
        running = True
        while running:
            lists = [self._jobs.get()]
            while not self._jobs.empty() and len(lists) < GROUP:
                lists.append(self._jobs.get())
            running = None not in lists
            answers = self._commit(connection, [job for jobs in lists if jobs for job in jobs])
            with suppress(RuntimeError):  # nobody is left who would want to know
                self._loop.call_soon_threadsafe(self._answer, answers)
        connection.close()

    def _commit(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Answer]:
        try:
            connection.execute("BEGIN IMMEDIATE")
            appended = self._append_together(connection, [work for work, _ in jobs if isinstance(work, Append)])
            answers = [
                (future, None if appended and isinstance(work, Append) else self._attempt(connection, work))
                for work, future in jobs
            ]
            connection.execute("COMMIT")
        except Exception as error:  # the disk is full, or gone: nothing of this group is acknowledged
            _roll_back(connection)
            return [(future, error) for _, future in jobs]
        return answers

    def _append_together(self, connection: sqlite3.Connection, appends: list[Append]) -> bool:
        """Append to many logs with two statements: each costs a change between threads. If one fails, none is done."""
        if sum(5 + 3 * len(more.bodies) for more in appends) > MOST_VALUES:
            return False
        try:
            _append(connection, appends)
        except (Conflict, Gone):
            connection.execute("ROLLBACK")
            connection.execute("BEGIN IMMEDIATE")
            return False
        return True

    def _attempt(self, connection: sqlite3.Connection, work: Work | Append) -> Any:
        """One job of a group; if it fails, the others stand."""
        connection.execute("SAVEPOINT job")
        try:
            return _append(connection, [work]) if isinstance(work, Append) else work(connection)
        except (Conflict, Full, Gone, sqlite3.IntegrityError) as error:
            connection.execute("ROLLBACK TO job")
            return error
        finally:
            connection.execute("RELEASE job")

    async def _do(self, work: Callable[[sqlite3.Connection], T] | Append) -> T:
        """Hand a job to the writer, together with all others of this turn of the loop."""
        future: asyncio.Future[T] = self._loop.create_future()
        if not self._waiting:
            self._loop.call_soon(self._hand_over)
        self._waiting.append((work, future))
        late = self._loop.call_later(self.patience, _expire, future)
        try:
            return await future
        except (sqlite3.Error, TimeoutError) as error:
            raise away() from error
        finally:
            late.cancel()

    def _answer(self, answers: list[Answer]) -> None:
        awaited = [(future, answer) for future, answer in answers if not future.done()]
        for future, answer in awaited:
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)
        if len(awaited) < len(answers):  # whoever asked has not waited, and does not know what became of it
            self._tell(EVERY_TABLE, "anything")

    def _hand_over(self) -> None:
        jobs, self._waiting = self._waiting, []
        self._jobs.put(jobs)

    async def _ask(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Read something in its turn. In a rush that may take long; the store is away once nothing is read at all."""
        asked = self._loop.run_in_executor(self._readers, self._read, work)
        read = None
        while read != self._reads and not asked.done():
            read = self._reads
            await asyncio.wait({asked}, timeout=self.patience)
        asked.cancel()  # where it still waits
        try:
            return await asked
        except (sqlite3.Error, asyncio.CancelledError) as error:
            raise away() from error

    def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return work(self._reader)
        finally:
            self._reads += 1

    # --- Logs ----------------------------------------------------------------------------------

    async def create(self, first: Append, public: bool, most: int = UNLIMITED, more: Sequence[Append] = ()) -> None:
        """Open a table, if there is room for it."""

        def work(db: sqlite3.Connection) -> None:
            row = (first.code, first.at, first.at, first.state, public, first.summary, first.due)
            try:
                db.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            except sqlite3.IntegrityError:
                raise Conflict from None
            if _open_tables(db, most + 1) > most:
                raise Full
            _insert(db, [first])
            _append(db, more)

        await self._do(work)

    async def append(self, more: Append) -> None:
        """Append to a log."""
        await self._do(more)

    async def append_all(self, appends: Sequence[Append]) -> None:
        """Append to logs in one job, which is undone as a whole."""
        await self._do(lambda db: _append(db, appends))

    def together(self, code: str, other: str) -> bool:
        """There is one database."""
        return True

    async def load(self, code: str, after: int = 0) -> list[bytes]:
        """Read a log."""

        def work(db: sqlite3.Connection) -> list[bytes]:
            return _load(db, code, after)

        return await self._ask(work)

    async def recall(self, code: str) -> tuple[bytes | None, list[bytes], list[Presence]]:
        """Read a snapshot and what follows."""

        def work(db: sqlite3.Connection) -> tuple[bytes | None, list[bytes], list[Presence]]:
            seq, body = db.execute("SELECT seq, body FROM snapshots WHERE code=?", (code,)).fetchone() or (0, None)
            return body, _load(db, code, seq), _presence(db, code)

        return await self._ask(work)

    async def keep_snapshot(self, code: str, snapshot: Snapshot) -> None:
        """Store it, unless the table is gone."""
        query = "INSERT OR REPLACE INTO snapshots SELECT code, ?, ? FROM tables WHERE code=?"
        await self._do(lambda db: db.execute(query, (snapshot.seq, snapshot.body, code)))

    async def heads(self, codes: Sequence[str]) -> dict[str, Head]:
        """Read where tables are."""
        wanted = json.dumps(list(codes))
        return await self._ask(lambda db: {row[0]: Head(*row[1:]) for row in db.execute(HEADS, (wanted,))})

    async def listed(self, limit: int) -> list[bytes]:
        """Read summaries."""
        query = "SELECT summary FROM tables WHERE public AND state<>'over' ORDER BY created DESC LIMIT ?"
        return await self._ask(lambda db: [body for (body,) in db.execute(query, (limit,))])

    async def delete(self, code: str) -> None:
        """Remove a table."""
        await self._do(lambda db: _delete(db, [code]))

    async def prune(self, before: float, lobbies_before: float) -> list[str]:
        """Remove old tables."""
        query = "SELECT code FROM tables WHERE touched<? OR (state='lobby' AND touched<?)"

        def work(db: sqlite3.Connection) -> list[str]:
            codes = [code for (code,) in db.execute(query, (before, lobbies_before))]
            _delete(db, codes)
            return codes

        return await self._do(work)

    async def open_tables(self) -> int:
        """Count."""
        return await self._ask(lambda db: _open_tables(db, -1))

    # --- What must be looked after -------------------------------------------------------------

    async def claim_due(self, now: float, until: float, limit: int) -> list[str]:
        """Take tables whose time has come."""

        def work(db: sqlite3.Connection) -> list[str]:
            rows = db.execute("SELECT code FROM tables WHERE due<=? ORDER BY due LIMIT ?", (now, limit)).fetchall()
            db.executemany("UPDATE tables SET due=? WHERE code=?", [(until, code) for (code,) in rows])
            return [code for (code,) in rows]

        if not await self._ask(lambda db: db.execute("SELECT 1 FROM tables WHERE due<=? LIMIT 1", (now,)).fetchone()):
            return []
        return await self._do(work)

    async def set_due(self, dues: Sequence[tuple[str, float | None]]) -> None:
        """Note when."""
        rows = [(due, code) for code, due in dues]
        await self._do(lambda db: db.executemany("UPDATE tables SET due=? WHERE code=?", rows))

    async def beat(self, worker: str, at: float) -> None:
        """Write the heartbeat."""
        await self._do(lambda db: db.execute("INSERT OR REPLACE INTO workers VALUES (?, ?)", (worker, at)))

    async def beats(self) -> dict[str, float]:
        """Read the heartbeats."""
        return await self._ask(lambda db: dict(db.execute("SELECT worker, beat FROM workers").fetchall()))

    async def bury(self, worker: str, at: float) -> None:
        """Forget a worker."""

        def work(db: sqlite3.Connection) -> None:
            codes = "SELECT code FROM presence WHERE worker=? AND here"
            db.execute(f"UPDATE tables SET due=min(coalesce(due, ?), ?) WHERE code IN ({codes})", (at, at, worker))
            db.execute("UPDATE presence SET here=0, at=? WHERE worker=? AND here", (at, worker))
            db.execute("DELETE FROM workers WHERE worker=?", (worker,))

        await self._do(work)

    async def add_outage(self, outage: Outage) -> None:
        """Note an outage."""
        row = (outage.start, outage.end)
        await self._do(lambda db: db.execute("INSERT OR REPLACE INTO outages VALUES (?, ?)", row))

    async def outages(self) -> list[Outage]:
        """Read the outages."""
        query = "SELECT start, finish FROM outages ORDER BY start"
        return await self._ask(lambda db: [Outage(*row) for row in db.execute(query)])

    async def set_presence(self, noted: Sequence[tuple[str, Presence]]) -> None:
        """Note who is here."""
        workers = {each.worker: each.at for _, each in noted}
        rows = [(code, each.seat, each.worker, each.here, each.at) for code, each in noted]
        alive = "INSERT INTO workers VALUES (?, ?) ON CONFLICT (worker) DO UPDATE SET beat=max(beat, excluded.beat)"

        def work(db: sqlite3.Connection) -> None:
            db.executemany(alive, workers.items())
            db.executemany("INSERT OR REPLACE INTO presence VALUES (?, ?, ?, ?, ?)", rows)

        await self._do(work)

    async def presence(self, code: str) -> list[Presence]:
        """Read who is here."""
        return await self._ask(lambda db: _presence(db, code))

    # --- Deals of the day ----------------------------------------------------------------------

    async def secret_of_day(self, day: str, fresh: bytes) -> bytes:
        """Read it, or store it."""

        def work(db: sqlite3.Connection) -> bytes:
            db.execute("INSERT OR IGNORE INTO days VALUES (?, ?)", (day, fresh))
            return bytes(db.execute("SELECT secret FROM days WHERE day=?", (day,)).fetchone()[0])

        return await self._do(work)

    async def add_result(self, day: str, code: str, heads: int) -> None:
        """Note a result."""
        await self._do(lambda db: db.execute("INSERT OR IGNORE INTO results VALUES (?, ?, ?)", (day, code, heads)))

    async def results(self, day: str) -> dict[int, int]:
        """Count the results."""
        query = "SELECT heads, count(*) FROM results WHERE day=? GROUP BY heads"
        return await self._ask(lambda db: dict(db.execute(query, (day,)).fetchall()))

    async def forget_days(self, before: str) -> None:
        """Remove old days."""

        def work(db: sqlite3.Connection) -> None:
            for table in ("days", "results"):
                db.execute(f"DELETE FROM {table} WHERE day<?", (before,))

        await self._do(work)


def _expire(future: "asyncio.Future[Any]") -> None:
    if not future.done():
        future.set_exception(TimeoutError())


def _load(db: sqlite3.Connection, code: str, after: int) -> list[bytes]:
    if not db.execute("SELECT 1 FROM tables WHERE code=?", (code,)).fetchone():
        raise Gone
    rows = db.execute("SELECT body FROM entries WHERE code=? AND seq>? ORDER BY seq", (code, after))
    return [body for (body,) in rows]


def _presence(db: sqlite3.Connection, code: str) -> list[Presence]:
    rows = db.execute("SELECT seat, worker, here, at FROM presence WHERE code=?", (code,))
    return [Presence(seat, worker, bool(here), at) for seat, worker, here, at in rows]


def _open_tables(db: sqlite3.Connection, most: int) -> int:
    """Count them up to a number; -1 is all."""
    query = "SELECT count(*) FROM (SELECT 1 FROM tables WHERE state<>'over' LIMIT ?)"
    return int(db.execute(query, (most,)).fetchone()[0])


def _append(db: sqlite3.Connection, appends: Sequence[Append]) -> None:
    """Append to logs that there are."""
    if not appends:
        return
    values = [(more.code, more.at, more.due, more.state, more.summary, more.after) for more in appends]
    changed = db.execute(APPENDED.format(_places(values)), list(chain.from_iterable(values)))
    if changed.rowcount < len(appends):
        raise Gone
    _insert(db, appends)
    kept = [(more.code, more.snapshot.seq, more.snapshot.body) for more in appends if more.snapshot]
    db.executemany("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", kept)


def _insert(db: sqlite3.Connection, appends: Sequence[Append]) -> None:
    rows = [(more.code, more.seq + place, body) for more in appends for place, body in enumerate(more.bodies)]
    try:
        db.execute(f"INSERT INTO entries VALUES {_places(rows)}", list(chain.from_iterable(rows)))
    except sqlite3.IntegrityError:
        raise Conflict from None


def _places(rows: Sequence[tuple[Any, ...]]) -> str:
    return ", ".join([f"({', '.join('?' * len(rows[0]))})"] * len(rows))


def _delete(db: sqlite3.Connection, codes: list[str]) -> None:
    for table in ("tables", "entries", "presence", "snapshots"):
        db.executemany(f"DELETE FROM {table} WHERE code=?", [(code,) for code in codes])


def _roll_back(db: sqlite3.Connection) -> None:
    if db.in_transaction:  # SQLite itself takes back what a full disk cut short
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
