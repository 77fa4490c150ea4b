"""Work beside the requests: tasks that go on by themselves, and long folds off the event loop."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ..errors import NimmtError

logger = logging.getLogger("nimmt.server")

DRAIN = 10.0
SHORT = 64  # entries that are folded in two or three milliseconds

T = TypeVar("T")


class Background:
    """Holds on to tasks until they are done."""

    def __init__(self) -> None:
        """Start without any tasks."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._folding = ThreadPoolExecutor(1, thread_name_prefix="nimmt-fold")

    def start(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Run in the background; asyncio itself would not keep a reference to the task."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, NimmtError):
            logger.error("task_failed", exc_info=error)

    async def drain(self) -> None:
        """Wait for all tasks, and for those that they start."""
        ends = time.monotonic() + DRAIN
        while self._tasks and time.monotonic() < ends:
            await asyncio.wait(self._tasks, timeout=DRAIN)
        self._folding.shutdown(wait=False, cancel_futures=True)

    async def fold_aside(self, entries: int, work: Callable[..., T], *given: Any) -> T:
        """Fold so many entries: on the loop where that is short, and otherwise off it, one log at a time."""
        if entries <= SHORT:
            return work(*given)
        return await asyncio.get_running_loop().run_in_executor(self._folding, work, *given)
