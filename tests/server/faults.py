"""Scripted clients at many tables while servers are killed; afterwards everything is checked against the logs."""

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import websockets
from msgspec import Struct

import nimmt
from nimmt.server import entries as log
from nimmt.server.databases import store_for
from nimmt.server.fold import Fold
from nimmt.server.replays import finished
from nimmt.server.streams import missed
from tests.processes import end, start
from tests.server.client import after
from tests.server.postgres import free_port

Json = dict[str, Any]

ROOMY = ",".join(
    f"{name}=1000000" for name in
    ("requests", "requests_burst", "tables", "tables_burst", "sockets", "messages", "messages_burst", "work",
     "work_burst")
)  # fmt: skip
BROKEN = (OSError, websockets.WebSocketException, TimeoutError, asyncio.IncompleteReadError, httpx.HTTPError)
ANSWER = 30.0
START = 180.0  # seconds within which a server must answer, on a machine where much else is going on


class Process:
    """A server in a process of its own, on a port that it keeps."""

    options: tuple[str, ...] = ()  # further ones

    def __init__(self, database: str, folder: Path, workers: int = 1) -> None:
        self.workers = workers
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self.database, self.folder = database, folder
        self.starts = 0

    def start(self) -> None:
        self.starts += 1
        program = [sys.executable, "-c", "from nimmt.cli import main; main()", "serve", "--database", self.database]
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--pace", "0", "--limits", ROOMY]
        options += ["--workers", str(self.workers), *self.options]
        with (self.folder / f"server-{self.port}.log").open("a") as out:
            self.process = start([*program, *options], stdout=out, stderr=out)

    async def ready(self) -> None:
        """Wait until it answers."""
        ends = time.monotonic() + START
        async with httpx.AsyncClient(verify=False, timeout=ANSWER) as client:
            while True:
                try:
                    assert self.process.poll() is None, "the server ended by itself"
                    if (await client.get(f"http://{self.address}/health")).status_code == 200:
                        return
                except httpx.HTTPError:
                    assert time.monotonic() < ends, "the server does not answer"
                    await asyncio.sleep(0.05)

    def kill(self) -> None:
        end(self.process)


class Seat(Struct):
    """One scripted player and all it was told."""

    code: str
    token: str | None
    seat: int | None
    acknowledged: dict[str, int] = {}
    frames: dict[int, str] = {}
    first: int | None = None
    history: float | None = None
    table: Json = {}
    view: Json | None = None
    legal: list[Json] = []
    over: bool = False
    connections: int = 0
    line: Any = None  # the socket, while this player is welcome
    since: float = 0.0


class Run:
    """Tables, players, and a supervisor that kills."""

    def __init__(
        self, servers: list[Process], tables: int, seed: int, kills: int, pause: float, thinking: float = 0.0
    ) -> None:
        self.servers, self.count, self.kills, self.pause = servers, tables, kills, pause
        self.thinking = thinking  # seconds that a player thinks at most, so that games outlast the kills
        self.rng = Random(seed)
        self.seats: list[Seat] = []
        self.deaths = 0

    async def go(self, seconds: float = 600) -> None:
        """Open the tables, play all of them to their end, kill meanwhile; TimeoutError if that takes too long."""
        for server in self.servers:
            server.start()
        async with asyncio.timeout(seconds):
            await asyncio.gather(*[server.ready() for server in self.servers])
            await self._open_tables()
            async with asyncio.TaskGroup() as group:  # a server that does not start again ends the run as well
                group.create_task(self._kill())
                for seat in self.seats:
                    group.create_task(self._play(seat, Random(f"{self.rng.random()}")))

    @property
    def unfinished(self) -> set[str]:
        """The tables at which somebody still waits for the end."""
        return {seat.code for seat in self.seats if not seat.over}

    def stop(self) -> None:
        for server in self.servers:
            server.process.terminate()
        for server in self.servers:
            server.process.wait(30)

    async def _open_tables(self) -> None:
        keys = nimmt.keys()
        async with httpx.AsyncClient(base_url=f"http://{self.servers[0].address}", timeout=60, verify=False) as client:
            for number in range(self.count):
                await self._open_table(client, keys[number % len(keys)], number)

    async def _open_table(self, client: httpx.AsyncClient, key: str, number: int) -> None:
        spec = nimmt.spec(key)
        people = min(spec.players[-1], max(spec.players[0], 2 + number % 2))
        bots = number % 3 == 0 and people < spec.players[-1]
        options = {"max_rounds": 1} if any(option.name == "max_rounds" for option in spec.options) else {}
        seats: list[Json] = [{}] * people + [{"level": "random"}] * bots
        wish = {"game": key, "options": options, "seats": seats, "pace": "none", "grace": None, "host": {"name": "0"}}
        ticket = (await client.post("/api/tables", json=wish)).raise_for_status().json()
        code, tokens = ticket["table"]["code"], [ticket["token"]]
        for other in range(1, people):
            joined = await client.post(f"/api/tables/{code}/seats", json={"name": str(other)})
            tokens.append(joined.raise_for_status().json()["token"])
        start = await client.post(f"/api/tables/{code}/start", headers={"authorization": f"Bearer {tokens[0]}"})
        start.raise_for_status()
        self.seats += [Seat(code, token, seat) for seat, token in enumerate(tokens)]
        if number % 4 == 0:
            self.seats.append(Seat(code, None, None))

    async def _kill(self) -> None:
        while self.deaths < self.kills:
            await asyncio.sleep(self.rng.uniform(0.3, 1) * self.pause)
            if not self.unfinished:
                return
            server = self.rng.choice(self.servers)
            server.kill()
            self.deaths += 1
            await asyncio.sleep(self.rng.uniform(0, 0.5))
            server.start()
            await server.ready()

    async def _play(self, seat: Seat, rng: Random) -> None:
        """Stay at the table until the game is over, however often the connection breaks."""
        waiting: list[Json] = []  # an action that was sent and not answered: it is sent again
        while not seat.over:
            server = rng.choice(self.servers)
            url = f"ws://{server.address}/api/tables/{seat.code}/socket"
            try:
                async with websockets.connect(url, open_timeout=20, close_timeout=1, compression=None) as connection:
                    seat.connections += 1
                    await Sitting(connection, seat, waiting, rng, self.thinking).go()
            except BROKEN:
                await asyncio.sleep(0.05)
            finally:
                seat.line = None


