"""One process owns a SQLite file, for each keeps the tables in its own memory; whoever comes second learns who has it.

The system's lock on a file beside it ends with its process, however that ends. Programs that only read may do so.
"""

import errno
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

from msgspec import Struct, ValidationError, convert

TAKEN = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)  # how systems say that somebody else has the lock
FAR = 1 << 30  # where Windows locks: what it locks, nobody else can read
STARTING = 3.0  # seconds within which an owner says where it is


class Owner(Struct, frozen=True):
    """Who has the file: a process, and the addresses that it shows to people."""

    process: int
    addresses: tuple[str, ...]


class Owned(Exception):
    """Another process has this file; the owner is None if it has not said yet where it is."""

    def __init__(self, path: Path, owner: Owner | None) -> None:
        """Keep the file and its owner."""
        super().__init__(f"{path} belongs to another process: {owner}")
        self.path, self.owner = path, owner


class Ownership:
    """The lock on one file; a process may take it several times."""

    _held: ClassVar[dict[Path, "Ownership"]] = {}

    def __init__(self, path: Path) -> None:
        """Take the lock, or raise Owned."""
        self.path, self.claims = path, 0
        self._lock = Path(f"{path}.lock")
        self._file = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError as error:
            os.close(self._file)
            if error.errno not in TAKEN:
                raise
            raise Owned(path, self._other()) from None
        os.truncate(self._file, 0)

    @classmethod
    @contextmanager
    def of(cls, path: str) -> Iterator["Ownership"]:
        """Own a file for as long as the block runs."""
        owned = cls.claim(path)
        try:
            yield owned
        finally:
            owned.release()

    @classmethod
    def claim(cls, path: str) -> "Ownership":
        """Own a file until it is released."""
        real = Path(path).resolve()
        owned = cls._held.get(real) or cls._held.setdefault(real, cls(real))
        owned.claims += 1
        return owned

    def release(self) -> None:
        """Let go, unless this process has claimed it more than once."""
        self.claims -= 1
        if not self.claims:
            del self._held[self.path]
            os.truncate(self._file, 0)
            os.close(self._file)

    def announce(self, addresses: Sequence[str]) -> None:
        """Tell those who come second where the first is."""
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, json.dumps({"process": os.getpid(), "addresses": list(addresses)}).encode() + b"\n")

    def _other(self) -> Owner | None:
        ends = time.monotonic() + STARTING
        while time.monotonic() < ends:
            try:
                return convert(json.loads(self._lock.read_text("utf-8")), Owner)
            except (ValueError, ValidationError):  # not yet, or not whole yet
                time.sleep(0.05)
        return None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
