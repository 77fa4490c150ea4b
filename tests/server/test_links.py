"""Links for other devices."""

from pathlib import Path

import pytest

from nimmt.server import links
from tests.server.client import Api, serving, settings

AWAY = "192.168.7.7"


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine has an address in a network."""
    monkeypatch.setattr(links, "network_address", lambda: AWAY)


async def test_a_browser_on_the_same_machine_learns_where_phones_find_it(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, host="0.0.0.0", hosts=("play.example",))) as server:
        assert await Api(server.address).ok("GET", "/api/reach") == {
            "address": f"http://{AWAY}:{server.port}",
            "public": True,
            "daily": True,
        }
        other = await Api(server.address).ok("GET", "/api/reach", headers={"host": "play.example"})
        assert other == {"address": None, "public": True, "daily": True}


async def test_a_server_for_this_machine_alone_names_no_other_address(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        assert await Api(server.address).ok("GET", "/api/reach") == {"address": None, "public": True, "daily": True}
        assert await Api(server.address).no(422, "GET", f"/api/qr?text=http://{AWAY}:{server.port}/") == "not_here"


async def test_links_to_this_server_become_qr_codes(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, host="0.0.0.0", hosts=("play.example",))) as server:
        drawings = set()
        for link in (f"{server.address}/t/baba", f"{server.address}/t/bobo", f"http://{AWAY}:{server.port}/t/baba"):
            answer = await Api(server.address)("GET", "/api/qr", params={"text": link})
            assert answer.status_code == 200
            assert answer.headers["content-type"] == "image/svg+xml"
            assert answer.text.startswith("<svg ")
            drawings.add(answer.text)
        assert len(drawings) == 3
        behind = {"host": "play.example"}
        secure = await Api(server.address)("GET", "/api/qr?text=https://play.example/t/baba", headers=behind)
        assert secure.status_code == 200


@pytest.mark.parametrize(
    "text",
    ["https://evil.example/", "javascript:alert(1)", "", "hello", "http://[", "//127.0.0.1", "http://127.0.0.1@evil.example/"],
)  # fmt: skip
async def test_nothing_else_does(tmp_path: Path, text: str) -> None:
    async with serving(settings(tmp_path)) as server:
        answer = await Api(server.address)("GET", "/api/qr", params={"text": text})
        assert (answer.status_code, answer.json()["code"]) == (422, "not_here")


async def test_long_links_are_refused(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        text = f"{server.address}/{'x' * links.LONGEST}"
        answer = await Api(server.address)("GET", "/api/qr", params={"text": text})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
