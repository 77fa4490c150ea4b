"""The schema of both stores, one step after the other. Steps that were released never change."""

import sqlite3
from typing import Any

from .entries import FORMAT
from .store import NewerFormat, NewerSchema

LOCK = 0x6E696D6D74  # that workers which start at once wait for

SQLITE: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            code TEXT PRIMARY KEY, created REAL NOT NULL, touched REAL NOT NULL, state TEXT NOT NULL,
            public INTEGER NOT NULL, summary BLOB NOT NULL, due REAL
        ) WITHOUT ROWID""",
        "CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL",
        "CREATE INDEX tables_open ON tables (created) WHERE state<>'over'",
        """CREATE TABLE entries (
            code TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (code, seq)
        ) WITHOUT ROWID""",
        """CREATE TABLE presence (
            code TEXT NOT NULL, seat INTEGER NOT NULL, worker TEXT NOT NULL, here INTEGER NOT NULL, at REAL NOT NULL,
            PRIMARY KEY (code, seat, worker)
        ) WITHOUT ROWID""",
        "CREATE TABLE workers (worker TEXT PRIMARY KEY, beat REAL NOT NULL) WITHOUT ROWID",
        "CREATE TABLE outages (start REAL PRIMARY KEY, finish REAL NOT NULL) WITHOUT ROWID",
    ),
    ("CREATE TABLE snapshots (code TEXT PRIMARY KEY, seq INTEGER NOT NULL, body BLOB NOT NULL)",),
    (
        "CREATE TABLE days (day TEXT PRIMARY KEY, secret BLOB NOT NULL) WITHOUT ROWID",
        """CREATE TABLE results (
            day TEXT NOT NULL, code TEXT NOT NULL, heads INTEGER NOT NULL, PRIMARY KEY (day, code)
        ) WITHOUT ROWID""",
    ),
    ("CREATE TABLE format (number INTEGER PRIMARY KEY)",),
)

POSTGRES: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE nimmt_tables (
            code TEXT PRIMARY KEY, created DOUBLE PRECISION NOT NULL, touched DOUBLE PRECISION NOT NULL,
            state TEXT NOT NULL, public BOOLEAN NOT NULL, summary BYTEA NOT NULL, due DOUBLE PRECISION
        )""",
        "CREATE INDEX nimmt_tables_due ON nimmt_tables (due) WHERE due IS NOT NULL",
        "CREATE INDEX nimmt_tables_open ON nimmt_tables (created) WHERE state<>'over'",
        """CREATE TABLE nimmt_entries (
            code TEXT NOT NULL REFERENCES nimmt_tables ON DELETE CASCADE,
            seq INTEGER NOT NULL, body BYTEA NOT NULL, PRIMARY KEY (code, seq)
        )""",
        """CREATE TABLE nimmt_presence (
            code TEXT NOT NULL REFERENCES nimmt_tables ON DELETE CASCADE, seat INTEGER NOT NULL,
            worker TEXT NOT NULL, here BOOLEAN NOT NULL, at DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (code, seat, worker)
        )""",
        "CREATE TABLE nimmt_workers (worker TEXT PRIMARY KEY, beat DOUBLE PRECISION NOT NULL)",
        "CREATE TABLE nimmt_outages (start DOUBLE PRECISION PRIMARY KEY, finish DOUBLE PRECISION NOT NULL)",
    ),
    (
        """CREATE TABLE nimmt_snapshots (
            code TEXT PRIMARY KEY REFERENCES nimmt_tables ON DELETE CASCADE, seq INTEGER NOT NULL, body BYTEA NOT NULL
        )""",
    ),
    (
        "CREATE TABLE nimmt_days (day TEXT PRIMARY KEY, secret BYTEA NOT NULL)",
        """CREATE TABLE nimmt_results (
            day TEXT NOT NULL, code TEXT NOT NULL, heads INTEGER NOT NULL, PRIMARY KEY (day, code)
        )""",
    ),
    ("CREATE TABLE nimmt_format (number INTEGER PRIMARY KEY)",),
)


def migrate_sqlite(db: sqlite3.Connection) -> None:
    """Bring the schema up to date; a file whose schema or entries are those of a newer version is refused."""
    db.execute("BEGIN IMMEDIATE")
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > len(SQLITE):
        db.execute("ROLLBACK")
        raise NewerSchema(version, len(SQLITE))
    for number, statements in enumerate(SQLITE[version:], version + 1):
        for statement in statements:
            db.execute(statement)
        db.execute(f"PRAGMA user_version={number}")
    found = db.execute("SELECT max(number) FROM format").fetchone()[0] or 0
    if found > FORMAT:
        db.execute("ROLLBACK")
        raise NewerFormat(found, FORMAT)
    db.execute("INSERT OR IGNORE INTO format VALUES (?)", (FORMAT,))
    db.execute("COMMIT")


async def migrate_postgres(connection: Any) -> None:
    """Bring the schema up to date; workers that start at once wait for each other."""
    async with connection.transaction():
        await connection.execute("SET LOCAL statement_timeout TO 0")
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS nimmt_schema (version INTEGER PRIMARY KEY)")
        version = await connection.fetchval("SELECT coalesce(max(version), 0) FROM nimmt_schema")
        if version > len(POSTGRES):
            raise NewerSchema(version, len(POSTGRES))
        for number, statements in enumerate(POSTGRES[version:], version + 1):
            for statement in statements:
                await connection.execute(statement)
            await connection.execute("INSERT INTO nimmt_schema VALUES ($1)", number)
        found = await connection.fetchval("SELECT coalesce(max(number), 0) FROM nimmt_format")
        if found > FORMAT:
            raise NewerFormat(found, FORMAT)
        await connection.execute("INSERT INTO nimmt_format VALUES ($1) ON CONFLICT DO NOTHING", FORMAT)
