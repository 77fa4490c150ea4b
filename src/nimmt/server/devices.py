"""One socket of one device: greeted, listened to, and told what its viewer may know."""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from ..errors import NimmtError
from . import clocks
from .access import may_watch
from .frames import line_of
from .limits import Bucket, Proof
from .logs import log_event
from .messages import (
    PROTOCOL,
    Acknowledged,
    Act,
    AnyFromClient,
    Ask,
    GiveNonce,
    Hello,
    Id,
    Ping,
    Pong,
    React,
    Rejected,
    Say,
    ToClient,
    Welcome,
)
from .refusals import Away, Refused, away, spectators_off, wrong_token
from .secrecy import public_name, token_hash
from .streams import encode
from .table import Table
from .tables import goodbye, logger
from .worker import Worker

NORMAL, POLICY, TRY_AGAIN = 1000, 1008, 1013
CLOSE_CODES = {"too_slow": TRY_AGAIN, "full": TRY_AGAIN, "store_away": TRY_AGAIN, "deleted": NORMAL, "removed": NORMAL}
LAST_WORD = 10.0  # seconds in which a slow reader may come as far as the goodbye
WARNINGS = 20  # messages that make no sense before the socket is closed

Socket = WebSocket[Any, Any, Any]
Guess = Callable[[Proof], AbstractAsyncContextManager[None]]
"""Counts a token that turns out to be wrong; where too many were, lets in whoever proves that theirs is right."""

_decoder: msgspec.json.Decoder[AnyFromClient] = msgspec.json.Decoder(AnyFromClient)


