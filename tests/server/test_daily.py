"""The deal of the day: the same cards and the same bots for everybody, one result for each device, and no leak."""

import asyncio
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from nimmt.bots import Bot
from nimmt.bots import bot as find_bot
from nimmt.dealer import deal_seed
from nimmt.server import clocks, reviews
from nimmt.server.fold import Fold
from nimmt.server.refusals import away
from nimmt.server.sqlite_store import SqliteStore
from tests.server.client import Api, Device, Json, Server, device, opened, serving, settings
from tests.server.test_hostility import limits
from tests.server.times import GivenClock

NOON = 1_700_000_000.0 - 1_700_000_000.0 % 86_400 + 43_200
DAY, NEXT_DAY = "2023-11-14", "2023-11-15"


class Clock:
    """A clock that starts at noon, goes on, and can be put forward."""

    def __init__(self) -> None:
        self.began, self.ahead = time.monotonic(), 0.0

    def __call__(self) -> float:
        return NOON + time.monotonic() - self.began + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(clocks, "clock", GivenClock(made))
    return made


def quick(name: str) -> Bot:
    """Whatever the level, a bot that needs no kernels, and one that uses chance."""
    return find_bot("careless(80)" if name == "beginner" else "careless(20)")


def device_id(number: int) -> str:
    return f"a device with its own id {number:03}".replace(" ", "-")


async def daily(server: Server, number: int, name: str = "Ada") -> tuple[str, Api]:
    ticket = await Api(server.address).ok("POST", "/api/daily", {"device": device_id(number), "name": name})
    return ticket["table"]["code"], Api(server.address, ticket["token"])


async def play(player: Device, place: int = 0, last: bool = False) -> None:
    """Always the card, or the row, at the same place of the list; perhaps after all others have chosen."""
    while not player.view or player.view["outcome"] is None:
        if player.seat in player.to_act and len(player.legal) > 1 and not (last and len(player.to_act) > 1):
            await player.act(player.legal[min(place, len(player.legal) - 1)])
        else:
            await player.next()


async def finished(server: Server, number: int, place: int = 0, last: bool = False) -> tuple[str, Api, Device]:
    code, api = await daily(server, number)
    async with device(server, code, api.token) as player:
        await play(player, place, last)
        await player.when(lambda: player.table["state"] == "over")
    return f"/api/tables/{code}", api, player


def story(player: Device) -> list[Json]:
    """Cards, bots' answers, rows taken, as a device was told them; who chose before whom is a matter of haste."""
    updates = [told for told in player.told if told["type"] == "update"]
    return [event for told in updates for event in told["events"] if event["type"] != "card_sealed"]


def dealt(player: Device) -> tuple[Any, Any]:
    view = player.told[0]["view"]
    return view["hand"], view["rows"]


async def test_two_devices_get_the_same_cards_and_the_same_answers(tmp_path: Path, clock: Clock) -> None:
    async with serving(settings(tmp_path), find=quick) as server:
        one, other = [(await finished(server, number))[2] for number in range(2)]
        assert dealt(one) == dealt(other)
        assert story(one) == story(other)
        assert one.table["code"] != other.table["code"]
        clock.ahead = 86_400
        tomorrow = (await finished(server, 0))[2]
        assert (one.table["day"], tomorrow.table["day"]) == (DAY, NEXT_DAY)
        assert dealt(tomorrow) != dealt(one)


async def test_a_result_counts_once_and_survives(database: str, tmp_path: Path, clock: Clock) -> None:
    chosen = settings(tmp_path, database=database)
    async with serving(chosen, find=quick) as server:
        path, ada, _ = await finished(server, 1)
        again, same = await daily(server, 1, "Another Name")
        assert (f"/api/tables/{again}", same.token) == (path, ada.token)
        bea_path, bea, _ = await finished(server, 2, place=9)
        for refused in ("rematch", "ready"):
            assert await ada.no(403, "POST", f"{path}/{refused}", {"game": 1}) == "once_only"
        assert await ada.no(403, "DELETE", path) == "once_only"
        assert await ada.no(403, "DELETE", f"{path}/seats/0") == "once_only"
        before = await ada.ok("GET", f"{path}/standing")
    async with serving(chosen, find=quick) as server:
        ada.address = bea.address = server.address
        mine, theirs = await ada.ok("GET", f"{path}/standing"), await bea.ok("GET", f"{bea_path}/standing")
        assert mine == before
        assert mine["results"] == theirs["results"]
        assert sum(people for _, people in mine["results"]) == 2 == mine["players"]
        places = {taken["heads"]: taken["place"] for taken in (mine, theirs)}
        assert places == {heads: 1 + at for at, heads in enumerate(sorted(places))}
        assert (await Api(server.address).ok("GET", "/api/daily"))["players"] == 2


@pytest.mark.parametrize("last", [False, True])
async def test_a_result_is_stored_although_the_server_stopped_before(tmp_path: Path, clock: Clock, last: bool) -> None:
    """Whoever chooses last is waited for alone: that nothing is due until then must not be stored after that."""

    async def stopped(fold: Fold) -> None:
        raise away()

    async with serving(settings(tmp_path, heartbeat=600.0), find=quick) as server:
        server.worker.daily.note = stopped  # type: ignore[method-assign]
        await finished(server, 1, last=last)
    async with serving(settings(tmp_path), find=quick) as server:
        while not (await Api(server.address).ok("GET", "/api/daily"))["players"]:  # though nobody asks for it
            await asyncio.sleep(0.02)


