"""Every limit, and everything that there is once, asked for thirty times at the same time: checks and commits are one.

With PostgreSQL two workers are asked by turns: what the store holds is limited for both together. Limits on addresses,
sockets and memory are each worker's own.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from msgspec.structs import replace

from nimmt.bots import bot as find_bot
from nimmt.server import duplicates
from nimmt.server import entries as log
from nimmt.server.desk import MOST_WAITING, Desk
from nimmt.server.lobby import DEVICES
from nimmt.server.refusals import Refused
from nimmt.server.store import Presence
from nimmt.server.table import Table
from nimmt.server.tables import Tables
from nimmt.server.thinking import Finder
from tests.server.client import PATIENCE, ROOMY, Api, Json, Server, device, opened, people, play_on, serving
from tests.server.client import settings as quick_settings
from tests.server.test_daily import quick
from tests.server.test_duplicates import PAIRS, first, seat, twin

TIMES = 30
BOT = {"level": "random"}
ID = "an-id-that-somebody-chose-"


class Servers:
    """One or more workers on one store."""

    def __init__(self, workers: list[Server]) -> None:
        self.workers = workers
        self.one = workers[0]

    async def ask(
        self, method: str, paths: str | list[str], bodies: Iterable[Any], token: str | None = None
    ) -> list[httpx.Response]:
        """Ask for all this at once, by turns of workers, and of paths."""
        wanted = [paths] if isinstance(paths, str) else paths
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(
                    httpx.AsyncClient(
                        base_url=each.address, timeout=PATIENCE, limits=httpx.Limits(max_connections=TIMES)
                    )
                )
                for each in self.workers
            ]
            headers = {"authorization": f"Bearer {token}"} if token else {}
            return await asyncio.gather(
                *[
                    clients[turn % len(clients)].request(
                        method, wanted[turn // len(clients) % len(wanted)], json=body, headers=headers
                    )
                    for turn, body in enumerate(bodies)
                ]
            )


@asynccontextmanager
async def running(database: str, folder: Path, find: Finder | None = None, **limits: Any) -> AsyncIterator[Servers]:
    chosen = quick_settings(folder, database=database, limits=replace(ROOMY, **limits))
    async with AsyncExitStack() as stack:
        count = 1 if database.startswith("sqlite") else 2
        yield Servers([await stack.enter_async_context(serving(chosen, find=find or find_bot)) for _ in range(count)])


def codes(answers: Iterable[httpx.Response]) -> Counter[str]:
    """How often what was answered; `ok` is yes."""
    return Counter("ok" if answer.status_code < 300 else answer.json()["code"] for answer in answers)


def names(count: int = TIMES) -> list[Json]:
    return [{"name": f"Guest {number}"} for number in range(count)]


async def seated(server: Server, tables: Iterable[str]) -> Counter[str]:
    """Who sits at these tables, and how often."""
    infos = [await Api(server.address).ok("GET", f"/api/tables/{code}") for code in tables]
    return Counter(seat["name"] for info in infos for seat in info["seats"] if seat["kind"] == "person")


# One table


async def test_seats(database: str, tmp_path: Path) -> None:
    async with running(database, tmp_path) as servers:
        wish = {"seats": people(5), "host": {"name": "Ada"}}
        code = (await Api(servers.one.address).ok("POST", "/api/tables", wish))["table"]["code"]
        answers = await servers.ask("POST", f"/api/tables/{code}/seats", names())
        assert codes(answers) == {"ok": 4, "table_full": TIMES - 4}
        assert sorted(answer.json()["seat"] for answer in answers if answer.status_code < 300) == [1, 2, 3, 4]


async def test_one_name_at_a_table(database: str, tmp_path: Path) -> None:
    async with running(database, tmp_path) as servers:
        wish = {"seats": people(10), "host": {"name": "Ada"}}
        code = (await Api(servers.one.address).ok("POST", "/api/tables", wish))["table"]["code"]
        answers = await servers.ask("POST", f"/api/tables/{code}/seats", [{"name": "Bea"}] * TIMES)
        assert codes(answers) == {"ok": 1, "name_taken": TIMES - 1}


async def test_one_id_is_one_table_and_one_seat(database: str, tmp_path: Path) -> None:
    async with running(database, tmp_path) as servers:
        wish = {"seats": people(5), "host": {"name": "Ada"}, "id": f"{ID}1"}
        answers = await servers.ask("POST", "/api/tables", [wish] * TIMES)
        code = answers[0].json()["table"]["code"]
        assert {(answer.json()["table"]["code"], answer.json()["token"]) for answer in answers} == {
            (code, answers[0].json()["token"])
        }
        answers = await servers.ask("POST", f"/api/tables/{code}/seats", [{"name": "Bea", "id": f"{ID}2"}] * TIMES)
        assert codes(answers) == {"ok": TIMES}
        assert {answer.json()["seat"] for answer in answers} == {1}
        assert await seated(servers.one, [code]) == {"Ada": 1, "Bea": 1}


async def test_devices_of_a_seat(database: str, tmp_path: Path) -> None:
    async with running(database, tmp_path) as servers:
        ticket = await Api(servers.one.address).ok("POST", "/api/tables", {"seats": people(2), "host": {"name": "Ada"}})
        claims = [{"claim": ticket["claim"]}] * TIMES
        answers = await servers.ask("POST", f"/api/tables/{ticket['table']['code']}/claims", claims)
        assert codes(answers) == {"ok": DEVICES - 1, "too_many_devices": TIMES - DEVICES + 1}


async def test_a_game_starts_once_and_the_next_one_too(database: str, tmp_path: Path) -> None:
    async with running(database, tmp_path) as servers:
        wish = {"seats": [{}, BOT], "host": {"name": "Ada"}, "options": {"max_rounds": 1}, "pace": "none"}
        ticket = await Api(servers.one.address).ok("POST", "/api/tables", wish)
        code, token = ticket["table"]["code"], ticket["token"]
        answers = await servers.ask("POST", f"/api/tables/{code}/start", [None] * TIMES, token)
        assert codes(answers) == {"ok": 1, "started": TIMES - 1}
        async with device(servers.one, code, token) as ada:
            await play_on(ada)
            await ada.when(lambda: ada.table["state"] == "over")
        answers = await servers.ask(
            "POST", [f"/api/tables/{code}/ready", f"/api/tables/{code}/rematch"], [{"game": 1}] * TIMES, token
        )
        assert codes(answers)["ok"] >= TIMES // 2
        assert (await Api(servers.one.address).ok("GET", f"/api/tables/{code}"))["game"] == 2


async def test_entries_of_a_log(database: str, tmp_path: Path) -> None:
    async with running(database, tmp_path, entries=20) as servers:
        code, tokens = await opened(servers.one, people(2))

        async def say(turn: int) -> str:
            async with device(servers.workers[turn % len(servers.workers)], code, tokens[turn % 2]) as there:
                told = await there.ask("say", text=f"{turn}", id=f"{turn}")
                return str(told.get("code", "ok"))

        told = Counter(await asyncio.gather(*map(say, range(TIMES))))
        assert set(told) == {"ok", "log_full"}
        bodies = await servers.one.worker.store.load(code)
        assert len(bodies) == 20
        assert sum(isinstance(log.read_entry(body), log.Said) for body in bodies) == told["ok"]


async def test_who_is_kept_out_stays_out(database: str, tmp_path: Path) -> None:
    async with running(database, tmp_path) as servers:
        ticket = await Api(servers.one.address).ok("POST", "/api/tables", {"seats": people(8), "host": {"name": "Ada"}})
        path = f"/api/tables/{ticket['table']['code']}"
        await Api(servers.one.address).ok("POST", f"{path}/seats", {"name": "Bea"})
        removal = servers.ask("DELETE", f"{path}/seats/1?keep_out=true", [None], ticket["token"])
        await asyncio.gather(removal, servers.ask("POST", f"{path}/seats", [{"name": "Bea"}] * TIMES))
        assert await seated(servers.one, [ticket["table"]["code"]]) == {"Ada": 1}


# Tables with the same deals


async def test_tables_with_the_same_deals(database: str, tmp_path: Path) -> None:
    async with running(database, tmp_path) as servers:
        code, _ = await first(servers.one)
        wishes = [{"host": name} for name in names()]
        answers = await servers.ask("POST", f"/api/tables/{code}/twins", wishes)
        room = duplicates.MOST - 1
        assert codes(answers) == {"ok": room, "full": TIMES - room}
        assert len(await Api(servers.one.address).ok("GET", f"/api/tables/{code}/twins")) == duplicates.MOST


async def test_one_name_opens_one_table_with_the_same_deals(database: str, tmp_path: Path) -> None:
    async with running(database, tmp_path) as servers:
        code, _ = await first(servers.one)
        answers = await servers.ask("POST", f"/api/tables/{code}/twins", [{"host": {"name": "Bea"}}] * TIMES)
        assert codes(answers) == {"ok": 1, "plays_elsewhere": TIMES - 1}
        assert len(await Api(servers.one.address).ok("GET", f"/api/tables/{code}/twins")) == 2


async def test_one_id_opens_one_table_with_the_same_deals(database: str, tmp_path: Path) -> None:
    async with running(database, tmp_path) as servers:
        code, _ = await first(servers.one)
        wish = {"host": {"name": "Bea"}, "id": f"{ID}1"}
        answers = await servers.ask("POST", f"/api/tables/{code}/twins", [wish] * TIMES)
        assert len({answer.json()["table"]["code"] for answer in answers}) == 1, codes(answers)
        assert len(await Api(servers.one.address).ok("GET", f"/api/tables/{code}/twins")) == 2


async def group(servers: Servers) -> tuple[list[str], Api]:
    """Four tables with free seats."""
    code, host = await first(servers.one, [*people(9), BOT])
    return [code, *[(await twin(servers.one, code, name))[0] for name in ("Bea", "Cy", "Di")]], host


@pytest.mark.parametrize("what", ["name", "token", "device", "claim"])
async def test_one_person_has_one_seat_at_all_tables(database: str, tmp_path: Path, what: str) -> None:
    async with running(database, tmp_path) as servers:
        tables, _ = await group(servers)
        bodies = [dict(each) for each in names()]
        paths = [f"/api/tables/{code}/seats" for code in tables]
        if what == "claim":  # everybody gives a seat code to the same device
            paths = [f"/api/tables/{code}/claims" for code in tables]
            guests = [f"{path.removesuffix('claims')}seats" for path in paths]
            tickets = await asyncio.gather(
                *[Api(servers.one.address).ok("POST", path, body) for path, body in zip(guests, names(4), strict=True)]
            )
            given = [ticket["claim"] for ticket in tickets]
            count = len(servers.workers)
            bodies = [{"claim": given[turn // count % 4], "device": f"{ID}phone"} for turn in range(TIMES)]
        same: Json = {"name": {"name": "Eve"}, "device": {"device": f"{ID}phone"}, "token": {"id": f"{ID}1"}}
        for turn, body in enumerate(bodies):
            body |= same.get(what, {})
            if what == "token":
                body["name"] = f"Guest {turn // len(servers.workers) % 4}"  # the same content at the same table
        answers = await servers.ask("POST", paths, bodies)
        found = codes(answers)
        fine = {
            (answer.json()["table"]["code"], answer.json()["seat"]) for answer in answers if answer.status_code < 300
        }
        assert len(fine) == 1, found
        if what in ("name", "device"):
            assert found["ok"] == 1, found
        assert set(found) <= {"ok", "plays_elsewhere", "device_plays", "name_taken"}
        if what == "name":
            assert (await seated(servers.one, tables))["Eve"] == 1


async def test_all_tables_start_or_none_while_people_come_and_go(database: str, tmp_path: Path) -> None:
    """Whoever is faster: tables that start have the same deal and no free seat, and no other is left in a lobby."""
    async with running(database, tmp_path) as servers:
        code, host = await first(servers.one, PAIRS)
        await seat(servers.one, code, "Al")
        other, bea = await twin(servers.one, code, "Bea")
        await seat(servers.one, other, "Ben")
        path = f"/api/tables/{code}"

        async def leave() -> list[httpx.Response]:
            return await servers.ask("DELETE", f"/api/tables/{other}/seats/0", [None] * 3, bea.token)

        joined = servers.ask("POST", f"/api/tables/{other}/seats", names(10))
        twins = servers.ask("POST", f"{path}/twins", [{"host": {"name": f"Host {turn}"}} for turn in range(10)])
        starts = servers.ask("POST", f"{path}/start", [None] * TIMES, host.token)
        answers = await asyncio.gather(starts, leave(), joined, twins)
        assert codes(answers[0])["ok"] <= 1
        listed = await Api(servers.one.address).ok("GET", f"{path}/twins")
        assert len({each["state"] for each in listed}) == 1
        free = sum(seat["kind"] == "free" for each in listed for seat in each["seats"])
        assert (listed[0]["state"] == "playing") == (codes(answers[0])["ok"] == 1)
        assert not (listed[0]["state"] == "playing" and free)
        assert len(listed) == 2 + codes(answers[3])["ok"]
        for each in listed:
            bodies = map(log.read_entry, await servers.one.worker.store.load(each["code"]))
            deals = [entry.tables for entry in bodies if isinstance(entry, log.GameStarted)]
            assert deals == [tuple(one["code"] for one in listed)] * (listed[0]["state"] == "playing")


# The server


async def test_open_tables(database: str, tmp_path: Path) -> None:
    async with running(database, tmp_path, open_tables=5) as servers:
        wishes = [{"seats": people(2), "host": name} for name in names()]
        assert codes(await servers.ask("POST", "/api/tables", wishes)) == {"ok": 5, "full": TIMES - 5}
        assert await servers.one.worker.store.open_tables() == 5


async def test_open_tables_count_those_with_the_same_deals(database: str, tmp_path: Path) -> None:
    async with running(database, tmp_path, open_tables=5) as servers:
        code, _ = await first(servers.one)
        wishes = [{"host": name} for name in names()]
        assert codes(await servers.ask("POST", f"/api/tables/{code}/twins", wishes)) == {"ok": 4, "full": TIMES - 4}


async def test_a_device_has_one_table_and_one_result_of_the_day(database: str, tmp_path: Path) -> None:
    async with running(database, tmp_path, quick) as servers:
        answers = await servers.ask("POST", "/api/daily", [{"device": f"{ID}phone", "name": "Ada"}] * TIMES)
        assert len({answer.json()["table"]["code"] for answer in answers}) == 1, codes(answers)
        ticket = answers[0].json()
        async with device(servers.one, ticket["table"]["code"], ticket["token"]) as ada:
            await play_on(ada)
            await ada.when(lambda: ada.table["state"] == "over")
        path = f"/api/tables/{ticket['table']['code']}/standing"
        answers = await servers.ask("GET", path, [None] * TIMES, ticket["token"])
        assert {answer.json()["players"] for answer in answers} == {1}


async def test_tables_in_the_memory_of_a_worker(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that nobody needs make room for others, so that more than five may be opened one after another."""
    most = 0

    def watched(tables: Tables, table: Table) -> Table:
        nonlocal most
        kept = keep(tables, table)
        most = max(most, len(tables.alive))
        return kept

    keep = Tables._keep
    monkeypatch.setattr(Tables, "_keep", watched)
    async with running(database, tmp_path, worker_tables=5) as servers:
        made = await servers.ask("POST", "/api/tables", [{"seats": people(2), "host": name} for name in names()])
        assert codes(made)["ok"] >= 5
        assert codes(made)["ok"] + codes(made)["full"] == TIMES
    assert most == 5


