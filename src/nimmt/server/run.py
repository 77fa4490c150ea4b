"""Start the server, and show people how to reach it."""

import os
import socket
import sys
from typing import Any

import msgspec
import uvicorn

from . import logs
from .addresses import addresses
from .app import ENVIRONMENT, application
from .gate import with_headers
from .pages import built
from .settings import Settings

GRACEFUL = 10


def uvicorn_config(app: Any, settings: Settings, **more: Any) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,  # frames are short; a compressor for each socket is not
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=GRACEFUL,
        timeout_keep_alive=60,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        **more,
    )


def run(settings: Settings, show: bool = True) -> None:
    """Serve until somebody stops it. With several workers, a process that dies is started again."""
    check(settings)
    logs.set_up(settings.log_level)
    if settings.workers == 1:
        listening = _listen(settings)
        if show:
            _show(settings, listening.getsockname()[1])
        uvicorn.Server(uvicorn_config(with_headers(application(settings)), settings)).run([listening])
        return
    if show:
        _show(settings, settings.port)
    os.environ[ENVIRONMENT] = msgspec.json.encode(settings).decode()
    config = uvicorn_config("nimmt.server.app:from_environment", settings, factory=True, workers=settings.workers)
    from uvicorn.supervisors import Multiprocess

    Multiprocess(config, sockets=[config.bind_socket()]).run()


def check(settings: Settings) -> None:
    """Refuse what cannot work, before anything starts."""
    if settings.workers > 1 and not settings.database.startswith("postgres"):
        raise ValueError("Several workers need a database that they can share: --database postgresql://…")


def _listen(settings: Settings) -> socket.socket:
    listening = socket.create_server((settings.host, settings.port), backlog=2048)
    listening.set_inheritable(True)
    return listening


def _show(settings: Settings, port: int) -> None:
    """Print the addresses and a QR code for phones in the same network."""
    out = sys.stdout
    reachable = list(addresses(settings.host, port))
    out.write("nimmt: the table server runs. Stop it with Ctrl-C.\n")
    for address in reachable:
        out.write(f"  {address}\n")
    if not built():
        out.write("Its page was not built; programs find the API at /api/schema/openapi.json.\n")
    if out.isatty():
        qr(reachable[-1], out)
    out.flush()


def qr(address: str, out: Any) -> None:
    """Draw an address as a QR code in the terminal."""
    import segno

    segno.make(address, error="l").terminal(out=out, compact=True)
