"""The table server under scripted clients: deliveries, latency and memory, beside a server that only broadcasts.

Clients and server share this machine. Deliveries per second of the server's own processor time do not depend
on what the clients cost; deliveries per second of the clock are shown too.
"""

import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import httpx  # noqa: E402
import websockets  # noqa: E402
from tests.server.faults import Process  # noqa: E402
from tests.server.postgres import free_port  # noqa: E402

SEATS = 4
SECONDS = 10.0
THINKING = 5.0
SIZES = (10, 100, 1000)


class Counts:
    """What the clients saw."""

    def __init__(self) -> None:
        self.deliveries = self.bytes = 0
        self.waits: list[float] = []
        self.counting = False

    def delivered(self, frame: str) -> None:
        if self.counting:
            self.deliveries += 1
            self.bytes += len(frame)

    def waited(self, began: float) -> None:
        if self.counting:
            self.waits.append(time.perf_counter() - began)


def cpu(pid: int) -> float:
    """Processor seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def memory(pid: int) -> int:
    """Bytes that a process has in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()


async def open_tables(address: str, count: int, people: int = SEATS) -> list[tuple[str, list[str]]]:
    """Tables of four people, started; codes and tokens."""
    gate = asyncio.Semaphore(32)
    limits = httpx.Limits(max_connections=32)
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60, limits=limits) as client:

        async def one() -> tuple[str, list[str]]:
            async with gate:
                wish: dict[str, Any] = {
                    "seats": [{}] * people,
                    "options": {"point_limit": 1000},
                    "grace": None,
                    "host": {"name": "0"},
                }
                ticket = (await client.post("/api/tables", json=wish)).raise_for_status().json()
                code, tokens = ticket["table"]["code"], [ticket["token"]]
                for number in range(1, people):
                    joined = await client.post(f"/api/tables/{code}/seats", json={"name": str(number)})
                    tokens.append(joined.raise_for_status().json()["token"])
                head = {"authorization": f"Bearer {tokens[0]}"}
                (await client.post(f"/api/tables/{code}/start", headers=head)).raise_for_status()
                return code, tokens

        return await asyncio.gather(*[one() for _ in range(count)])


class Player:
    """Answers at once, or after thinking."""

    def __init__(self, address: str, code: str, token: str, thinking: float, counts: Counts, rng: Random) -> None:
        self.url = f"ws://{address}/api/tables/{code}/socket"
        self.token, self.thinking, self.counts, self.rng = token, thinking, counts, rng
        self.answered = self.ids = 0
        self.sent: dict[str, float] = {}

    async def play(self) -> None:
        async with websockets.connect(self.url, compression=None, open_timeout=60, ping_interval=None) as connection:
            await connection.send(json.dumps({"type": "hello", "token": self.token}))
            async for frame in connection:
                self.counts.delivered(str(frame))
                await self.hear(connection, json.loads(frame))

    async def hear(self, connection: Any, message: dict[str, Any]) -> None:
        if message["type"] == "acknowledged":
            self.counts.waited(self.sent.pop(message["id"]))
        view = message.get("view")
        if view and view["seat"] in view["to_act"] and view["decision"] > self.answered and message["legal"]:
            self.answered = view["decision"]
            delay = self.rng.uniform(0, 2 * self.thinking)
            action = message["legal"][0]
            if delay:
                asyncio.get_running_loop().call_later(
                    delay, lambda: asyncio.ensure_future(self.act(connection, view["decision"], action))
                )
            else:
                await self.act(connection, view["decision"], action)

    async def act(self, connection: Any, decision: int, action: dict[str, Any]) -> None:
        self.ids += 1
        self.sent[str(self.ids)] = time.perf_counter()
        message = {"type": "act", "id": str(self.ids), "decision": decision, "action": action}
        with suppress(websockets.ConnectionClosed):  # the measurement ended while this player was thinking
            await connection.send(json.dumps(message))


async def shout(address: str, room: int, frame: str, counts: Counts) -> None:
    """A client of the bare server: sends as soon as it is acknowledged."""
    url = f"ws://{address}/rooms/{room}"
    async with websockets.connect(url, compression=None, open_timeout=60, ping_interval=None) as connection:
        while True:
            began = time.perf_counter()
            await connection.send(frame)
            while (answer := await connection.recv()) != "ack":
                counts.delivered(str(answer))
            counts.delivered("ack")
            counts.waited(began)


