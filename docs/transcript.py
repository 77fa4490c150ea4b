"""Write the transcript in docs/protocol.md from a real short game. Run: python docs/transcript.py."""

import asyncio
import itertools
import json
import re
import sys
import tempfile
from hashlib import shake_256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.client import Api, Device, Json, device, serving, settings  # noqa: E402

from nimmt.server.tables import Chance  # noqa: E402

PAGE = ROOT / "docs" / "protocol.md"
BEGIN, END = "<!-- transcript: written by docs/transcript.py -->", "<!-- end of the transcript -->"
START = 1_767_225_600  # times in the transcript count from here


def fixed_chance() -> Chance:
    """The same codes, tokens and cards every time."""
    count = itertools.count()
    return Chance(entropy=lambda size: shake_256(f"transcript {next(count)}".encode()).digest(size))


class Teller:
    """Writes down what is sent and told, without times."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, arrow: str, text: str) -> None:
        times = r'"(at|now)":\s?[0-9.]+'
        self.lines.append(f"{arrow} " + re.sub(times, rf'"\1":{START}', text))

    def http(self, method: str, path: str, body: Any, answer: Any) -> None:
        self.write("→", f"{method} {path}" + (f" {json.dumps(body, separators=(',', ':'))}" if body else ""))
        self.write("←", json.dumps(answer, separators=(",", ":"), ensure_ascii=False))


async def ask(api: Api, teller: Teller, method: str, path: str, body: Any = None) -> Json:
    """Ask over HTTP, and write it down."""
    answer: Json = await api.ok(method, path, body)
    teller.http(method, path, body, answer)
    return answer


async def play(teller: Teller) -> None:
    """A table of one person and one bot that plays one round."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving(settings(Path(folder)), fixed_chance()) as server:
            api = Api(server.address)
            wish = {
                "game": "base", "options": {"max_rounds": 1}, "seats": [{}, {"level": "greedy"}], "pace": "none",
                "host": {"name": "Ada", "nonce": "a chance of my own"},
            }  # fmt: skip
            ticket = await ask(api, teller, "POST", "/api/tables", wish)
            code, token = ticket["table"]["code"], ticket["token"]
            async with device(server, code, token) as ada:
                teller.write("⇒", json.dumps({"type": "hello", "token": token, "after": None}))
                write_down(ada, teller)
                api.token = token
                await ask(api, teller, "POST", f"/api/tables/{code}/start")
                await ada.when(lambda: ada.view is not None)
                await rounds(ada, teller)
                await ada.when(lambda: ada.table["state"] == "over" and ada.table["commitment"] is not None)
                write_down(ada, teller)
            await ask(api, teller, "GET", f"/api/tables/{code}/verification")


async def rounds(ada: Device, teller: Teller) -> None:
    """Answer every decision with the first legal action."""
    while ada.view is not None and ada.view["outcome"] is None:
        if ada.seat in ada.to_act and ada.legal:
            write_down(ada, teller)
            message = {"id": ada.new_id(), "decision": ada.decision, "action": ada.legal[0]}
            teller.write("⇒", json.dumps({"type": "act", **message}, separators=(",", ":")))
            await ada.ask("act", **message)
        else:
            await ada.next()


def write_down(ada: Device, teller: Teller) -> None:
    """What the socket told since the last time."""
    for frame in ada.raw:
        teller.write("⇐", frame)
    ada.raw.clear()


def main() -> None:
    """Play, and put the transcript in its place."""
    teller = Teller()
    asyncio.run(play(teller))
    page = PAGE.read_text("utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    text = "\n".join(teller.lines)
    PAGE.write_text(f"{before}{BEGIN}\n\n```\n{text}\n```\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
