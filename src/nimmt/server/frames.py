"""Sockets that close quietly on text that is no text: uvicorn writes a traceback for each such frame."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

NO_TEXT = 1007


class QuietSockets(WebSocketsSansIOProtocol):
    """Strangers cannot fill the log by sending what cannot be read."""

    def send_receive_event_to_app(self) -> None:
        """Pass a whole message on, or close."""
        if self.curr_msg_data_type == "bytes" or self.close_sent or _is_text(b"".join(self.frames)):
            return super().send_receive_event_to_app()
        self.frames = []
        self.conn.send_close(NO_TEXT)
        self.handle_parser_exception()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
