"""Mixed games while everything fails at once, and a watcher who sees whether anybody is left in silence."""

import asyncio
import resource
import time
from collections import Counter
from pathlib import Path
from random import Random

import asyncpg  # type: ignore[import-untyped]
import websockets
from msgspec import Struct

from nimmt.server import entries as log
from nimmt.server.databases import store_for
from nimmt.server.fold import Fold
from nimmt.server.refusals import Away
from nimmt.server.store import Store
from tests.server.faults import BROKEN, Process, Run, Seat
from tests.server.postgres import Cluster

LOOK = 0.25  # seconds between two looks of the watcher
LISTENERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ILIKE 'LISTEN%'"


class Owed(Struct):
    """A part of a stream that a seat must have heard, and since when it is known to be stored."""

    seat: Seat
    number: int
    since: float


class Soak(Run):
    """One wave of tables, played to the end under every kind of fault."""

    def __init__(self, servers: list[Process], database: Cluster, tables: int, rng: Random, pause: float) -> None:
        super().__init__(servers, tables, rng.getrandbits(32), 10**9, pause, thinking=pause / 4)
        self.database = database
        self.done: Counter[str] = Counter()
        self.slowest = 0.0  # seconds that somebody waited who was connected all the time
        self.folds: dict[str, Fold] = {}
        self.ended = False  # all games are over: whatever fails, watches and dawdles comes to its own end

    async def wave(self, seconds: float) -> None:
        """Play, fail and watch; TimeoutError if the games do not come to their end."""
        async with asyncio.timeout(seconds):
            await self._open_tables()
            players = [asyncio.ensure_future(self._play(seat, Random(f"{self.rng.random()}"))) for seat in self.seats]
            others = [asyncio.ensure_future(work()) for work in (self._fail, self._watch, self._dawdle)]
            try:
                while not all(player.done() for player in players):
                    await asyncio.wait({*players, *others}, return_when=asyncio.FIRST_COMPLETED)
                    for task in [*players, *others]:
                        if task.done():
                            task.result()  # whatever went wrong ends the wave
                self.ended = True
                await asyncio.gather(*others)
            finally:
                for task in [*players, *others]:
                    task.cancel()
                await asyncio.gather(*players, *others, return_exceptions=True)

    # --- What fails ------------------------------------------------------------------------------

    async def _fail(self) -> None:
        """Every kind of fault in turn, in another order each time."""
        faults = (self._kill_one, self._restart_database, self._lose_listeners, self._storm)
        while not self.ended:
            for fault in self.rng.sample(faults, len(faults)):
                await asyncio.sleep(self.rng.uniform(0.3, 1) * self.pause)
                if self.ended:
                    return
                self.done[fault.__name__.strip("_")] += 1
                await fault()

    async def _kill_one(self) -> None:
        server = self.rng.choice(self.servers)
        server.kill()
        server.start()
        await server.ready()

    async def _restart_database(self) -> None:
        await asyncio.to_thread(self.database.stop)
        await asyncio.to_thread(self.database.start)

    async def _lose_listeners(self) -> None:
        connection = await asyncpg.connect(self.database.address)
        try:
            await connection.execute(LISTENERS)
        finally:
            await connection.close()

    async def _storm(self) -> None:
        """Everybody's connection breaks at the same moment."""
        for seat in self.seats:
            if seat.line is not None:
                seat.line.transport.abort()

    async def _dawdle(self) -> None:
        """A spectator who reads nothing, for as long as the connection lasts."""
        while not self.ended:
            seat, server = self.rng.choice(self.seats), self.rng.choice(self.servers)
            try:
                url = f"ws://{server.address}/api/tables/{seat.code}/socket"
                async with websockets.connect(url, max_queue=1, compression=None) as connection:
                    await connection.send('{"type":"hello"}')
                    await asyncio.wait_for(connection.wait_closed(), self.pause)
            except BROKEN:
                await asyncio.sleep(0.2)

    # --- The watcher -----------------------------------------------------------------------------

    async def _watch(self) -> None:
        """Follow every log, and note how long those wait who are connected and have not heard of what is stored."""
        store = store_for(self.database.address)
        await store.open("watcher", lambda code, what: None)
        owed: list[Owed] = []
        try:
            while not self.ended:
                try:
                    for code in {seat.code for seat in self.seats}:
                        owed += await self._new(store, code)
                except Away:
                    await asyncio.sleep(LOOK)
                    continue
                owed = [each for each in owed if self._still_owed(each)]
                await asyncio.sleep(LOOK)
        finally:
            await store.close()

    async def _new(self, store: Store, code: str) -> list[Owed]:
        fold = self.folds.setdefault(code, Fold(code))
        bodies = await store.load(code, fold.seq)
        for body in bodies:
            fold.apply(log.read_entry(body))
        at = time.monotonic()
        seats = [seat for seat in self.seats if seat.code == code] if bodies else []
        return [Owed(seat, fold.numbers[seat.seat], at) for seat in seats]

    def _still_owed(self, owed: Owed) -> bool:
        seat = owed.seat
        heard = max(seat.frames, default=seat.first or 0)
        if seat.over or heard >= owed.number or seat.line is None or seat.since > owed.since:
            return False  # whoever was away since is told when they come back
        self.slowest = max(self.slowest, time.monotonic() - owed.since)
        return True


def memory(server: Process) -> int:
    """Bytes that a server has in memory."""
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize()
