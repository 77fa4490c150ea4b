"""Processes of one machine that hand connections to each other, so that all people of a table are at one of them.

Each has a socket in a folder that they share. A table's home follows from its code and from who is there: whoever
accepts a connection to a table of another one sends it there, open as it is, with the request that has come in. Where
that cannot be done the connection stays, for any worker serves any table.
"""

import asyncio
import fcntl
import hashlib
import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from . import clocks
from .background import Background
from .frames import Line

MOST = 64  # neighbours
REQUEST_BYTES = 65_536
QUEUE_SECONDS = 1.0  # in which a neighbour must have room: systems let ten connections wait, and a rush brings more

Room = Callable[[], bool]
"""Whether this worker has room for more people."""


class Neighbours:
    """This worker among the others in the folder."""

    def __init__(self, folder: Path, tasks: Background, room: Room, patience: float) -> None:
        """Nobody knows of it yet; whoever is silent for longer than `patience` seconds is passed over."""
        self.folder, self.tasks, self.room, self.patience = folder, tasks, room, patience
        self._slot: int | None = None
        self._lock = -1
        self._inbox: socket.socket
        self._line: Callable[[], Line]  # for what is handed over

    def join(self, line: Line) -> None:
        """Take the first free place, and say that connections are welcome."""
        if self._slot is not None:
            return
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for slot in range(MOST):
            lock = os.open(self.folder / f"{slot}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # ends with the process, however that ends
            except OSError:
                os.close(lock)
                continue
            self._slot, self._lock, self._line = slot, lock, line.maker()
            self._path(slot).unlink(missing_ok=True)
            self._inbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
            self._inbox.bind(str(self._path(slot)))
            asyncio.get_running_loop().add_reader(self._inbox, self._receive)
            return

    def leave(self) -> None:
        """Take no more connections."""
        if self._slot is None:
            return
        self._path(self._slot).unlink(missing_ok=True)
        asyncio.get_running_loop().remove_reader(self._inbox)
        self._inbox.close()
        os.close(self._lock)
        self._slot = None

    def beat(self) -> None:
        """Say that this worker lives and has room."""
        if self._slot is not None and self.room():
            with suppress(OSError):
                os.utime(self._path(self._slot), (clocks.now(),) * 2)

    async def hand_over(self, code: str, line: Line) -> bool:
        """Send a connection to the table's home; whether it is gone."""
        if line.handed_over or self._slot is None:
            return False
        slots = sorted(self._others() | {self._slot}, key=lambda slot: _weight(code, slot), reverse=True)
        ends = time.monotonic() + QUEUE_SECONDS
        for slot in slots[: slots.index(self._slot)]:
            if await self._send(slot, line, ends):
                return True
        return False

    def _others(self) -> set[int]:
        """Who else is there and not silent."""
        since = clocks.now() - self.patience
        found = set()
        with suppress(OSError), os.scandir(self.folder) as files:
            for file in files:
                name, _, kind = file.name.partition(".")
                with suppress(OSError):
                    if kind == "sock" and name.isdecimal() and file.stat().st_mtime >= since:
                        found.add(int(name))
        return found

    async def _send(self, slot: int, line: Line, ends: float) -> bool:
        """Hand over the connection itself; it fails where nobody listens any more, or too many wait for too long."""
        pause = 0.01
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as out:
            out.connect(str(self._path(slot)))
            while line.untouched:
                try:
                    socket.send_fds(out, [line.raw_request()], [line.transport.get_extra_info("socket").fileno()])
                except BlockingIOError:
                    if time.monotonic() >= ends:
                        return False
                    await asyncio.sleep(pause)
                    pause *= 2
                else:
                    line.let_go()
                    return True
        return False

    def _receive(self) -> None:
        with suppress(OSError):
            request, files, _, _ = socket.recv_fds(self._inbox, REQUEST_BYTES, 1)
            for file in files:
                self.tasks.start(self._take(socket.socket(fileno=file), request))

    async def _take(self, connection: socket.socket, request: bytes) -> None:
        """Go on where the other worker has stopped: with the request."""
        connection.setblocking(False)
        line = self._line()
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: line, connection)
        except OSError:  # gone already
            connection.close()
            return
        line.data_received(request)

    def _path(self, slot: int) -> Path:
        return self.folder / f"{slot}.sock"


def _weight(code: str, slot: int) -> bytes:
    return hashlib.sha256(f"nimmt:home:{code}:{slot}".encode("utf-8", "replace")).digest()
