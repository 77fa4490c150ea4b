"""By which name, from which page and under which name one comes in; what is costly; what never ends."""

import asyncio
import contextlib
import json
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from nimmt.server import finished_api, replays
from nimmt.server.callers import is_local
from nimmt.server.hosts import is_known
from nimmt.server.secrecy import is_visible, likeness
from nimmt.server.settings import Settings
from tests.server.client import Api, Json, Server, device, opened, people, play_on, serving, settings
from tests.server.test_hostility import limits

# --- Names of the server ------------------------------------------------------------------------------

HOME = Settings()
NAMED = Settings(hosts=("example.org", "*.example.net"))
PROXIED = Settings(proxied=True)
HOSTS = [
    ("127.0.0.1:8766", True, True, True), ("192.168.1.7:8766", True, True, True), ("[::1]:8766", True, True, True),
    ("[fe80::1]:80", True, True, True), ("localhost:8766", True, True, True), ("localhost", True, True, True),
    ("", True, True, True), ("living-room", True, False, True), ("living-room.local:8766", True, False, True),
    ("pi.lan", True, False, True), ("pi.home.arpa", True, False, True), ("LIVING-ROOM.LOCAL", True, False, True),
    ("evil.example", False, False, True), ("127.0.0.1.evil.example", False, False, True),
    ("local.evil.example:8766", False, False, True), ("localhost.evil.example", False, False, True),
    ("example.org", False, True, True), ("EXAMPLE.org:443", False, True, True), ("www.example.org", False, False, True),
    ("table.example.net", False, True, True), ("example.net", False, False, True),
    ("badexample.net", False, False, True),
    ("[", False, False, False), ("user@localhost", False, False, False), ("localhost/x", False, False, False),
    ("localhost:x", False, False, False), ("[::1]", True, True, True), ("[::1].evil.example", False, False, False),
    ("[::1]evil.example:80", False, False, False), ("evil.example[::1]", False, False, False),
    ("[::1]:80.evil.example", False, False, False), ("[127.0.0.1].evil.example", False, False, False),
]  # fmt: skip


@pytest.mark.parametrize(("host", "home", "named", "proxied"), HOSTS, ids=[host[0] for host in HOSTS])
def test_names_that_a_server_goes_by(host: str, home: bool, named: bool, proxied: bool) -> None:
    assert [is_known(host, each) for each in (HOME, NAMED, PROXIED)] == [home, named, proxied]


def test_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimmt.server.hosts._own_name", lambda: "pi.garden.example")
    assert is_known("pi.garden.example:8766", HOME)
    assert is_known("tables.example", Settings(host="tables.example"))
    assert is_known("anything.example", Settings(hosts=("*",)))


async def test_a_page_under_somebody_elses_name_gets_nothing(tmp_path: Path) -> None:
    rebound = {"host": "evil.example:8766", "origin": "http://evil.example:8766"}
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        for method, path in [
            ("GET", "/"),
            ("GET", "/api/tables"),
            ("POST", "/api/tables"),
            ("GET", f"/api/tables/{code}"),
        ]:
            assert await Api(server.address).no(421, method, path, headers=rebound) == "wrong_host"
        url = f"{server.address.replace('http', 'ws')}/api/tables/{code}/socket"
        import websockets

        async with websockets.connect(url, additional_headers={"Origin": rebound["origin"]}) as own:
            assert json.loads(await own.recv())["code"] == "cross_origin"
        async with httpx.AsyncClient(timeout=60) as client:
            key = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
            headers = {**rebound, **key, "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="}
            async with client.stream("GET", url.replace("ws", "http", 1), headers=headers) as answer:
                assert answer.status_code == 101  # accepted to say goodbye
        async with device(server, code, tokens[0]) as ada:
            assert ada.told[0]["type"] == "welcome"


# --- Names of people ----------------------------------------------------------------------------------

INVISIBLE = [
    "\u3164", "\u115f\u1160", "\uffa0", "\u2800\u2800", "\ufe0f", "\U000e0100", "\u0301", "\u20dd", "\u034f", "\u200d",
    "\u00ad", "\u2060", "\u180e", "\u3000", "\u00a0\u2003", "\U000e0020", "\u202e", "\u0903", "\u200b\u3164 \u2800",
    "\U0001d159",
]  # fmt: skip
VISIBLE = ["Ada", "é", "哈", "حسن", "7", "👩\u200d🚀", "❤\ufe0f", "!", "ᄀ", "नि", "-"]
ALIKE = [
    ("Ada", "ADA"), ("Ada", "\uff21da"), ("Ada", "A\u3164da"), ("Ada", "Ada\ufe0f"), ("Straße", "STRASSE"),
    ("é", "e\u0301"),
    ("ﬁn", "fin"), ("Ada 2", "Ada ²"), ("İda", "i\u0307da"), ("Ada", "\u2800Ada"),
]  # fmt: skip


