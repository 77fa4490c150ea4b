"""Another game is agreed: dealt when all people at the table are ready, or the host does not wait for the absent."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from tests.server.client import Api, Device, Json, Server, device, opened, people, play_on, serving, settings

QUICK = {"max_rounds": 1}
READY = {"game": 1}
AGAIN = {"game": 1, "ready": False}


@asynccontextmanager
async def ended(
    server: Server, seats: list[Json], **wish: object
) -> AsyncIterator[tuple[str, list[Api], list[Device]]]:
    """A table whose game is over, and everybody is still there: its path, the people's API, their devices."""
    code, tokens = await opened(server, seats, options=QUICK, **wish)
    async with AsyncExitStack() as stack:
        devices = [await stack.enter_async_context(device(server, code, token)) for token in tokens]
        await asyncio.gather(*map(play_on, devices))
        for each in devices:
            await each.when(lambda each=each: each.table["state"] == "over" and each.table["commitment"])  # type: ignore[misc]
        yield f"/api/tables/{code}", [Api(server.address, token) for token in tokens], devices


def ready(table: Json) -> list[bool]:
    return [seat["ready"] for seat in table["seats"]]


async def test_the_next_game_is_dealt_when_all_are_ready(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server, ended(server, people(3)) as (path, (ada, bea, cid), devices):
        outcome = devices[0].table["outcome"]
        assert ready(await bea.ok("POST", f"{path}/ready", READY)) == [False, True, False]
        assert ready(await ada.ok("POST", f"{path}/ready", READY)) == [True, True, False]
        assert ready(await bea.ok("POST", f"{path}/ready", AGAIN)) == [True, False, False]
        for each in devices:
            await each.when(lambda each=each: ready(each.table) == [True, False, False])  # type: ignore[misc]
            assert (each.table["state"], each.table["outcome"]) == ("over", outcome)
        await cid.ok("POST", f"{path}/ready", READY)
        table = await bea.ok("POST", f"{path}/ready", READY)
        assert (table["state"], table["game"], ready(table)) == ("playing", 2, [False] * 3)
        for each in devices:
            await each.when(lambda each=each: each.table["game"] == 2 and each.legal)  # type: ignore[misc]


async def test_being_ready_twice_is_being_ready_once(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server, ended(server, people(2)) as (path, (ada, bea), _):
        assert await ada.no(404, "POST", f"{path}/ready", {"game": 2}) == "no_such_game"
        for _ in range(3):
            assert ready(await ada.ok("POST", f"{path}/ready", READY)) == [True, False]
        before = server.worker.tables.alive[path.rpartition("/")[2]].fold.seq
        assert (await bea.ok("POST", f"{path}/ready", READY))["game"] == 2
        for wish in (READY, AGAIN):  # the answers were lost, and they ask again: no third game, nothing taken back
            table = await bea.ok("POST", f"{path}/ready", wish)
            assert (table["state"], table["game"], ready(table)) == ("playing", 2, [False, False])
        assert server.worker.tables.alive[path.rpartition("/")[2]].fold.seq == before + 2
        assert await ada.no(409, "POST", f"{path}/ready", {"game": 2}) == "not_over"
        assert await Api(server.address, "0" * 48).no(401, "POST", f"{path}/ready", READY) == "wrong_token"
        assert await Api(server.address).no(401, "POST", f"{path}/ready", READY) == "wrong_token"


async def test_a_person_among_bots_waits_for_nobody(tmp_path: Path) -> None:
    seats = [{}, {"level": "random"}, {"level": "random"}]
    async with serving(settings(tmp_path)) as server, ended(server, seats) as (path, (ada,), _):
        assert (await ada.ok("POST", f"{path}/ready", READY))["game"] == 2


async def test_the_host_does_not_wait_for_the_absent_but_for_everybody_else(tmp_path: Path) -> None:
    async with (
        serving(settings(tmp_path)) as server,
        ended(server, people(3), grace=1) as (path, (ada, bea, _), (_, _, cid)),
    ):
        assert await ada.no(409, "POST", f"{path}/rematch") == "not_ready"
        assert await bea.no(403, "POST", f"{path}/rematch") == "host_only"
        await bea.ok("POST", f"{path}/ready", READY)
        assert await ada.no(409, "POST", f"{path}/rematch") == "not_ready"
        await cid.connection.close()
        code = path.rpartition("/")[2]
        while server.worker.tables.alive[code].presence.here(2):
            await asyncio.sleep(0.01)
        assert await ada.no(409, "POST", f"{path}/rematch") == "not_ready"  # Cid may just load the page again
        while (await ada("POST", f"{path}/rematch")).status_code == 409:
            await asyncio.sleep(0.05)
        assert (await ada.ok("GET", path))["game"] == 2
        async with device(server, code) as tv:  # a bot plays for Cid
            await tv.when(lambda: 2 not in tv.to_act)


async def test_who_is_ready_survives_a_restart(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server, ended(server, people(2)) as (path, (ada, bea), _):
        await ada.ok("POST", f"{path}/ready", READY)
        tokens = [ada.token, bea.token]
    async with serving(settings(tmp_path)) as again:
        assert ready(await Api(again.address).ok("GET", path)) == [True, False]
        assert (await Api(again.address, tokens[1]).ok("POST", f"{path}/ready", READY))["game"] == 2


async def test_people_on_two_workers_agree_at_once(tmp_path: Path, postgres_address: str) -> None:
    chosen = settings(tmp_path, database=postgres_address)
    async with serving(chosen) as one, serving(chosen) as two, ended(one, people(4)) as (path, apis, devices):
        asked = [Api((one, two)[seat % 2].address, each.token) for seat, each in enumerate(apis)]
        await asyncio.gather(*(each.ok("POST", f"{path}/ready", READY) for each in asked))
        for each in devices:
            await each.when(lambda each=each: each.table["game"] == 2)  # type: ignore[misc]
        table = await Api(two.address).ok("GET", path)
        assert (table["game"], table["state"]) == (2, "playing")
