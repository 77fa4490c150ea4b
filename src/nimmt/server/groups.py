"""The tables of a duplicate as one: what is checked on all of them is stored at all of them, or nowhere.

The first table's log puts their changes in an order: each change appends there too, so that a worker which did not know
of another one when it checked cannot store its own.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from . import clocks
from . import entries as log
from .fold import Fold
from .refusals import NO_TABLE, Refused, twin_closed
from .secrecy import likeness
from .table import Table
from .tables import RETRIES, Tables, Wanted, Wish

Check = Callable[[Sequence[Fold]], None]
"""Refuses what all the tables together do not allow."""


class Groups:
    """Changes tables that belong together."""

    def __init__(self, tables: Tables) -> None:
        """Work on these tables."""
        self.tables = tables

    async def of(self, table: Table) -> list[Table]:
        """All tables with these deals that there are, the first one first."""
        first = await self._existing(_anchors(table.fold))
        found = [*first[:1], *await self._existing(_others(first[0].fold))] if first else []
        return found if table in found else [*found, table]

    @asynccontextmanager
    async def held(self, table: Table) -> AsyncIterator[list[Table]]:
        """All of them up to date and locked, the first one first: a change to one needs its lock."""
        anchors = await self._existing(_anchors(table.fold))
        if not anchors:
            raise twin_closed()
        first = anchors[0]
        async with first.lock:
            await self.tables.catch_up_locked(first)
            tables = [first, *await self._existing(_others(first.fold))]
            if table not in tables:
                raise twin_closed()
            async with AsyncExitStack() as locks:
                for each in tables[1:]:
                    await locks.enter_async_context(each.lock)
                    await self.tables.catch_up_locked(each)
                yield tables

    async def commit(self, table: Table, wish: Wish, check: Check) -> None:
        """Append to one table what all of them allow."""

        def wanted(tables: Sequence[Table], at: float) -> list[Wanted]:
            entries = wish(table.fold, at)
            if not entries:
                return []
            check([each.fold for each in tables])
            if table is tables[0]:
                return [(table, entries)]
            return [(table, entries), (tables[0], [log.TwinChanged(at=at, code=table.fold.code)])]

        await self.commit_all(table, wanted)

    async def commit_all(self, table: Table, wish: Callable[[Sequence[Table], float], list[Wanted]]) -> None:
        """Append to several of them, or to none."""
        for _ in range(RETRIES):
            async with self.held(table) as tables:
                wanted = wish(tables, moment(tables))
                if not wanted or await self.tables.commit_all(wanted):
                    return
        raise Refused(503, "busy", "Too much is happening at these tables; try again.")

    async def _existing(self, codes: Sequence[str]) -> list[Table]:
        """These tables without those that were deleted. A worker without room for one refuses, and leaves none out."""
        found = []
        for code in codes:
            try:
                found.append(await self.tables.get(code))
            except Refused as error:
                if error.code != NO_TABLE:
                    raise
        return found


def moment(tables: Sequence[Table]) -> float:
    """Now, and not before anything that has happened at these tables."""
    return max(clocks.now(), *(table.fold.touched for table in tables))


def check_alone(folds: Sequence[Fold], own: str, name: str, token: str, device: str, seat: int | None = None) -> None:
    """One person has one seat at all these tables, as far as names, tokens and devices tell; here it is this seat."""
    for fold in folds:
        elsewhere = fold.code != own
        if elsewhere and fold.tokens.get(token) is not None:
            raise plays_elsewhere()
        for number, other in enumerate(fold.seats):
            if elsewhere and other.person and likeness(other.name) == likeness(name):
                raise plays_elsewhere()
            if device and device in other.devices and (elsewhere or number != seat):
                raise Refused(
                    409, "device_plays", "This device already has a seat at one of these tables, and may have only one."
                )


def plays_elsewhere() -> Refused:
    """A person sits at one of these tables."""
    return Refused(409, "plays_elsewhere", "Somebody with this name plays these deals at another table.")


def _anchors(fold: Fold) -> Sequence[str]:
    """The tables whose log may order changes; the first of them that there is does."""
    return fold.group or [fold.first or fold.code]


def _others(fold: Fold) -> list[str]:
    """The tables beside the first one."""
    return [code for code in fold.group or fold.twins if code != fold.code]