async def measured(label: str, pid: int, players: list[Any], counts: Counts, seconds: float) -> dict[str, float]:
    """Let everybody play, and count for a while once all are connected."""
    tasks = [asyncio.ensure_future(player) for player in players]
    await asyncio.sleep(min(15, 2 + len(players) / 300))
    counts.counting, used, began = True, cpu(pid), time.perf_counter()
    await asyncio.sleep(seconds)
    took, used = time.perf_counter() - began, cpu(pid) - used
    counts.counting = False
    failed = [task for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    cuts = quantiles(counts.waits, n=100) if len(counts.waits) > 1 else [float("nan")] * 99
    result = {
        "deliveries/s": counts.deliveries / took, "deliveries/cpu s": counts.deliveries / max(used, 0.01),
        "actions/s": len(counts.waits) / took, "p50 ms": 1000 * cuts[49], "p99 ms": 1000 * cuts[98],
        "bytes": counts.bytes / max(1, counts.deliveries), "server cpu %": 100 * used / took, "failed": len(failed),
    }  # fmt: skip
    print(f"{label:32}", "  ".join(f"{name} {value:,.1f}" for name, value in result.items()), flush=True)
    return result


async def bare(frame_bytes: int, rooms: int) -> dict[str, float]:
    port = free_port()
    process = subprocess.Popen([sys.executable, str(ROOT / "benchmarks" / "_bare.py"), str(port)])
    try:
        async with httpx.AsyncClient() as client:
            for _ in range(200):
                try:
                    await client.get(f"http://127.0.0.1:{port}/health")
                    break
                except httpx.HTTPError:
                    await asyncio.sleep(0.05)
        counts = Counts()
        frame, address = "x" * frame_bytes, f"127.0.0.1:{port}"
        clients = [shout(address, place // SEATS, frame, counts) for place in range(SEATS * rooms)]
        return await measured(f"bare broadcast, {rooms} rooms", process.pid, clients, counts, SECONDS)
    finally:
        process.terminate()
        process.wait()


async def tables(server: Process, count: int, thinking: float, seconds: float) -> dict[str, float]:
    opened = await open_tables(server.address, count)
    counts, rng = Counts(), Random(count)
    players = [
        Player(server.address, code, token, thinking, counts, rng).play() for code, tokens in opened for token in tokens
    ]
    label = f"{count} tables, {f'thinking {thinking:.0f} s' if thinking else 'no thinking'}"
    return await measured(label, server.process.pid, players, counts, seconds)


async def idle_memory(server: Process, count: int) -> float:
    """Bytes for each started table that nobody is connected to."""
    await open_tables(server.address, 50, 2)
    before = memory(server.process.pid)
    await open_tables(server.address, count)
    return (memory(server.process.pid) - before) / count


async def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = Process(f"sqlite:{Path(folder) / 'nimmt.db'}", Path(folder))
        server.start()
        try:
            await server.ready()
            idle = await idle_memory(server, 500)
            print(f"{'memory':32} {idle / 1000:,.1f} kB for each idle table (aim: under 50)", flush=True)
            busy = await tables(server, 25, 0, SECONDS)
            plain = await bare(int(busy["bytes"]), 25)
            ratio = busy["deliveries/s"] / plain["deliveries/s"]
            per_cpu = busy["deliveries/cpu s"] / plain["deliveries/cpu s"]
            print(f"{'ratio to the bare server':32} {ratio:.2f} by the clock, {per_cpu:.2f} by processor (aim: 0.3)")
            grown = [await tables(server, size, THINKING, SECONDS) for size in SIZES]
            for size, result in zip(SIZES, grown, strict=True):
                cost = 10_000 * result["server cpu %"] / 1000 / max(result["actions/s"], 0.001)
                print(f"{size:5} tables: {cost:.2f} ms of processor for each action, p99 {result['p99 ms']:.1f} ms")
            print(f"1,000 tables with 5 s of thinking: p99 {grown[-1]['p99 ms']:.1f} ms (aim: under 100)")
        finally:
            server.process.terminate()
            server.process.wait()
    return 0


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65_536, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    sys.exit(asyncio.run(main()))
