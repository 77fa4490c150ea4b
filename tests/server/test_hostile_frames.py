"""Frames that no client sends: whatever comes, and when, the server closes quietly and serves the others."""

import asyncio
import logging
import struct
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.server.client import Api, Server, device, opened, people, serving, settings
from tests.server.test_hostility import limits

MASK = b"\x01\x02\x03\x04"


def frame(first: int, data: bytes, masked: bool = True) -> bytes:
    """A frame as it goes over the wire; the first byte holds its kind and flags."""
    size = len(data)
    head = struct.pack("!BB", first, masked << 7 | (size if size < 126 else 126 if size < 65_536 else 127))
    head += b"" if size < 126 else struct.pack("!H" if size < 65_536 else "!Q", size)
    body = bytes(each ^ MASK[place % 4] for place, each in enumerate(data)) if masked else data
    return head + (MASK if masked else b"") + body


TEXT, PART, END, BINARY, CLOSE, PING, PONG = 0x81, 0x01, 0x80, 0x82, 0x88, 0x89, 0x8A
HELLO = frame(TEXT, b'{"type":"hello"}')
FRAMES = {
    "no text": frame(TEXT, b"\xff"),
    "binary": frame(BINARY, b"hello"),
    "not masked": frame(TEXT, b"{}", masked=False),
    "reserved": frame(0x83, b""),
    "flags": frame(0xF1, b"{}"),
    "end of nothing": frame(END, b"x"),
    "two beginnings": frame(PART, b"x") + frame(PART, b"y"),
    "long ping": frame(PING, b"x" * 126),
    "too long": frame(TEXT, b"x" * 20_000),
    "many pings": frame(PING, b"") * 300,
    "many parts": frame(PART, b"") + frame(0x00, b"") * 300,
    "many messages": frame(TEXT, b'{"type":"ping","id":"x"}') * 300,
    "nonsense": frame(TEXT, b"[]") * 30,
    "close": frame(CLOSE, b"\x03\xe8"),
    "close without a reason": frame(CLOSE, b"\x03"),
    "a close code that is none": frame(CLOSE, b"\x00\x01"),
}


def request(code: str) -> bytes:
    return (
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
        "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


async def attack(server: Server, parts: list[bytes], pause: float, reads: bool) -> None:
    """Send parts, and read what comes or nothing at all."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
            if pause:
                await asyncio.sleep(pause)
        if reads:
            await asyncio.wait_for(reader.read(), 1)
    except (ConnectionError, TimeoutError):
        pass
    finally:
        writer.transport.abort()


@pytest.mark.parametrize("kind", FRAMES)
async def test_frames_that_no_client_sends(kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """With the request, after it, after hello, twice; at a table that there is and at one that there is not."""
    caplog.set_level(logging.WARNING)
    async with serving(settings(tmp_path, limits=limits(hello_seconds=0.3))) as server:
        code, tokens = await opened(server, people(2))
        bad = FRAMES[kind]
        attacks = []
        for where, before in product((code, "nowhere"), ([], [HELLO], [HELLO, bad], [bad, HELLO])):
            apart = [request(where), *before, bad, bad]
            attacks += [attack(server, apart, 0, False), attack(server, apart, 0.02, False)]
            attacks += [attack(server, [b"".join(apart)], 0, False), attack(server, apart, 0.01, True)]
        Random(kind).shuffle(attacks)
        await asyncio.gather(*attacks)
        async with device(server, code, tokens[0]) as ada:
            assert (await ada.ask("ping"))["type"] == "pong"
    assert [(record.getMessage(), record.exc_info) for record in caplog.records] == []


async def test_what_is_told_to_a_line_that_was_closed_meanwhile_leaves_no_trace(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The line is closed for what it brought, and not gone yet because nobody reads: then the application closes it."""
    caplog.set_level(logging.WARNING)
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:
            [listener] = server.worker.tables.alive[code].listeners
            listener._line.close_sent = True  # type: ignore[attr-defined]
            listener.close("flood", "Too many.")
            while server.worker.tables.alive[code].listeners:
                await asyncio.sleep(0.01)
            ada.connection.transport.abort()
    assert [(record.getMessage(), record.exc_info) for record in caplog.records] == []


async def test_sockets_that_never_read_appear_in_a_metric(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))

        async def count(metric: str) -> float:
            text = (await Api(server.address)("GET", "/metrics")).text
            return float(next(line for line in text.splitlines() if line.startswith(f"{metric} ")).split()[1])

        async with device(server, code, tokens[0]), device(server, code, tokens[1]):
            first, second = server.worker.tables.alive[code].listeners
            assert await count("nimmt_sockets_unread") == 0
            line = first._line  # type: ignore[attr-defined]
            line.pending_ping_payload, line.ping_sent_at = b"ping", line.loop.time() - 60  # answered by nobody
            while await count("nimmt_sockets_unread") != 1:
                await asyncio.sleep(0.01)
            second._line.pause_writing()  # type: ignore[attr-defined]
            while await count("nimmt_sockets_unread") != 2:
                await asyncio.sleep(0.01)
            second._line.resume_writing()  # type: ignore[attr-defined]
            caplog.set_level(logging.INFO)
            before = await count("nimmt_sockets_dropped_total")
            line.keepalive_timeout()
            while await count("nimmt_sockets_unread"):
                await asyncio.sleep(0.01)
            assert await count("nimmt_sockets_dropped_total") == before + 1
    [dropped] = [record for record in caplog.records if record.message == "socket_dropped"]
    assert vars(dropped)["fields"]["reason"] == "silent"
