"""Several databases as one store: tables are independent, so each is at home in one of them, by its code."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import chain, zip_longest
from typing import TypeVar
from zlib import crc32

from .store import UNLIMITED, Append, Head, Listener, Outage, Presence, Snapshot, Store

T = TypeVar("T")
R = TypeVar("R")


class ShardedStore:
    """Databases in an order that must stay as it is for as long as there are tables in them."""

    shared = True

    def __init__(self, stores: Sequence[Store]) -> None:
        """Name the stores."""
        self.stores = tuple(stores)

    def _home(self, code: str) -> Store:
        return self.stores[crc32(code.encode()) % len(self.stores)]

    async def _all(self, ask: Callable[[Store], Awaitable[R]]) -> list[R]:
        """Ask every store at the same time."""
        return await asyncio.gather(*map(ask, self.stores))

    async def _each(
        self, items: Iterable[T], code_of: Callable[[T], str], ask: Callable[[Store, list[T]], Awaitable[R]]
    ) -> list[R]:
        """Ask every store about what is at home there."""
        homes: dict[Store, list[T]] = {}
        for item in items:
            homes.setdefault(self._home(code_of(item)), []).append(item)
        return await asyncio.gather(*[ask(store, own) for store, own in homes.items()])

    async def open(self, worker: str, listener: Listener) -> None:
        """Open every store, or none."""
        opened = await asyncio.gather(*[store.open(worker, listener) for store in self.stores], return_exceptions=True)
        failed = [error for error in opened if isinstance(error, BaseException)]
        if failed:
            fine = [store for store, error in zip(self.stores, opened, strict=True) if error is None]
            await asyncio.gather(*[store.close() for store in fine])
            raise failed[0]

    async def close(self) -> None:
        """Close them."""
        await self._all(lambda store: store.close())

    # --- One table ------------------------------------------------------------------------------

    async def create(self, first: Append, public: bool, most: int = UNLIMITED, more: Sequence[Append] = ()) -> None:
        """Open a table; each store takes its share of as many as there may be."""
        home = self._home(first.code)
        share, rest = divmod(most, len(self.stores))
        await home.create(first, public, share + (self.stores.index(home) < rest), more)

    async def append(self, more: Append) -> None:
        """Append to a log."""
        await self._home(more.code).append(more)

    async def append_all(self, appends: Sequence[Append]) -> None:
        """Append to logs that are in one store."""
        if appends:
            await self._home(appends[0].code).append_all(appends)

    def together(self, code: str, other: str) -> bool:
        """Whether they are at home in the same store."""
        return self._home(code) is self._home(other)

    async def load(self, code: str, after: int = 0) -> list[bytes]:
        """Read a log."""
        return await self._home(code).load(code, after)

    async def recall(self, code: str) -> tuple[bytes | None, list[bytes], list[Presence]]:
        """Read a snapshot and what follows."""
        return await self._home(code).recall(code)

    async def keep_snapshot(self, code: str, snapshot: Snapshot) -> None:
        """Store it."""
        await self._home(code).keep_snapshot(code, snapshot)

    async def delete(self, code: str) -> None:
        """Remove a table."""
        await self._home(code).delete(code)

    async def presence(self, code: str) -> list[Presence]:
        """Read who is here."""
        return await self._home(code).presence(code)

    # --- Many tables ----------------------------------------------------------------------------

    async def heads(self, codes: Sequence[str]) -> dict[str, Head]:
        """Read where tables are."""
        found = await self._each(codes, str, lambda store, own: store.heads(own))
        return {code: head for part in found for code, head in part.items()}

    async def listed(self, limit: int) -> list[bytes]:
        """Read summaries, the latest of each store in turn."""
        lists = await self._all(lambda store: store.listed(limit))
        return [body for turn in zip_longest(*lists) for body in turn if body is not None][:limit]

    async def prune(self, before: float, lobbies_before: float) -> list[str]:
        """Remove old tables."""
        return list(chain.from_iterable(await self._all(lambda store: store.prune(before, lobbies_before))))

    async def open_tables(self) -> int:
        """Count."""
        return sum(await self._all(lambda store: store.open_tables()))

    async def claim_due(self, now: float, until: float, limit: int) -> list[str]:
        """Take tables whose time has come."""
        return list(chain.from_iterable(await self._all(lambda store: store.claim_due(now, until, limit))))

    async def set_due(self, dues: Sequence[tuple[str, float | None]]) -> None:
        """Note when."""
        await self._each(dues, lambda due: due[0], lambda store, own: store.set_due(own))

    async def set_presence(self, noted: Sequence[tuple[str, Presence]]) -> None:
        """Note who is here."""
        await self._each(noted, lambda each: each[0], lambda store, own: store.set_presence(own))

    # --- Deals of the day ------------------------------------------------------------------------

    async def secret_of_day(self, day: str, fresh: bytes) -> bytes:
        """Read it, or store it, where the day is at home."""
        return await self._home(day).secret_of_day(day, fresh)

    async def add_result(self, day: str, code: str, heads: int) -> None:
        """Note a result."""
        await self._home(code).add_result(day, code, heads)

    async def results(self, day: str) -> dict[int, int]:
        """Count the results of every store."""
        counts: Counter[int] = Counter()
        for part in await self._all(lambda store: store.results(day)):
            counts.update(part)
        return dict(counts)

    async def forget_days(self, before: str) -> None:
        """Remove old days everywhere."""
        await self._all(lambda store: store.forget_days(before))

    # --- Workers ---------------------------------------------------------------------------------

    async def beat(self, worker: str, at: float) -> None:
        """Write the heartbeat everywhere."""
        await self._all(lambda store: store.beat(worker, at))

    async def beats(self) -> dict[str, float]:
        """Read the heartbeats: a worker lives if it says so anywhere."""
        beats: dict[str, float] = {}
        for part in await self._all(lambda store: store.beats()):
            for worker, beat in part.items():
                beats[worker] = max(beat, beats.get(worker, beat))
        return beats

    async def bury(self, worker: str, at: float) -> None:
        """Forget a worker everywhere."""
        await self._all(lambda store: store.bury(worker, at))

    async def add_outage(self, outage: Outage) -> None:
        """Note an outage everywhere."""
        await self._all(lambda store: store.add_outage(outage))

    async def outages(self) -> list[Outage]:
        """Read the outages that any of them has."""
        found = {each for part in await self._all(lambda store: store.outages()) for each in part}
        return sorted(found, key=lambda outage: outage.start)