def test_which_names_show_anything() -> None:
    assert [name for name in INVISIBLE if is_visible(name)] == []
    assert [name for name in VISIBLE if not is_visible(name)] == []


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_the_same(one: str, other: str) -> None:
    assert likeness(one) == likeness(other)
    assert likeness(one) != likeness("Bea")


async def test_names_at_the_table(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        stranger = Api(server.address)
        for name in INVISIBLE:
            wish = {"seats": people(2), "host": {"name": name}}
            assert await stranger.no(422, "POST", "/api/tables", wish) == "bad_name", ascii(name)
        ticket = await stranger.ok("POST", "/api/tables", {"seats": people(8), "host": {"name": "Ada"}})
        seats = f"/api/tables/{ticket['table']['code']}/seats"
        for one, other in ALIKE:
            if one == "Ada":
                assert await stranger.no(409, "POST", seats, {"name": other}) == "name_taken", ascii(other)
        for name in ("Äda", "Ada B"):
            await stranger.ok("POST", seats, {"name": name})


# --- What is costly -----------------------------------------------------------------------------------


async def finished_game(server: Server) -> tuple[str, Json]:
    code, tokens = await opened(server, [{}, {"level": "random"}], options={"max_rounds": 1})
    async with device(server, code, tokens[0]) as ada:
        await play_on(ada)
    return code, await Api(server.address).ok("GET", f"/api/tables/{code}/record")


COSTLY = ["/record", "/verification", "/replay?step=1", "/replay/index", "/api/verify"]


async def test_what_is_costly_is_worked_out_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: dict[str, set[int]] = {}

    def noted(name: str, work: Any) -> Any:
        def run(*given: Any) -> Any:
            threads.setdefault(name, set()).add(threading.get_ident())
            return work(*given)

        return run

    async with serving(settings(tmp_path)) as server:
        code, record = await finished_game(server)
        monkeypatch.setattr(finished_api, "finished", noted("finished", replays.finished))
        monkeypatch.setattr(finished_api, "verification", noted("verification", replays.verification))
        cache = server.worker.replays
        monkeypatch.setattr(cache, "keep", noted("keep", cache.keep))
        for path in COSTLY[:-1]:
            await Api(server.address).ok("GET", f"/api/tables/{code}{path}")
        await Api(server.address).ok("POST", "/api/verify", record)
    assert set(threads) == {"finished", "verification", "keep"}
    assert threading.get_ident() not in set.union(*threads.values())


async def test_what_is_costly_has_a_limit_of_its_own(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(work=1e-6, work_burst=5))) as server:
        code, record = await finished_game(server)  # one of the five
        asked = [Api(server.address)("POST", "/api/verify", record) for _ in range(20)]
        assert Counter(answer.status_code for answer in await asyncio.gather(*asked)) == {200: 4, 429: 16}
        for path in COSTLY[:-1]:
            assert await Api(server.address).no(429, "GET", f"/api/tables/{code}{path}") == "too_many"
        await Api(server.address).ok("GET", f"/api/tables/{code}")


async def test_stepping_through_a_replay_costs_once(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(work=1e-6, work_burst=2))) as server:
        code, _ = await finished_game(server)
        for step in range(10):
            await Api(server.address).ok("GET", f"/api/tables/{code}/replay?step={step}")


# --- Other people's pages, and strangers with instruments ------------------------------------------------

FRIEND = "https://friend.example"


async def test_browsers_are_told_which_pages_may_ask(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, origins=(FRIEND,))) as server:
        for origin, allowed in [(FRIEND, True), ("https://evil.example", False)]:
            asking = {
                "access-control-request-method": "POST",
                "access-control-request-headers": "authorization,content-type",
            }
            answer = await Api(server.address)("OPTIONS", "/api/tables", headers={"origin": origin, **asking})
            assert (answer.headers.get("access-control-allow-origin") == origin) is allowed
            if allowed:
                assert answer.is_success
                assert {"authorization", "content-type"} <= set(
                    answer.headers["access-control-allow-headers"].split(", ")
                )
                assert "DELETE" in answer.headers["access-control-allow-methods"]
        refused = await Api(server.address)("GET", "/api/tables/nothing", headers={"origin": FRIEND})
        assert (refused.status_code, refused.headers["access-control-allow-origin"]) == (404, FRIEND)


@pytest.mark.parametrize(
    ("metrics", "address", "status"),
    [
        ("local", "127.0.0.1", 200),
        ("local", "::1", 200),
        ("local", "9.9.9.9", 404),
        ("all", "9.9.9.9", 200),
        ("none", "127.0.0.1", 404),
    ],
)
async def test_who_may_read_the_metrics(metrics: str, address: str, status: int, tmp_path: Path) -> None:
    async with serving(settings(tmp_path, metrics=metrics, proxied=True)) as server:
        answer = await Api(server.address)("GET", "/metrics", headers={"x-forwarded-for": address})
        assert answer.status_code == status


