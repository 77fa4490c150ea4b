"""What a worker keeps in memory: one table for each code, as many as it may, and no more."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import websockets
from msgspec.structs import replace

from tests.server.client import ROOMY, Api, Device, Server, device, opened, people, serving, settings

MOST = 3


@asynccontextmanager
async def couples(server: Server, count: int) -> AsyncIterator[list[tuple[Device, Device]]]:
    """So many tables of two, everybody connected."""
    async with AsyncExitStack() as stack:
        found = []
        for code, tokens in [await opened(server, people(2), grace=None) for _ in range(count)]:
            ada, bea = [await stack.enter_async_context(device(server, code, token)) for token in tokens]
            found.append((ada, bea))
        yield found


async def test_connected_tables_work_however_few_are_kept(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, cache=MOST)) as server, couples(server, 2 * MOST) as tables:
        for ada, bea in tables:
            assert (await ada.act(ada.legal[0]))["type"] == "acknowledged"
            await bea.when(lambda bea=bea: bea.to_act == [1])  # type: ignore[misc]
            assert (await bea.act(bea.legal[0]))["type"] == "acknowledged"
            await ada.beyond(1)
        assert len(server.worker.tables.cache) == MOST
        assert len(server.worker.tables.alive) == 2 * MOST


async def test_whoever_asks_for_a_table_gets_the_same_one(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, cache=1)) as server:
        codes = [(await opened(server, people(2), grace=None))[0] for _ in range(MOST)]  # no timer holds them
        tables = server.worker.tables
        held = await asyncio.gather(*[tables.get(code) for code in [*codes, *codes]])
        assert held[:MOST] == held[MOST:]
        tables.evict(0)
        assert [await tables.get(code) for code in codes] == held[:MOST]
        del held
        while tables.alive:  # a table that nobody needs is dropped
            tables.evict(0)
            await asyncio.sleep(0)


async def test_a_table_too_many_is_refused_and_told_why(tmp_path: Path) -> None:
    chosen = settings(tmp_path, cache=1, limits=replace(ROOMY, worker_tables=MOST))
    async with serving(settings(tmp_path)) as server:
        other, tokens = await opened(server, people(2))
    async with serving(chosen) as server:
        async with couples(server, MOST) as tables:
            assert await Api(server.address).no(503, "GET", f"/api/tables/{other}") == "full"
            assert await Api(server.address).no(503, "POST", "/api/tables", {"seats": people(2)}) == "full"
            assert await dismissed(server, other, tokens[0]) == ("full", 1013)
            ada, bea = tables[0]
            await ada.act(ada.legal[0])
            await bea.when(lambda: bea.to_act == [1])
        while server.worker.sockets:
            await asyncio.sleep(0.005)
        async with device(server, other, tokens[0]) as ada:  # now there is room
            assert ada.told[0]["type"] == "welcome"


async def test_a_socket_too_many_is_refused_and_told_why(tmp_path: Path) -> None:
    chosen = settings(tmp_path, limits=replace(ROOMY, worker_sockets=2))
    async with serving(chosen) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            assert await dismissed(server, code, tokens[0]) == ("full", 1013)
            await ada.act(ada.legal[0])
            await bea.when(lambda: bea.to_act == [1])
        while server.worker.sockets:
            await asyncio.sleep(0.005)
        async with device(server, code, tokens[0]) as ada:
            assert ada.told[0]["type"] == "welcome"


async def dismissed(server: Server, code: str, token: str) -> tuple[str, int | None]:
    """The reason and the close code with which a device is sent away at once."""
    async with device(server, code, token) as sent:
        assert sent.told[0]["type"] == "goodbye"
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await sent.next()
        assert closed.value.rcvd is not None
        return sent.told[0]["code"], closed.value.rcvd.code
