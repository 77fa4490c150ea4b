"""The table server under scripted clients: deliveries, latency and memory, beside a server that only broadcasts.

Clients and server share this machine. Deliveries per second of the server's own processor time do not depend
on what the clients cost; deliveries per second of the clock are shown too. `--tables 100` is a short run.
"""

import argparse
import asyncio
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import httpx  # noqa: E402
import websockets  # noqa: E402
from tests.server.conftest import new_database  # noqa: E402
from tests.server.faults import Process  # noqa: E402
from tests.server.postgres import cluster, free_port  # noqa: E402

SEATS = 4
SECONDS = 10.0
THINKING = 5.0
TABLES = 1000
TURNS = 5  # of comparing
BARE = {"channels": "Litestar's channels", "rooms": "a loop of sends"}
AIM = 0.5  # of the deliveries of a bare loop of sends
WORKERS = {
    "one": "one worker",
    "mixed": "two, players at either",
    "handed": "two, players come to either and are handed over",
    "routed": "two, each table at one of them",
}
P99 = {1000: 50, 3000: 250}  # by tables: milliseconds within which 99 of 100 answers come
ABREAST = 200  # games of bots that go on at the same time
BATCH = 100  # sockets that are opened at once
SETTLED = 5.0  # seconds after which every table was played on, so that workers without its people have let go of it
FORGOTTEN = 90.0  # seconds within which the server must have dropped idle tables from memory


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


def say(text: str) -> None:
    """Progress, beside the numbers."""
    print(f"  … {text}", file=sys.stderr, flush=True)


async def open_tables(address: str, count: int, people: int = SEATS) -> list[tuple[str, list[str]]]:
    """Tables of four people, started; codes and tokens."""
    say(f"opening {count} tables")
    left = iter(range(count))
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60, verify=False) as client:

        async def some() -> list[tuple[str, list[str]]]:
            return [await open_table(client, people) for _ in left]

        return [each for part in await asyncio.gather(*[some() for _ in range(8)]) for each in part]


async def open_table(client: httpx.AsyncClient, people: int) -> tuple[str, list[str]]:
    """Open one, let everybody sit down, and start."""
    options = {"point_limit": 1000}
    wish: dict[str, Any] = {"seats": [{}] * people, "options": options, "grace": None, "host": {"name": "0"}}
    ticket = (await client.post("/api/tables", json=wish)).raise_for_status().json()
    code, tokens = ticket["table"]["code"], [ticket["token"]]
    for number in range(1, people):
        joined = await client.post(f"/api/tables/{code}/seats", json={"name": str(number)})
        tokens.append(joined.raise_for_status().json()["token"])
    head = {"authorization": f"Bearer {tokens[0]}"}
    (await client.post(f"/api/tables/{code}/start", headers=head)).raise_for_status()
    return code, tokens


class Player:
    """Answers at once, or after thinking."""

    def __init__(self, address: str, code: str, token: str, thinking: float, counts: Counts, rng: Random) -> None:
        self.url = f"ws://{address}/api/tables/{code}/socket"
        self.token, self.thinking, self.counts, self.rng = token, thinking, counts, rng
        self.answered = self.ids = 0
        self.view: dict[str, Any] = {}
        self.sent: dict[str, float] = {}
        self.ready = asyncio.Event()

    async def play(self) -> None:
        async with websockets.connect(self.url, compression=None, open_timeout=60, ping_interval=None) as connection:
            await connection.send(json.dumps({"type": "hello", "token": self.token}))
            async for frame in connection:
                self.ready.set()
                self.counts.delivered(str(frame))
                await self.hear(connection, json.loads(frame))

    async def hear(self, connection: Any, message: dict[str, Any]) -> None:
        if message["type"] == "acknowledged":
            self.counts.waited(self.sent.pop(message["id"]))
        self.view |= message.get("view") or {}
        legal, decision = message.get("legal"), self.view["decision"]
        if legal and decision > self.answered and self.view["seat"] in self.view["to_act"]:
            self.answered = decision
            delay = self.rng.uniform(0, 2 * self.thinking)
            if delay:
                asyncio.get_running_loop().call_later(
                    delay, lambda: asyncio.ensure_future(self.act(connection, decision, legal[0]))
                )
            else:
                await self.act(connection, decision, legal[0])

    async def act(self, connection: Any, decision: int, action: dict[str, Any]) -> None:
        self.ids += 1
        self.sent[str(self.ids)] = time.perf_counter()
        message = {"type": "act", "id": str(self.ids), "decision": decision, "action": action}
        with suppress(websockets.ConnectionClosed):  # the measurement ended while this player was thinking
            await connection.send(json.dumps(message))


