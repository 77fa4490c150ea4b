"""Databases by their addresses: which store keeps them, and whether that one can be opened."""

import os
from urllib.parse import urlsplit

from ..extras import NotInstalled, need
from .ownership import Owned
from .sharded_store import ShardedStore
from .sqlite_store import SqliteStore
from .store import Store

POSTGRES = ("postgresql", "postgres")


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
    return "://" not in database or is_shared(database) or urlsplit(database).scheme == "sqlite"


def is_shared(database: str) -> bool:
    """Whether several processes may use this database, or each of several, at the same time."""
    return all(urlsplit(each).scheme in POSTGRES for each in database.split()) and bool(database.split())


def sqlite_path(database: str) -> str:
    """The file that an address such as sqlite:nimmt.db names."""
    return database.removeprefix("sqlite:")


def without_password(database: str) -> str:
    """An address that may be shown."""
    if not is_shared(database):
        return sqlite_path(database)
    several = [urlsplit(each) for each in database.split()]
    return " ".join([f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}" for parts in several])


def store_for(database: str, patience: float = 5.0) -> Store:
    """The store that keeps this database, or these: several PostgreSQL addresses with spaces between them."""
    if not is_shared(database):
        return SqliteStore(sqlite_path(database), patience)
    need("postgres", "PostgreSQL", "asyncpg")
    from .postgres_store import PostgresStore

    stores = [PostgresStore(address, patience) for address in database.split()]
    return stores[0] if len(stores) == 1 else ShardedStore(stores)


async def try_out(database: str, patience: float) -> None:
    """Open a database once, so that whoever starts a server on it learns at once what is wrong; raises NotOpened."""
    try:
        store = store_for(database, patience)
        await store.open("", lambda code, what: None)
    except (Owned, NotInstalled):
        raise
    except Exception as error:  # of the system, of a driver, or of a newer version: whoever starts it must mend it
        raise NotOpened(database, error) from error
    await store.close()
