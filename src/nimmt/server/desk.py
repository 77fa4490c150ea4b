"""Work of seconds that people wait for: done beside the loop, one piece after another, and kept for the next to ask.

Addresses take turns, each may wait for a few pieces, and what nobody waits for any more is not begun: so nobody who
asks for much keeps the others waiting.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

from .refusals import Refused, full

MOST_WAITING = 16
"""Pieces that are done or wait for their turn at the same time; any more are refused."""
MOST_EACH = 3
"""As many of them may one address have asked for."""


class Piece:
    """A piece of work that somebody waits for."""

    def __init__(self, caller: str, work: Callable[[], Any]) -> None:
        """Not begun."""
        self.caller, self.work = caller, work
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.awaited = 0


class Desk:
    """Does each piece of work once, and keeps what was asked for last."""

    def __init__(self, name: str, most: int = 64) -> None:
        """Keep at most this many pieces; the name is that of the thread."""
        self.most = most
        self.kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._pieces: dict[Hashable, Piece] = {}
        self._lines: OrderedDict[str, deque[Hashable]] = OrderedDict()  # by address, the next one first
        self._busy = False
        self._admitted: Counter[tuple[str, Hashable]] = Counter()
        self._working = ThreadPoolExecutor(1, thread_name_prefix=f"nimmt-{name}")

    def find(self, key: Hashable) -> Any:
        """What was worked out lately, or None."""
        found = self.kept.get(key)
        if found:
            self.kept.move_to_end(key)
        return found

    @contextmanager
    def admitted(self, key: Hashable, caller: str, what: str) -> Iterator[None]:
        """Hold a place for a piece of work while the block runs, or refuse what would have to wait too long."""
        waiting = self._pieces.keys() | {other for _, other in self._admitted}
        if key not in self.kept and key not in waiting:
            if len(waiting) >= MOST_WAITING:
                raise full(what)
            if sum(address == caller for address, _ in self._admitted) >= MOST_EACH:
                raise Refused(503, "busy", f"Your address waits for {MOST_EACH} {what} already; try again later.")
        self._admitted[caller, key] += 1
        try:
            yield
        finally:
            self._admitted[caller, key] -= 1
            if not self._admitted[caller, key]:
                del self._admitted[caller, key]

    async def work(self, key: Hashable, caller: str, work: Callable[..., Any], *given: Any) -> Any:
        """Have it done in this caller's turn, or wait together with those who asked for the same before."""
        piece = self._pieces.get(key)
        if piece is None:
            piece = self._pieces[key] = Piece(caller, partial(work, *given))
            self._lines.setdefault(caller, deque()).append(key)
            self._begin()
        piece.awaited += 1
        try:
            return await asyncio.shield(piece.done)
        finally:
            piece.awaited -= 1
            if not piece.awaited and key in self._lines.get(piece.caller, ()):
                self._take_out(key, piece)
                del self._pieces[key]

    def _begin(self) -> None:
        """Begin the next piece, if there is one and nothing else is being done."""
        if self._busy or not self._lines:
            return
        self._busy = True
        key = next(iter(self._lines.values()))[0]
        piece = self._pieces[key]
        self._take_out(key, piece)
        doing = asyncio.get_running_loop().run_in_executor(self._working, piece.work)
        doing.add_done_callback(partial(self._end, key))

    def _take_out(self, key: Hashable, piece: Piece) -> None:
        line = self._lines[piece.caller]
        line.remove(key)
        if not line:
            del self._lines[piece.caller]

    def _end(self, key: Hashable, doing: "asyncio.Future[Any]") -> None:
        piece = self._pieces.pop(key)
        if doing.cancelled() or piece.done.done():  # the server stops
            piece.done.cancel()
        elif error := doing.exception():
            piece.done.set_exception(error)
            piece.done.exception()  # perhaps nobody waits for it any more
        else:
            piece.done.set_result(doing.result())
            self.kept[key] = doing.result()
            if len(self.kept) > self.most:
                self.kept.popitem(last=False)
        self._busy = False
        if piece.caller in self._lines:
            self._lines.move_to_end(piece.caller)
        self._begin()

    def stop(self) -> None:
        """Begin nothing more."""
        self._lines.clear()
        for piece in self._pieces.values():
            piece.done.cancel()
        self._working.shutdown(wait=False, cancel_futures=True)
