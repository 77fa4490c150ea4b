"""Start the server, and show people how to reach it."""

import asyncio
import errno
import os
import socket
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
import uvicorn
from msgspec.structs import replace
from uvicorn.config import STARTUP_FAILURE

from . import logs
from .addresses import addresses
from .app import ENVIRONMENT, application
from .checks import check
from .databases import NotOpened, is_shared, sqlite_path, try_out
from .frames import Line
from .garbage import collect_rarely
from .gate import with_headers
from .ownership import Ownership
from .punctual import PunctualConfig, PunctualProtocol
from .settings import Settings

GRACEFUL = 10
RELOAD = 300  # seconds within which a worker must start that replaces an old one after SIGHUP
BACKLOG = 65_535  # connections that may wait, or as many as the system allows: whom it drops tries again after seconds

Show = Callable[[Sequence[str]], None]
"""Shows people the addresses: this machine's own, and the one in its network."""


def uvicorn_config(app: Any, settings: Settings, **more: Any) -> uvicorn.Config:
    """How uvicorn runs the application."""
    config = PunctualConfig(
        app,
        http=PunctualProtocol,
        host=settings.host,
        port=settings.port,
        backlog=BACKLOG,
        ws=Line,
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
    config.frames = settings.limits.messages, settings.limits.messages_burst
    return config


def run(settings: Settings, show: Show, tries: int = 1) -> None:
    """Serve until somebody stops it. With several workers, a process that dies is started again.

    Where the port is taken, so many are tried; whoever starts it is shown the addresses once it listens.
    Raises Unfit for settings that cannot work, Owned where another process has the SQLite file, and NotOpened for a
    database that cannot be opened.
    """
    check(settings)
    if is_shared(settings.database):
        return _serve(settings, show, tries)
    owned = _owned(settings.database)

    def show_all(shown: Sequence[str]) -> None:
        owned.announce(shown)
        show(shown)

    try:
        _serve(settings, show_all, tries)
    finally:
        owned.release()


def _owned(database: str) -> Ownership:
    try:
        return Ownership.claim(sqlite_path(database))
    except OSError as error:
        raise NotOpened(database, error) from error


def _serve(settings: Settings, show: Show, tries: int) -> None:
    asyncio.run(try_out(settings.database, settings.store_seconds))
    logs.set_up(settings.log_level)
    raise_file_limit()
    listening = listen(settings, tries)
    show(list(addresses(settings.host, listening.getsockname()[1])))
    if settings.workers == 1:
        collect_rarely()
        server = uvicorn.Server(uvicorn_config(with_headers(application(settings)), settings))
        server.run([listening])
        return _end(server.started)
    with tempfile.TemporaryDirectory(prefix="nimmt-") as folder:
        _share(replace(settings, neighbours=settings.neighbours or folder), listening)


def _share(settings: Settings, listening: socket.socket) -> None:
    """Let several processes serve."""
    os.environ[ENVIRONMENT] = msgspec.json.encode(settings).decode()
    config = uvicorn_config("nimmt.server.app:from_environment", settings, factory=True, workers=settings.workers)
    config.timeout_worker_healthcheck = RELOAD
    from .worker_processes import WorkerProcesses

    workers = WorkerProcesses(config, sockets=[listening])
    workers.run()
    _end(all(process.exitcode != STARTUP_FAILURE for process in workers.processes))


def _end(started: bool) -> None:
    """Whoever watches this process must know if a worker could not start; the log says why."""
    if not started:
        raise SystemExit(STARTUP_FAILURE)


def listen(settings: Settings, tries: int = 1) -> socket.socket:
    """Listen on the port, or on one of the next."""
    last = settings.port if settings.port == 0 else min(65_535, settings.port + tries - 1)
    for port in range(settings.port, last + 1):
        try:
            listening = socket.create_server((settings.host, port), backlog=BACKLOG)
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
