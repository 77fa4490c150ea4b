"""Kill servers under scripted clients: 200 tables of mixed games on SQLite, 60 on two workers with PostgreSQL."""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.faults import Process, Run, check  # noqa: E402
from tests.server.postgres import postgres  # noqa: E402


async def play(label: str, database: str, workers: int, tables: int, kills: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        address = database or f"sqlite:{Path(folder) / 'nimmt.db'}"
        run = Run([Process(address, Path(folder)) for _ in range(workers)], tables, seed=7, kills=kills, pause=6.0)
        began = time.monotonic()
        try:
            await run.go()
        finally:
            run.stop()
        found = await check(address, run.seats)
        took = time.monotonic() - began
        print(f"{label}: {run.deaths} kills in {took:.0f} s; nothing lost: {dict(found)}", flush=True)


def main() -> int:
    asyncio.run(play("SQLite", "", workers=1, tables=200, kills=20))
    with postgres() as address:
        asyncio.run(play("PostgreSQL, two workers", address, workers=2, tables=60, kills=10))
    return 0


if __name__ == "__main__":
    sys.exit(main())
