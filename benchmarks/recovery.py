"""How long everybody is away after a SIGKILL: tables in the middle of a game, four devices each, a server on one core.

The tables are written to the store ahead, with logs of the given length. The devices connect, the server is killed and
started again, and they resume; one is back when it was welcomed and a ping of its own was answered. Beside it, a bare
server on the same stack that only accepts as many sockets and sends each a frame of the same mean length.
"""

import argparse
import asyncio
import base64
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.server import cpu, say  # noqa: E402
from tests.server.faults import Process  # noqa: E402
from tests.server.logs import played, stored, token  # noqa: E402
from tests.server.postgres import free_port  # noqa: E402

SEATS = 4
AIM = 10.0
LIMIT = 300.0  # seconds after which it gives up
RETRY = 0.2  # seconds after which a device tries again
TEXT, PING, PONG = 0x81, 0x89, 0x8A


class Socket(asyncio.Protocol):
    """A device that costs little: a thousand tables of them must fit on one core beside the server."""

    def __init__(self, path: str, hello: str, heard: Callable[["Socket", bytes], None]) -> None:
        self.path, self.hello, self.heard = path, hello, heard
        self.open = self.lost = False
        self.data = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True

    def send(self, body: bytes, kind: int = TEXT) -> None:
        """One frame, masked with zeros."""
        size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        self.transport.write(bytes([kind]) + size + bytes(4) + body)

    def data_received(self, data: bytes) -> None:
        self.data += data
        if not self.open:
            head, found, rest = self.data.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.open, self.data = True, rest
            self.send(self.hello.encode())
        while frame := self._frame():
            kind, body = frame
            if kind == PING:
                self.send(body, PONG)
            elif kind == TEXT:
                self.heard(self, body)

    def _frame(self) -> tuple[int, bytes] | None:
        data = self.data
        if len(data) < 2:
            return None
        size, begin = data[1], 2
        if size >= 126:
            begin = 4 if size == 126 else 10
            size = int.from_bytes(data[2:begin], "big")
        if len(data) < begin + size:
            return None
        self.data = data[begin + size :]
        return data[0], data[begin : begin + size]


class Crowd:
    """All devices: they connect, and connect again until everybody is back."""

    def __init__(self, port: int, seats: Sequence[tuple[str, str | None]]) -> None:
        self.port, self.seats = port, seats
        self.numbers: list[int | None] = [None] * len(seats)
        self.back: set[int] = set()
        self.all_back = asyncio.Event()
        self.frames = self.bytes = self.resumed = 0
        self.sockets: dict[int, Socket] = {}

    async def come(self) -> None:
        """Until everybody was welcomed and has had an answer."""
        self.back.clear()
        self.all_back.clear()
        self.frames = self.bytes = self.resumed = 0
        waiting = [asyncio.ensure_future(self._come(place)) for place in range(len(self.seats))]
        await asyncio.wait_for(self.all_back.wait(), LIMIT)
        await asyncio.gather(*waiting)

    async def _come(self, place: int) -> None:
        path, seat_token = self.seats[place]
        hello = json.dumps({"type": "hello", "token": seat_token, "after": self.numbers[place]})
        loop = asyncio.get_running_loop()
        while place not in self.back:
            try:
                _, socket = await loop.create_connection(
                    lambda: Socket(path, hello, partial(self._heard, place)),
                    "127.0.0.1",
                    self.port,
                )
                self.sockets[place] = socket
                while not socket.lost and place not in self.back:
                    await asyncio.sleep(RETRY)
            except OSError:
                await asyncio.sleep(RETRY)

    def _heard(self, place: int, socket: Socket, body: bytes) -> None:
        self.frames += 1
        self.bytes += len(body)
        if body.startswith(b'{"type":"welcome"'):
            self._welcomed(place, socket, json.loads(body))
        elif body.startswith(b'{"type":"update"'):
            self.numbers[place] = int(body.split(b'"number":', 1)[1].split(b",", 1)[0])
        elif body.startswith((b'{"type":"pong"', b"x")):
            self.back.add(place)
            if len(self.back) == len(self.seats):
                self.all_back.set()

    def _welcomed(self, place: int, socket: Socket, message: dict[str, Any]) -> None:
        """Whoever is new answers what is asked, so that the tables have something new to store."""
        self.resumed += message["resumed"]
        self.numbers[place] = max(self.numbers[place] or 0, message["number"])
        if message.get("legal") and message["seat"] in message["view"]["to_act"]:
            decision, action = message["view"]["decision"], message["legal"][0]
            act = {"type": "act", "id": f"{place}", "decision": decision, "action": action}
            socket.send(json.dumps(act).encode())
        socket.send(b'{"type":"ping","id":"back"}')  # messages are answered in their order


def pin(process: "subprocess.Popen[bytes]") -> None:
    """One core for the server, the others for its clients."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(process.pid, {max(os.sched_getaffinity(process.pid))})
    if len(cores) > 1:
        os.sched_setaffinity(0, set(cores[:-1]))


async def recovery(tables: int, entries: int, folder: Path) -> tuple[Crowd, float, float]:
    """Connect everybody, kill, start again, wait until they are back: the crowd, seconds by the clock, of processor."""
    database = f"sqlite:{folder / 'nimmt.db'}"
    say(f"writing {tables} tables with {entries} entries each")
    codes = await stored(
        database, [played(entries, SEATS, Random(number)) for number in range(min(tables, 20))], tables
    )
    server = Process(database, folder)
    seats = [(f"/api/tables/{code}/socket", token(seat)) for code in codes for seat in range(SEATS)]
    crowd = Crowd(server.port, seats)
    server.start()
    pin(server.process)
    await server.ready()
    say("connecting")
    await crowd.come()
    say("everybody is connected; killing")
    server.kill()
    began = time.perf_counter()
    server.start()
    pin(server.process)
    await crowd.come()
    took, used = time.perf_counter() - began, cpu(server.process.pid)
    server.kill()
    return crowd, took, used


async def bare(sockets: int, size: int) -> tuple[float, float]:
    """The same number of devices at a server that only greets: seconds by the clock and of processor."""
    port = free_port()
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, str(ROOT / "benchmarks" / "_bare.py"), str(port)])
    pin(process)
    try:
        await Crowd(port, [(f"/greeting/{size}", None)] * sockets).come()
        return time.perf_counter() - began, cpu(process.pid)
    finally:
        process.kill()
        process.wait()


async def main(tables: int, entries: int) -> int:
    print(f"{os.cpu_count()} processors, load before the run: {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        crowd, took, used = await recovery(tables, entries, Path(folder))
    count = len(crowd.seats)
    print(f"{tables} tables of {SEATS}, {entries} entries each: all back after {took:.1f} s (aim for 1,000: {AIM:.0f})")
    print(f"{used:.1f} s of processor; {crowd.resumed} resumed; {crowd.frames / count:.1f} frames to each")
    plain, plain_used = await bare(count, crowd.bytes // count)
    print(f"a bare server: {plain:.1f} s, {plain_used:.1f} s of processor")
    print(f"compared with it: {took / plain:.2f} by the clock, {used / plain_used:.2f} by processor")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000, help="%(default)s")
    parser.add_argument("--entries", type=int, default=200, help="in each table's log (%(default)s)")
    wish = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(65_536, hard)), hard))  # the server inherits it
    sys.exit(asyncio.run(main(wish.tables, wish.entries)))