NOBODY = [
    None, "", ",", "localhost", "unknown", "_hidden", "garbage", "127.0.0.1, garbage", "127.0.0.1,", "127.0.0.1.x",
    "127.1", "[", "[]", "::", "::2", "0.0.0.0",
]  # fmt: skip
LOCAL = ["127.0.0.1", "127.8.9.1:5000", "::1", "[::1]:5000", "::ffff:127.0.0.1", "9.9.9.9, 127.0.0.1"]


async def test_a_proxy_that_does_not_say_whom_it_serves_reads_no_metrics(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, proxies=1)) as server:
        for address in (*NOBODY, *LOCAL):
            headers = {} if address is None else {"x-forwarded-for": address}
            answer = await Api(server.address)("GET", "/metrics", headers=headers)
            assert answer.status_code == (200 if address in LOCAL else 404), address


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "local"),
    [
        ("127.0.0.1", (), 0, True), ("::1", ("9.9.9.9",), 0, True), ("10.0.0.1", ("127.0.0.1",), 0, False),
        ("127.0.0.1", ("127.0.0.1",), 1, True), ("10.0.0.1", ("127.0.0.1",), 1, False), ("", (), 0, False),
    ],
)  # fmt: skip
def test_who_is_on_this_machine(peer: str, forwarded: tuple[str, ...], proxies: int, local: bool) -> None:
    """What is written in a request from another machine does not bring it here."""
    assert is_local(peer, forwarded, proxies) is local


async def test_a_charset_is_named_once(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        for path in ("/", "/metrics", "/api/games", "/api/tables/nothing", "/health", "/api/schema/openapi.json"):
            answer = await Api(server.address)("GET", path)
            assert answer.headers["content-type"].count("charset") <= 1, path


# --- Requests that never end ----------------------------------------------------------------------------

HEAD = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
WHOLE = b"GET /api/bots HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF_SENT = {
    "nothing": b"",
    "half a line": b"GET /api/bo",
    "a header that does not end": HEAD + b"X-Slow: a\r\n",
    "a body that does not come": HEAD + b"Content-Type: application/json\r\nContent-Length: 500\r\n\r\n",
    "half a body": HEAD + b"Content-Type: application/json\r\nContent-Length: 500\r\n\r\n" + b'{"seats":',
    "half a chunk": HEAD + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{",
    "half a second request": WHOLE + HEAD,
    "a second request without its body": WHOLE + HEAD + b"Content-Length: 500\r\n\r\n",
    "blank lines": b"\r\n",
    "one request, and then nothing": WHOLE,
}


async def _until_closed(reader: asyncio.StreamReader) -> bytes:
    heard = b""
    with contextlib.suppress(ConnectionResetError):  # closed before all that we sent was read
        while more := await reader.read(1 << 16):
            heard += more
    return heard


async def ended(server: Server, sent: bytes, drip: bytes = b"") -> bytes:
    """What the server says until it closes, while more and more of nothing comes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(sent)
    answer = asyncio.ensure_future(_until_closed(reader))
    while not answer.done():
        if drip and not writer.is_closing():
            writer.write(drip)
        await asyncio.wait({answer}, timeout=0.05)
    writer.close()
    return answer.result()


async def test_half_sent_requests_are_closed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with serving(settings(tmp_path, limits=limits(request_seconds=0.3, idle_seconds=1))) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:  # a socket is not a request that takes long
            answers = await asyncio.gather(*[ended(server, sent) for sent in HALF_SENT.values()])
            for name, answer in zip(HALF_SENT, answers, strict=True):
                assert answer.count(b"200 OK") == HALF_SENT[name].startswith(WHOLE), name
            await ended(server, HEAD + b"X-Slow: ", drip=b"a")
            await ended(server, HEAD + b"Content-Length: 5000\r\n\r\n", drip=b" ")
            assert (await ada.ask("ping", id="still here"))["type"] == "pong"
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_slow_phones_are_waited_for(tmp_path: Path) -> None:
    """A request that comes in many small parts, within its time, is answered; so is the next one on that connection."""
    async with serving(settings(tmp_path)) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        body = json.dumps({"seats": people(2)}).encode()
        head = HEAD + b"Content-Type: application/json\r\nContent-Length: " + str(len(body)).encode() + b"\r\n\r\n"
        for _ in range(2):
            for byte in head + body:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0)
            assert b"201 Created" in await reader.readuntil(b"\r\n")
            length = int(
                (await reader.readuntil(b"\r\n\r\n")).lower().partition(b"content-length: ")[2].split(b"\r\n")[0]
            )
            await reader.readexactly(length)
        writer.close()
