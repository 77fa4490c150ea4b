"""Databases by their addresses: which store keeps them, and whether that one can be opened."""

import os
from urllib.parse import urlsplit

from .ownership import Owned
from .sqlite_store import SqliteStore
from .store import Store

POSTGRES = ("postgresql", "postgres")
KINDS = ("sqlite", *POSTGRES)


class NotOpened(Exception):
    """The database is away, or is none of ours; says why."""

    def __init__(self, database: str, reason: Exception) -> None:
        """Name the database and the reason, without a password."""
        self.database, self.reason = without_password(database), _sentence(reason)
        super().__init__(f"{self.database}: {self.reason}")


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno and error.errno > 0:
        return os.strerror(error.errno)
    return str(error) or type(error).__name__


def is_known(database: str) -> bool:
    """Whether there is a store for it; what has no :// is the name of a file."""
    return "://" not in database or urlsplit(database).scheme in KINDS


def is_shared(database: str) -> bool:
    """Whether several processes may use this database at the same time."""
    return urlsplit(database).scheme in POSTGRES


def sqlite_path(database: str) -> str:
    """The file that an address such as sqlite:nimmt.db names."""
    return database.removeprefix("sqlite:")


def without_password(database: str) -> str:
    """An address that may be shown."""
    if not is_shared(database):
        return sqlite_path(database)
    parts = urlsplit(database)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def store_for(database: str, patience: float = 5.0) -> Store:
    """The store that keeps this database."""
    if is_shared(database):
        from .postgres_store import PostgresStore

        return PostgresStore(database, patience)
    return SqliteStore(sqlite_path(database), patience)


async def try_out(database: str, patience: float) -> None:
    """Open a database once, so that whoever starts a server on it learns at once what is wrong; raises NotOpened."""
    try:
        store = store_for(database, patience)
        await store.open("", lambda code, what: None)
    except Owned:
        raise
    except Exception as error:  # of the system, of a driver, or of a newer version: whoever starts it must mend it
        raise NotOpened(database, error) from error
    await store.close()