class Shouter:
    """A client of the bare server: sends as soon as it is acknowledged."""

    def __init__(self, room: str, frame: str, counts: Counts) -> None:
        self.url, self.frame, self.counts = f"ws://{room}", frame, counts
        self.ready = asyncio.Event()

    async def play(self) -> None:
        async with websockets.connect(self.url, compression=None, open_timeout=60, ping_interval=None) as connection:
            self.ready.set()
            while True:
                began = time.perf_counter()
                await connection.send(self.frame)
                while (answer := await connection.recv()) != "ack":
                    self.counts.delivered(str(answer))
                self.counts.delivered("ack")
                self.counts.waited(began)


Client = Player | Shouter


async def connected(clients: Sequence[Client]) -> list["asyncio.Task[None]"]:
    """Let clients come in batches, each when the one before is there; one that fails stops the benchmark."""
    tasks: list[asyncio.Task[None]] = []
    for first in range(0, len(clients), BATCH):
        batch = clients[first : first + BATCH]
        tasks += [asyncio.ensure_future(client.play()) for client in batch]
        await asyncio.wait_for(asyncio.gather(*[client.ready.wait() for client in batch]), 60)
        if len(clients) > BATCH and first // BATCH % 10 == 9:
            say(f"{first + BATCH} of {len(clients)} connected")
    return tasks


