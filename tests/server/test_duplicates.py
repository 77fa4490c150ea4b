"""Duplicate tables: the same deals for all, one seat for each person, all start together, nothing shown early."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Api, Device, Json, Server, device, opened, play_on, serving, settings
from tests.server.test_daily import dealt

BOT = {"level": "random"}
ROUND = {"max_rounds": 1}
ALONE: list[Json] = [{}, BOT, BOT]
PAIRS: list[Json] = [{}, {}, BOT]


async def first(server: Server, seats: list[Json] = ALONE, **more: Any) -> tuple[str, Api]:
    wish = {"seats": seats, "options": ROUND, "duplicate": True, "pace": "none", "host": {"name": "Ada"}, **more}
    ticket = await Api(server.address).ok("POST", "/api/tables", wish)
    return ticket["table"]["code"], Api(server.address, ticket["token"])


async def twin(server: Server, code: str, name: str, device: str | None = None, **more: Any) -> tuple[str, Api]:
    wish: Json = {"host": {"name": name, **({"device": device} if device else {})}, **more}
    ticket = await Api(server.address).ok("POST", f"/api/tables/{code}/twins", wish)
    return ticket["table"]["code"], Api(server.address, ticket["token"])


async def seat(server: Server, code: str, name: str, **more: Any) -> Api:
    ticket = await Api(server.address).ok("POST", f"/api/tables/{code}/seats", {"name": name, **more})
    return Api(server.address, ticket["token"])


async def play(server: Server, code: str, player: Api) -> Device:
    async with device(server, code, player.token) as there:
        await play_on(there)
        await there.when(lambda: there.table["state"] == "over")
    return there


async def test_tables_with_the_same_deals_are_compared_when_all_have_finished(database: str, tmp_path: Path) -> None:
    chosen = settings(tmp_path, database=database)
    async with serving(chosen) as server:
        code, ada = await first(server)
        other, bea = await twin(server, code, "Bea", id="the-same-wish-once-more-0001")
        assert (await twin(server, code, "Bea", id="the-same-wish-once-more-0001"))[0] == other
        third, cy = await twin(server, other, "Cy")
        for there, who in ((other, ada), (third, ada)):  # Ada's device has no seat there
            assert await who.no(401, "GET", f"/api/tables/{there}/comparison") == "wrong_token"
        await ada.ok("POST", f"/api/tables/{code}/start")
        assert (await twin(server, code, "Bea", id="the-same-wish-once-more-0001"))[0] == other
        one, two = await play(server, code, ada), await play(server, other, bea)
        waiting = await ada.ok("GET", f"/api/tables/{code}/comparison")
        assert waiting == {"waiting": 1, "rounds": 0, "tables": []}
        for shut in ("record", "replay", "replay/index", "review", "verification"):
            assert await ada.no(409, "GET", f"/api/tables/{code}/{shut}") == "others_play"
        assert await ada.no(403, "POST", f"/api/tables/{code}/rematch") == "once_only"
    async with serving(chosen) as server:
        ada.address = bea.address = cy.address = server.address
        three = await play(server, third, cy)
        assert dealt(one) == dealt(two) == dealt(three)
        found = await bea.ok("GET", f"/api/tables/{other}/comparison")
        assert (found["waiting"], found["rounds"]) == (0, 1)
        assert [each["names"][0] for each in found["tables"]] == ["Ada", "Bea", "Cy"]
        assert [each["own"] for each in found["tables"]] == [False, True, False]
        assert [each["totals"] for each in found["tables"]] == [
            there.table["outcome"]["totals"] for there in (one, two, three)
        ]
        assert (await ada.ok("GET", f"/api/tables/{code}/record"))["dealer"] == (
            await cy.ok("GET", f"/api/tables/{third}/record")
        )["dealer"]


async def test_all_tables_start_together_and_nobody_joins_later(database: str, tmp_path: Path) -> None:
    async with serving(settings(tmp_path, database=database)) as server:
        code, ada = await first(server, PAIRS)
        start = f"/api/tables/{code}/start"
        await seat(server, code, "Al")
        assert await ada.no(409, "POST", start) == "no_twin"
        other, bea = await twin(server, code, "Bea")
        assert await ada.no(409, "POST", start) == "seats_free"
        assert await bea.no(409, "POST", f"/api/tables/{other}/bots", {}) == "people_only"
        assert await ada.no(409, "POST", f"/api/tables/{code}/bots", {"seat": 1}) == "people_only"
        await seat(server, other, "Ben")
        assert await bea.no(403, "POST", f"/api/tables/{other}/start") == "first_host_only"
        listed = await Api(server.address).ok("GET", f"/api/tables/{other}/twins")
        assert [(each["code"], each["first"], each["own"], each["state"]) for each in listed] == [
            (code, True, False, "lobby"), (other, False, True, "lobby"),
        ]  # fmt: skip
        assert [[one["name"] for one in each["seats"]] for each in listed] == [["Ada", "Al", ""], ["Bea", "Ben", ""]]
        await ada.ok("POST", start)
        states = [(await Api(server.address).ok("GET", f"/api/tables/{each}"))["state"] for each in (code, other)]
        assert states == ["playing", "playing"]
        stranger = Api(server.address)
        assert await stranger.no(409, "POST", f"/api/tables/{code}/twins", {"host": {"name": "Di"}}) == "started"
        assert await stranger.no(409, "POST", f"/api/tables/{other}/seats", {"name": "Di"}) == "started"
        await bea.ok("DELETE", f"/api/tables/{other}/seats/1")  # the host takes Ben off: a bot stands in
        assert await stranger.no(409, "POST", f"/api/tables/{other}/seats", {"name": "Ben"}) == "started"


async def test_a_table_that_stays_empty_does_not_keep_the_others_waiting(database: str, tmp_path: Path) -> None:
    async with serving(settings(tmp_path, database=database)) as server:
        code, ada = await first(server, PAIRS)
        await seat(server, code, "Al")
        full, bea = await twin(server, code, "Bea")
        await seat(server, full, "Ben")
        empty, cy = await twin(server, code, "Cy")
        own, di = await twin(server, code, "Di")
        assert await bea.no(404, "DELETE", f"/api/tables/{full}/twins/{empty}") == "no_such_twin"
        assert await cy.no(401, "DELETE", f"/api/tables/{code}/twins/{empty}") == "wrong_token"
        async with device(server, empty, cy.token) as there:
            await ada.ok("DELETE", f"/api/tables/{code}/twins/{empty}")
            assert (await there.until("goodbye"))["code"] == "deleted"
        await di.ok("DELETE", f"/api/tables/{own}")
        await ada.ok("POST", f"/api/tables/{code}/start")
        assert len(await ada.ok("GET", f"/api/tables/{code}/twins")) == 2
        assert await ada.no(409, "DELETE", f"/api/tables/{code}/twins/{full}") == "started"


async def test_with_the_first_table_its_lobby_closes(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, ada = await first(server)
        other, bea = await twin(server, code, "Bea")
        await ada.ok("DELETE", f"/api/tables/{code}")
        assert await bea.no(404, "GET", f"/api/tables/{other}") == "no_such_table"


async def test_the_cards_stay_closed_when_the_first_table_is_deleted(database: str, tmp_path: Path) -> None:
    """The others know of each other: who has finished does not see what somebody still holds."""
    async with serving(settings(tmp_path, database=database)) as server:
        code, ada = await first(server)
        other, bea = await twin(server, code, "Bea")
        third, cy = await twin(server, code, "Cy")
        await ada.ok("POST", f"/api/tables/{code}/start")
        await play(server, other, bea)
        await ada.ok("DELETE", f"/api/tables/{code}")
        assert await bea.no(409, "GET", f"/api/tables/{other}/record") == "others_play"
        await cy.ok("DELETE", f"/api/tables/{third}")
        await bea.ok("GET", f"/api/tables/{other}/record")  # nobody plays these deals now


async def test_a_worker_without_room_shows_nothing_either(tmp_path: Path) -> None:
    """A table that cannot be loaded has not finished for all that is known."""
    async with serving(settings(tmp_path)) as server:
        code, ada = await first(server)
        other, bea = await twin(server, code, "Bea")
        await ada.ok("POST", f"/api/tables/{code}/start")
        await play(server, other, bea)
    limits = {"limits": settings(tmp_path).limits.__class__(worker_tables=1)}
    async with serving(settings(tmp_path, **limits)) as server:
        bea.address = server.address
        async with device(server, other, bea.token):
            assert await bea.no(503, "GET", f"/api/tables/{other}/record") == "full"


@pytest.mark.parametrize("where", ["same", "twin"])
async def test_one_device_has_one_seat(database: str, tmp_path: Path, where: str) -> None:
    phone, tablet = "the-phone-of-somebody-0001", "the-tablet-of-somebody-01"
    async with serving(settings(tmp_path, database=database)) as server:
        code, ada = await first(server, PAIRS, host={"name": "Ada", "device": phone})
        other, _ = await twin(server, code, "Bea")
        there = code if where == "same" else other
        stranger = Api(server.address)
        wish = {"name": "Al", "device": phone}
        assert await stranger.no(409, "POST", f"/api/tables/{there}/seats", wish) == "device_plays"
        assert await stranger.no(409, "POST", f"/api/tables/{code}/twins", {"host": wish}) == "device_plays"
        ticket = await stranger.ok("POST", f"/api/tables/{there}/seats", {"name": "Al", "device": tablet})
        claim = {"claim": ticket["claim"], "device": phone}
        assert await stranger.no(409, "POST", f"/api/tables/{there}/claims", claim) == "device_plays"
        await stranger.ok("POST", f"/api/tables/{there}/claims", claim | {"device": "another-device-of-al-00001"})
        await ada.ok("DELETE", f"/api/tables/{code}/seats/0")  # who leaves may sit down elsewhere
        await stranger.ok("POST", f"/api/tables/{other if where == 'same' else code}/seats", wish | {"name": "Ada"})


async def test_one_name_and_one_token_have_one_seat(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, _ = await first(server, PAIRS)
        stranger = Api(server.address)
        refused = await stranger.no(409, "POST", f"/api/tables/{code}/twins", {"host": {"name": "ADA"}})
        assert refused == "plays_elsewhere"
        other, bea = await twin(server, code, "Bea")
        for there, name in ((code, "Bea"), (other, "Ada")):
            assert await stranger.no(409, "POST", f"/api/tables/{there}/seats", {"name": name}) == "plays_elsewhere"
        once = {"name": "Di", "id": "an-id-that-is-used-twice-01"}
        await stranger.ok("POST", f"/api/tables/{other}/seats", once)
        await stranger.ok("POST", f"/api/tables/{other}/seats", once)
        twice = once | {"name": "Ed"}
        assert await stranger.no(409, "POST", f"/api/tables/{code}/seats", twice) == "plays_elsewhere"
        assert await bea.no(409, "GET", f"/api/tables/{other}/comparison") == "not_over"
        alone, _ = await opened(server, [{}, BOT])
        refused = await stranger.no(409, "POST", f"/api/tables/{alone}/twins", {"host": {"name": "Bea"}})
        assert refused == "not_duplicate"
        assert await stranger.no(409, "GET", f"/api/tables/{alone}/twins") == "not_duplicate"


async def test_a_table_of_its_own_is_not_taken_for_a_twin(tmp_path: Path) -> None:
    """The same id and terms, but other cards."""
    identity = "an-id-that-is-used-twice-01"
    async with serving(settings(tmp_path)) as server:
        code, _ = await first(server)
        info = await Api(server.address).ok("GET", f"/api/tables/{code}")
        same = {"seats": ALONE, "options": info["setup"]["options"], "duplicate": True, "pace": "none"}
        wish = same | {"host": {"name": "Bea"}, "id": identity, "spectators": False}
        await Api(server.address).ok("POST", "/api/tables", wish)
        again = {"host": {"name": "Bea"}, "id": identity}
        assert await Api(server.address).no(409, "POST", f"/api/tables/{code}/twins", again) == "id_reused"


async def test_nobody_watches_and_no_coach_speaks(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, host = await first(server, spectators=True, coach=True, host=None)
        await seat(server, code, "Al")
        table = await host.ok("GET", f"/api/tables/{code}")
        assert (table["duplicate"], table["spectators"], table["coach"]) == (True, False, False)
        assert await Api(server.address).no(403, "GET", f"/api/tables/{code}/view") == "spectators_off"
        other, bea = await twin(server, code, "Bea")
        assert (await host.ok("GET", f"/api/tables/{code}/view"))["view"] is None
        async with device(server, code, host.token) as idle:  # a host without a seat
            await host.ok("POST", f"/api/tables/{code}/start")
            assert (await idle.until("goodbye"))["code"] == "spectators_off"
            assert "rows_laid" not in "".join(idle.raw)
        assert await host.no(403, "GET", f"/api/tables/{code}/view") == "spectators_off"
        async with device(server, code, host.token) as idle:
            assert idle.told[-1]["code"] == "spectators_off"
        assert await bea.no(403, "POST", f"/api/tables/{other}/coach", {"decision": 1}) == "coach_off"


async def test_bots_answer_the_same_plays_in_the_same_way_and_no_secret_is_told(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, ada = await first(server)
        other, bea = await twin(server, code, "Bea")
        await ada.ok("POST", f"/api/tables/{code}/start")
        one, two = await play(server, code, ada), await play(server, other, bea)
        assert one.table["outcome"] == two.table["outcome"]  # both seats 0 play alike
        assert one.table["fairness"] is None
        record = await ada.ok("GET", f"/api/tables/{code}/record")
        assert record["dealer"]["seed"] not in "".join(one.raw + two.raw)


async def test_absent_people_are_stood_in_for(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, ada = await first(server, grace=1)
        other, _ = await twin(server, code, "Bea")
        await ada.ok("POST", f"/api/tables/{code}/start")
        await play(server, code, ada)
        async with asyncio.timeout(60):
            while (await Api(server.address).ok("GET", f"/api/tables/{other}"))["state"] != "over":
                await asyncio.sleep(0.05)


async def test_shared_deals_are_played_once_whoever_is_there(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, ada = await first(server, PAIRS)
        bob = await seat(server, code, "Bob")
        other, _ = await twin(server, code, "Cy")
        await seat(server, other, "Dan")
        await ada.ok("POST", f"/api/tables/{code}/start")
        async with device(server, code, ada.token) as here, device(server, code, bob.token) as there:
            await asyncio.gather(play_on(here), play_on(there))
            await here.when(lambda: here.table["state"] == "over")
            assert await ada.no(403, "POST", f"/api/tables/{code}/rematch") == "once_only"