RECORD: Json = {
    "format": 1, "rules": 2, "setup": {"key": "base", "players": 2}, "dealer": {"type": "seeded", "seed": "00"},
    "moves": [],
}  # fmt: skip
LIMITED: dict[str, tuple[str, str, Callable[[int], Json | None], str]] = {
    "tables": ("POST", "/api/tables", lambda turn: {"seats": people(2), "host": {"name": f"{turn}"}}, "too_many"),
    "requests": ("GET", "/api/tables", lambda turn: None, "too_many"),
    "guesses": ("GET", "/api/tables/bababababababababa", lambda turn: None, "too_many"),
    "work": ("POST", "/api/verify", lambda turn: RECORD, "too_many"),
}


@pytest.mark.parametrize("name", LIMITED)
async def test_rates_of_an_address(database: str, tmp_path: Path, name: str) -> None:
    """Each worker counts on its own."""
    async with running(database, tmp_path, None, **{name: 0.0001, f"{name}_burst": 5}) as servers:
        method, path, body, refused = LIMITED[name]
        found = codes(await servers.ask(method, path, map(body, range(TIMES))))
        assert found[refused] == TIMES - 5 * len(servers.workers), found


async def test_work_that_waits_its_turn() -> None:
    """Also where something is stored between the question and the work, as with the coach."""
    desk = Desk("test")
    go = threading.Event()

    async def ask(number: int) -> str:
        try:
            with desk.admitted(number, str(number), "pieces of work"):
                await asyncio.sleep(0)
                await desk.work(number, str(number), go.wait)
        except Refused as error:
            return error.code
        return "ok"

    asked = [asyncio.ensure_future(ask(number)) for number in range(TIMES)]
    await asyncio.sleep(0)
    go.set()
    assert Counter(await asyncio.gather(*asked)) == {"ok": MOST_WAITING, "full": TIMES - MOST_WAITING}
    desk.stop()


