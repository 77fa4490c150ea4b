"""The store of many workers: PostgreSQL, which also tells every worker what the others appended."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from .batches import Batches
from .logs import log_event
from .migrations import migrate_postgres
from .refusals import away
from .store import EVERY_TABLE, UNLIMITED, Append, Conflict, Full, Gone, Head, Listener, Outage, Presence, Snapshot

logger = logging.getLogger("nimmt.server")

CHANNEL = "nimmt"
APPEND = f"""WITH
    more AS (SELECT * FROM unnest($1::text[], $2::float8[], $3::float8[], $4::text[], $5::bytea[], $6::integer[],
             $7::float8[]) AS more(code, at, due, state, summary, seq, after)),
    found AS (SELECT code FROM nimmt_tables AS known JOIN more USING (code) WHERE created<=after
              ORDER BY code FOR UPDATE OF known),
    ready AS (SELECT code, coalesce((SELECT max(seq) FROM nimmt_entries AS entry WHERE entry.code=more.code), 0)
              = more.seq - 1 AS ready FROM more JOIN found USING (code)),
    moved AS (UPDATE nimmt_tables AS known SET touched=more.at, due=more.due,
              state=coalesce(more.state, known.state), summary=coalesce(more.summary, known.summary)
              FROM more JOIN ready USING (code) WHERE ready AND known.code=more.code),
    added AS (INSERT INTO nimmt_entries SELECT code, seq, body
              FROM unnest($8::text[], $9::integer[], $10::bytea[]) AS entry(code, seq, body) JOIN ready USING (code)
              WHERE ready),
    kept AS (INSERT INTO nimmt_snapshots SELECT code, seq, body
             FROM unnest($11::text[], $12::integer[], $13::bytea[]) AS snapshot(code, seq, body) JOIN ready USING (code)
             WHERE ready ON CONFLICT (code) DO UPDATE SET seq=excluded.seq, body=excluded.body),
    told AS (SELECT pg_notify('{CHANNEL}', $14 || string_agg(code, ',') || $15)::text AS told
             FROM ready WHERE ready HAVING count(*)>0)
    SELECT code, ready, told FROM ready LEFT JOIN told ON true"""
LOAD = """SELECT asked.code, after, body FROM unnest($1::text[], $2::integer[]) AS asked(code, after)
    JOIN nimmt_entries AS entry ON entry.code=asked.code AND entry.seq>asked.after ORDER BY asked.code, after, seq"""
OPEN_TABLES = "SELECT count(*) FROM (SELECT 1 FROM nimmt_tables WHERE state<>'over' LIMIT $1) AS open"
OPENING = 0x6E696D6D7401  # a lock held from opening a table until it is stored
GROUP = 200  # tables whose names fit into one notice
HEADS = """SELECT code, (SELECT max(seq) FROM nimmt_entries AS entry WHERE entry.code=known.code) AS seq, here, at,
        created
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
        self._free = asyncio.Semaphore(connections)
        self._appends: Batches[str, Append] = Batches(self._append_group, GROUP)
        self._loads: Batches[tuple[str, int], tuple[str, int]] = Batches(self._load_group, GROUP)

    async def open(self, worker: str, listener: Listener) -> None:
        """Connect, migrate, listen."""
        self.worker, self._tell = worker, listener
        self.pool = await asyncpg.create_pool(
            self.address, min_size=0, max_size=self.connections, init=self._prepare, reset=_nothing,
            timeout=self.patience,
        )  # fmt: skip
        try:
            async with self.pool.acquire() as connection:
                await migrate_postgres(connection)
        except BaseException:
            self.pool.terminate()
            raise
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
        late: list[bool] = []
        try:
            async with asyncio.timeout(self.patience):
                await self._free.acquire()  # so that nobody begins to connect when their time is almost over
            try:
                async with self.pool.acquire(timeout=self.patience) as connection:
                    ends = asyncio.get_running_loop().call_later(self.patience, _give_up, connection, late)
                    try:
                        yield connection
                    finally:
                        ends.cancel()
            finally:
                self._free.release()
        except AWAY as error:
            raise away() from TimeoutError() if late else error

    async def _prepare(self, connection: Any) -> None:
        """An acknowledged action survives a power cut, and PostgreSQL too gives up what nobody is waiting for."""
        await connection.execute(
            f"SET synchronous_commit TO on; SET statement_timeout TO {max(1, round(1000 * self.patience))}"
        )

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
        worker, codes, what = payload.split(":")
        if worker != self.worker:
            for code in codes.split(","):
                self._tell(code, what)

    def _note(self, code: str, what: str) -> str:
        return f"{self.worker}:{code}:{what}"

    # --- Logs ----------------------------------------------------------------------------------

    async def create(self, first: Append, public: bool, most: int = UNLIMITED, more: Sequence[Append] = ()) -> None:
        """Open a table, if there is room for it: tables are opened one after another."""
        row = (first.code, first.at, first.at, first.state, public, first.summary, first.due)
        try:
            async with self._connection() as connection, connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", OPENING)
                await connection.execute("INSERT INTO nimmt_tables VALUES ($1, $2, $3, $4, $5, $6, $7)", *row)
                if await connection.fetchval(OPEN_TABLES, most + 1) > most:
                    raise Full
                await _insert(connection, first)
                await self._append_to_all(connection, more)
        except asyncpg.UniqueViolationError:
            raise Conflict from None

    async def append_all(self, appends: Sequence[Append]) -> None:
        """Append to logs in one transaction."""
        try:
            async with self._connection() as connection, connection.transaction():
                await self._append_to_all(connection, appends)
        except asyncpg.UniqueViolationError:
            raise Conflict from None

    async def _append_to_all(self, connection: Any, appends: Sequence[Append]) -> None:
        if appends:
            errors = self._found(appends, await connection.fetch(APPEND, *self._values(appends)))
            for error in errors:
                if error:
                    raise error

    def together(self, code: str, other: str) -> bool:
        """There is one database."""
        return True

    async def append(self, more: Append) -> None:
        """Append to a log; whoever listens is told with the commit, which other tables may share."""
        await self._appends.ask(more.code, more)

    async def _append_group(self, group: Sequence[Append]) -> list[Exception | None]:
        """Append to many logs at once; where another worker was faster at one of them just now, to each on its own."""
        try:
            return await self._append_together(group)
        except asyncpg.UniqueViolationError:
            if len(group) == 1:
                return [Conflict()]
            return [(await self._append_group([more]))[0] for more in group]

    async def _append_together(self, group: Sequence[Append]) -> list[Exception | None]:
        return self._found(group, await self._ask("fetch", APPEND, *self._values(group)))

    def _values(self, group: Sequence[Append]) -> list[Any]:
        rows = [(more.code, more.at, more.due, more.state, more.summary, more.seq, more.after) for more in group]
        entries = [(more.code, more.seq + place, body) for more in group for place, body in enumerate(more.bodies)]
        kept = [(more.code, more.snapshot.seq, more.snapshot.body) for more in group if more.snapshot]
        return [*_columns(rows, 7), *_columns(entries, 3), *_columns(kept, 3), f"{self.worker}:", ":log"]

    def _found(self, group: Sequence[Append], found: Sequence[Any]) -> list[Exception | None]:
        """What became of each append."""
        states = {row["code"]: row["ready"] for row in found}
        return [
            None if (ready := states.get(more.code)) else Conflict() if ready is False else Gone() for more in group
        ]

    async def load(self, code: str, after: int = 0) -> list[bytes]:
        """Read a log, together with others that are asked for at this time."""
        bodies: list[bytes] = await self._loads.ask((code, after), (code, after))
        return bodies

    async def _load_group(self, group: Sequence[tuple[str, int]]) -> list[list[bytes] | Exception]:
        rows = await self._ask("fetch", LOAD, *_columns(group, 2))
        found: dict[tuple[str, int], list[bytes]] = {}
        for row in rows:
            found.setdefault((row["code"], row["after"]), []).append(row["body"])
        empty = [code for code, after in group if (code, after) not in found]
        known = set()
        if empty:
            query = "SELECT code FROM nimmt_tables WHERE code=ANY($1)"
            known = {row["code"] for row in await self._ask("fetch", query, empty)}
        return [found.get(each) or ([] if each[0] in known else Gone()) for each in group]

    async def recall(self, code: str) -> tuple[bytes | None, list[bytes], list[Presence]]:
        """Read a snapshot and what follows."""
        found = await self._ask("fetchrow", "SELECT seq, body FROM nimmt_snapshots WHERE code=$1", code)
        seq, body = (found["seq"], found["body"]) if found else (0, None)
        return body, await self.load(code, seq), await self.presence(code)

    async def keep_snapshot(self, code: str, snapshot: Snapshot) -> None:
        """Store it, unless the table is gone."""
        query = """INSERT INTO nimmt_snapshots SELECT code, $2, $3 FROM nimmt_tables WHERE code=$1 FOR KEY SHARE
            ON CONFLICT (code) DO UPDATE SET seq=$2, body=$3"""
        await self._ask("execute", query, code, snapshot.seq, snapshot.body)

    async def heads(self, codes: Sequence[str]) -> dict[str, Head]:
        """Read where tables are."""
        rows = await self._ask("fetch", HEADS, list(codes))
        return {row["code"]: Head(row["seq"], row["here"], row["at"], row["created"]) for row in rows}

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
        return int(await self._ask("fetchval", OPEN_TABLES, None))

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

    async def set_presence(self, noted: Sequence[tuple[str, Presence]]) -> None:
        """Note who is here, unless something later is noted already; in one order, as with `set_due`."""
        query = f"""WITH alive AS (
            INSERT INTO nimmt_workers VALUES ($3, $5)
            ON CONFLICT (worker) DO UPDATE SET beat=greatest(nimmt_workers.beat, $5)), noted AS (
            INSERT INTO nimmt_presence SELECT code, $2, $3, $4, $5 FROM nimmt_tables WHERE code=$1 FOR KEY SHARE
            ON CONFLICT (code, seat, worker) DO UPDATE SET here=$4, at=$5 WHERE nimmt_presence.at<=$5)
            SELECT pg_notify('{CHANNEL}', $6)"""
        rows = [
            (code, each.seat, each.worker, each.here, each.at, self._note(code, "presence"))
            for code, each in sorted(noted, key=lambda each: each[0])
        ]
        await self._ask("executemany", query, rows)

    async def presence(self, code: str) -> list[Presence]:
        """Read who is here."""
        rows = await self._ask("fetch", "SELECT seat, worker, here, at FROM nimmt_presence WHERE code=$1", code)
        return [Presence(row["seat"], row["worker"], row["here"], row["at"]) for row in rows]

    # --- Deals of the day ----------------------------------------------------------------------

    async def secret_of_day(self, day: str, fresh: bytes) -> bytes:
        """Read it, or store it; whoever is second reads what the first one has committed."""
        await self._ask("execute", "INSERT INTO nimmt_days VALUES ($1, $2) ON CONFLICT DO NOTHING", day, fresh)
        return bytes(await self._ask("fetchval", "SELECT secret FROM nimmt_days WHERE day=$1", day))

    async def add_result(self, day: str, code: str, heads: int) -> None:
        """Note a result."""
        query = "INSERT INTO nimmt_results VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
        await self._ask("execute", query, day, code, heads)

    async def results(self, day: str) -> dict[int, int]:
        """Count the results."""
        query = "SELECT heads, count(*) AS people FROM nimmt_results WHERE day=$1 GROUP BY heads"
        return {row["heads"]: row["people"] for row in await self._ask("fetch", query, day)}

    async def forget_days(self, before: str) -> None:
        """Remove old days."""
        for table in ("nimmt_days", "nimmt_results"):
            await self._ask("execute", f"DELETE FROM {table} WHERE day<$1", before)


def _columns(rows: Sequence[Sequence[Any]], count: int) -> list[list[Any]]:
    """Rows as arrays, one for each of so many columns."""
    return [[row[place] for row in rows] for place in range(count)]


def _give_up(connection: Any, late: list[bool]) -> None:
    """End a connection whose answer is late or lost; cancelled instead, it would ask for its rescue and wait too."""
    late.append(True)
    connection.terminate()


async def _nothing(connection: Any) -> None:
    """Our statements leave nothing behind in a connection, so nothing needs to be asked for when it is given back."""


async def _insert(connection: Any, append: Append) -> None:
    rows = [(append.code, append.seq + place, body) for place, body in enumerate(append.bodies)]
    await connection.executemany("INSERT INTO nimmt_entries VALUES ($1, $2, $3)", rows)
