"""Kill servers under scripted clients: 200 tables of mixed games on SQLite, 60 on two workers with PostgreSQL.

Each half has a budget of time; one that does not finish in time reports how far it got, and fails.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.faults import Process, Run, check  # noqa: E402
from tests.server.postgres import postgres  # noqa: E402


async def play(label: str, database: str, workers: int, tables: int, kills: int, wish: argparse.Namespace) -> bool:
    """Play, kill and check; whether it came to its end."""
    seconds = wish.seconds
    with tempfile.TemporaryDirectory() as folder:
        address = database or f"sqlite:{Path(folder) / 'nimmt.db'}"
        servers = [Process(address, Path(folder)) for _ in range(workers)]
        run = Run(servers, tables, seed=7, kills=kills, pause=wish.pause, thinking=wish.thinking)
        began = time.monotonic()
        try:
            await run.go(seconds)
        except TimeoutError:
            state = f"{len(run.unfinished)} of {tables} tables are not over"
            print(f"{label}: stopped after {seconds:.0f} s and {run.deaths} kills; {state}", flush=True)
            return False
        finally:
            run.stop()
        found = await check(address, run.seats)
        took = time.monotonic() - began
        print(f"{label}: {run.deaths} kills in {took:.0f} s; nothing lost: {dict(found)}", flush=True)
        return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sqlite", type=int, default=200, metavar="TABLES", help="%(default)s; 0: not at all")
    parser.add_argument("--postgres", type=int, default=60, metavar="TABLES", help="%(default)s; 0: not at all")
    parser.add_argument("--kills", type=int, default=20, help="on SQLite, half as many with PostgreSQL (%(default)s)")
    parser.add_argument("--pause", type=float, default=6, help="seconds between kills, at most (%(default)s)")
    parser.add_argument("--thinking", type=float, default=3, help="seconds that a player thinks at most (%(default)s)")
    parser.add_argument("--seconds", type=float, default=900, help="for each half (%(default)s)")
    wish = parser.parse_args()
    went = True
    if wish.sqlite:
        went = asyncio.run(play("SQLite", "", 1, wish.sqlite, wish.kills, wish))
    if wish.postgres:
        with postgres() as address:
            label = "PostgreSQL, two workers"
            went &= asyncio.run(play(label, address, 2, wish.postgres, wish.kills // 2, wish))
    return 0 if went else 1


if __name__ == "__main__":
    sys.exit(main())