async def measured(
    label: str, pids: Sequence[int], clients: Sequence[Client], counts: Counts, seconds: float, settle: float
) -> dict[str, float]:
    """Let everybody play, and count for a while once all are connected and the rush is over."""
    tasks = await connected(clients)
    gc.collect()
    gc.disable()  # pauses of the clients are not the server's
    await asyncio.sleep(settle)
    counts.counting, used, own, began = True, sum(map(cpu, pids)), cpu(os.getpid()), time.perf_counter()
    await asyncio.sleep(seconds)
    took, used, own = time.perf_counter() - began, sum(map(cpu, pids)) - used, cpu(os.getpid()) - own
    counts.counting = False
    gc.enable()
    failed = [task for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    cuts = quantiles(counts.waits, n=100) if len(counts.waits) > 1 else [float("nan")] * 99
    result = {
        "deliveries/s": counts.deliveries / took, "deliveries/cpu s": counts.deliveries / max(used, 0.01),
        "actions/s": len(counts.waits) / took, "p50 ms": 1000 * cuts[49], "p99 ms": 1000 * cuts[98],
        "bytes": counts.bytes / max(1, counts.deliveries), "server cpu %": 100 * used / took,
        "clients cpu %": 100 * own / took, "failed": len(failed),
    }  # fmt: skip
    print(f"{label:32}", "  ".join(f"{name} {value:,.1f}" for name, value in result.items()), flush=True)
    return result


async def bare(kind: str, mean_bytes: float, rooms: int) -> dict[str, float]:
    """The same number of clients at a server that only broadcasts; with their short thanks, frames are as long."""
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
        frame = "x" * int((mean_bytes * (SEATS + 1) - len("ack")) / SEATS)
        address = f"127.0.0.1:{port}/{kind}"
        clients = [Shouter(f"{address}/{place // SEATS}", frame, counts) for place in range(SEATS * rooms)]
        return await measured(f"{rooms} bare {kind}", [process.pid], clients, counts, SECONDS / 2, 2)
    finally:
        process.kill()
        process.wait()


async def tables(server: Process, count: int, thinking: float, seconds: float) -> dict[str, float]:
    opened = await open_tables(server.address, count)
    counts, rng = Counts(), Random(count)
    players = [
        Player(server.address, code, token, thinking, counts, rng) for code, tokens in opened for token in tokens
    ]
    label = f"{count} tables, {f'thinking {thinking:.0f} s' if thinking else 'no thinking'}"
    return await measured(label, [server.process.pid], players, counts, seconds, thinking or 2)


async def in_memory(address: str) -> int:
    """How many tables the server has in memory."""
    async with httpx.AsyncClient(base_url=f"http://{address}", verify=False) as client:
        return int(await metric(client, "nimmt_tables_in_memory"))


async def metric(client: httpx.AsyncClient, name: str) -> float:
    text = (await client.get("/metrics")).text
    return float(next(line for line in text.splitlines() if line.startswith(f"{name} ")).split()[1])


async def idle_memory(server: Process, count: int) -> tuple[float, float]:
    """Bytes for each started table that nobody is connected to: at first, and when the server has dropped it."""
    pid = server.process.pid
    await open_tables(server.address, 50, 2)  # so that the measured tables do not pay for what is loaded once
    before = memory(pid)
    await open_tables(server.address, count)
    fresh = memory(pid) - before
    say("waiting until the server drops idle tables from memory")
    ends = time.monotonic() + FORGOTTEN
    while await in_memory(server.address) and time.monotonic() < ends:
        await asyncio.sleep(2)
    assert not await in_memory(server.address), "idle tables stay in memory"
    return fresh / count, (memory(pid) - before) / count


async def compare(server: Process, rooms: int, times: int) -> None:
    """Everybody answers at once: how far from servers that only broadcast? In turns, for the machine's pace changes."""
    turns: list[tuple[dict[str, float], dict[str, dict[str, float]]]] = []
    for _ in range(times):
        busy = await tables(server, rooms, 0, SECONDS / 2)
        turns.append((busy, {kind: await bare(kind, busy["bytes"], rooms) for kind in BARE}))
    for kind, name in BARE.items():
        for unit, measure in (("deliveries/s", "the clock"), ("deliveries/cpu s", "processor")):
            ratios = [busy[unit] / plain[kind][unit] for busy, plain in turns]
            spread = f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
            print(f"{f'compared with {name}':32} {spread} by {measure} (aim: {AIM})", flush=True)


async def grow(server: Process, most: int) -> None:
    """The cost of an action as tables become more."""
    sizes = [size for size in (10, 100, 1000, 3000) if size < most] + [most]
    grown = [await tables(server, size, THINKING, 2 * SECONDS) for size in sizes]
    for size, result in zip(sizes, grown, strict=True):
        cost = 10 * result["server cpu %"] / max(result["actions/s"], 0.001)
        print(f"{size:5} tables: {cost:.2f} ms of processor for each action, p99 {result['p99 ms']:.1f} ms")
        if size in P99:
            print(f"{size:5} tables with {THINKING:.0f} s of thinking: aim: p99 under {P99[size]} ms", flush=True)


async def finish(server: Process, games: int) -> None:
    """Memory over many games that bots play to their end, after each tenth of them."""
    wish = {"seats": [{"level": "random"}] * SEATS, "options": {"max_rounds": 1}, "pace": "none", "start": True}
    last = 0.0
    async with httpx.AsyncClient(base_url=f"http://{server.address}", timeout=60, verify=False) as client:

        async def some(left: Iterator[int]) -> None:
            for _ in left:
                (await client.post("/api/tables", json=wish)).raise_for_status()
                while await metric(client, "nimmt_tables_opened_total") - last > ABREAST:
                    await asyncio.sleep(0.05)

        for tenth in range(1, 11):
            left = iter(range(games // 10))
            opening = asyncio.gather(*[some(left) for _ in range(8)])
            while last < tenth * (games // 10):
                last = await metric(client, "nimmt_games_finished_total")
                await asyncio.sleep(0.1)
            await opening
            held = await metric(client, "nimmt_tables_in_memory")
            size = memory(server.process.pid) / 1e6
            print(f"{last:7,.0f} games: {size:,.1f} MB, {held:,.0f} tables in memory", flush=True)


async def workers(address: str, count: int, turns: int) -> int:
    """One worker and two on one PostgreSQL, in turns: what an action costs all of them together, and how long it is."""
    found: dict[str, list[dict[str, float]]] = {kind: [] for kind in WORKERS}
    with tempfile.TemporaryDirectory() as folder:
        for kind in [*WORKERS] * turns:
            database = await asyncio.to_thread(new_database, address)
            servers = [Process(database, Path(folder)) for _ in range(1 if kind == "one" else 2)]
            for server in servers:
                if kind == "handed":
                    server.options = ("--neighbours", f"{folder}/{database.rpartition('/')[2]}")
                server.start()
            try:
                await asyncio.gather(*[server.ready() for server in servers])
                await asyncio.gather(*[knock(server) for server in servers])
                found[kind].append(await spread(kind, servers, count))
            finally:
                for server in servers:
                    server.process.terminate()
                    server.process.wait()
    costs = {
        kind: median([10 * run["server cpu %"] / run["actions/s"] for run in runs]) for kind, runs in found.items()
    }
    for kind, text in WORKERS.items():
        late, ratio = median([run["p99 ms"] for run in found[kind]]), costs[kind] / costs["one"]
        print(f"{text}: {costs[kind]:.2f} ms of processor for each action, {ratio:.2f} times; p99 {late:.0f} ms")
    print("(aim: 1.25 times, and p99 no worse)", flush=True)
    return 0


async def knock(server: Process) -> None:
    """Come to no table: a worker takes over connections once it has had one."""
    async with websockets.connect(f"ws://{server.address}/api/tables/nobody/socket") as connection:
        await connection.recv()


async def spread(kind: str, servers: Sequence[Process], count: int) -> dict[str, float]:
    """Tables whose players come to any of the workers, or all to the same where something in front knows the way."""
    counts, rng = Counts(), Random(count)
    players = []
    for home in servers:
        for code, tokens in await open_tables(home.address, count // len(servers)):
            for token in tokens:
                server = home if kind == "routed" else rng.choice(servers)
                players.append(Player(server.address, code, token, THINKING / 5, counts, rng))
    pids = [server.process.pid for server in servers]
    return await measured(f"{count} tables, {kind}", pids, players, counts, SECONDS, SETTLED)


async def main(most: int, turns: int, games: int) -> int:
    print(f"{os.cpu_count()} processors, load before the run: {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        server = Process(f"sqlite:{Path(folder) / 'nimmt.db'}", Path(folder))
        server.start()
        try:
            await server.ready()
            if games:
                await finish(server, games)
                return 0
            fresh, dropped = await idle_memory(server, min(500, most))
            kept = f"{fresh / 1000:,.1f} kB at first, {dropped / 1000:,.1f} kB once it is dropped"
            print(f"{'memory of an idle table':32} {kept} (aim: under 50)", flush=True)
            await compare(server, 25, turns)
            await grow(server, most)
        finally:
            server.process.terminate()
            server.process.wait()
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES, help="how many tables at most (%(default)s)")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(65_536, hard)), hard))  # the server inherits it
    parser.add_argument("--workers", action="store_true", help="compare one and two workers on PostgreSQL instead")
    parser.add_argument("--turns", type=int, default=TURNS, help="how often to compare (%(default)s)")
    parser.add_argument("--games", type=int, default=0, help="see how memory grows over so many finished games instead")
    wish = parser.parse_args()
    if wish.workers:
        with cluster() as database:
            sys.exit(asyncio.run(workers(database.address, min(wish.tables, 100), wish.turns)))
    sys.exit(asyncio.run(main(wish.tables, wish.turns, wish.games)))
