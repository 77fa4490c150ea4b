"""Two workers on one table, sharing PostgreSQL."""

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest

from nimmt.actions import Action
from nimmt.game import State
from nimmt.server.databases import store_for
from tests.server.client import PATIENCE, Api, Server, device, opened, people, play_on, serving, settings
from tests.server.conftest import new_database
from tests.server.faults import Process

ROUND = {"max_rounds": 1}


async def test_a_table_is_played_on_two_workers(tmp_path: Path, postgres_address: str) -> None:
    chosen = settings(tmp_path, database=postgres_address)
    async with serving(chosen) as one, serving(chosen) as two:
        code, tokens = await opened(one, people(2), options=ROUND)
        async with device(one, code, tokens[0]) as ada, device(two, code, tokens[1]) as bea:
            await ada.when(lambda: any(told["type"] == "presence_changed" for told in ada.told))
            assert [seat["here"] for seat in ada.told[-1]["seats"]] == [True, True]
            first = await ada.act(ada.legal[0], id="once")
            await bea.until("update")
            await bea.ask("say", text="from the other worker")
            assert (await ada.until("chat_line"))["text"] == "from the other worker"
            async with device(two, code, tokens[0]) as elsewhere:
                assert await elsewhere.ask("act", id="once", decision=1, action=ada.legal[0]) == first
            await asyncio.gather(play_on(ada), play_on(bea))
            await ada.when(lambda: ada.table["state"] == "over")
        for server in (one, two):
            assert (await Api(server.address).ok("GET", f"/api/tables/{code}/verification"))["fair"] is True
        await Api(two.address, tokens[0]).ok("DELETE", f"/api/tables/{code}")
        assert await Api(one.address).no(404, "GET", f"/api/tables/{code}") == "no_such_table"


async def test_tables_may_be_spread_over_two_databases(tmp_path: Path, postgres_server: str) -> None:
    """Each table is in one of them, by its code, and is played on both workers to its end."""
    addresses = [await asyncio.to_thread(new_database, postgres_server) for _ in range(2)]
    chosen = settings(tmp_path, database=" ".join(addresses))
    stores = [store_for(address) for address in addresses]
    async with serving(chosen) as one, serving(chosen) as two:
        await asyncio.gather(*[store.open("checker", lambda code, what: None) for store in stores])
        tables: list[tuple[str, list[str]]] = []
        while not all([await store.open_tables() for store in stores]):  # chance decides
            tables.append(await opened(one, people(2), options=ROUND))
        homes = [{*await store.heads([code for code, _ in tables])} for store in stores]
        assert homes[0] | homes[1] == {code for code, _ in tables}
        assert not homes[0] & homes[1]
        await asyncio.gather(*[_play(one, two, code, tokens) for code, tokens in tables[-2:]])
        held = [{"table": code, "token": tokens[0]} for code, tokens in tables]
        assert len(await Api(two.address).ok("POST", "/api/mine", {"held": held})) == len(tables)
        await asyncio.gather(*[store.close() for store in stores])


async def _play(one: Server, two: Server, code: str, tokens: list[str]) -> None:
    async with device(one, code, tokens[0]) as ada, device(two, code, tokens[1]) as bea:
        await asyncio.gather(play_on(ada), play_on(bea))
        await bea.when(lambda: bea.table["state"] == "over")


async def test_a_worker_lets_go_of_a_table_that_is_played_at_another(tmp_path: Path, postgres_address: str) -> None:
    chosen = settings(tmp_path, database=postgres_address)
    async with serving(chosen) as one, serving(chosen) as two:
        code, tokens = await opened(one, people(2))
        assert code in one.worker.tables.alive
        async with device(two, code, tokens[0]) as ada:
            async with asyncio.timeout(PATIENCE):
                while code in one.worker.tables.alive:
                    await asyncio.sleep(0.01)
            await ada.act(ada.legal[0])
            seen = await Api(one.address, tokens[0]).ok("GET", f"/api/tables/{code}/view")
            assert seen["presence"][0]["here"]
            assert seen["number"] == ada.number


async def test_a_worker_that_only_follows_a_table_leaves_its_bots_alone(tmp_path: Path, postgres_address: str) -> None:
    chosen = settings(tmp_path, database=postgres_address, lease=30.0)
    async with serving(chosen) as one, serving(chosen) as two:
        asked = [decisions_of_bots(server) for server in (one, two)]
        code, tokens = await opened(one, [{}, {"level": "random"}], options=ROUND)
        async with device(one, code, tokens[0]) as ada, device(two, code) as spectator:
            await asyncio.gather(play_on(ada), spectator.when(lambda: spectator.table["state"] == "over"))
    assert len(asked[0]) >= 9
    assert [decision for decision in asked[1] if decision > 1] == []  # whoever comes looks after the table at first


