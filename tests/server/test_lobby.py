"""Opening tables, sitting down, leaving, starting, playing again, deleting."""

import re
from pathlib import Path

import pytest

import nimmt
from nimmt.games.registry import GAMES
from tests.server.client import Api, Json, device, opened, people, play_on, serving, settings

QUICK = {"max_rounds": 1}


def bots(count: int) -> list[Json]:
    return [{"level": "random"}] * count


async def test_a_table_is_opened_with_everything_agreed(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        wish = {
            "game": "caper", "options": {"point_limit": 40}, "seats": [{}, {"level": "greedy"}, {}], "clock": 30,
            "on_timeout": "bot", "grace": 90, "spectators": False, "chat": False, "reactions": False, "tracker": False,
            "name": "  Sunday   table ", "public": True, "host": {"name": "Ada", "nonce": "my own chance"},
        }  # fmt: skip
        ticket = await Api(server.address).ok("POST", "/api/tables", wish)
        table = ticket["table"]
        assert (ticket["seat"], table["state"], table["name"]) == (0, "lobby", "Sunday table")
        assert table["setup"]["key"] == "caper"
        assert table["setup"]["options"]["point_limit"] == 40
        assert (table["clock"], table["on_timeout"], table["grace"]) == (30, "bot", 90)
        assert [table[name] for name in ("spectators", "chat", "reactions", "tracker", "public")] == [False] * 4 + [
            True
        ]
        assert [seat["kind"] for seat in table["seats"]] == ["person", "bot", "free"]
        assert table["seats"][0]["host"]
        assert re.fullmatch(r"([bdfgklmnprstvz][aeiou]){9}", table["code"])
        assert len(bytes.fromhex(ticket["token"])) >= 16
        assert len(table["commitment"]) == 64


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "whist", "seats": people(2)}, "unknown_game"),
        ({"game": "base", "seats": people(1)}, "bad_players"),
        ({"seats": people(2), "options": {"colour": 1}}, "unknown_option"),
        ({"seats": people(2), "options": {"point_limit": -5}}, "bad_option"),
        ({"seats": people(2), "options": {"point_limit": None}}, "endless"),
        ({"seats": [{}, {"level": "oracle"}]}, "unknown_bot"),
        ({"seats": [{}, {"level": "flat(1000000)"}]}, "unknown_bot"),
        ({"seats": people(2), "stand_in": "flat(1000000)"}, "unknown_bot"),
        ({"game": "bullenparty", "seats": [{}, {"level": "heuristic"}, {}]}, "no_kernel"),
        ({"seats": people(2), "host": {"name": "\u202e\u200b"}}, "bad_name"),
    ],
)
async def test_what_cannot_be_played_is_refused_with_a_sentence(wish: Json, code: str, tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        answer = await Api(server.address)("POST", "/api/tables", wish)
        assert (answer.status_code, answer.json()["code"]) == (422, code)
        assert answer.json()["sentence"].endswith(".")


async def test_a_table_whose_seats_are_all_taken_may_start_as_it_opens(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        api = Api(server.address)
        ticket = await api.ok("POST", "/api/tables", {"seats": [{}, *bots(2)], "host": {"name": "Ada"}, "start": True})
        assert (ticket["table"]["state"], ticket["table"]["game"]) == ("playing", 1)
        async with device(server, ticket["table"]["code"], ticket["token"]) as ada:
            assert ada.view
            assert len(ada.view["hand"]) == 10
        for seats, host in (([{}, {}], {"name": "Ada"}), ([{}, *bots(1)], None)):
            wish: Json = {"seats": seats, "host": host, "start": True, "public": True}
            assert await api.no(409, "POST", "/api/tables", wish) == "seats_free"
        assert await api.ok("GET", "/api/tables") == []


async def test_only_hashes_are_stored(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket = await Api(server.address).ok("POST", "/api/tables", {"seats": people(2), "host": {"name": "Ada"}})
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("nimmt.db*"))
    assert b"Ada" in stored
    assert ticket["token"].encode() not in stored
    assert ticket["claim"].encode() not in stored


async def test_people_join_by_code_and_take_free_seats_only(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        api = Api(server.address)
        table = (await api.ok("POST", "/api/tables", {"seats": [{}, {}, {}], "host": {"name": "Ada"}}))["table"]
        spoken = f"{table['code'][:4].upper()}-{table['code'][4:8]} {table['code'][8:]}"
        first = await api.ok("POST", f"/api/tables/{spoken}/seats", {"name": "Émile", "seat": 2})
        assert first["seat"] == 2
        path = f"/api/tables/{table['code']}/seats"
        assert await api.no(409, "POST", path, {"name": "Bea", "seat": 2}) == "seat_taken"
        assert await api.no(409, "POST", path, {"name": "éMILE"}) == "name_taken"
        assert (await api.ok("POST", path, {"name": "Bea"}))["seat"] == 1
        assert await api.no(409, "POST", path, {"name": "Cy"}) == "table_full"
        assert await api.no(404, "POST", "/api/tables/bababababa/seats", {"name": "Cy"}) == "no_such_table"


async def test_a_seat_is_claimed_by_another_device(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        api = Api(server.address)
        ticket = await api.ok("POST", "/api/tables", {"seats": [{}, *bots(1)], "host": {"name": "Ada"}})
        path = f"/api/tables/{ticket['table']['code']}"
        assert await api.no(403, "POST", f"{path}/claims", {"claim": "ABCDEFGH"}) == "wrong_claim"
        typed = ticket["claim"].lower()
        again = await api.ok("POST", f"{path}/claims", {"claim": f"{typed[:4]} {typed[4:]}"})
        assert again["seat"] == 0
        assert again["token"] != ticket["token"]
        code, tokens = again["table"]["code"], (ticket["token"], again["token"])
        async with device(server, code, tokens[0]) as old, device(server, code, tokens[1]) as new:
            assert (old.seat, new.seat) == (0, 0)
            await Api(server.address, again["token"]).ok("POST", f"{path}/start")  # the host's other device
            await old.when(lambda: old.view is not None)
            await new.when(lambda: new.view is not None)
            await new.act(new.legal[0])
            await old.until(lambda told: told["type"] == "update" and told["seat"] == 0)


async def test_the_host_starts_fills_and_removes(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket = await Api(server.address).ok("POST", "/api/tables", {"seats": people(4), "host": {"name": "Ada"}})
        code = ticket["table"]["code"]
        path = f"/api/tables/{code}"
        guest = await Api(server.address).ok("POST", f"{path}/seats", {"name": "Bea"})
        host, other = Api(server.address, ticket["token"]), Api(server.address, guest["token"])
        wishes: list[tuple[str, str, Json | None]] = [
            ("POST", "start", None), ("POST", "bots", {}), ("DELETE", "seats/0", None),
        ]  # fmt: skip
        for method, end, body in wishes:
            assert await other.no(403, method, f"{path}/{end}", body) == "host_only"
            assert await Api(server.address).no(401, method, f"{path}/{end}", body) == "wrong_token"
        assert await host.no(409, "POST", f"{path}/start") == "seats_free"
        async with device(server, code, guest["token"]) as removed:
            await host.ok("DELETE", f"{path}/seats/1")
            assert (await removed.until("goodbye"))["code"] == "removed"
        assert await other.no(401, "DELETE", f"{path}/seats/1") == "wrong_token"
        filled = await host.ok("POST", f"{path}/bots", {"level": "random", "seat": 3})
        assert [seat["kind"] for seat in filled["seats"]] == ["person", "free", "free", "bot"]
        filled = await host.ok("POST", f"{path}/bots", {"level": "greedy"})
        assert [seat["level"] for seat in filled["seats"]] == [None, "greedy", "greedy", "random"]
        assert (await host.ok("POST", f"{path}/start"))["state"] == "playing"
        assert await host.no(409, "POST", f"{path}/start") == "started"
        assert await host.no(409, "DELETE", f"{path}/seats/0") == "started"


async def test_a_guest_may_leave_before_the_start(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket = await Api(server.address).ok("POST", "/api/tables", {"seats": people(2), "host": {"name": "Ada"}})
        path = f"/api/tables/{ticket['table']['code']}/seats"
        guest = await Api(server.address).ok("POST", path, {"name": "Bea"})
        assert (await Api(server.address, guest["token"]).ok("DELETE", f"{path}/1"))["seats"][1]["kind"] == "free"


async def test_a_host_who_leaves_a_seat_keeps_the_table_and_no_seat(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket = await Api(server.address).ok("POST", "/api/tables", {"seats": people(2), "host": {"name": "Ada"}})
        code, host = ticket["table"]["code"], Api(server.address, ticket["token"])
        await host.ok("DELETE", f"/api/tables/{code}/seats/0")
        for seat, name in enumerate(("Bea", "Cy")):
            await Api(server.address).ok("POST", f"/api/tables/{code}/seats", {"name": name, "seat": seat})
        await host.ok("POST", f"/api/tables/{code}/start")
        async with device(server, code, ticket["token"]) as ada:
            assert ada.view is not None
            assert (ada.seat, ada.view["hand"], ada.legal) == (None, [], [])


async def test_public_tables_are_listed_and_others_are_not(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        api = Api(server.address)
        shown = await api.ok("POST", "/api/tables", {"seats": people(3), "public": True, "host": {"name": "Ada"}})
        await api.ok("POST", "/api/tables", {"seats": people(3), "host": {"name": "Bea"}})
        await api.ok("POST", f"/api/tables/{shown['table']['code']}/seats", {"name": "Cy"})
        listed = await api.ok("GET", "/api/tables")
        assert [(each["code"], each["free"], each["people"]) for each in listed] == [
            (shown["table"]["code"], 1, ["Ada", "Cy"])
        ]


async def test_a_table_without_a_host_seat_is_for_bots_and_watchers(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, _ = await opened(server, bots(3), options=QUICK)
        async with device(server, code) as tv:
            await tv.when(lambda: tv.table["state"] == "over")
            assert tv.view is not None
            assert tv.view["hand"] == []


async def test_after_the_game_come_record_verification_replay_and_rematch(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, [{}, *bots(1)], options=QUICK)
        path, host = f"/api/tables/{code}", Api(server.address, tokens[0])
        assert await host.no(409, "GET", f"{path}/record") == "not_over"
        assert await host.no(409, "GET", f"{path}/replay?hands=true") == "not_over"
        assert await host.no(409, "POST", f"{path}/rematch") == "not_over"
        async with device(server, code, tokens[0]) as ada:
            await play_on(ada)
            await ada.when(lambda: ada.table["state"] == "over" and ada.table["commitment"] is not None)
            first_deal = ada.table["fairness"]
            nonce = await ada.ask("give_nonce", nonce="fresh for the second game")
            assert nonce["type"] == "acknowledged"
            assert (await host.ok("POST", f"{path}/rematch"))["game"] == 2
            await ada.when(lambda: ada.table["state"] == "playing")
            assert await host.no(404, "GET", f"{path}/record?game=2") == "no_such_game"
            old = nimmt.read_record((await host("GET", f"{path}/record?game=1")).text)
            await play_on(ada)
            await ada.when(lambda: ada.table["state"] == "over")
            assert ada.table["fairness"]["nonces"][0] == "fresh for the second game"
            assert ada.table["fairness"]["commitment"] != first_deal["commitment"]
        assert old.fairness is not None
        assert old.fairness.commitment == first_deal["commitment"]
        assert nimmt.verify(old).outcome == old.outcome
        answer = await host("GET", f"{path}/record")
        checked = await host.ok("POST", "/api/verify", answer.json())
        assert (checked["valid"], checked["fair"]) == (True, True)
        forged = answer.json() | {"dealer": {"type": "seeded", "seed": "00" * 32}}
        assert (await host.ok("POST", "/api/verify", forged))["valid"] is False
        last = await host.ok("GET", f"{path}/replay?step=0")
        assert last["view"]["hand"] == []
        steps = last["steps"]
        final = await host.ok("GET", f"{path}/replay?step={steps}&hands=true")
        assert final["view"]["outcome"] == answer.json()["outcome"]
        seen = [await host.ok("GET", f"{path}/replay?step={step}&seat=1") for step in range(3)]
        assert len(seen[0]["view"]["hand"]) == 10
        assert all(step["action"] is None for step in seen)
        assert await host.no(404, "GET", f"{path}/replay?step={steps + 1}") == "no_such_step"
        assert await host.no(404, "GET", f"{path}/replay?seat=7") == "no_such_seat"


async def test_this_devices_tables(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2), options=QUICK)
        other, _ = await opened(server, bots(2), options=QUICK)
        held = [
            {"table": code, "token": tokens[1]}, {"table": other, "token": tokens[1]},
            {"table": "bababababa", "token": tokens[1]},
        ]  # fmt: skip
        mine = await Api(server.address).ok("POST", "/api/mine", {"held": held})
        assert [(each["table"]["code"], each["seat"], each["to_act"]) for each in mine] == [(code, 1, True)]


async def test_the_host_deletes_and_old_tables_are_pruned(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[1]) as guest:
            assert await Api(server.address, tokens[1]).no(403, "DELETE", f"/api/tables/{code}") == "host_only"
            await Api(server.address, tokens[0]).ok("DELETE", f"/api/tables/{code}")
            assert (await guest.until("goodbye"))["code"] == "deleted"
        assert await Api(server.address).no(404, "GET", f"/api/tables/{code}") == "no_such_table"
        code, _ = await opened(server, people(2))
        lobby = (await Api(server.address).ok("POST", "/api/tables", {"seats": people(2)}))["table"]["code"]
        touched = server.worker.tables.cache[code].fold.touched
        await server.worker.prune(touched + 25 * 3600)
        assert await Api(server.address).no(404, "GET", f"/api/tables/{lobby}") == "no_such_table"
        await Api(server.address).ok("GET", f"/api/tables/{code}")
        await server.worker.prune(touched + 31 * 86_400)
        assert await Api(server.address).no(404, "GET", f"/api/tables/{code}") == "no_such_table"


async def test_games_and_bots_come_from_the_registries(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        games = await Api(server.address).ok("GET", "/api/games")
        assert [game["key"] for game in games] == list(nimmt.keys())
        assert {option["name"] for option in games[0]["options"]} >= {"point_limit", "max_rounds"}
        levels = await Api(server.address).ok("GET", "/api/bots?game=surprise")
        assert levels == ["beginner", "easy", "medium", "hard", "master", "random", "greedy"]
        assert "easy" in await Api(server.address).ok("GET", "/api/bots")
        assert (await Api(server.address)("GET", "/api/bots?game=chess")).status_code == 422


async def test_a_level_that_cannot_play_a_variant_is_neither_offered_nor_seated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "generous", "tests.variants:Generous")
    async with serving(settings(tmp_path)) as server:
        api = Api(server.address)
        assert await api.ok("GET", "/api/bots?game=generous") == ["beginner", "easy", "medium", "random", "greedy"]
        wish: Json = {"game": "generous", "seats": [{}, {"level": "hard"}]}
        assert await api.no(422, "POST", "/api/tables", wish) == "no_kernel"
        ticket = await api.ok("POST", "/api/tables", {"game": "generous", "seats": people(2)})
        host, path = Api(server.address, ticket["token"]), f"/api/tables/{ticket['table']['code']}/bots"
        assert await host.no(422, "POST", path, {"level": "hard"}) == "no_kernel"
        await host.ok("POST", path, {"level": "medium"})