class Device:
    """A connected device. `send` never waits: what is sent in one turn of the loop is written together at its end.

    While a slow reader cannot take more, frames wait here, and the writer for the reader.
    """

    def __init__(self, worker: Worker, socket: Socket, table: Table, guess: Guess, hello: Hello | None) -> None:
        """Not greeted yet, though its hello may have come."""
        self.worker, self.socket, self.table, self.guess, self.hello = worker, socket, table, guess, hello
        self.viewer: int | None = None
        self.host = False
        self._line = line_of(socket.scope)
        self._loop = asyncio.get_running_loop()
        self._frames: list[bytes] = []
        self._due = False  # they will be written at the end of this turn
        self._wake = asyncio.Event()  # for the writer: the reader is slow, or this is the end
        self._writer: asyncio.Task[None]
        self._closing: int | None = None
        self._senseless = 0
        self._answering = False

    # --- Telling ---------------------------------------------------------------------------------

    def send(self, frame: bytes) -> None:
        """Queue a frame; a reader that is too slow is cut off and can resume."""
        if self._closing is not None:
            return
        self._frames.append(frame)
        if not self._due:
            self._due = True
            self._loop.call_soon(self._flush)
        if len(self._frames) > self.worker.settings.limits.backlog:
            self._frames.clear()
            self.close("too_slow", "This device reads too slowly; connect again to get what is missing.")
            self._loop.call_later(LAST_WORD, self._writer.cancel)

    @property
    def unread(self) -> bool:
        """Whether this device does not read."""
        return self._line.unread

    def _flush(self) -> None:
        self._due = False
        if self._closing is None and self._line.writable.is_set():
            self._hand_over()
        else:
            self._wake.set()

    def _hand_over(self) -> None:
        frames, self._frames = self._frames, []
        if frames:
            self._line.write(frames)

    def tell(self, message: ToClient) -> None:
        """Queue a message for this device alone."""
        self.send(encode(message))

    def close(self, code: str, sentence: str) -> None:
        """Say goodbye and close once all is sent."""
        if self._closing is not None:
            return
        self._frames.append(goodbye(code, sentence))
        self._closing = CLOSE_CODES.get(code, POLICY)
        self._wake.set()
        if self._closing in (POLICY, TRY_AGAIN):
            self._note_dropped(code)

    def _note_dropped(self, reason: str) -> None:
        self.worker.metrics.dropped.inc()
        if reason != "store_away":  # that drops all of them, and one line says so
            log_event(logger, logging.INFO, "socket_dropped", reason=reason, table=public_name(self.table.fold.code))

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            await self._line.writable.wait()
            self._hand_over()
            if self._closing is not None:
                await self.socket.close(code=self._closing)
                return
            self._wake.clear()

    # --- Listening -------------------------------------------------------------------------------

    async def run(self) -> None:
        """Greet, then answer message after message until the socket closes."""
        writer = self._writer = asyncio.ensure_future(self._write())
        reader = asyncio.ensure_future(self._read())
        self.worker.metrics.sockets.inc()
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            if self._closing is not None and not writer.done():
                await asyncio.wait({writer}, timeout=2)
        finally:
            self.worker.metrics.sockets.dec()
            if self._line.silent:
                self._note_dropped("silent")
            self._leave()
            self._closing = self._closing or NORMAL
            for task in (writer,) if self._answering else (reader, writer):
                task.cancel()  # a reader that is carrying something out finishes that, and then finds the socket closed
            results = await asyncio.gather(reader, writer, return_exceptions=True)
            del self._writer  # its last error leads back to this device, and so to the table
            for error in results:
                if isinstance(error, Exception) and not _is_disconnect(error):
                    logger.error("socket_failed", exc_info=error)

    async def _read(self) -> None:
        try:
            limit = self.worker.settings.limits
            await self._greet(self.hello or await hello_from(self.socket, limit.hello_seconds))
        except NimmtError as error:
            return self.close(error.code, error.sentence)
        bucket = Bucket(limit.messages, limit.messages_burst)
        while self._closing is None:
            try:
                message = await _message_from(self.socket)
                if not bucket.take():
                    return self.close("flood", "Too many messages; connect again and send fewer.")
                self._answering = True
                await self._answer(message)
            except Refused as error:
                self._reject(error.identity if isinstance(error, _Senseless) else "", error)
                self._senseless += 1
                if self._senseless >= WARNINGS:
                    return self.close("nonsense", "Too many messages that make no sense.")
            finally:
                self._answering = False

    async def _greet(self, hello: Hello) -> None:
        tables, table = self.worker.tables, self.table
        if hello.token is not None:
            async with self.guess(partial(_opens, table, hello.token)):
                self.viewer = tables.seat_of(table, hello.token)
            self.host = tables.is_host(table, hello.token)
        if hello.token is None and not may_watch(table.fold):
            raise spectators_off()
        frames = None if hello.after is None else await tables.missed(table, self.viewer, hello.after, hello.history)
        if hello.token is not None:
            tables.seat_of(table, hello.token)  # the seat may have been freed meanwhile
        if not table.fold.shows(self.viewer):
            raise spectators_off()
        if tables.away:
            raise away()
        self._enter(None if frames is None else hello, frames or [])

    def _enter(self, resumed: Hello | None, frames: list[bytes]) -> None:
        """Welcome, then what was missed, then live: nothing can come in between, because nothing is awaited here."""
        if self.viewer is not None and not self._others():
            self.worker.tables.note_presence(self.table, self.viewer, True)
        for frame in [encode(self._welcome(resumed)), *frames]:
            self.send(frame)
        self.table.listeners.add(self)
        if self.viewer is None:
            self.worker.tables.look_after(self.table)  # bots that rest go on for spectators too

    def _others(self) -> bool:
        """Whether other devices of this seat are connected here."""
        return any(listener.viewer == self.viewer for listener in self.table.listeners)

    def _welcome(self, resumed: Hello | None) -> Welcome:
        tables, fold, viewer = self.worker.tables, self.table.fold, self.viewer
        after, history = (resumed.after, resumed.history) if resumed else (None, None)
        fresh = after is None and fold.state is not None
        return Welcome(
            protocol=PROTOCOL,
            resumed=after is not None,
            number=fold.numbers[viewer] if after is None else after,
            history=fold.histories[viewer] if after is None else history or 0.0,
            now=clocks.now(),
            seat=viewer,
            host=self.host,
            table=fold.info(),
            presence=tables.presence(self.table),
            deadline=tables.deadline(fold),
            chat_open=fold.chat_open,
            view=fold.sight.view(viewer) if fresh else None,  # type: ignore[arg-type]
            legal=fold.sight.legal(viewer) if fresh else None,  # type: ignore[arg-type]
            story=fold.story(viewer) if fresh else (),  # type: ignore[arg-type]
            chat=tuple(fold.chat) if after is None else (),
            stood_in=0 if viewer is None else fold.seats[viewer].stood_in,
        )

    def _leave(self) -> None:
        if self not in self.table.listeners:
            return
        self.table.listeners.discard(self)
        self.table.used = clocks.now()
        if self.viewer is not None and not self._others() and not self.worker.stopping:
            self.worker.tables.note_presence(self.table, self.viewer, False)

    # --- Answering -------------------------------------------------------------------------------

    async def _answer(self, message: AnyFromClient) -> None:
        if isinstance(message, Hello):
            raise Refused(400, "hello_twice", "Hello was said already.")
        try:
            if isinstance(message, Ping):
                self.tell(Pong(id=message.id, now=clocks.now()))
            elif self.viewer is None:
                raise wrong_token()
            else:
                await self._carry_out(message, self.viewer)
        except Away as error:  # no answer, for nobody knows what became of it: the device comes back and asks again
            self.close(error.code, error.sentence)
        except NimmtError as error:
            self._reject(message.id, error)

    async def _carry_out(self, message: AnyFromClient, seat: int) -> None:
        play, table = self.worker.play, self.table
        match message:
            case Act():
                number = await play.act(table, seat, message.id, message.decision, message.action)
            case Ask():
                return self.tell(play.preview(table, seat, message.id, message.action))
            case Say():
                number = await play.say(table, seat, message.id, message.text)
            case React():
                number = await play.react(table, seat, message.id, message.reaction)
            case GiveNonce():
                number = await play.give_nonce(table, seat, message.id, message.nonce)
            case _:
                raise Refused(400, "bad_message", "That is not a message for now.")
        self.tell(Acknowledged(id=message.id, number=number))

    def _reject(self, identity: str, error: NimmtError) -> None:
        self.worker.metrics.refused.labels(error.code).inc()
        self.tell(Rejected(id=identity, code=error.code, sentence=error.sentence, rule=error.rule))


