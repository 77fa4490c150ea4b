"""A seat at a table of a server: it comes back after every break, and sends again what was not answered."""

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from ..actions import Action
from ..codec import to_json
from ..errors import NimmtError
from .address import Address
from .asking import Asker, Json, Refused
from .table import Folded

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds between two attempts to come back."""

SILENCE, OPENING = 3.0, 10.0
"""Seconds until the server is asked for a sign of life, and as many until it counts as gone; seconds to be let in."""

MOST = 4 * 1024 * 1024
"""Bytes of a message that are read."""

FOR_GOOD = frozenset(
    [
        "no_such_table",
        "wrong_token",
        "removed",
        "deleted",
        "spectators_off",
        "cross_origin",
        "wrong_host",
        "bad_message",
    ]
)
"""Goodbyes after which a client does not come back."""


class Gone(NimmtError):
    """The table, or this seat at it, is gone."""


class Ticket(NamedTuple):
    """What opens a seat; keep it secret."""

    address: Address
    token: str
    seat: int
    claim: str | None


async def sit_down(address: Address, name: str, claim: str | None = None) -> Ticket:
    """Take a free seat, or with a seat code one that was taken before; the table is told that a program plays."""
    asker, own = Asker(address.server), secrets.token_urlsafe(24)
    if claim:
        given = await asker.ask("POST", f"{address.table}/claims", {"claim": claim, "id": own, "program": True})
    else:
        body = {"name": name, "nonce": secrets.token_hex(16), "id": own, "program": True}
        given = await asker.ask("POST", f"{address.table}/seats", body)
    return ticket_of(address, given)


def ticket_of(address: Address, given: Json) -> Ticket:
    """Read a ticket."""
    try:
        place = Address(address.server, str(given["table"]["code"]))
        return Ticket(place, str(given["token"]), int(given["seat"]), given.get("claim"))
    except (KeyError, TypeError, ValueError):
        raise Refused("no_table_server", "What answers there is no table server.") from None


class Seat:
    """Holds the connection, and what is known of the table."""

    def __init__(self, ticket: Ticket, tell: Callable[[str], None] = lambda what: None) -> None:
        """Connect with `run`; `tell` hears when the connection is ``lost``, and when the seat is ``back``."""
        self.ticket = ticket
        self.tell = tell
        self.known = Folded()
        self.asker = Asker(ticket.address.server)
        self.breaks = 0
        self.gone: NimmtError | None = None
        self._changed = asyncio.Condition()
        self._waiting: dict[str, tuple[str, asyncio.Future[Json]]] = {}
        self._socket: Any = None

    async def run(self) -> None:
        """Stay connected until the table is gone; whoever waits is told."""
        try:
            await self._stay()
        except NimmtError as error:
            self.gone = error
        finally:
            self.gone = self.gone or Gone("left", "This seat was left.")
            self._socket = None
            for _, answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(self.gone)
                    answer.exception()  # perhaps nobody is waiting any longer
            await self._tell()

    @property
    def is_connected(self) -> bool:
        """Whether the server is there."""
        return self._socket is not None

    async def wait(self, until: Callable[[Folded], bool], seconds: float | None = None) -> bool:
        """Wait until something holds; False if it does not in this time. Raises if the table is gone."""
        try:
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait_for(lambda: self.gone is not None or until(self.known))
        except TimeoutError:
            return False
        if self.gone and not until(self.known):
            raise self.gone
        return True

    async def act(self, action: Action, decision: int | None = None) -> Json:
        """Answer a decision: `acknowledged`, or `rejected` with the reason."""
        asked = self.known.decision if decision is None else decision
        return await self._send(type="act", decision=asked, action=json.loads(to_json(action)))

    async def say(self, text: str) -> Json:
        """Speak to the table."""
        return await self._send(type="say", text=text)

    async def ready(self) -> None:
        """Ask for another game after the one that is over."""
        await self._post("/ready", {"game": self.known.table["game"]})

    async def start(self) -> None:
        """As the host, deal."""
        await self._post("/start")

    async def leave(self) -> None:
        """Free the seat if the game has not begun; otherwise it stays for whoever has its code."""
        with suppress(Refused):
            if self.known.table.get("state", "lobby") == "lobby":  # without a welcome yet, the server knows
                await self.asker.ask(
                    "DELETE", f"{self.ticket.address.table}/seats/{self.ticket.seat}", token=self.ticket.token
                )

    async def _post(self, path: str, body: Json | None = None) -> None:
        await self.asker.ask("POST", self.ticket.address.table + path, body or {}, self.ticket.token)

    async def _send(self, **message: Any) -> Json:
        if self.gone:
            raise self.gone
        own = secrets.token_hex(8)
        frame = json.dumps({**message, "id": own})
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[own] = frame, answer
        try:
            if self._socket is not None:
                with suppress(Exception):  # a broken connection: it is sent again after the next welcome
                    await self._socket.send(frame)
            return await answer
        finally:
            self._waiting.pop(own, None)

    # --- The connection ---------------------------------------------------------------------------

    async def _stay(self) -> None:
        from websockets.asyncio.client import connect
        from websockets.exceptions import InvalidHandshake, WebSocketException

        pause = FIRST_PAUSE
        while True:
            before = self.known.number
            try:
                async with connect(
                    self.ticket.address.socket,
                    max_size=MOST,
                    open_timeout=OPENING,
                    close_timeout=SILENCE,
                    ping_interval=SILENCE,
                    ping_timeout=SILENCE,
                ) as socket:
                    await self._listen(socket)
            except InvalidHandshake as error:
                if getattr(getattr(error, "response", None), "status_code", 503) in (400, 403, 404, 421):
                    raise Gone("no_such_table", f"{self.ticket.address.server} has no such table.") from None
            except (OSError, WebSocketException, TimeoutError):
                pass
            if self._socket is not None:
                self._socket = None
                self.tell("lost")
            self.breaks += 1
            pause = FIRST_PAUSE if self.known.number != before else min(2 * pause, LONGEST_PAUSE)
            await asyncio.sleep(pause)

    async def _listen(self, socket: Any) -> None:
        known = {"after": self.known.number, "history": self.known.history_id}
        hello = {"type": "hello", "token": self.ticket.token, **known}
        await socket.send(json.dumps({name: value for name, value in hello.items() if value is not None}))
        async for frame in socket:
            await self._hear(json.loads(frame), socket)

    async def _hear(self, message: Json, socket: Any) -> None:
        match message["type"]:
            case "welcome":
                if self.known.table:
                    self.tell("back")
                self.known.welcome(message, time.time())
                self._socket = socket
                for unanswered, _ in list(self._waiting.values()):
                    await socket.send(unanswered)
            case "acknowledged" | "rejected":
                _, answer = self._waiting.get(message["id"], ("", None))
                if answer and not answer.done():
                    answer.set_result(message)
            case "clock_changed":
                self.known.clock_changed(message, time.time())
            case "goodbye":
                if message["code"] in FOR_GOOD:
                    raise Gone(message["code"], message["sentence"])
            case _ if "number" in message:
                self.known.take_in(message)
        await self._tell()

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()
