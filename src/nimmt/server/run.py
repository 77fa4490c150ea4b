"""Start the server, and show people how to reach it."""

import errno
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
import uvicorn

from . import logs
from .addresses import addresses
from .app import ENVIRONMENT, application
from .frames import QuietSockets
from .gate import with_headers
from .ownership import Ownership
from .pauses import shorten
from .punctual import PunctualConfig, PunctualProtocol
from .settings import Settings
from .worker import is_shared, sqlite_path

GRACEFUL = 10

Show = Callable[[Sequence[str]], None]
"""Shows people the addresses: this machine's own, and the one in its network."""


def uvicorn_config(app: Any, settings: Settings, **more: Any) -> uvicorn.Config:
    """How uvicorn runs the application."""
    config = PunctualConfig(
        app,
        http=PunctualProtocol,
        host=settings.host,
        port=settings.port,
        ws=QuietSockets,
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,  # frames are short; a compressor for each socket is not
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=GRACEFUL,
        timeout_keep_alive=settings.limits.idle_seconds,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        **more,
    )
    config.request_seconds = settings.limits.request_seconds
    return config


def run(settings: Settings, show: Show, tries: int = 1) -> None:
    """Serve until somebody stops it. With several workers, a process that dies is started again.

    Where the port is taken, so many are tried; whoever starts it is shown the addresses once it listens.
    Raises Owned where another process has the SQLite file.
    """
    check(settings)
    if is_shared(settings.database):
        return _serve(settings, show, tries)
    with Ownership.of(sqlite_path(settings.database)) as owned:

        def show_all(shown: Sequence[str]) -> None:
            owned.announce(shown)
            show(shown)

        _serve(settings, show_all, tries)


def _serve(settings: Settings, show: Show, tries: int) -> None:
    logs.set_up(settings.log_level)
    raise_file_limit()
    listening = listen(settings, tries)
    show(list(addresses(settings.host, listening.getsockname()[1])))
    if settings.workers == 1:
        shorten()
        uvicorn.Server(uvicorn_config(with_headers(application(settings)), settings)).run([listening])
        return
    os.environ[ENVIRONMENT] = msgspec.json.encode(settings).decode()
    config = uvicorn_config("nimmt.server.app:from_environment", settings, factory=True, workers=settings.workers)
    from uvicorn.supervisors import Multiprocess

    Multiprocess(config, sockets=[listening]).run()


def check(settings: Settings) -> None:
    """Refuse what cannot work, before anything starts."""
    if settings.workers > 1 and not is_shared(settings.database):
        raise ValueError("Several workers need a database that they can share: --database postgresql://…")


def listen(settings: Settings, tries: int = 1) -> socket.socket:
    """Listen on the port, or on one of the next."""
    last = settings.port if settings.port == 0 else min(65_535, settings.port + tries - 1)
    for port in range(settings.port, last + 1):
        try:
            listening = socket.create_server((settings.host, port), backlog=2048)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or port == last:
                raise
        else:
            listening.set_inheritable(True)
            return listening
    raise AssertionError("there is no port to try")


def raise_file_limit() -> None:
    """Every socket is an open file, and systems allow few of them unless one asks."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some systems name a limit that they do not grant
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def qr(address: str, out: Any) -> None:
    """Draw an address as a QR code in the terminal."""
    import segno

    segno.make(address, error="l").terminal(out=out, compact=True)
