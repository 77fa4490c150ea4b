"""A hostile outsider who knows the protocol page: features that were never meant to meet, thirty times at once.

A real `nimmt serve` is asked by chance, with few names, ids and devices, so that they collide. Nothing it answers may
be a fault of the program, show a hand to somebody else, or leave tables of one duplicate in different states.
"""

import asyncio
import json
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import websockets

from tests.server.client import Json
from tests.server.faults import BROKEN, ROOMY, Process

TIMES, WAVES = 30, 16
BOT = {"level": "random"}
FAULTS = ("request_failed", "socket_failed", "task_failed", "pulse_failed", "Traceback")
READ = (
    "", "/view", "/record", "/record?game=1", "/record?game=-1", "/verification", "/replay?hands=true",
    "/replay?step=-1", "/replay/index", "/review?seat=9&round=1", "/comparison", "/standing", "/twins",
)  # fmt: skip
CARDS = ("/record", "/verification", "/replay", "/review")


class Outsider:
    """What somebody learns who asks everything of everybody, and what they find wrong."""

    def __init__(self, servers: list[Process], seed: int) -> None:
        self.rng = Random(seed)
        self.addresses = [server.address for server in servers]
        self.codes: list[str] = ["bababababababababa"]
        self.owners: dict[str, tuple[str, int | None]] = {"0" * 48: ("", None)}  # of tokens
        self.claims: list[str] = ["22222222"]
        self.duplicates: set[str] = set()
        self.answered: Counter[str] = Counter()
        self.wrong: list[str] = []

    # What there is to ask

    def id(self) -> Json:
        return {"id": f"one-of-a-few-ids-for-all-{self.rng.randrange(9)}"} if self.rng.random() < 0.5 else {}

    def person(self) -> Json:
        device = {"device": f"one-of-a-few-devices-{self.rng.randrange(5)}"} if self.rng.random() < 0.5 else {}
        return {"name": self.rng.choice("ABCDEFGH"), **device}

    def wish(self) -> Json:
        seats = [{}, *[self.rng.choice([{}, BOT]) for _ in range(self.rng.randrange(1, 4))]]
        terms = {name: self.rng.random() < 0.6 for name in ("duplicate", "coach", "public", "spectators")}
        host = self.person() if self.rng.random() < 0.8 else None
        start = self.rng.random() < 0.2
        return {
            "seats": seats, "host": host, "start": start, "grace": 1, "pace": "none", "options": {"max_rounds": 1},
            **terms, **self.id(),
        }  # fmt: skip

    def request(self) -> tuple[str, str, Any]:
        rng = self.rng
        table = f"/api/tables/{rng.choice(self.codes)}"
        person = self.person()
        claim = {key: value for key, value in person.items() if key == "device"} | {"claim": rng.choice(self.claims)}
        some: list[tuple[str, str, Any]] = [
            ("POST", "/api/tables", self.wish()),
            ("POST", "/api/daily", {"name": "A", "device": f"one-of-a-few-devices-{rng.randrange(5)}"}),
            ("POST", f"{table}/twins", {"host": person, **self.id()}),
            ("POST", f"{table}/twins", {"host": self.person()}),
            ("POST", f"{table}/seats", {**person, **self.id()}),
            ("POST", f"{table}/seats", self.person()),
            ("POST", f"{table}/seats", self.person()),
            ("POST", f"{table}/claims", {**claim, **self.id()}),
            ("POST", f"{table}/start", None),
            ("POST", f"{table}/start", None),
            ("POST", f"{table}/start", None),
            ("POST", f"{table}/bots", {}),
            ("POST", f"{table}/ready", {"game": rng.randrange(1, 3)}),
            ("POST", f"{table}/rematch", None),
            ("POST", f"{table}/coach", {"decision": rng.choice([0, 7])}),
            ("POST", f"{table}/seats/{rng.randrange(3)}/mute", {}),
            ("DELETE", f"{table}/seats/{rng.randrange(3)}", None),
            ("DELETE", f"{table}/twins/{rng.choice(self.codes)}", None),
            ("POST", "/api/mine", {"held": [{"table": c, "token": t} for t, (c, _) in self.owners.items()][:100]}),
            *[("GET", f"{table}{rng.choice(READ)}", None) for _ in range(6)],
        ]
        return ("DELETE", table, None) if rng.random() < 0.02 else rng.choice(some)

    # Asking

    async def wave(self, clients: list[httpx.AsyncClient]) -> None:
        """Ask thirty things at once: all the same, or whatever comes."""
        same, token = self.request(), self.token()
        alike = self.rng.random() < 0.4
        sockets = [self.socket(self.rng.choice(self.codes), self.token()) for _ in range(6)]
        wanted = [(same, token) if alike else (self.request(), self.token()) for _ in range(TIMES)]
        asked = [self.ask(clients[turn % len(clients)], *each) for turn, each in enumerate(wanted)]
        await asyncio.gather(*asked, *sockets)

    async def begin(self, client: httpx.AsyncClient) -> None:
        """Duplicates of two or three seats, some of which could start at once."""
        for number in range(4):
            seats = [{}, {}, BOT][: 2 + number % 2]
            wish = {"seats": seats, "host": {"name": "A"}, "duplicate": True, "options": {"max_rounds": 1}, "grace": 1}
            await self.ask(client, ("POST", "/api/tables", {**wish, "pace": "none"}), None)
            first = self.codes[-1]
            for names in ("B", "CD")[: 1 + number % 2]:
                await self.ask(client, ("POST", f"/api/tables/{first}/twins", {"host": {"name": names[0]}}), None)
            for code, name in zip(self.codes[self.codes.index(first) :], "EFG"[: 1 + number], strict=False):
                await self.ask(client, ("POST", f"/api/tables/{code}/seats", {"name": name}), None)

    async def start(self, client: httpx.AsyncClient) -> None:
        """Start whatever can start."""
        for token, (code, _) in list(self.owners.items()):
            headers = {"authorization": f"Bearer {token}"}
            await client.post(f"/api/tables/{code}/start", headers=headers)

    def token(self) -> str | None:
        return self.rng.choice([None, *self.owners, *self.owners])

    async def ask(self, client: httpx.AsyncClient, wanted: tuple[str, str, Any], token: str | None) -> None:
        method, path, body = wanted
        path = self.fitting(path, token)
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = await client.request(method, path, json=body, headers=headers)
        told = answer.json() if answer.content else {}
        self.answered["ok" if answer.status_code < 300 else told["code"]] += 1
        if answer.status_code == 500 or (answer.status_code == 503 and told["code"] not in ("full", "busy")):
            self.wrong.append(f"{method} {path} {body}: {answer.status_code} {answer.text[:200]}")
        if answer.status_code < 300:
            self.learn(path, told, token)

    def fitting(self, path: str, token: str | None) -> str:
        """Mostly at the table that the token opens: strangers are turned away at the door."""
        own = self.owners[token][0] if token else ""
        parts = path.split("/")
        if own and len(parts) > 3 and parts[2] == "tables" and self.rng.random() < 0.7:
            parts[3] = own + (f"?{parts[3].partition('?')[2]}" if "?" in parts[3] else "")
        return "/".join(parts)

    def learn(self, path: str, told: Any, token: str | None) -> None:
        if "token" in told:
            code = told["table"]["code"]
            self.codes += [code] * (code not in self.codes)
            self.owners[told["token"]] = (code, told["seat"])
            self.claims += [told["claim"]] if told["claim"] else []
            self.duplicates |= {code} if told["table"].get("duplicate") else set()
        if path.endswith("/view"):
            self.check_view(told["view"], told["seat"], token, path)

    def check_view(self, view: Json | None, seat: int | None, token: str | None, where: str) -> None:
        """Nobody sees a hand but from their own seat."""
        own = self.owners.get(token or "", ("", None))[1]
        if view and view.get("hand") and (seat is None or seat != own):
            self.wrong.append(f"{where}: seat {seat} shows {view['hand']} to the owner of {own}")

    async def socket(self, code: str, token: str | None) -> None:
        """Say hello with a token that may be another table's, and thirty things at once."""
        if token and self.rng.random() < 0.8:
            code = self.owners[token][0] or code
        with suppress(*BROKEN):
            async with websockets.connect(f"ws://{self.rng.choice(self.addresses)}/api/tables/{code}/socket") as line:
                await line.send(json.dumps({"type": "hello", "token": token}))
                told = json.loads(await asyncio.wait_for(line.recv(), 10))
                self.check_view(told.get("view"), told.get("seat"), token, f"socket {code}")
                decision = (told.get("view") or {}).get("decision", 1)
                action = next(iter(told.get("legal") or []), {"type": "play_card", "card": 1})
                for turn in range(TIMES):
                    name = {"id": self.rng.choice(["one", f"{turn}"])}
                    said: Json = self.rng.choice([
                        {"type": "act", "decision": decision, "action": action}, {"type": "ask", "action": action},
                        {"type": "say", "text": f"{turn}"}, {"type": "give_nonce", "nonce": f"{turn}"},
                    ])  # fmt: skip
                    await line.send(json.dumps(said | name))
                async with asyncio.timeout(1):
                    while True:
                        update = json.loads(await line.recv())
                        self.check_view(update.get("view"), told.get("seat"), token, f"socket {code}")

    # Looking at what has come of it

    async def check(self, client: httpx.AsyncClient) -> int:
        """The tables of a duplicate have one state, each person one seat, and no cards are shown; how many started."""
        started = 0
        for code in sorted(self.duplicates):
            answer = await client.get(f"/api/tables/{code}/twins")
            if answer.status_code == 404:
                continue
            tables: list[Json] = answer.json()
            states = {table["state"] for table in tables}
            seats = [seat for table in tables for seat in table["seats"]]
            names = Counter(seat["name"].lower() for seat in seats if seat["kind"] == "person")
            if len(states) > 1 and "lobby" in states:
                self.wrong.append(f"{code}: {states}")
            if max(names.values(), default=0) > 1 or len(tables) > 16:
                self.wrong.append(f"{code}: {names}, {len(tables)} tables")
            if states != {"lobby"}:
                started += len(tables) > 1
                if any(seat["kind"] == "free" for seat in seats):
                    self.wrong.append(f"{code}: a free seat at a running table")
            if states != {"over"}:
                await self.check_closed(client, code)
        return started

    async def check_closed(self, client: httpx.AsyncClient, code: str) -> None:
        for token in [token for token, (table, _) in self.owners.items() if table == code]:
            for rest in CARDS:
                answer = await client.get(f"/api/tables/{code}{rest}", headers={"authorization": f"Bearer {token}"})
                states = {each["state"] for each in (await client.get(f"/api/tables/{code}/twins")).json()}
                if answer.status_code < 300 and states != {"over"}:
                    self.wrong.append(f"{code}{rest} is open while others play: {states}")


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1, 2])
async def test_an_outsider_finds_nothing(database: str, tmp_path: Path, seed: int) -> None:
    servers = [Process(database, tmp_path) for _ in range(1 if database.startswith("sqlite") else 2)]
    for server in servers:
        server.options = ("--limits", f"{ROOMY},guesses=1000000,guesses_burst=1000000")
        server.start()
    await asyncio.gather(*[server.ready() for server in servers])
    outsider = Outsider(servers, seed)
    clients = [httpx.AsyncClient(base_url=f"http://{server.address}", timeout=60) for server in servers]
    await outsider.begin(clients[0])
    for turn in range(WAVES):
        if turn == WAVES // 2:
            await outsider.start(clients[0])
        await outsider.wave(clients)
    started = await outsider.check(clients[0])
    for client in clients:
        await client.aclose()
    for server in servers:
        server.kill()
    logged = "".join(file.read_text() for file in tmp_path.glob("server-*.log"))
    outsider.wrong += [line for line in logged.splitlines() if any(fault in line for fault in FAULTS)]
    assert outsider.wrong == []
    assert outsider.answered["ok"] > 50, (outsider.answered, started)
