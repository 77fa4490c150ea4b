"""Whatever cannot be read is refused with 4xx, or a goodbye on a socket, and never fails the server."""

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Api, Device, Json, Server, device, opened, people, serving, settings

DEEP = 1_500
NESTED = "[" * DEEP + "]" * DEEP
VALUES = [
    "null", "true", "-1", "1e999", "NaN", "Infinity", "-0", "1" + "0" * 400, "1" * 5_000, "0.1", '""', '"\\u0000"',
    '"\\ud800"', '"\\udc00\\ud800"', '"' + "x" * 5_000 + '"', "[]", "{}", "[null]", '{"":{}}', '{"players":4}',
    '{"key":"base"}', '{"self":1}', '{"setup":{}}', NESTED, '{"a":' * DEEP + "1" + "}" * DEEP, "nul", '"\\x"', "",
]  # fmt: skip
"""What any field of any body may hold: wrong types, huge numbers, lone surrogates, NUL, depth."""

TABLE: Json = {
    "seats": [{}, {}], "game": "base", "options": {}, "name": "x", "host": {"name": "Ada", "nonce": "n", "seat": 0},
    "clock": 5, "on_timeout": "bot", "grace": 5, "stand_in": "greedy", "pace": "none", "spectators": True,
    "id": "x" * 30,
}  # fmt: skip
BODIES: dict[str, Json] = {
    "/api/tables": TABLE,
    "/api/tables/{code}/seats": {"name": "Eve", "nonce": "n", "seat": 1, "id": "y" * 30},
    "/api/tables/{code}/claims": {"claim": "AAAAAAAA", "id": "z" * 30},
    "/api/tables/{code}/bots": {"level": "greedy", "seat": 1},
    "/api/mine": {"held": [{"table": "{code}", "token": "x"}]},
    "/api/verify": {"setup": {"key": "base", "players": 2, "options": {}}, "dealer": {}, "moves": []},
}

RAW = [
    b"GET /api/tables/\xff\xfe HTTP/1.1\r\n", b"GET /api/tables/%ff%fe HTTP/1.1\r\n", b"GET /%c3%28 HTTP/1.1\r\n",
    b"GET /api/tables/%00 HTTP/1.1\r\n", b"GET /api/tables/%ed%a0%80/view HTTP/1.1\r\n",
    b"GET /api/bots?game=%ff HTTP/1.1\r\n", b"GET /api/bots?game=\xff HTTP/1.1\r\n",
    b"GET /api/bots?%ff=%00 HTTP/1.1\r\n",
    b"GET /api/bots?game=a&game=b HTTP/1.1\r\n", b"GET /api/examples/%ff HTTP/1.1\r\n",
    b"GET /api/qr?text=http://[ HTTP/1.1\r\n", b"GET /api/qr?text=%ff HTTP/1.1\r\n",
    b"GET /api/qr?text=http://%00/ HTTP/1.1\r\n",
    b"GET /api/tables/{code}/replay?step=99999999999999999999999 HTTP/1.1\r\n",
    b"GET /api/tables/{code}/replay?step=" + b"9" * 5_000 + b" HTTP/1.1\r\n",
    b"GET /api/tables/{code}/replay?step=NaN&seat=-1&hands=2 HTTP/1.1\r\n",
    b"GET /api/tables/{code}/record?game=-1 HTTP/1.1\r\n",
    b"DELETE /api/tables/{code}/seats/" + b"9" * 5_000 + b" HTTP/1.1\r\nAuthorization: Bearer x\r\n",
    b"DELETE /api/tables/{code}/seats/-1 HTTP/1.1\r\nAuthorization: Bearer \xff\r\n",
    b"POST /api/tables HTTP/1.1\r\nOrigin: http://[\r\n", b"POST /api/tables HTTP/1.1\r\nOrigin: \xff\r\n",
    b"GET /api/reach HTTP/1.1\r\nOrigin: http://[\r\n", b"OPTIONS /api/tables HTTP/1.1\r\nOrigin: http://[\r\n",
    b"POST /api/tables HTTP/1.1\r\nContent-Type: \xff\r\n",
    b"POST /api/tables HTTP/1.1\r\nContent-Type: text/plain\r\n",
    b"POST /api/tables HTTP/1.1\r\nContent-Type: application/json; charset=\xff\r\n",
    b"POST /api/tables HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=\xff\r\n",
    b"GET /metrics HTTP/1.1\r\nX-Forwarded-For: [\r\n", b"GET / HTTP/1.1\r\nIf-None-Match: \xff\r\n",
    b"BREW /api/tables HTTP/1.1\r\n", b"GET http://[ HTTP/1.1\r\n", b"GET * HTTP/1.1\r\n", b"\xff\xff\xff\r\n",
]  # fmt: skip
HOSTS = [
    b"[", b"]:80", b"127.0.0.1:x", b"\xff", b"127.0.0.1:99999999", b"a b", b"@", b"[::1", b"127.0.0.1/x",
    b"[::1].evil.example",
]  # fmt: skip
BYTES = [b"\xff\xfe", b'{"name":"\xff"}', b'{"seats":[{}],"name":"\xed\xa0\x80"}', b"\x00", b"", b"\xef\xbb\xbf{}"]


