"""Stores that are away, and back again: each fault is one that machines have."""

import asyncio
import resource
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg  # type: ignore[import-untyped]
import pytest

from nimmt.server.sqlite_store import Answer, Job, SqliteStore

Outage = Callable[[], AbstractAsyncContextManager[None]]


class Proxy:
    """Stands between a worker and its database, and can keep what either of them says to itself."""

    def __init__(self, database: str) -> None:
        self.database = urlsplit(database)
        self.questions, self.answers = asyncio.Event(), asyncio.Event()
        self.writers: set[asyncio.StreamWriter] = set()
        self.repair()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        """The address that the worker must use."""
        server = await asyncio.start_server(self._joined, "127.0.0.1")
        port = server.sockets[0].getsockname()[1]
        try:
            yield self.database._replace(netloc=f"nimmt@127.0.0.1:{port}").geturl()
        finally:
            server.close()
            self.cut()

    def repair(self) -> None:
        """Pass everything on."""
        self.questions.set()
        self.answers.set()

    def cut(self) -> None:
        """End all connections."""
        for writer in self.writers:
            writer.transport.abort()

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self.database.hostname, self.database.port)
        self.writers |= {writer, back}
        await asyncio.gather(_pass(reader, back, self.questions), _pass(there, writer, self.answers))
        self.writers -= {writer, back}


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, may: asyncio.Event) -> None:
    with suppress(OSError):
        while some := await reader.read(65_536):
            await may.wait()
            writer.write(some)
            await writer.drain()
    writer.close()


def hanging(proxy: Proxy) -> Outage:
    """The database hears nothing for a while, and then all of it."""

    @asynccontextmanager
    async def outage() -> AsyncIterator[None]:
        proxy.questions.clear()
        yield
        proxy.repair()

    return outage


def answers_lost(proxy: Proxy) -> Outage:
    """The database does all it is told, but its answers never come."""

    @asynccontextmanager
    async def outage() -> AsyncIterator[None]:
        proxy.answers.clear()
        yield
        proxy.cut()
        proxy.repair()

    return outage


def disk_full(path: Path) -> Outage:
    """No file may grow beyond what the log of SQLite has now: the system's own way to say that there is no room."""

    @asynccontextmanager
    async def outage() -> AsyncIterator[None]:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (Path(f"{path}-wal").stat().st_size, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return outage


def locked(path: Path) -> Outage:
    """Another program writes for a long time."""

    @asynccontextmanager
    async def outage() -> AsyncIterator[None]:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
            other.close()

    return outage


def blocked(address: str) -> Outage:
    """Somebody else has the database's tables for a long time, until every connection waits."""

    @asynccontextmanager
    async def outage() -> AsyncIterator[None]:
        other = await asyncpg.connect(address)
        try:
            async with other.transaction():
                await other.execute("LOCK TABLE nimmt_tables, nimmt_workers IN ACCESS EXCLUSIVE MODE")
                yield
        finally:
            await other.close()

    return outage


def slow_disk(patch: pytest.MonkeyPatch) -> Outage:
    """The disk does not write for a while, and then writes all it was told, long after anybody waits for it."""

    @asynccontextmanager
    async def outage() -> AsyncIterator[None]:
        may, commit = threading.Event(), SqliteStore._commit

        def late(store: SqliteStore, connection: sqlite3.Connection, jobs: list[Job]) -> list[Answer]:
            may.wait()
            return commit(store, connection, jobs)

        patch.setattr(SqliteStore, "_commit", late)
        try:
            yield
        finally:
            may.set()

    return outage