def decisions_of_bots(server: Server) -> list[int]:
    """The decisions for which bots are asked from now on."""
    thinkers, asked = server.worker.thinkers, list[int]()
    choose = thinkers.choose

    async def noted(level: str, state: State, *more: Any) -> Action:
        asked.append(state.decision)
        return await choose(level, state, *more)

    thinkers.choose = noted  # type: ignore[assignment, method-assign]
    return asked


async def test_both_workers_may_append_at_once(tmp_path: Path, postgres_address: str) -> None:
    chosen = settings(tmp_path, database=postgres_address)
    async with serving(chosen) as one, serving(chosen) as two:
        ticket = await Api(one.address).ok("POST", "/api/tables", {"seats": people(8), "host": {"name": "Ada"}})
        path = f"/api/tables/{ticket['table']['code']}/seats"
        servers = [one, two] * 5
        joins = [Api(server.address)("POST", path, {"name": f"G{n}"}) for n, server in enumerate(servers)]
        answers = await asyncio.gather(*joins)
        taken = [answer.json()["seat"] for answer in answers if answer.status_code == 201]
        assert sorted(taken) == [1, 2, 3, 4, 5, 6, 7]


async def test_the_other_worker_looks_after_the_tables_of_a_dead_one(tmp_path: Path, postgres_address: str) -> None:
    """Bots, and stand-ins for people whose worker died, go on elsewhere."""
    dead = Process(postgres_address, tmp_path)
    dead.start()
    await dead.ready()
    address = f"http://{dead.address}"
    seats = [{}, {}, {"level": "greedy"}]
    wish = {"seats": seats, "host": {"name": "Ada"}, "pace": "none", "grace": 1}
    ticket = await Api(address).ok("POST", "/api/tables", wish)
    code = ticket["table"]["code"]
    guest = await Api(address).ok("POST", f"/api/tables/{code}/seats", {"name": "Bea"})
    async with (
        serving(settings(tmp_path, database=postgres_address)) as alive,
        device(alive, code, ticket["token"]) as ada,
        device(address, code, guest["token"]) as bea,
    ):
        await ada.when(lambda: any(told["type"] == "presence_changed" for told in ada.told))
        assert bea.seat == 1
        await Api(address, ticket["token"]).ok("POST", f"/api/tables/{code}/start")  # both are here to play
        await ada.when(lambda: bool(ada.legal))
        dead.kill()
        await ada.act(ada.legal[0])
        await ada.beyond(1)  # the bot answered, and somebody answered for Bea
        fold = alive.worker.tables.cache[code].fold
        assert fold.state is not None
        assert fold.state.decision > 1


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the workers in /proc")
async def test_one_command_runs_several_workers_and_replaces_a_dead_one(tmp_path: Path, postgres_address: str) -> None:
    process = Process(postgres_address, tmp_path, workers=2)
    process.start()
    try:
        await process.ready()
        first = await workers(process, 2)
        api = Api(f"http://{process.address}")
        ticket = await api.ok("POST", "/api/tables", {"seats": people(2), "host": {"name": "Ada"}})
        path = f"/api/tables/{ticket['table']['code']}"
        os.kill(children(process)[0], signal.SIGKILL)
        later = await workers(process, 2, first)
        assert len(later - first) == 1
        assert '"event": "worker_replaced"' in (tmp_path / f"server-{process.port}.log").read_text()
        for _ in range(8):  # whichever answers
            assert (await api.ok("GET", path))["code"] == ticket["table"]["code"]
    finally:
        process.process.terminate()
        assert process.process.wait(30) in (0, -signal.SIGTERM)


async def workers(process: Process, count: int, before: frozenset[str] = frozenset()) -> frozenset[str]:
    """The names of the workers that answer, once there are so many and they are not those from before."""
    found: set[str] = set()
    while len(found) < count:
        try:
            found.add((await Api(f"http://{process.address}").ok("GET", "/health"))["worker"])
        except httpx.HTTPError:  # the one that was killed took this connection with it
            await asyncio.sleep(0.05)
        if found == before:
            found.clear()
    return frozenset(found)


def children(process: Process) -> list[int]:
    """The processes of the workers, without the one that watches over shared resources."""
    pids = Path(f"/proc/{process.process.pid}/task/{process.process.pid}/children").read_text().split()
    return [int(pid) for pid in pids if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
