"""A store that is away: everybody is told, nothing is acknowledged that is not stored, and later all goes on."""

import asyncio
import gc
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
import websockets

from nimmt.server import entries as log
from nimmt.server.databases import store_for
from nimmt.server.fold import Fold
from nimmt.server.postgres_store import PostgresStore
from nimmt.server.refusals import Away
from tests.server.client import Api, Device, Json, Server, device, opened, serving, settings
from tests.server.faults import Process, Run, check
from tests.server.outages import Outage, Proxy, answers_lost, blocked, disk_full, hanging, locked, slow_disk
from tests.server.postgres import Cluster

SEATS: list[Json] = [{}, {}, {"level": "greedy"}]
SQLITE = ["disk full", "locked", "slow disk"]
PROXIED = ["hanging", "answers lost"]
OUTAGES = [*SQLITE, "stopped", "blocked", *PROXIED]


class Fault(NamedTuple):
    """Where a database is, and what goes wrong there."""

    kind: str
    address: str
    patch: pytest.MonkeyPatch
    cluster: Cluster | None = None

    @asynccontextmanager
    async def ready(self) -> AsyncIterator[tuple[str, Outage]]:
        """The address that a worker uses, and the outage."""
        path = Path(self.address.removeprefix("sqlite:"))
        proxy = Proxy(self.address)
        outages: dict[str, Callable[[], Outage]] = {
            "disk full": lambda: disk_full(path), "locked": lambda: locked(path), "stopped": self._stopped,
            "slow disk": lambda: slow_disk(self.patch), "blocked": lambda: blocked(self.address),
            "hanging": lambda: hanging(proxy), "answers lost": lambda: answers_lost(proxy),
        }  # fmt: skip
        async with proxy.open() as passed:
            yield passed if self.kind in PROXIED else self.address, outages[self.kind]()

    def _stopped(self) -> Outage:
        assert self.cluster is not None
        return stopped(self.cluster)


