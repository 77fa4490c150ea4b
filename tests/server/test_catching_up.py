"""What the database could not tell a worker, the worker finds out by itself."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest
from msgspec.structs import replace

from nimmt.server.lookout import look
from nimmt.server.postgres_store import PostgresStore
from nimmt.server.store import Head
from nimmt.server.table import Table
from tests.server.client import Api, Server, device, opened, people, serving, settings

NEVER = 3600.0
Loss = Callable[[Server, pytest.MonkeyPatch], Awaitable[Callable[[], None]]]


async def killed(server: Server, patch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The database ends the connection, and no other comes about before the returned function is called."""
    store = store_of(server)
    before, may = store.line, asyncio.Event()
    connect = asyncpg.connect

    async def later(*args: Any, **options: Any) -> Any:
        await may.wait()
        return await connect(*args, **options)

    patch.setattr(asyncpg, "connect", later)
    lost = asyncio.Event()
    before.add_termination_listener(lambda _: lost.set())
    other = await connect(store.address)
    await other.execute("SELECT pg_terminate_backend($1)", before.get_server_pid())
    await other.close()
    await asyncio.wait_for(lost.wait(), 10)
    return may.set


async def unlistened(server: Server, patch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The connection stands, and tells nothing."""
    await store_of(server).line.execute("UNLISTEN *")
    return lambda: None


def store_of(server: Server) -> PostgresStore:
    store = server.worker.store
    assert isinstance(store, PostgresStore)
    return store


LOSSES: list[tuple[Loss, float]] = [(killed, NEVER), (unlistened, 0.2)]


@pytest.mark.parametrize(("lose", "look"), LOSSES, ids=["killed", "unlistened"])
async def test_a_seat_is_told_what_its_worker_was_not(
    tmp_path: Path, postgres_address: str, monkeypatch: pytest.MonkeyPatch, lose: Loss, look: float
) -> None:
    """An action, somebody who comes, somebody who goes, and a table that is deleted, all on the other worker."""
    near, far = (settings(tmp_path, database=postgres_address, look=each) for each in (look, NEVER))
    async with serving(near) as one, serving(far) as two:
        code, tokens = await opened(one, people(3), clock=None)
        doomed, hosts = await opened(one, people(2))
        async with (
            device(one, code, tokens[0]) as ada,
            device(two, code, tokens[2]) as cem,
            device(one, doomed, hosts[1]) as dora,
        ):
            await ada.when(lambda: here(ada.told[-1]) == [True, False, True])
            mend = await lose(one, monkeypatch)
            async with device(two, code, tokens[1]) as bea:
                await bea.act(bea.legal[0])
                number = bea.number
                await cem.connection.close()
                await Api(two.address, hosts[0]).ok("DELETE", f"/api/tables/{doomed}")
                mend()
                await ada.when(lambda: ada.number == number and here(latest(ada.told)) == [True, True, False])
                assert (await dora.until("goodbye"))["code"] == "deleted"
                assert doomed not in one.worker.tables.alive


async def test_a_table_that_is_behind_its_log_catches_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(settings(tmp_path, look=NEVER)) as server:
        code, _ = await opened(server, people(2))
        tables, behind = server.worker.tables, list[str]()
        table = await tables.get(code)
        head = (await tables.store.heads([code]))[code]

        async def heads(_: object) -> dict[str, Head]:
            return {code: head}

        async def catch_up(table: Table) -> None:
            behind.append(table.fold.code)

        monkeypatch.setattr(tables.store, "heads", heads)
        monkeypatch.setattr(tables, "catch_up", catch_up)
        await look(tables)
        await asyncio.sleep(0)
        assert [] == behind
        head = replace(head, seq=table.fold.seq + 1)
        await look(tables)
        await asyncio.sleep(0)
        assert [code] == behind


async def test_a_worker_that_was_thought_dead_says_again_who_is_there(tmp_path: Path, postgres_address: str) -> None:
    """Its silence was long enough to be buried for: the devices it has are away for nobody."""
    chosen = settings(tmp_path, database=postgres_address, heartbeat=NEVER, look=NEVER)
    async with serving(chosen) as one, serving(chosen) as two:
        code, tokens = await opened(one, people(2))
        async with device(one, code, tokens[0]) as ada, device(two, code, tokens[1]) as bea:
            await ada.when(lambda: here(latest(ada.told)) == [True, True])
            await bea.when(lambda: here(latest(bea.told)) == [True, True])
            await two.worker.store.bury(one.worker.name, time.time())
            while not all(each.here for each in await two.worker.store.presence(code)):
                await asyncio.sleep(0.01)
            await two.worker.tables.reload_presence(two.worker.tables.alive[code])
            assert all(seat.here for seat in two.worker.tables.presence(two.worker.tables.alive[code]))


def latest(told: list[dict[str, Any]]) -> dict[str, Any]:
    return next(message for message in reversed(told) if message["type"] in ("presence_changed", "welcome"))


def here(message: dict[str, Any]) -> list[bool]:
    seats = message.get("seats") or message.get("presence") or []
    return [seat["here"] for seat in seats]


async def test_what_was_due_before_a_change_is_forgotten_before_it_is_stored(tmp_path: Path) -> None:
    """Stored after it, the old time would hide the table from the next start."""
    async with serving(settings(tmp_path)) as server:
        code, _ = await opened(server, people(2))
        table, conductor = await server.worker.tables.get(code), server.worker.conductor
        conductor.dues[code] = None
        server.worker.tables.begin(table)
        assert code not in conductor.dues
