"""Duplicate tables: the same deals for all, nobody twice, nothing shown until everybody has finished."""

from pathlib import Path
from typing import Any

from tests.server.client import Api, Device, Json, Server, device, opened, play_on, serving, settings
from tests.server.test_daily import dealt

BOT = {"level": "random"}
ROUND = {"max_rounds": 1}


async def first(server: Server) -> tuple[str, Api]:
    code, tokens = await opened(server, [{}, BOT, BOT], options=ROUND, duplicate=True)
    return code, Api(server.address, tokens[0])


async def twin(server: Server, code: str, name: str, **more: Any) -> tuple[str, Api]:
    wish: Json = {"host": {"name": name}, **more}
    ticket = await Api(server.address).ok("POST", f"/api/tables/{code}/twins", wish)
    return ticket["table"]["code"], Api(server.address, ticket["token"])


async def play(server: Server, code: str, player: Api, start: bool = False) -> Device:
    if start:
        await player.ok("POST", f"/api/tables/{code}/start")
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
        one = await play(server, code, ada)
        two = await play(server, other, bea, start=True)
        waiting = await ada.ok("GET", f"/api/tables/{code}/comparison")
        assert waiting == {"waiting": 1, "rounds": 0, "tables": []}
        for shut in ("record", "replay", "review", "verification"):
            assert await ada.no(409, "GET", f"/api/tables/{code}/{shut}") == "others_play"
        assert await ada.no(403, "POST", f"/api/tables/{code}/rematch") == "once_only"
        assert await ada.no(409, "POST", f"/api/tables/{code}/twins", {"host": {"name": "Di"}}) == "deals_known"
    async with serving(chosen) as server:
        ada.address = bea.address = cy.address = server.address
        three = await play(server, third, cy, start=True)
        assert dealt(one) == dealt(two)
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


async def test_nobody_plays_a_deal_twice_and_nobody_watches(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        wish = {"seats": [{}, {}, BOT], "host": {"name": "Ada"}, "duplicate": True, "spectators": True}
        ticket = await Api(server.address).ok("POST", "/api/tables", wish)
        code = ticket["table"]["code"]
        assert (ticket["table"]["duplicate"], ticket["table"]["spectators"]) == (True, False)
        assert await Api(server.address).no(403, "GET", f"/api/tables/{code}/view") == "spectators_off"
        stranger = Api(server.address)
        refused = await stranger.no(409, "POST", f"/api/tables/{code}/twins", {"host": {"name": "ADA"}})
        assert refused == "plays_elsewhere"
        other, bea = await twin(server, code, "Bea")
        for there, name in ((code, "Bea"), (other, "Ada")):
            assert await stranger.no(409, "POST", f"/api/tables/{there}/seats", {"name": name}) == "plays_elsewhere"
        await stranger.ok("POST", f"/api/tables/{other}/seats", {"name": "Di"})
        assert await bea.no(409, "GET", f"/api/tables/{other}/comparison") == "not_over"
        alone, _ = await opened(server, [{}, BOT])
        refused = await stranger.no(409, "POST", f"/api/tables/{alone}/twins", {"host": {"name": "Bea"}})
        assert refused == "not_duplicate"


async def test_bots_answer_the_same_plays_in_the_same_way_and_no_secret_is_told(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, ada = await first(server)
        other, bea = await twin(server, code, "Bea")
        one, two = await play(server, code, ada), await play(server, other, bea, start=True)
        assert one.table["outcome"] == two.table["outcome"]  # both seats 0 play alike
        assert one.table["fairness"] is None
        record = await ada.ok("GET", f"/api/tables/{code}/record")
        assert record["dealer"]["seed"] not in "".join(one.raw + two.raw)