async def asked(server: Server, head: bytes, body: bytes = b"", host: bytes | None = None) -> int:
    """The status that raw bytes are answered with; 0 if there is none."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    lines = [b"Host: " + (host or server.address.removeprefix("http://").encode()), b"Connection: close"]
    lines += [b"Content-Type: application/json", b"Content-Length: " + str(len(body)).encode()] if body else []
    writer.write(head + b"\r\n".join(lines) + b"\r\n\r\n" + body)
    answer = await asyncio.wait_for(reader.read(), 20)
    writer.close()
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/") else 0


def spoilt(body: Any) -> Iterator[str]:
    """The body with one thing in it replaced, one after the other, by every value above."""
    yield from VALUES
    text = json.dumps(body)
    for part in _parts(body):
        for value in VALUES:
            yield text.replace(json.dumps(part), value, 1)


def _parts(body: Any) -> Iterator[Any]:
    for value in body.values() if isinstance(body, dict) else body:
        yield value
        if isinstance(value, dict | list):
            yield from _parts(value)


@pytest.fixture
def failures(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.WARNING, logger="nimmt.server")
    return caplog


def failed(log: pytest.LogCaptureFixture) -> list[str]:
    return [record.message for record in log.records if record.name.startswith("nimmt")]


async def test_every_field_of_every_body(tmp_path: Path, failures: pytest.LogCaptureFixture) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        for path, body in BODIES.items():
            head = f"POST {path} HTTP/1.1\r\nAuthorization: Bearer {tokens[0]}\r\n".replace("{code}", code).encode()
            bodies = [text.replace("{code}", code).encode() for text in spoilt(body)] + BYTES
            for chunk in range(0, len(bodies), 50):
                some = bodies[chunk : chunk + 50]
                found = await asyncio.gather(*[asked(server, head, each) for each in some])
                bad = [each[:80] for each, status in zip(some, found, strict=True) if not 200 <= status < 500]
                assert bad == [], path
    assert failed(failures) == []


async def test_raw_requests(tmp_path: Path, failures: pytest.LogCaptureFixture) -> None:
    async with serving(settings(tmp_path)) as server:
        code, _ = await opened(server, people(2))
        heads = [head.replace(b"{code}", code.encode()) for head in RAW]
        found = [await asked(server, head) for head in heads]
        assert [head[:60] for head, status in zip(heads, found, strict=True) if not 200 <= status < 500] == []
        paths = [b"GET /api/reach HTTP/1.1\r\n", b"GET /api/qr?text=http://x/ HTTP/1.1\r\n", b"GET / HTTP/1.1\r\n"]
        found = [await asked(server, path, host=host) for path in paths for host in HOSTS]
        assert all(400 <= status < 500 for status in found), found
    assert failed(failures) == []


LENIENT: list[tuple[str, Json]] = [
    ("ready", {"game": "1"}), ("ready", {"game": 1.0}), ("ready", {"game": True}), ("ready", {"game": 1, "ready": 1}),
    ("ready", {"game": 1, "ready": "true"}), ("bots", {"seat": "1"}), ("bots", {"seat": 1.0}), ("bots", {"level": 1}),
    ("seats", {"name": "Eve", "seat": "1"}), ("seats", {"name": 7}), ("claims", {"claim": 7}),
    ("", {"seats": people(2), "clock": "60"}), ("", {"seats": people(2), "clock": 60.0}),
    ("", {"seats": people(2), "chat": 0}), ("", {"seats": people(2), "public": "false"}), ("", {"seats": "[{},{}]"}),
    ("", {"seats": people(2), "options": {"max_rounds": "1"}}),
]  # fmt: skip
"""What is nearly right, and is not: a body's numbers are numbers, and its truths are true or false."""


