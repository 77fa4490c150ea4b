"""A server on loopback and scripted clients for it."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import uvicorn
import websockets
from litestar import Litestar

from nimmt.server.app import application
from nimmt.server.gate import with_headers
from nimmt.server.run import uvicorn_config
from nimmt.server.settings import Limits, Settings
from nimmt.server.tables import Chance
from nimmt.server.worker import Worker

Json = dict[str, Any]

PATIENCE = 60.0

ROOMY = Limits(
    requests=1e6, requests_burst=10**6, tables=1e6, tables_burst=10**6, guesses=1e6, guesses_burst=10**6,
    work=1e6, work_burst=10**6, sockets=10**6, messages=1e6, messages_burst=10**6,
)  # fmt: skip


def settings(folder: Path, **changes: Any) -> Settings:
    """A quick server: bots do not pause, heartbeats are fast."""
    given = {"database": f"sqlite:{folder / 'nimmt.db'}", "host": "127.0.0.1", "port": 0, "pace": 0.0, "limits": ROOMY}
    quick = {"heartbeat": 0.2, "sweep": 0.1, "lease": 0.5}
    return Settings(**{**given, **quick, **changes})


class Server:
    """A running server in this process."""

    def __init__(self, app: Litestar, port: int) -> None:
        self.app, self.port = app, port
        self.address = f"http://127.0.0.1:{port}"

    @property
    def worker(self) -> Worker:
        worker = self.app.state.worker
        assert isinstance(worker, Worker)
        return worker


@asynccontextmanager
async def serving(chosen: Settings, chance: Chance | None = None, **parts: Any) -> AsyncIterator[Server]:
    """Run a server until the block ends, on a free port unless one is named."""
    app = application(chosen, chance, **parts)
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", chosen.port))
        server = uvicorn.Server(uvicorn_config(with_headers(app), chosen))
        task = asyncio.ensure_future(server._serve([listening]))
        while not server.started:
            assert not task.done(), task.result()
            await asyncio.sleep(0.005)
        try:
            yield Server(app, listening.getsockname()[1])
        finally:
            server.should_exit = True
            await asyncio.wait_for(task, PATIENCE)


class Api:
    """The HTTP API with a token."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address, self.token = address, token

    async def __call__(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= more.pop("headers", {})
        async with httpx.AsyncClient(base_url=self.address, timeout=PATIENCE, verify=False) as client:
            return await client.request(method, path, json=body, headers=headers, **more)

    async def ok(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """The answer of a request that must succeed."""
        answer = await self(method, path, body, **more)
        assert answer.status_code < 300, (path, answer.status_code, answer.text)
        return answer.json() if answer.content else None

    async def no(self, status: int, method: str, path: str, body: Any = None, **more: Any) -> str:
        """The code of a request that must be refused."""
        answer = await self(method, path, body, **more)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        assert answer.json()["sentence"]
        return str(answer.json()["code"])


def after(view: Json | None, message: Json) -> Json | None:
    """A view after a welcome or an update: facts are those of the last event that changed them."""
    told = [facts for facts in message.get("facts", ()) if facts]
    changes = ({"facts": told[-1]} if told else {}) | (message.get("view") or {})
    return (view or {}) | changes if view or changes else None


class Device:
    """One socket, and everything it was told."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.told: list[Json] = []
        self.raw: list[str] = []
        self.number, self.history = 0, 0.0
        self.view: Json | None = None
        self.legal: list[Json] = []
        self.decision = 0
        self.to_act: list[int] = []
        self.table: Json = {}
        self.seat: int | None = None
        self._ids = 0

    async def next(self) -> Json:
        """The next message, taken into what this device knows."""
        frame = await asyncio.wait_for(self.connection.recv(), PATIENCE)
        message: Json = json.loads(frame)
        self.raw.append(frame)
        self.told.append(message)
        self._take_in(message)
        return message

    def _take_in(self, message: Json) -> None:
        if "history" in message:
            self.history = message["history"]
        if message["type"] == "welcome":
            self.number, self.seat = message["number"], message["seat"]
        elif "number" in message and message["type"] != "acknowledged":
            assert message["number"] == self.number + 1, (self.number, message)
            self.number += 1
        self.table = self.table | message.get("table", {})
        if message["type"] in ("welcome", "update"):
            self.view = after(self.view, message)
            self.legal = self.legal if message.get("legal") is None else message["legal"]
        if self.view:  # of somebody who resumes with empty hands there are only the changes
            self.decision, self.to_act = self.view.get("decision", 0), self.view.get("to_act", [])

    async def until(self, wanted: str | Callable[[Json], bool]) -> Json:
        """Listen until a message of this type, or one that passes this test, comes."""
        while True:
            message = await self.next()
            if message["type"] == wanted if isinstance(wanted, str) else wanted(message):
                return message

    async def when(self, true: Callable[[], bool]) -> None:
        """Listen until something is true."""
        while not true():
            await self.next()

    async def beyond(self, decision: int) -> None:
        """Listen until this decision is closed."""
        await self.when(lambda: self.decision > decision)

    async def reach(self, number: int) -> None:
        """Listen until the stream has this number."""
        await self.when(lambda: self.number >= number)

    async def send(self, **message: Any) -> None:
        await self.connection.send(json.dumps(message))

    def new_id(self) -> str:
        self._ids += 1
        return f"{self.seat}-{self._ids}"

    async def ask(self, kind: str, **message: Any) -> Json:
        """Send a message and wait for the answer that names it."""
        identity = message.pop("id", None) or self.new_id()
        await self.send(type=kind, id=identity, **message)
        return await self.until(lambda told: told.get("id") == identity)

    async def act(self, action: Json, decision: int | None = None, **more: Any) -> Json:
        return await self.ask("act", action=action, decision=self.decision if decision is None else decision, **more)


@asynccontextmanager
async def device(
    server: Server | str,
    code: str,
    token: str | None = None,
    after: int | None = None,
    history: float | None = None,
    **options: Any,
) -> AsyncIterator[Device]:
    """Connect, say hello and be welcomed."""
    address = server if isinstance(server, str) else server.address
    known = {} if history is None else {"history": history}
    url = f"{address.replace('http', 'ws', 1)}/api/tables/{code}/socket"
    async with websockets.connect(url, open_timeout=PATIENCE, **options) as connection:
        made = Device(connection)
        with suppress(websockets.ConnectionClosed):  # whoever is not let in at all is told so at once
            await made.send(type="hello", token=token, after=after, **known)
        await made.next()
        yield made


def people(count: int) -> list[Json]:
    return [{} for _ in range(count)]


async def seated(server: Server, seats: list[Json], **wish: Any) -> tuple[str, list[str]]:
    """Open a table and let a person sit down on every free seat; the code and the people's tokens."""
    host = {"name": "Ada"} if {} in seats else None
    body = {"seats": seats, "pace": "none", **({"host": host} if host else {}), **wish}
    ticket = await Api(server.address).ok("POST", "/api/tables", body)
    code, tokens = ticket["table"]["code"], [ticket["token"]]
    for number in range(seats.count({}) - 1):
        joined = await Api(server.address).ok("POST", f"/api/tables/{code}/seats", {"name": f"Guest {number}"})
        tokens.append(joined["token"])
    return code, tokens


async def opened(server: Server, seats: list[Json], **wish: Any) -> tuple[str, list[str]]:
    """The same, and start."""
    code, tokens = await seated(server, seats, **wish)
    await Api(server.address, tokens[0]).ok("POST", f"/api/tables/{code}/start")
    return code, tokens


async def play_on(player: Device, rng: Random | None = None) -> None:
    """Answer every decision with some legal action until the game is over."""
    rng = rng or Random(f"{player.seat}")
    while player.view is None or player.view["outcome"] is None:
        if player.seat in player.to_act and player.legal:
            answer = await player.act(rng.choice(player.legal))
            assert answer["type"] == "acknowledged" or answer["code"] in ("stale", "not_your_turn"), answer
        else:
            await player.until("update")
