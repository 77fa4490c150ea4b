"""Mixed games on two workers with PostgreSQL while everything fails: nothing may be lost, nobody left in silence.

Workers are killed, the database crashes and comes back, LISTEN is lost, all connections break together, some read
nothing. Wave after wave of tables is played to the end and checked against the logs, for an hour or the given time.
"""

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.faults import Process, check  # noqa: E402
from tests.server.postgres import Cluster, cluster  # noqa: E402
from tests.server.soak import Soak, memory  # noqa: E402


async def soak(database: Cluster, wish: argparse.Namespace, folder: Path) -> bool:
    servers = [Process(database.address, folder) for _ in range(2)]
    for server in servers:
        if wish.hand_over:
            server.options = ("--neighbours", str(folder / "neighbours"))
        server.start()
    slowest, done, waves = 0.0, Counter[str](), 0
    try:
        await asyncio.gather(*[server.ready() for server in servers])
        ends = time.monotonic() + wish.seconds
        while not waves or time.monotonic() < ends:
            waves += 1
            run = Soak(servers, database, wish.tables, Random(waves), wish.pause)
            await run.wave(600)
            done += run.done + await check(database.address, run.seats)
            slowest = max(slowest, run.slowest)
            sizes = ", ".join(f"{memory(server) / 1e6:.0f} MB" for server in servers)
            print(f"wave {waves}: {dict(done)}; longest silence {slowest:.2f} s; {sizes}", flush=True)
    finally:
        for server in servers:
            server.kill()
    print(f"nothing lost; longest silence of anybody connected: {slowest:.2f} s (aim: {wish.silence:g})", flush=True)
    return bool(slowest <= wish.silence)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3600, help="how long to begin new waves (%(default)s)")
    parser.add_argument("--tables", type=int, default=40, help="in each wave (%(default)s)")
    parser.add_argument("--pause", type=float, default=4, help="seconds between two faults, at most (%(default)s)")
    parser.add_argument(
        "--silence", type=float, default=2, help="seconds within which every seat must be told (%(default)s)"
    )
    parser.add_argument("--hand-over", action="store_true", help="let the workers hand people to each other")
    wish = parser.parse_args()
    logging.getLogger("nimmt.server").setLevel(logging.ERROR)  # the watcher's own line is lost, too
    with cluster() as database, tempfile.TemporaryDirectory() as folder:
        return 0 if asyncio.run(soak(database, wish, Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())