class Sitting:
    """One connection of one player."""

    def __init__(self, connection: Any, seat: Seat, waiting: list[Json], rng: Random, thinking: float) -> None:
        self.connection, self.seat, self.waiting, self.rng = connection, seat, waiting, rng
        self.thinking = thinking

    async def go(self) -> None:
        seat = self.seat
        number = max(seat.frames, default=seat.first)
        hello = {"type": "hello", "token": seat.token, "after": number, "history": seat.history}
        await self.connection.send(json.dumps(hello))
        welcome = json.loads(await asyncio.wait_for(self.connection.recv(), ANSWER))
        if welcome.get("code") == "store_away":
            raise ConnectionError("the store is away")
        assert welcome["type"] == "welcome", welcome
        if number is None:
            seat.first = welcome["number"]
        else:
            assert welcome["resumed"], "what was told before is not known any more"
        self._learn(welcome)
        seat.line, seat.since = self.connection, time.monotonic()
        for message in list(self.waiting):
            await self.connection.send(json.dumps(message))
        while not seat.over:
            if not self.waiting:
                await self._act()
            frame = await asyncio.wait_for(self.connection.recv(), ANSWER)
            self._hear(json.loads(frame), frame)

    async def _act(self) -> None:
        seat = self.seat
        if seat.view is None or seat.seat not in seat.view["to_act"]:
            return
        if self.thinking:
            await asyncio.sleep(self.rng.uniform(0, self.thinking))
        action = self.rng.choice(seat.legal)
        identity = f"{seat.seat}-{self.rng.getrandbits(60):x}"
        message = {"type": "act", "id": identity, "decision": seat.view["decision"], "action": action}
        self.waiting.append(message)
        await self.connection.send(json.dumps(message))

    def _hear(self, message: Json, frame: str) -> None:
        seat = self.seat
        if message["type"] in ("acknowledged", "rejected"):
            self.waiting[:] = [waiting for waiting in self.waiting if waiting["id"] != message["id"]]
            if message["type"] == "acknowledged":
                seat.acknowledged[message["id"]] = message["number"]
            else:
                assert message["code"] in ("stale", "not_your_turn", "game_over"), message
        elif "number" in message:
            number = message["number"]
            assert seat.frames.get(number, frame) == frame, "one number, two stories"
            assert number - 1 in seat.frames or number - 1 == seat.first, "a gap in the stream"
            if number not in seat.frames:
                self._learn(message)
            seat.frames[number] = frame
            seat.over = seat.table["state"] == "over" and bool(seat.table["commitment"])

    def _learn(self, message: Json) -> None:
        """Keep what was told, over every break of the connection."""
        seat = self.seat
        seat.history = message["history"]
        seat.table = seat.table | message.get("table", {})
        seat.view = after(seat.view, message)
        seat.legal = seat.legal if message.get("legal") is None else message["legal"]


async def check(database: str, seats: Iterable[Seat]) -> Counter[str]:
    """Every acknowledged action is in its log, every table is over, every client saw one consistent history."""
    store = store_for(database)
    await store.open("checker", lambda code, what: None)
    found: Counter[str] = Counter()
    logs: dict[str, list[log.AnyEntry]] = {}
    try:
        for seat in seats:
            if seat.code not in logs:
                logs[seat.code] = [log.read_entry(body) for body in await store.load(seat.code)]
                found += _check_table(seat.code, logs[seat.code])
            entries = logs[seat.code]
            stored = [
                entry.id for entry in entries if isinstance(entry, log.Acted) and entry.seat == seat.seat and entry.id
            ]
            assert len(stored) == len(set(stored)), "an action was carried out twice"
            assert set(seat.acknowledged) <= set(stored), "an acknowledged action was lost"
            assert seat.first is not None
            story = [frame.decode() for frame in missed(seat.code, entries, seat.seat, seat.first)]
            assert list(seat.frames.values()) == story[: len(seat.frames)], "a client saw another history"
            found["acknowledged"] += len(seat.acknowledged)
            found["frames"] += len(seat.frames)
            found["connections"] += seat.connections
    finally:
        await store.close()
    return found


def _check_table(code: str, entries: list[log.AnyEntry]) -> Counter[str]:
    fold = Fold(code)
    for entry in entries:
        fold.apply(entry)
    assert fold.phase == "over", "a table was not finished"
    nimmt.verify(finished(code, entries, None))
    return Counter(tables=1, entries=len(entries))
