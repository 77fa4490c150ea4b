"""What a worker was not told about its tables, it finds out by comparing them with the store."""

from .store import Head
from .table import Table
from .tables import Tables

BATCH = 500  # tables in one question


async def look(tables: Tables) -> None:
    """Catch up with the log, the devices and the end of every table in memory."""
    codes = list(tables.alive)
    for start in range(0, len(codes), BATCH):
        batch = codes[start : start + BATCH]
        heads = await tables.store.heads(batch)
        for code in batch:
            if table := tables.alive.get(code):
                _compare(tables, table, heads.get(code))


def _compare(tables: Tables, table: Table, head: Head | None) -> None:
    if head is None or head.created > table.fold.touched:  # deleted, and perhaps another one has its code
        return tables.forget(table.fold.code)
    if head.seq > table.fold.seq:
        tables.start(tables.catch_up(table))
    if (head.here, head.at) != table.presence.mark:
        tables.start(tables.reload_presence(table))
