"""Sockets that write many frames at once, count those that bring no message, and close quietly on what is no text."""

from asyncio import BaseTransport
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import cast

from litestar.types import Scope
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.protocol import OPEN

from .limits import Bucket
from .punctual import PunctualConfig

NO_TEXT, FLOOD = 1007, 1008
UNANSWERED = 3.0  # seconds after which a ping should have been answered
TEXT = 0x81  # a whole message
SHORT, LONG = 126, 1 << 16  # lengths from which a frame's head has two bytes more, and eight
LINE = "nimmt.line"  # where an application finds the line in its scope


class Line(WebSocketsSansIOProtocol):
    """The connection of a device.

    uvicorn writes one frame at a time, with a call to the system for each, and a traceback for each text that cannot be
    read: strangers could fill the log with them.
    """

    handed_over = False  # by another worker
    silent = False  # closed because a ping was not answered
    _wordless: Bucket  # pings, pongs and further parts of messages: they cost the server something, too

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin to count."""
        self._wordless = Bucket(*cast("PunctualConfig", self.config).frames)
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Take what came; a client that keeps to the protocol sends no frames before the request is answered."""
        if self.handshake_initiated and not self.handshake_complete:
            self.transport.abort()
        else:
            super().data_received(data)

    async def run_asgi(self) -> None:
        """Let the application write here by itself."""
        cast("dict[str, object]", self.scope["extensions"])[LINE] = self
        await super().run_asgi()

    async def send(self, message: ASGISendEvent) -> None:
        """Send, unless this line was closed meanwhile without the application, which then hears of it in this way."""
        await self.writable.wait()
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    def keepalive_timeout(self) -> None:
        """Nobody has answered a ping: close."""
        self.silent = True
        super().keepalive_timeout()

    @property
    def unread(self) -> bool:
        """Whether what was written waits for its reader, or a ping for its answer, for longer than it takes."""
        waits = self.pending_ping_payload is not None and self.loop.time() - self.ping_sent_at > UNANSWERED
        return waits or not self.writable.is_set()

    def write(self, frames: Iterable[bytes]) -> None:
        """Write text frames, all at once; whoever wants to wait for a slow reader waits for `writable` before."""
        if self.conn.state is OPEN and not self.transport.is_closing():
            self.transport.write(b"".join([part for frame in frames for part in (_head(len(frame)), frame)]))

    @property
    def untouched(self) -> bool:
        """Whether nothing has come since the request, so that another process can go on from there."""
        return self.queue.qsize() <= 1 and not self.transport.is_closing()

    def raw_request(self) -> bytes:
        """The request that this connection began with, as it came."""
        head = "".join(f"{name}: {value}\r\n" for name, value in self.request.headers.raw_items())
        return f"GET {self.request.path} HTTP/1.1\r\n{head}\r\n".encode("latin-1")

    def let_go(self) -> None:
        """Another process has the connection now: this one closes its end of it and says nothing."""
        self.handshake_complete = True
        self.transport.abort()

    def maker(self) -> Callable[[], "Line"]:
        """Makes lines of the same server, for connections that another process has accepted."""
        shared = SimpleNamespace(connections=self.connections, tasks=self.tasks, default_headers=self.default_headers)
        config, state = self.config, self.app_state

        def make() -> Line:
            line = Line(config, cast("ServerState", shared), state)
            line.handed_over = True
            return line

        return make

    def handle_ping(self) -> None:
        """Answer, but not for ever: whoever pings and does not read would fill the memory with answers."""
        if self._admit():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Somebody is there."""
        if self._admit():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A further part of a message; parts may be empty, so the length of a message does not limit them."""
        if self._admit():
            super().handle_cont(event)

    def _admit(self) -> bool:
        if self.close_sent:
            return False
        if self._wordless.take():
            return True
        self.conn.fail(FLOOD, "too many frames")
        self.close_sent = True
        if self.transport.get_write_buffer_size():  # nobody reads
            self.transport.abort()
        else:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
        return False

    def send_receive_event_to_app(self) -> None:
        """Pass a whole message on, or close."""
        if self.curr_msg_data_type == "bytes" or self.close_sent or _is_text(b"".join(self.frames)):
            return super().send_receive_event_to_app()
        self.frames = []
        self.conn.send_close(NO_TEXT)
        self.handle_parser_exception()


def line_of(scope: Scope) -> Line:
    """The line that a socket's frames go through."""
    return cast("Line", scope["extensions"][LINE])  # type: ignore[index]


def _head(size: int) -> bytes:
    if size < SHORT:
        return bytes((TEXT, size))
    return bytes((TEXT, 126)) + size.to_bytes(2, "big") if size < LONG else bytes((TEXT, 127)) + size.to_bytes(8, "big")


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
