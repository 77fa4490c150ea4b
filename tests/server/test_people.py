"""People on public servers: muted, removed and kept out by a host; words and public tables as the operator wants."""

from pathlib import Path

import pytest

from nimmt.server.moderation import listed_words, masked
from tests.server.client import Api, device, opened, people, serving, settings


async def test_a_muted_person_is_heard_by_nobody_until_the_host_relents(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        host, guest, path = Api(server.address, tokens[0]), Api(server.address, tokens[1]), f"/api/tables/{code}/seats"
        async with device(server, code, tokens[1]) as bea:
            assert (await host.ok("POST", f"{path}/1/mute", {}))["seats"][1]["muted"] is True
            assert (await bea.ask("say", text="hello"))["code"] == "muted"
            assert (await bea.ask("react", reaction="bravo"))["code"] == "muted"
            await host.ok("POST", f"{path}/1/mute", {"muted": False})
            assert (await bea.ask("say", text="hello"))["type"] == "acknowledged"
            assert bea.table["seats"][1]["muted"] is False
        assert await guest.no(403, "POST", f"{path}/0/mute", {}) == "host_only"
        assert await host.no(403, "POST", f"{path}/0/mute", {}) == "host_only"
        assert await host.no(404, "POST", f"{path}/9/mute", {}) == "no_such_seat"


@pytest.mark.parametrize(
    ("name", "address", "muted"),
    [("BEA", "192.0.2.9", True), ("Other", "192.0.2.2", True), ("Other", "192.0.2.9", False)],
)
async def test_whoever_leaves_muted_comes_back_muted(name: str, address: str, muted: bool, tmp_path: Path) -> None:
    async with serving(settings(tmp_path, proxies=1)) as server:
        api, via = Api(server.address), "x-forwarded-for"
        ticket = await api.ok(
            "POST", "/api/tables", {"seats": people(2), "host": {"name": "Ada"}}, headers={via: "192.0.2.1"}
        )
        path, host = f"/api/tables/{ticket['table']['code']}/seats", Api(server.address, ticket["token"])
        bea = await api.ok("POST", path, {"name": "Bea"}, headers={via: "192.0.2.2"})
        await host.ok("POST", f"{path}/1/mute", {})
        await Api(server.address, bea["token"]).ok("DELETE", f"{path}/1")
        again = await api.ok("POST", path, {"name": name}, headers={via: address})
        assert again["table"]["seats"][1]["muted"] is muted
        await host.ok("POST", f"{path}/1/mute", {"muted": False})  # and once the host relents, that is that
        await Api(server.address, again["token"]).ok("DELETE", f"{path}/1")
        assert not (await api.ok("POST", path, {"name": name}, headers={via: address}))["table"]["seats"][1]["muted"]


async def test_a_person_who_is_taken_off_in_the_middle_of_a_game_is_replaced_by_a_bot(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        host, path = Api(server.address, tokens[0]), f"/api/tables/{code}/seats"
        assert await Api(server.address, tokens[1]).no(403, "DELETE", f"{path}/0") == "host_only"
        assert await host.no(409, "DELETE", f"{path}/0") == "started"
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            seat = (await host.ok("DELETE", f"{path}/1"))["seats"][1]
            assert (seat["kind"], seat["level"]) == ("bot", "greedy")
            assert (await bea.until("goodbye"))["code"] == "removed"
            await ada.when(lambda: ada.to_act == [0])  # the bot has answered
            decision = ada.decision
            await ada.act(ada.legal[0])
            await ada.beyond(decision)
        async with device(server, code, tokens[1]) as again:
            assert again.told[0]["code"] == "wrong_token"


@pytest.mark.parametrize(
    ("name", "address", "welcome"),
    [
        ("Guest 0", "192.0.2.9", False),
        ("GUEST 0", "192.0.2.9", False),
        ("Other", "192.0.2.2", False),
        ("Other", "192.0.2.9", True),
    ],
)
async def test_who_is_kept_out_is_known_by_name_and_address(
    name: str, address: str, welcome: bool, tmp_path: Path
) -> None:
    async with serving(settings(tmp_path, proxies=1)) as server:
        api, via = Api(server.address), "x-forwarded-for"
        ticket = await api.ok(
            "POST", "/api/tables", {"seats": people(2), "host": {"name": "Ada"}}, headers={via: "192.0.2.1"}
        )
        path = f"/api/tables/{ticket['table']['code']}/seats"
        await api.ok("POST", path, {"name": "Guest 0"}, headers={via: "192.0.2.2"})
        await Api(server.address, ticket["token"]).ok("DELETE", f"{path}/1?keep_out=true", headers={via: "192.0.2.1"})
        if welcome:
            await api.ok("POST", path, {"name": name}, headers={via: address})
        else:
            assert await api.no(403, "POST", path, {"name": name}, headers={via: address}) == "kept_out"


async def test_an_address_that_others_at_the_table_share_keeps_nobody_out(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        api = Api(server.address)
        ticket = await api.ok("POST", "/api/tables", {"seats": people(2), "host": {"name": "Ada"}})
        path = f"/api/tables/{ticket['table']['code']}/seats"
        await api.ok("POST", path, {"name": "Bea"})
        await Api(server.address, ticket["token"]).ok("DELETE", f"{path}/1?keep_out=true")
        assert await api.no(403, "POST", path, {"name": "Bea"}) == "kept_out"
        await api.ok("POST", path, {"name": "Cy"})


async def test_words_that_the_operator_does_not_want(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, words=("drat", "fiddle*"))) as server:
        api = Api(server.address)
        for wish in ({"host": {"name": "Drat"}}, {"name": "The Fiddlesticks"}, {"host": {"name": "ｄｒａｔ"}}):
            assert await api.no(422, "POST", "/api/tables", {"seats": people(2), **wish}) == "bad_word"
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:
            await ada.ask("say", text="Drat! Dratted fiddlesticks.")
            assert [told["text"] for told in ada.told if told["type"] == "chat_line"] == ["****! Dratted ************."]


def test_a_file_of_words() -> None:
    words = listed_words("drat\n\n# strong ones\nfiddle*  # and what begins so\n*\n")
    assert words == ("drat", "fiddle*")
    assert masked(words, "no drat at all") == "no **** at all"
    assert masked((), "drat") == "drat"


async def test_public_tables_can_be_switched_off(tmp_path: Path) -> None:
    public = {"seats": people(2), "host": {"name": "Ada"}, "public": True}
    async with serving(settings(tmp_path)) as server:
        await Api(server.address).ok("POST", "/api/tables", public)
        assert len(await Api(server.address).ok("GET", "/api/tables")) == 1
    async with serving(settings(tmp_path, public=False)) as server:
        assert await Api(server.address).no(403, "POST", "/api/tables", public) == "public_off"
        assert await Api(server.address).ok("GET", "/api/tables") == []
        await Api(server.address).ok("POST", "/api/tables", public | {"public": False})
