"""The schema of both stores, one step after the other. Steps that were released never change."""

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
)