class _Senseless(Refused):
    """A message that cannot be read, and what it calls itself."""

    def __init__(self, identity: str, error: Exception) -> None:
        super().__init__(400, "bad_message", f"That is not a message of the protocol: {error}.")
        self.identity = identity


class _Named(msgspec.Struct):
    id: Id = ""


def _id_of(data: str) -> str:
    """What a message calls itself that cannot be read otherwise, so that its sender knows which one is refused.

    This decoder reads halves of surrogate pairs as well, which a client may have cut a text between.
    """
    try:
        found = msgspec.convert(json.loads(data), type=_Named).id
        found.encode()
    except (ValueError, RecursionError):
        return ""
    return found


async def hello_from(socket: Socket, seconds: float) -> Hello:
    """The first message."""
    try:
        async with asyncio.timeout(seconds):
            message = await _message_from(socket)
    except TimeoutError:
        raise Refused(400, "hello_first", "The first message is hello, and it did not come.") from None
    if not isinstance(message, Hello):
        raise Refused(400, "hello_first", "The first message is hello.")
    return message


async def _message_from(socket: Socket) -> AnyFromClient:
    data = await socket.receive_data("text")
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _Senseless(_id_of(data), error) from None


async def _opens(table: Table, token: str) -> bool:
    return token_hash(token) in table.fold.tokens


def _is_disconnect(error: BaseException) -> bool:
    """Whether the other side has gone, as the frameworks tell it in several ways."""
    with contextlib.suppress(ImportError):
        from uvicorn.protocols.utils import ClientDisconnected

        if isinstance(error, ClientDisconnected):
            return True
    return isinstance(error, WebSocketDisconnect | ConnectionError | asyncio.CancelledError)
