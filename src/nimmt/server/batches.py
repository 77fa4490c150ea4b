"""Many small questions to a database, asked together: whatever comes while one group is under way makes the next."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
Q = TypeVar("Q")

Asked = tuple[K, Q, "asyncio.Future[Any]"]


class Batches(Generic[K, Q]):
    """Questions with a key each; a group has every key once, so that their order is kept."""

    def __init__(self, work: Callable[[Sequence[Q]], Awaitable[Sequence[Any]]], most: int) -> None:
        """Name what answers a group, each question with a value or an exception; and how many a group has at most."""
        self._work, self._most = work, most
        self._waiting: list[Asked[K, Q]] = []
        self._running: asyncio.Task[None] | None = None

    async def ask(self, key: K, question: Q) -> Any:
        """The answer to one question."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((key, question, future))
        if self._running is None:
            self._running = asyncio.ensure_future(self._run())
        return await future

    async def _run(self) -> None:
        try:
            while self._waiting:
                await self._answer(self._group())
        finally:
            self._running = None

    def _group(self) -> list[Asked[K, Q]]:
        group: dict[K, Asked[K, Q]] = {}
        left = []
        for asked in self._waiting:
            if asked[0] in group or len(group) == self._most:
                left.append(asked)
            else:
                group[asked[0]] = asked
        self._waiting = left
        return list(group.values())

    async def _answer(self, group: list[Asked[K, Q]]) -> None:
        try:
            answers = await self._work([question for _, question, _ in group])
        except Exception as error:  # all of them share it
            answers = [error] * len(group)
        for (_, _, future), answer in zip(group, answers, strict=True):
            if future.done():
                continue
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)