async def test_bots_play_the_same_deal_for_comparison(tmp_path: Path, clock: Clock) -> None:
    """A person who answers as a bot of a level does reaches what that level is said to reach."""

    class Leftmost(Bot):
        def choose(self, view: Any, legal: Sequence[Any], history: Any, rng: Any) -> Any:
            return legal[0]

    def find(name: str) -> Bot:
        return Leftmost() if name == "beginner" else quick(name)

    async with serving(settings(tmp_path), find=find) as server:
        path, ada, _ = await finished(server, 1)
        standing = await ada.ok("GET", f"{path}/standing")
        assert [each["level"] for each in standing["bots"]][:3] == ["beginner", "easy", "medium"]
        assert standing["bots"][0]["heads"] == standing["heads"]


async def test_the_day_is_closed_to_everybody_else_until_it_ends(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "ERROR", 2.0)
    async with serving(settings(tmp_path), find=quick) as server:
        path, ada, _ = await finished(server, 1)
        stranger, (_, other) = Api(server.address), await daily(server, 2)
        for shut in ("replay", "replay/index", "review", "record", "verification", "standing"):
            assert await stranger.no(401, "GET", f"{path}/{shut}") == "wrong_token"
            assert await other.no(401, "GET", f"{path}/{shut}") == "wrong_token"
        assert await stranger.no(403, "GET", f"{path}/view") == "spectators_off"
        async with device(server, path.rpartition("/")[2]) as watcher:
            assert watcher.told[0]["code"] == "spectators_off"
        seen = await stranger.ok("GET", path)
        assert (seen["outcome"], seen["fairness"], seen["spectators"]) == (None, None, False)
        assert await stranger.ok("GET", "/api/tables") == []
        for shut in ("record", "verification"):
            assert await ada.no(409, "GET", f"{path}/{shut}") == "day_not_over"
        await ada.ok("GET", f"{path}/replay?step=1&seat=0")
        assert (await ada.ok("GET", f"{path}/review"))["review"]["seat"] == 0
        moment, review = f"{path}/replay?step=0&seat=0", f"{path}/review"
        for hands in ("", "&hands=true"):
            assert (await ada.ok("GET", moment + hands))["position"] is None  # its link would show everybody's hand
        assert not any((await ada.ok("GET", review))["positions"])
        clock.ahead = 43_200
        assert (await ada.ok("GET", moment))["position"]
        assert all((await ada.ok("GET", review))["positions"])
        for opened in ("replay", "record", "verification", "view"):
            await stranger.ok("GET", f"{path}/{opened}")
        async with device(server, path.rpartition("/")[2]) as watcher:
            assert watcher.told[0]["view"]["outcome"]
        await ada.ok("DELETE", path)


async def test_what_is_finished_after_its_day_does_not_count(tmp_path: Path, clock: Clock) -> None:
    async with serving(settings(tmp_path), find=quick) as server:
        code, ada = await daily(server, 1)
        assert await ada.no(409, "GET", f"/api/tables/{code}/standing") == "not_over"
        async with device(server, code, ada.token) as player:
            await player.act(player.legal[0])
            clock.ahead = 43_200
            await play(player)
            await player.when(lambda: player.table["state"] == "over")
        late = await ada.ok("GET", f"/api/tables/{code}/standing")
        assert (late["counted"], late["players"], late["results"]) == (False, 0, [])
        other, tokens = await opened(server, [{}, {"level": "random"}])
        assert await Api(server.address, tokens[0]).no(409, "GET", f"/api/tables/{other}/standing") == "not_daily"


async def test_the_secret_of_the_day_is_told_nowhere(
    tmp_path: Path, clock: Clock, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[bytes] = []
    stored = SqliteStore.secret_of_day

    async def noted(self: SqliteStore, day: str, fresh: bytes) -> bytes:
        made.append(await stored(self, day, fresh))
        return made[-1]

    monkeypatch.setattr(SqliteStore, "secret_of_day", noted)
    async with serving(settings(tmp_path, metrics="all"), find=quick) as server:
        path, ada, player = await finished(server, 1)
        asked = ["", "/view", "/replay?hands=true", "/replay/index", "/standing"]
        told = [(await ada("GET", path + each)).text for each in asked]
        told += [(await ada("GET", each)).text for each in ("/api/daily", "/api/tables", "/metrics")]
        told += [json.dumps(await ada.ok("POST", "/api/mine", {"held": [{"table": path[12:], "token": ada.token}]}))]
        told += player.raw
        clock.ahead = 43_200
        later = await ada.ok("GET", f"{path}/record")
    told += [*capfd.readouterr()]
    secret = set(made).pop()
    seed = deal_seed(secret, ()).hex()
    assert len(set(made)) == 1
    assert later["dealer"]["seed"] == seed  # or this test would look for something else
    assert secret.hex() not in json.dumps(later)
    for text in told:
        assert secret.hex() not in text
        assert seed not in text
    assert device_id(1) not in "".join(told)


async def test_the_deal_of_the_day_is_limited_and_can_be_switched_off(tmp_path: Path) -> None:
    wish: Json = {"device": device_id(1), "name": "Ada"}
    async with serving(settings(tmp_path, limits=limits(tables=1e-6, tables_burst=1)), find=quick) as server:
        api = Api(server.address)
        for _ in range(2):  # once more is no new table
            await api.ok("POST", "/api/daily", wish)
        another = {**wish, "device": device_id(2)}
        assert await api.no(429, "POST", "/api/daily", another) == "too_many"
    async with serving(settings(tmp_path, daily=False), find=quick) as server:
        assert await Api(server.address).no(403, "POST", "/api/daily", wish) == "daily_off"
        assert await Api(server.address).no(403, "GET", "/api/daily") == "daily_off"
