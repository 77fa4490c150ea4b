"""A deleted table is gone: nothing of it is told at another one that has its code."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from nimmt.server import coach
from tests.server.client import Api, Json, Server, device, play_on, serving, settings

ID = "the-same-wish-for-a-table-again-and-again"
BOT = {"level": "random"}


async def again(server: Server, **wish: Any) -> tuple[str, Api]:
    """The table of one wish; its code and its host."""
    body = {"seats": [{}, BOT, BOT], "options": {"max_rounds": 1}, "id": ID, "host": {"name": "Ada"}, "start": True}
    ticket = await Api(server.address).ok("POST", "/api/tables", {"pace": "none", **body, **wish})
    return ticket["table"]["code"], Api(server.address, ticket["token"])


async def played(server: Server, code: str, host: Api) -> list[Json]:
    async with device(server, code, host.token) as ada:
        await play_on(ada)
        await ada.when(lambda: ada.table["state"] == "over")
    return [await host.ok("GET", f"/api/tables/{code}/replay?step={step}&seat=0") for step in (0, 1)]


async def test_replays_and_reviews_are_those_of_the_table_that_is_there(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, host = await again(server)
        first = await played(server, code, host)
        await host.ok("DELETE", f"/api/tables/{code}")
        other, host = await again(server)
        assert other == code
        assert await host.no(409, "GET", f"/api/tables/{code}/replay?step=0") == "not_over"
        assert await host.no(404, "GET", f"/api/tables/{code}/replay?step=0&game=1") == "no_such_game"
        second = await played(server, code, host)
        assert second[0]["view"]["hand"] != first[0]["view"]["hand"]
        record = await host.ok("GET", f"/api/tables/{code}/record")
        assert second[1]["steps"] == len(record["moves"])


async def test_bots_of_a_deleted_table_think_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(settings(tmp_path)) as server:
        thinkers, conductor = server.worker.thinkers, server.worker.conductor
        choose, asked, go_on = thinkers.choose, list[int](), asyncio.Event()

        async def slow(level: str, state: Any, seat: int, *more: Any) -> Any:
            asked.append(seat)
            await go_on.wait()
            return await choose(level, state, seat, *more)

        monkeypatch.setattr(thinkers, "choose", slow)
        code, host = await again(server)
        while len(asked) < 2:
            await asyncio.sleep(0)
        await host.ok("DELETE", f"/api/tables/{code}")
        go_on.set()
        await asyncio.gather(*conductor._thoughts, return_exceptions=True)
        for _ in range(20):  # turns of the loop in which they would be asked again
            await asyncio.sleep(0)
        assert len(asked) == 2


async def test_the_coach_judges_the_hand_that_is_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "ERROR", 1.0)
    async with serving(settings(tmp_path)) as server:
        for _ in range(2):
            code, host = await again(server, coach=True, grace=None)
            async with device(server, code, host.token) as ada:
                advice = await host.ok("POST", f"/api/tables/{code}/coach", {"decision": ada.decision})
                assert [each["card"] for each in advice["options"]] == [each["card"] for each in ada.legal]
            await host.ok("DELETE", f"/api/tables/{code}")


async def test_a_worker_that_heard_nothing_finds_the_other_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres_address: str
) -> None:
    """Deleted and opened again while the line between the workers was down."""
    chosen = settings(tmp_path, database=postgres_address)
    async with serving(chosen) as one, serving(chosen) as two:
        code, host = await again(one)
        async with device(two, code, host.token) as ada:
            deaf = two.worker.tables
            with monkeypatch.context() as line:
                line.setattr(two.worker, "stopping", True)  # hears nothing
                await host.ok("DELETE", f"/api/tables/{code}")
                _, host = await again(one)
                await one.worker.tables.get(code)
            deaf.unsure = True  # so that the next pulse looks
            assert (await ada.until("goodbye"))["code"] == "deleted"
        async with device(two, code, host.token) as ada:
            expected = await Api(one.address, host.token).ok("GET", f"/api/tables/{code}/view")
            assert ada.view is not None
            for field in ("hand", "rows", "turn"):  # bots choose meanwhile
                assert ada.view[field] == expected["view"][field]