async def test_bodies_are_read_strictly(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        for name, body in LENIENT:
            answer = await Api(server.address, tokens[0])(
                "POST", f"/api/tables/{code}/{name}" if name else "/api/tables", body
            )
            assert (answer.status_code, answer.json()["code"]) in ((400, "bad_request"), (422, "bad_option")), (
                name,
                body,
            )


@pytest.mark.parametrize(
    "option", [{"players": 4}, {"key": "x"}, {"self": 1}, {"setup": None}, {"": 1}, {"\0": 1}, {"point_limit": 10**30}]
)
async def test_options_that_there_are_not(option: Json, tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        assert await Api(server.address).no(422, "POST", "/api/tables", {"seats": people(2), "options": option})


FRAMES: list[str | bytes] = [
    NESTED,
    '{"type":"hello","x":' + NESTED + "}",
    '{"type":' + NESTED + "}",
    b"\xff\xfe",
    "\x00",
]


NO_TEXT: list[bytes | list[bytes]] = [b"\xff", b'{"type":"ping","id":"\xed\xa0\x80"}', [b'{"type":', b"\xc3", b"("]]


async def test_text_that_is_none_closes_the_socket_and_leaves_no_trace(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    import websockets

    caplog.set_level(logging.INFO)
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        url = f"{server.address.replace('http', 'ws')}/api/tables/{code}/socket"
        for frame in NO_TEXT:
            async with websockets.connect(url) as stranger:
                await stranger.send(frame, text=True)
                await stranger.wait_closed()
                assert stranger.close_code == 1007, frame
            async with device(server, code, tokens[0]) as ada:
                await ada.connection.send(frame, text=True)
                await ada.connection.wait_closed()
                assert ada.connection.close_code == 1007, frame
        async with device(server, code, tokens[0]) as ada:  # a character may well be sent in two parts
            await ada.connection.send([b'{"type":"ping","id":"\xc3', b'\xa9"}'], text=True)
            assert (await ada.until("pong"))["id"] == "é"
    assert [record.message for record in caplog.records if record.levelno > logging.INFO or record.exc_info] == []


async def test_sockets_say_goodbye(tmp_path: Path, failures: pytest.LogCaptureFixture) -> None:
    import websockets

    async def last_word(path: str, frame: str | bytes = "", **headers: str) -> str:
        url = f"{server.address.replace('http', 'ws')}{path}"
        async with websockets.connect(url, additional_headers=headers) as connection:
            if frame:
                await connection.send(frame)
            told = Device(connection)
            await told.next()
            await connection.wait_closed()
            return f"{told.told[-1]['type']} {told.told[-1]['code']} {connection.close_code}"

    async with serving(settings(tmp_path)) as server:
        code, _ = await opened(server, people(2))
        socket = f"/api/tables/{code}/socket"
        assert {await last_word(socket, frame) for frame in FRAMES} == {"goodbye bad_message 1008"}
        assert await last_word(socket, Origin="http://[") == "goodbye cross_origin 1008"
        for path in ("%ff%fe", "%00", "%ed%a0%80", "x" * 3_000):
            assert await last_word(f"/api/tables/{path}/socket") == "goodbye no_such_table 1008", path
    assert failed(failures) == []
