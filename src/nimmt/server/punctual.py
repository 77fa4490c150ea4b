"""HTTP connections that do not wait for ever: uvicorn has a limit for idle ones alone."""

from asyncio import TimerHandle, Transport

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol


class PunctualConfig(Config):
    """How uvicorn runs, how long a request may take to arrive, and how many frames may come that bring no message."""

    request_seconds: float = 30.0
    frames: tuple[float, int] = (15, 60)  # a second, and at once


class PunctualProtocol(H11Protocol):
    """Closes a connection whose request has begun, or should have, and does not come to its end."""

    config: PunctualConfig
    _timer: TimerHandle | None = None
    _upgraded = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """The first request is due."""
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Part of a request: either all of it is here now, or the rest is due."""
        super().data_received(data)
        if self._upgraded or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._calm()
        else:
            self._expect()

    def on_response_complete(self) -> None:
        """The next request may have begun meanwhile."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self._expect()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a socket, which has limits of its own."""
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing will come."""
        self._calm()
        super().connection_lost(exc)

    def _expect(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.config.request_seconds, self.transport.close)

    def _calm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