@pytest.fixture(params=OUTAGES)
def fault(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fault:
    if request.param in SQLITE:
        return Fault(request.param, f"sqlite:{tmp_path / 'nimmt.db'}", monkeypatch)
    address = request.getfixturevalue("stoppable_address")
    return Fault(request.param, address, monkeypatch, request.getfixturevalue("postgres_cluster"))


def stopped(cluster: Cluster) -> Outage:
    """The database crashes, and is started again."""

    @asynccontextmanager
    async def outage() -> AsyncIterator[None]:
        await asyncio.to_thread(cluster.stop)
        try:
            yield
        finally:
            await asyncio.to_thread(cluster.start)

    return outage


async def test_a_store_that_is_away_is_said_and_survived(
    fault: Fault, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with AsyncExitStack() as stack:
        address, outage = await stack.enter_async_context(fault.ready())
        server = await stack.enter_async_context(serving(settings(tmp_path, database=address)))
        code, tokens = await opened(server, SEATS)
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea, outage():
            card = ada.legal[0]
            server.worker.store.patience = 0.5  # type: ignore[attr-defined]
            with suppress(websockets.ConnectionClosed):  # the server may have been the first to notice
                await ada.send(type="act", id="once", decision=1, action=card)
            for player in (ada, bea):
                await sent_away(player)
            await refused(server, code, tokens[0])
            while time.time() - server.worker.beaten <= 3 * server.worker.settings.heartbeat:  # long enough to be noted
                await asyncio.sleep(0.01)
            server.worker.store.patience = 5.0  # type: ignore[attr-defined]
        await healthy(server)
        assert server.worker.tables.outages  # clocks did not run
        async with device(server, code, tokens[0], ada.number) as ada, device(server, code, tokens[1]) as bea:
            answer = await ada.ask("act", id="once", decision=1, action=card)
            assert answer["type"] == "acknowledged", answer
            assert await ada.ask("act", id="once", decision=1, action=card) == answer
            await bea.act(bea.legal[0])
            await bea.beyond(1)  # the bot has answered too
        fold = await stored(fault.address, code)
        assert fold.seq == server.worker.tables.alive[code].fold.seq
    assert [record.exc_info for record in caplog.records if record.exc_info] == []
    told = [record.getMessage() for record in caplog.records]
    assert told.count("store_away") == told.count("store_back") == 1


async def sent_away(player: Device) -> None:
    """A goodbye, the close code that asks to come back, and no acknowledgement before."""
    assert (await player.until("goodbye"))["code"] == "store_away"
    assert not [told for told in player.told if told["type"] in ("acknowledged", "rejected")]
    with pytest.raises(websockets.ConnectionClosed):
        await player.next()
    assert player.connection.close_code == 1013


async def refused(server: Server, code: str, token: str) -> None:
    """Whoever asks anything that needs the store is told to come back."""
    body = {"seats": SEATS, "host": {"name": "Ada"}}
    asked = [
        ("GET", "/health", None), ("POST", "/api/tables", body), ("GET", f"/api/tables/{code}", None),
        ("POST", "/api/mine", {"held": [{"table": code, "token": token}]}),
    ]  # fmt: skip
    for method, path, data in asked:
        answer = await Api(server.address)(method, path, data)
        assert (answer.status_code, answer.json()["code"]) == (503, "store_away"), path
        assert int(answer.headers["retry-after"]) > 0
    async with device(server, code, token) as late:
        assert late.told[-1]["code"] == "store_away"
        await late.connection.wait_closed()
        assert late.connection.close_code == 1013


async def healthy(server: Server) -> None:
    while (await Api(server.address)("GET", "/health")).status_code != 200:
        await asyncio.sleep(0.02)


async def away(server: Server) -> None:
    while not server.worker.tables.away:
        await asyncio.sleep(0.01)


async def stored(database: str, code: str) -> Fold:
    """The table as its log tells it; the action was carried out once."""
    store = store_for(database)
    await store.open("checker", lambda code, what: None)
    entries = [log.read_entry(body) for body in await store.load(code)]
    await store.close()
    assert [entry.id for entry in entries if isinstance(entry, log.Acted)].count("once") == 1
    fold = Fold(code)
    for entry in entries:
        fold.apply(entry)
    return fold


@pytest.mark.parametrize("fault", ["slow disk", "stopped", "hanging"], indirect=True)  # what it could wait for for ever
async def test_a_server_stops_although_its_store_is_away(
    fault: Fault, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with fault.ready() as (address, outage), AsyncExitStack() as stack:
        server = await stack.enter_async_context(serving(settings(tmp_path, database=address)))
        async with outage():
            server.worker.store.patience = 0.5  # type: ignore[attr-defined]
            await away(server)
            await stack.aclose()
    assert [record for record in caplog.records if record.exc_info and record.name == "nimmt.server"] == []


@pytest.mark.parametrize("answered", [True, False])
async def test_a_connection_whose_answers_are_lost_is_given_back_quietly(
    answered: bool, postgres_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whether the last thing that came was an answer or nothing: no error is left for asyncio to write down."""
    proxy = Proxy(postgres_address)
    async with proxy.open() as address:
        store = PostgresStore(address, patience=0.3)
        await store.open("worker", lambda code, what: None)
        with suppress(Away):
            async with store._connection() as connection:
                await connection.fetchval("SELECT 1")
                proxy.answers.clear()
                if not answered:
                    await connection.fetchval("SELECT 2")
        asked = await asyncio.gather(*[store.open_tables() for _ in range(20)], return_exceptions=True)
        assert {type(error) for error in asked} == {Away}
        proxy.cut()
        proxy.repair()
        assert await store.open_tables() >= 0
        await store.close()
    gc.collect()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


class Here(Process):
    """A server in this process, for clients that expect one of its own."""

    def __init__(self, server: Server) -> None:
        self.server, self.address = server, f"127.0.0.1:{server.port}"

    def start(self) -> None:
        pass

    async def ready(self) -> None:
        await healthy(self.server)


class Restart(Run):
    """Instead of a server, the database is killed, once enough was played."""

    def __init__(self, servers: list[Server], cluster: Cluster) -> None:
        self.here, self.cluster = servers, cluster
        super().__init__([Here(server) for server in servers], tables=6, seed=3, kills=1, pause=0, thinking=0.2)

    async def _kill(self) -> None:
        while sum(len(seat.acknowledged) for seat in self.seats) < 20:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(self.cluster.stop)
        for server in self.here:
            await away(server)
        await asyncio.to_thread(self.cluster.start)
        self.deaths += 1


async def test_a_database_that_restarts_loses_nothing(
    tmp_path: Path, postgres_cluster: Cluster, stoppable_address: str
) -> None:
    """Two workers, clients at both of them, and PostgreSQL crashes under all."""
    chosen = settings(tmp_path, database=stoppable_address)
    async with serving(chosen) as one, serving(chosen) as two:
        run = Restart([one, two], postgres_cluster)
        await run.go(100)
        found = await check(stoppable_address, run.seats)
    assert (run.deaths, found["tables"]) == (1, 6)
