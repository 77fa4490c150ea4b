"""The compiled form of the kernels' file, kept in the user's cache.

Loading it runs native code, so it is read only from a folder and a file that nobody else can write to. In doubt the
kernels are compiled again, which takes a fifth of a second.
"""

import hashlib
import os
import platform
import stat
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

KEPT = 4
"""How many files are kept: those of other versions and settings are used by turns on some machines."""
CHECK = hashlib.sha256().digest_size


def cache_home() -> Path:
    """Where this user's caches of ours are."""
    home = Path(os.environ.get("LOCALAPPDATA") or Path.home()) if sys.platform == "win32" else Path.home() / ".cache"
    return Path(os.environ.get("NIMMT_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or home) / "nimmt")


def key_of(content: bytes, settings: Iterable[str]) -> str:
    """The name of a compiled form: it depends on the file, the compiler's version and settings, and the machine."""
    parts = (*settings, sys.platform, platform.machine(), platform.python_implementation())
    return hashlib.sha256(content + "\0".join(parts).encode()).hexdigest()[:32]


def read(key: str) -> bytes | None:
    """What was kept under this key; None where there is nothing, or nothing that can be trusted."""
    try:
        folder = _folder()
        path = folder / f"{key}.cwasm"
        with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as file:
            if not _is_private(os.fstat(file.fileno())):
                return None
            check, code = file.read(CHECK), file.read()
    except (OSError, RuntimeError):  # no home, no such file, no rights
        return None
    return code if hashlib.sha256(code).digest() == check else None


def write(key: str, code: bytes) -> None:
    """Keep this for the next time; where that is not possible nothing happens."""
    try:
        folder = _folder()
        handle, name = tempfile.mkstemp(dir=folder)  # only its owner may read and write it
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(code).digest() + code)
            os.replace(name, folder / f"{key}.cwasm")
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
        _forget_oldest(folder)
    except (OSError, RuntimeError):
        return


def _folder() -> Path:
    """Our folder, made if it is missing; refused if others can write to it."""
    folder = cache_home() / "compiled"
    with suppress(FileExistsError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or not _is_private(found):
        raise PermissionError(f"{folder} can be written to by others")
    return folder


def _is_private(found: os.stat_result) -> bool:
    """Whether this is ours alone. On Windows the user's own folders are."""
    return sys.platform == "win32" or (found.st_uid == os.getuid() and not found.st_mode & 0o077)


def _forget_oldest(folder: Path) -> None:
    newest = sorted(folder.glob("*.cwasm"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in newest[KEPT:]:
        path.unlink(missing_ok=True)
