"""What is wrong with a set-up, found without starting a server."""

import asyncio
import errno
import shutil
import socket
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Literal

from msgspec import Struct, field

from ..extras import NotInstalled, page_command
from .checks import Unfit, check
from .databases import NotOpened, is_shared, sqlite_path, try_out, without_password
from .outside import REMARKS, faults_outside
from .ownership import Owned, Ownership
from .pages import STATIC, built
from .settings import Settings

ROOM = 500_000_000  # bytes on the disk, fewer of which are too few to begin with
PATIENCE = 5.0
DRIFT = 2.0  # seconds between two clocks that count as the same time; from there on a server notes an outage

Check = Literal["settings", "page", "store", "disk", "port", "clock", "outside"]


class Finding(Struct, frozen=True):
    """What came of one check: a fault by its key among the words, or None, and what its sentence is about."""

    check: Check
    fault: str | None = None
    values: dict[str, str] = field(default_factory=dict)
    remark: bool = False  # whether it may well be right, and cannot be told from here


def examine(settings: Settings, url: str | None = None, static: Path = STATIC) -> Iterator[Finding]:
    """Check all that can be seen from here, and the server behind `url` as visitors find it."""
    try:
        check(settings)
    except Unfit as unfit:
        yield Finding("settings", unfit.problem, {"value": str(unfit.value)})
        return
    yield Finding("settings")
    yield Finding("page") if built(static) else Finding("page", "no_page", {"command": page_command()})
    if is_shared(settings.database):
        yield _postgres(settings)
        yield _clock_of_postgres(settings)
        yield _port(settings, running=False)
    else:
        yield _clock_of_file(Path(sqlite_path(settings.database)))  # before anybody opens it
        running = _is_owned(settings.database)
        yield Finding("store") if running else _sqlite(settings)
        yield _disk(_folder(settings.database))
        yield _port(settings, running)
    if url:
        found = [Finding("outside", key, {"url": url, **values}, key in REMARKS) for key, values in faults_outside(url)]
        yield from found or [Finding("outside")]


def _folder(database: str) -> Path:
    return Path(sqlite_path(database)).resolve().parent


def _is_owned(database: str) -> bool:
    """Whether a server runs on this file: then it can be opened and written, and the port is its own."""
    path = sqlite_path(database)
    if not Path(f"{path}.lock").exists():
        return False
    try:
        with Ownership.of(path):
            return False
    except Owned:
        return True
    except OSError:  # the check of the store says why
        return False


def _sqlite(settings: Settings) -> Finding:
    """Open the file, if there is one, and begin to write; otherwise see whether one could be made."""
    path = Path(sqlite_path(settings.database))
    try:
        with tempfile.TemporaryFile(dir=_folder(settings.database)):
            pass
        if path.exists():
            with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as database:
                database.execute("BEGIN IMMEDIATE")
            asyncio.run(try_out(settings.database, settings.store_seconds))
    except NotOpened as missing:
        return _not_opened(missing)
    except (OSError, sqlite3.Error) as error:
        return _not_opened(NotOpened(settings.database, error))
    return Finding("store")


def _postgres(settings: Settings) -> Finding:
    for address in settings.database.split():
        if asyncio.run(_asked(address, "SHOW transaction_read_only")) == "on":
            return Finding("store", "read_only", {"store": without_password(address)})
    try:
        asyncio.run(try_out(settings.database, settings.store_seconds))
    except NotOpened as missing:
        return _not_opened(missing)
    except NotInstalled as missing:
        return _not_opened(NotOpened(settings.database, missing))
    return Finding("store")


def _not_opened(missing: NotOpened) -> Finding:
    return Finding("store", "no_store", {"store": missing.database, "reason": missing.reason})


async def _asked(database: str, question: str) -> object:
    """What PostgreSQL answers; None if it does not, and then the check of the store says why."""
    try:
        import asyncpg  # type: ignore[import-untyped]

        connection = await asyncpg.connect(database, timeout=PATIENCE)
        try:
            return await connection.fetchval(question)
        finally:
            await connection.close()
    except Exception:  # of the system, the driver or the database
        return None


def _clock_of_postgres(settings: Settings) -> Finding:
    """Workers on several machines must agree on the time: deadlines and heartbeats are compared with it."""
    for address in settings.database.split():
        before = time.time()
        there = asyncio.run(_asked(address, "SELECT extract(epoch FROM clock_timestamp())::float8"))
        found = drifted((before + time.time()) / 2, there) if isinstance(there, float) else Finding("clock")
        if found.fault:
            return found
    return Finding("clock")


def drifted(here: float, there: float) -> Finding:
    """Whether two clocks differ by more than servers put up with."""
    seconds = abs(here - there)
    return Finding("clock", "clock_differs", {"seconds": f"{seconds:.0f}"}) if seconds > DRIFT else Finding("clock")


def _clock_of_file(path: Path) -> Finding:
    """A clock that was put back, or forgot the time with its battery, is behind what was written last."""
    behind = path.stat().st_mtime - time.time() if path.exists() else 0.0
    return Finding("clock", "clock_behind", {"seconds": f"{behind:.0f}"}) if behind > DRIFT else Finding("clock")


def _disk(folder: Path) -> Finding:
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    return (
        Finding("disk", "disk_full", {"folder": str(folder), "free": f"{free // 10**6}"})
        if free < ROOM
        else Finding("disk")
    )


def _port(settings: Settings, running: bool) -> Finding:
    values = {"host": settings.host, "port": str(settings.port)}
    try:
        socket.create_server((settings.host, settings.port)).close()
    except PermissionError:
        return Finding("port", "port_forbidden", values)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return Finding("port", None if running or _answers(settings) else "port_taken", values)
        return Finding("port", "no_such_address", values)
    return Finding("port")


def _answers(settings: Settings) -> bool:
    """Whether it is a nimmt that has the port."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::", "") else settings.host
    return faults_outside(f"http://{host}:{settings.port}", knock_only=True) == []
