"""A store that is away: everybody is told, nothing is acknowledged that is not stored, and later all goes on."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
import websockets

from nimmt.server import entries as log
from nimmt.server.fold import Fold
from nimmt.server.worker import store_for
from tests.server.client import Api, Device, Json, Server, device, opened, serving, settings
from tests.server.outages import Outage, Proxy, answers_lost, disk_full, hanging, locked
from tests.server.postgres import Cluster

SEATS: list[Json] = [{}, {}, {"level": "greedy"}]
PROXIED = ["hanging", "answers lost"]
OUTAGES = ["disk full", "locked", "stopped", *PROXIED]


class Fault(NamedTuple):
    """Where a database is, and what goes wrong there."""

    kind: str
    address: str
    cluster: Cluster | None = None

    @asynccontextmanager
    async def ready(self) -> AsyncIterator[tuple[str, Outage]]:
        """The address that a worker uses, and the outage."""
        path = Path(self.address.removeprefix("sqlite:"))
        proxy = Proxy(self.address)
        outages: dict[str, Callable[[], Outage]] = {
            "disk full": lambda: disk_full(path), "locked": lambda: locked(path), "stopped": self._stopped,
            "hanging": lambda: hanging(proxy), "answers lost": lambda: answers_lost(proxy),
        }  # fmt: skip
        async with proxy.open() as passed:
            yield passed if self.kind in PROXIED else self.address, outages[self.kind]()

    def _stopped(self) -> Outage:
        assert self.cluster is not None
        return stopped(self.cluster)


@pytest.fixture(params=OUTAGES)
def fault(request: pytest.FixtureRequest, tmp_path: Path) -> Fault:
    if request.param in ("disk full", "locked"):
        return Fault(request.param, f"sqlite:{tmp_path / 'nimmt.db'}")
    address = request.getfixturevalue("stoppable_address")
    return Fault(request.param, address, request.getfixturevalue("postgres_cluster"))


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
        server = await stack.enter_async_context(serving(settings(tmp_path, database=address, store_seconds=1.0)))
        code, tokens = await opened(server, SEATS)
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea, outage():
            card = ada.legal[0]
            await ada.send(type="act", id="once", decision=1, action=card)
            for player in (ada, bea):
                await sent_away(player)
            await refused(server, code, tokens[0])
        await healthy(server)
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
