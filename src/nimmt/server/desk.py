"""Work of seconds that people wait for: done beside the loop, one piece after another, kept for whoever asks next."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from .refusals import full

MOST_WAITING = 16
"""Pieces that may wait for their turn at the same time; whoever else asks is told to come again."""


class Desk:
    """Does each piece of work once, and keeps what was asked for last."""

    def __init__(self, name: str, most: int = 64) -> None:
        """Keep at most this many pieces; the name is that of the thread."""
        self.most = most
        self.kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._waiting: dict[Hashable, asyncio.Future[Any]] = {}
        self._admitted: Counter[Hashable] = Counter()
        self._working = ThreadPoolExecutor(1, thread_name_prefix=f"nimmt-{name}")

    def find(self, key: Hashable) -> Any:
        """What was worked out lately, or None."""
        found = self.kept.get(key)
        if found:
            self.kept.move_to_end(key)
        return found

    @contextmanager
    def admitted(self, key: Hashable, what: str) -> Iterator[None]:
        """Hold a place for a piece of work while the block runs, or refuse what would have to wait too long."""
        waiting = self._waiting.keys() | self._admitted.keys()
        if key not in self.kept and key not in waiting and len(waiting) >= MOST_WAITING:
            raise full(what)
        self._admitted[key] += 1
        try:
            yield
        finally:
            self._admitted[key] -= 1
            if not self._admitted[key]:
                del self._admitted[key]

    async def work(self, key: Hashable, work: Callable[..., Any], *given: Any) -> Any:
        """Have it done, or wait with whoever asked for the same before."""
        if key not in self._waiting:
            loop = asyncio.get_running_loop()
            self._waiting[key] = loop.run_in_executor(self._working, work, *given)
            self._waiting[key].add_done_callback(lambda _: self._waiting.pop(key))
        found = self.kept[key] = await asyncio.shield(self._waiting[key])
        if len(self.kept) > self.most:
            self.kept.popitem(last=False)
        return found

    def stop(self) -> None:
        """Begin nothing more."""
        self._working.shutdown(wait=False, cancel_futures=True)
