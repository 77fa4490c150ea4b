"""Sockets that write many frames at once, and close quietly on text that is no text."""

from collections.abc import Iterable
from typing import cast

from litestar.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

NO_TEXT = 1007
TEXT = 0x81  # a whole message
SHORT, LONG = 126, 1 << 16  # lengths from which a frame's head has two bytes more, and eight
LINE = "nimmt.line"  # where an application finds the line in its scope


class Line(WebSocketsSansIOProtocol):
    """The connection of a device.

    uvicorn writes one frame at a time, with a call to the system for each, and a traceback for each text that cannot be
    read: strangers could fill the log with them.
    """

    async def run_asgi(self) -> None:
        """Let the application write here by itself."""
        cast("dict[str, object]", self.scope["extensions"])[LINE] = self
        await super().run_asgi()

    def write(self, frames: Iterable[bytes]) -> None:
        """Write text frames, all at once; whoever wants to wait for a slow reader waits for `writable` before."""
        if self.conn.state is OPEN and not self.transport.is_closing():
            self.transport.write(b"".join([part for frame in frames for part in (_head(len(frame)), frame)]))

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
