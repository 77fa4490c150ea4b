"""Write the transcript in docs/protocol.md from a real short game. Run: python docs/transcript.py.

The player here knows no more of the server than the page says: it is as small as a client can be.
"""

import asyncio
import itertools
import json
import re
import socket
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import shake_256
from pathlib import Path
from typing import Any

import httpx
import uvicorn
import websockets

from nimmt.server.app import application
from nimmt.server.run import uvicorn_config
from nimmt.server.settings import Settings
from nimmt.server.tables import Chance

Json = dict[str, Any]

PAGE = Path(__file__).parent / "protocol.md"
BEGIN, END = "<!-- transcript: written by docs/transcript.py -->", "<!-- end of the transcript -->"
START = 1_767_225_600  # times in the transcript count from here
WISH = {
    "game": "base", "options": {"max_rounds": 1}, "seats": [{}, {"level": "greedy"}], "pace": "none",
    "host": {"name": "Ada", "nonce": "a chance of my own"},
}  # fmt: skip


class Teller:
    """Writes down what is sent and told, without times."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.lines: list[str] = []

    def write(self, arrow: str, text: str) -> None:
        """Write one line."""
        self.lines.append(f"{arrow} " + re.sub(r'"(at|now)":\s?[0-9.]+', rf'"\1":{START}', text))


@asynccontextmanager
async def serving() -> AsyncIterator[str]:
    """Run a server whose codes, tokens and cards are the same every time; its address."""
    count = itertools.count()
    chance = Chance(entropy=lambda size: shake_256(f"transcript {next(count)}".encode()).digest(size))
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as listening:
        chosen = Settings(database=f"sqlite:{folder}/nimmt.db", pace=0)
        server = uvicorn.Server(uvicorn_config(application(chosen, chance), chosen))
        running = asyncio.ensure_future(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield f"127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running


class Client:
    """Asks over HTTP, and writes it down."""

    def __init__(self, address: str, teller: Teller) -> None:
        """Hold no token yet."""
        self.address, self.teller = address, teller
        self.headers: dict[str, str] = {}

    async def ask(self, method: str, path: str, body: Any = None) -> Json:
        """Ask, and be answered."""
        async with httpx.AsyncClient(base_url=f"http://{self.address}", headers=self.headers) as client:
            answer = (await client.request(method, path, json=body)).raise_for_status()
        self.teller.write("→", f"{method} {path}" + (f" {compact(body)}" if body else ""))
        self.teller.write("←", compact(answer.json()))
        return answer.json()  # type: ignore[no-any-return]


class Player:
    """Answers every decision with the first legal action, over a socket."""

    def __init__(self, connection: Any, teller: Teller) -> None:
        """Know nothing yet."""
        self.connection, self.teller = connection, teller
        self.view: Json = {}
        self.legal: list[Json] = []
        self.table: Json = {}
        self.answered = 0

    async def send(self, **message: Any) -> None:
        """Send, and write it down."""
        self.teller.write("⇒", compact(message))
        await self.connection.send(compact(message))

    async def hear(self) -> None:
        """Take the next message in."""
        frame = await asyncio.wait_for(self.connection.recv(), 20)
        self.teller.write("⇐", frame)
        message = json.loads(frame)
        self.table = self.table | message.get("table", {})
        self.view = self.view | (message.get("view") or {})
        self.legal = message.get("legal") or self.legal

    async def play(self) -> None:
        """Play to the end, and wait until the next deal is prepared."""
        while self.table.get("state") != "over" or self.table["commitment"] is None:
            view = self.view
            if view and view["seat"] in view["to_act"] and view["decision"] > self.answered:
                self.answered = view["decision"]
                await self.send(type="act", id=f"a{self.answered}", decision=self.answered, action=self.legal[0])
            await self.hear()


SHOWN = 2  # how many decisions are told before the rest is left out


def shortened(lines: list[str]) -> list[str]:
    """Without the turns in the middle, which look like the others."""
    acts = [place for place, line in enumerate(lines) if line.startswith('⇒ {"type":"act"')]
    first, last = acts[SHOWN], acts[-2]
    return [*lines[:first], "… and so on, card by card, to the last two:", *lines[last:]]


def compact(value: Any) -> str:
    """JSON without blanks."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


async def told(teller: Teller) -> None:
    """Tell a table of one person and one bot that plays one round."""
    async with serving() as address:
        client = Client(address, teller)
        ticket = await client.ask("POST", "/api/tables", WISH)
        path = f"/api/tables/{ticket['table']['code']}"
        async with websockets.connect(f"ws://{address}{path}/socket") as connection:
            player = Player(connection, teller)
            await player.send(type="hello", token=ticket["token"])
            await player.hear()
            client.headers = {"authorization": f"Bearer {ticket['token']}"}
            await client.ask("POST", f"{path}/start")
            await player.play()
        await client.ask("GET", f"{path}/verification")


def main() -> None:
    """Play, and put the transcript in its place."""
    teller = Teller()
    asyncio.run(told(teller))
    page = PAGE.read_text("utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    text = "\n".join(shortened(teller.lines))
    told_of = f"<details>\n<summary>What is said, line by line</summary>\n\n```\n{text}\n```\n\n</details>"
    PAGE.write_text(f"{before}{BEGIN}\n\n{told_of}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
