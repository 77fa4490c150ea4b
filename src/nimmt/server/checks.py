"""Settings that no server can run with, found before anything starts."""

import os
import re
import stat
from pathlib import Path
from urllib.parse import urlsplit

from .databases import is_known, is_shared
from .hosts import EVERY
from .settings import Settings

HOST = re.compile(r"(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*", re.IGNORECASE)
DEFAULT_PORTS = {"http": 80, "https": 443}


class Unfit(ValueError):
    """What is wrong, by its key among the problems of the command line, and the value that is."""

    def __init__(self, problem: str, value: object) -> None:
        """Keep the problem and its value."""
        super().__init__(f"{problem}: {value}")
        self.problem, self.value = problem, value


def check(settings: Settings) -> None:
    """Raise Unfit if these settings cannot work, or would silently have no effect."""
    if not is_known(settings.database):
        raise Unfit("bad_database", f"{urlsplit(settings.database).scheme}://")
    if settings.workers > 1 and not is_shared(settings.database):
        raise Unfit("workers_need_postgres", settings.workers)
    if settings.neighbours and not _is_private(Path(settings.neighbours)):
        raise Unfit("bad_neighbours", settings.neighbours)
    for host in settings.hosts:
        if host != EVERY and not HOST.fullmatch(host):
            raise Unfit("bad_host", host)
    for origin in settings.origins:
        if not _is_origin(origin):
            raise Unfit("bad_origin", origin)


def _is_private(folder: Path) -> bool:
    """Whether nobody but this account can put anything there, or the folder is still to be made."""
    try:
        found = folder.stat()
    except FileNotFoundError:
        return True
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022


def _is_origin(text: str) -> bool:
    """Whether a browser would call a page's server that: no path, no capitals, and a port only where it is unusual."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    usual = port is None or port == DEFAULT_PORTS.get(parts.scheme)
    written = f"{parts.scheme}://{parts.hostname}{'' if usual else f':{port}'}"
    return parts.scheme in DEFAULT_PORTS and bool(parts.hostname) and text == written
