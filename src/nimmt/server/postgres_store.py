"""The store of many workers: PostgreSQL, which also tells every worker what the others appended."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from .logs import log_event
from .migrations import POSTGRES
from .refusals import away
from .store import EVERY_TABLE, Append, Conflict, Gone, Head, Listener, NewerSchema, Outage, Presence

logger = logging.getLogger("nimmt.server")

CHANNEL = "nimmt"
MIGRATION_LOCK = 0x6E696D6D74
APPENDED = "touched=$2, due=$3, state=coalesce($4, state), summary=coalesce($5, summary)"
HEADS = """SELECT code, (SELECT max(seq) FROM nimmt_entries AS entry WHERE entry.code=known.code) AS seq, here, at
    FROM nimmt_tables AS known, LATERAL (
        SELECT count(*) AS here, coalesce(max(at), 0) AS at FROM nimmt_presence AS seat
        WHERE seat.code=known.code AND seat.here
    ) AS devices WHERE code=ANY($1)"""
RECONNECT = 0.5
CHECK = 10.0  # seconds between two looks whether the line is still there
CLOSING = 2.0
AWAY = (
    OSError, asyncpg.InterfaceError, asyncpg.InternalClientError, asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError, asyncpg.InsufficientResourcesError, asyncpg.PostgresSystemError,
    asyncpg.TransactionRollbackError, asyncpg.ReadOnlySQLTransactionError, asyncpg.InternalServerError,
    asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError,
)  # fmt: skip
"""How a database fails that may be back in a moment; whatever else it complains of is a fault of this program."""


class PostgresStore:
    """A database that workers on many machines share."""

    shared = True

    def __init__(self, address: str, patience: float = 5.0, connections: int = 8) -> None:
        """Name the database, and the seconds that it may take to answer."""
        self.address, self.patience, self.connections = address, patience, connections

    async def open(self, worker: str, listener: Listener) -> None:
        """Connect, migrate, listen."""
        self.worker, self._tell = worker, listener
        self.pool = await asyncpg.create_pool(
            self.address, min_size=0, max_size=self.connections, init=_prepare, timeout=self.patience
        )
        async with self.pool.acquire() as connection:
            await migrate(connection)
        self.line = await self._connect()
        self._ears = asyncio.ensure_future(self._listen())

    async def close(self) -> None:
        """Disconnect."""
        self._ears.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._ears
        with contextlib.suppress(*AWAY):
            await self.line.close(timeout=CLOSING)
        try:
            await asyncio.wait_for(self.pool.close(), CLOSING)
        except AWAY:
            self.pool.terminate()

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """A connection for one piece of work that must be done in time."""
        try:
            async with asyncio.timeout(self.patience), self.pool.acquire(timeout=self.patience) as connection:
                yield connection
        except AWAY as error:
            raise away() from error

    async def _ask(self, method: str, query: str, *values: Any) -> Any:
        """One statement."""
        async with self._connection() as connection:
            return await getattr(connection, method)(query, *values)

    async def _connect(self) -> Any:
        """A connection that hears what other workers do."""
        line = await asyncpg.connect(self.address, timeout=self.patience, command_timeout=self.patience)
        try:
            await line.add_listener(CHANNEL, self._heard)
        except BaseException:
            line.terminate()
            raise
        return line

    async def _listen(self) -> None:
        """Keep the line open; what other workers did while it was down must be looked up."""
        while True:
            await self._until_lost()
            log_event(logger, logging.WARNING, "listener_lost")
            self.line = await self._reconnect()
            log_event(logger, logging.WARNING, "listener_back")
            self._tell(EVERY_TABLE, "anything")

    async def _until_lost(self) -> None:
        """Wait for the end of the line; one that is dead without saying so is found by asking."""
        lost = asyncio.Event()
        self.line.add_termination_listener(lambda _: lost.set())
        while not (lost.is_set() or self.line.is_closed()):
            try:
                await asyncio.wait_for(lost.wait(), CHECK)
            except TimeoutError:
                await self._check()

    async def _check(self) -> None:
        try:
            await self.line.execute(f"LISTEN {CHANNEL}")  # once more does no harm
        except AWAY:
            self.line.terminate()

    async def _reconnect(self) -> Any:
        while True:
            await asyncio.sleep(RECONNECT)
            with contextlib.suppress(*AWAY):
                return await self._connect()

    def _heard(self, connection: Any, process: int, channel: str, payload: str) -> None:
        worker, code, what = payload.split(":")
        if worker != self.worker:
            self._tell(code, what)

    def _note(self, code: str, what: str) -> str:
        return f"{self.worker}:{code}:{what}"

    # --- Logs ----------------------------------------------------------------------------------

    async def create(self, first: Append, public: bool) -> None:
        """Open a table."""
        row = (first.code, first.at, first.at, first.state, public, first.summary, first.due)
        async with self._connection() as connection, connection.transaction():
            try:
                await connection.execute("INSERT INTO nimmt_tables VALUES ($1, $2, $3, $4, $5, $6, $7)", *row)
                await _insert(connection, first)
            except asyncpg.UniqueViolationError:
                raise Conflict from None

    async def append(self, more: Append) -> None:
        """Append to a log; whoever listens is told with the commit."""
        query = f"""WITH
            found AS (UPDATE nimmt_tables SET {APPENDED} WHERE code=$1 RETURNING code),
            added AS (INSERT INTO nimmt_entries SELECT found.code, ($6::bigint + place - 1)::integer, body
                      FROM found, unnest($7::bytea[]) WITH ORDINALITY AS entry(body, place)),
            kept AS (INSERT INTO nimmt_snapshots SELECT code, $9::integer, $10::bytea FROM found WHERE $9 IS NOT NULL
                     ON CONFLICT (code) DO UPDATE SET seq=excluded.seq, body=excluded.body)
            SELECT pg_notify('{CHANNEL}', $8) FROM found"""
        row = (more.code, more.at, more.due, more.state, more.summary, more.seq, list(more.bodies))
        try:
            kept = (more.snapshot.seq, more.snapshot.body) if more.snapshot else (None, None)
            told = await self._ask("fetchrow", query, *row, self._note(more.code, "log"), *kept)
        except asyncpg.UniqueViolationError:
            raise Conflict from None
        if told is None:
            raise Gone

    async def load(self, code: str, after: int = 0) -> list[bytes]:
        """Read a log."""
        rows = await self._ask(
            "fetch", "SELECT body FROM nimmt_entries WHERE code=$1 AND seq>$2 ORDER BY seq", code, after
        )
        if not rows and not await self._ask("fetchval", "SELECT 1 FROM nimmt_tables WHERE code=$1", code):
            raise Gone
        return [row["body"] for row in rows]

    async def recall(self, code: str) -> tuple[bytes | None, list[bytes], list[Presence]]:
        """Read a snapshot and what follows."""
        found = await self._ask("fetchrow", "SELECT seq, body FROM nimmt_snapshots WHERE code=$1", code)
        seq, body = (found["seq"], found["body"]) if found else (0, None)
        return body, await self.load(code, seq), await self.presence(code)

    async def heads(self, codes: Sequence[str]) -> dict[str, Head]:
        """Read where tables are."""
        rows = await self._ask("fetch", HEADS, list(codes))
        return {row["code"]: Head(row["seq"], row["here"], row["at"]) for row in rows}

    async def listed(self, limit: int) -> list[bytes]:
        """Read summaries."""
        query = "SELECT summary FROM nimmt_tables WHERE public AND state<>'over' ORDER BY created DESC LIMIT $1"
        return [row["summary"] for row in await self._ask("fetch", query, limit)]

    async def delete(self, code: str) -> None:
        """Remove a table; entries and presence go with it."""
        async with self._connection() as connection, connection.transaction():
            await connection.execute("DELETE FROM nimmt_tables WHERE code=$1", code)
            await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, self._note(code, "deleted"))

    async def prune(self, before: float, lobbies_before: float) -> list[str]:
        """Remove old tables."""
        query = "DELETE FROM nimmt_tables WHERE touched<$1 OR (state='lobby' AND touched<$2) RETURNING code"
        return [row["code"] for row in await self._ask("fetch", query, before, lobbies_before)]

    async def open_tables(self) -> int:
        """Count."""
        return int(await self._ask("fetchval", "SELECT count(*) FROM nimmt_tables WHERE state<>'over'"))

    # --- What must be looked after -------------------------------------------------------------

    async def claim_due(self, now: float, until: float, limit: int) -> list[str]:
        """Take tables whose time has come and that no other worker is taking."""
        due = "SELECT code FROM nimmt_tables WHERE due<=$1 ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED"
        query = f"UPDATE nimmt_tables SET due=$2 WHERE code IN ({due}) RETURNING code"
        return [row["code"] for row in await self._ask("fetch", query, now, until, limit)]

    async def set_due(self, dues: Sequence[tuple[str, float | None]]) -> None:
        """Note when; in one order, so that two workers never wait for each other."""
        await self._ask(
            "executemany", "UPDATE nimmt_tables SET due=$2 WHERE code=$1", sorted(dues, key=lambda due: due[0])
        )

    async def beat(self, worker: str, at: float) -> None:
        """Write the heartbeat."""
        query = "INSERT INTO nimmt_workers VALUES ($1, $2) ON CONFLICT (worker) DO UPDATE SET beat=$2"
        await self._ask("execute", query, worker, at)

    async def beats(self) -> dict[str, float]:
        """Read the heartbeats."""
        return {
            row["worker"]: row["beat"] for row in await self._ask("fetch", "SELECT worker, beat FROM nimmt_workers")
        }

    async def bury(self, worker: str, at: float) -> None:
        """Forget a worker."""
        async with self._connection() as connection, connection.transaction():
            gone = "UPDATE nimmt_presence SET here=false, at=$2 WHERE worker=$1 AND here RETURNING code"
            codes = [row["code"] for row in await connection.fetch(gone, worker, at)]
            due = "UPDATE nimmt_tables SET due=least(coalesce(due, $2), $2) WHERE code=ANY($1)"
            await connection.execute(due, codes, at)
            await connection.execute("DELETE FROM nimmt_workers WHERE worker=$1", worker)
            for code in codes:
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, self._note(code, "presence"))

    async def add_outage(self, outage: Outage) -> None:
        """Note an outage."""
        query = "INSERT INTO nimmt_outages VALUES ($1, $2) ON CONFLICT (start) DO NOTHING"
        await self._ask("execute", query, outage.start, outage.end)

    async def outages(self) -> list[Outage]:
        """Read the outages."""
        rows = await self._ask("fetch", "SELECT start, finish FROM nimmt_outages ORDER BY start")
        return [Outage(row["start"], row["finish"]) for row in rows]

    async def set_presence(self, code: str, presence: Presence) -> None:
        """Note who is here, unless something later is noted already."""
        query = f"""WITH alive AS (
            INSERT INTO nimmt_workers VALUES ($3, $5)
            ON CONFLICT (worker) DO UPDATE SET beat=greatest(nimmt_workers.beat, $5)), noted AS (
            INSERT INTO nimmt_presence SELECT code, $2, $3, $4, $5 FROM nimmt_tables WHERE code=$1
            ON CONFLICT (code, seat, worker) DO UPDATE SET here=$4, at=$5 WHERE nimmt_presence.at<=$5)
            SELECT pg_notify('{CHANNEL}', $6)"""
        row = (code, presence.seat, presence.worker, presence.here, presence.at)
        await self._ask("execute", query, *row, self._note(code, "presence"))

    async def presence(self, code: str) -> list[Presence]:
        """Read who is here."""
        rows = await self._ask("fetch", "SELECT seat, worker, here, at FROM nimmt_presence WHERE code=$1", code)
        return [Presence(row["seat"], row["worker"], row["here"], row["at"]) for row in rows]


async def migrate(connection: Any) -> None:
    """Bring the schema up to date; workers that start at once wait for each other."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS nimmt_schema (version INTEGER PRIMARY KEY)")
        version = await connection.fetchval("SELECT coalesce(max(version), 0) FROM nimmt_schema")
        if version > len(POSTGRES):
            raise NewerSchema(version, len(POSTGRES))
        for number, statements in enumerate(POSTGRES[version:], version + 1):
            for statement in statements:
                await connection.execute(statement)
            await connection.execute("INSERT INTO nimmt_schema VALUES ($1)", number)


async def _prepare(connection: Any) -> None:
    await connection.execute("SET synchronous_commit TO on")  # an acknowledged action survives a power cut


async def _insert(connection: Any, append: Append) -> None:
    rows = [(append.code, append.seq + place, body) for place, body in enumerate(append.bodies)]
    await connection.executemany("INSERT INTO nimmt_entries VALUES ($1, $2, $3)", rows)