async def test_a_question_for_the_coach_counts_once(database: str, tmp_path: Path) -> None:
    async with running(database, tmp_path) as servers:
        wish = {"seats": [{}, BOT], "host": {"name": "Ada"}, "coach": True, "pace": "none", "start": True}
        ticket = await Api(servers.one.address).ok("POST", "/api/tables", wish)
        path = f"/api/tables/{ticket['table']['code']}"
        decision = (await Api(servers.one.address, ticket["token"]).ok("GET", f"{path}/view"))["view"]["decision"]
        answers = await servers.ask("POST", f"{path}/coach", [{"decision": decision}] * TIMES, ticket["token"])
        assert codes(answers) == {"ok": TIMES}
        assert (await Api(servers.one.address).ok("GET", path))["seats"][0]["coached"] == 1


@pytest.mark.parametrize("name", ["sockets", "worker_sockets"])
async def test_sockets(database: str, tmp_path: Path, name: str) -> None:
    async with running(database, tmp_path, None, **{name: 5}) as servers:
        code, tokens = await opened(servers.one, people(2))
        leave = asyncio.Event()
        told: list[str] = []

        async def come(server: Server) -> None:
            try:
                async with device(server, code, tokens[0]) as there:
                    told.append(there.told[0].get("code", "ok"))
                    await leave.wait()
            except websockets.ConnectionClosed:
                told.append("closed")

        coming = [asyncio.ensure_future(come(each)) for each in servers.workers for _ in range(TIMES)]
        async with asyncio.timeout(PATIENCE):
            while len(told) < len(coming):
                await asyncio.sleep(0.01)
        leave.set()
        await asyncio.gather(*coming)
        assert told.count("ok") == 5 * len(servers.workers), Counter(told)


async def test_devices_come_and_go_while_their_tables_are_deleted(database: str, tmp_path: Path) -> None:
    """What was noted of the other tables is stored all the same."""
    async with running(database, tmp_path) as servers:
        store, worker = servers.one.worker.store, servers.one.worker.name
        for _ in range(5):
            made = await servers.ask("POST", "/api/tables", [{"seats": people(2), "host": name} for name in names()])
            tables = [answer.json()["table"]["code"] for answer in made]
            noted = [(code, Presence(0, worker, True, 1.0)) for code in sorted(tables)]
            await asyncio.gather(store.set_presence(noted), *[store.delete(code) for code in tables[1:]])
            assert [each.here for each in await store.presence(tables[0])] == [True]
