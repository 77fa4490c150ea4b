"""Who does the work: processes of this machine, or a cluster."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from .errors import BadSetup
from .extras import NotInstalled


@contextmanager
def workers(jobs: int | None, cluster: str | None) -> Iterator[tuple[Executor, int]]:
    """An executor, and how many can work at once."""
    if cluster is not None:
        with _cluster(cluster) as found:
            yield found
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    count = jobs or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else jobs or os.cpu_count() or 1
    pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=_ignore_interrupts)
    try:
        yield pool, count
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster; not pure, so that equal calls are not merged into one."""
    try:
        import distributed
    except ImportError:
        raise NotInstalled("A cluster", "cluster") from None
    try:
        client: Any = distributed.Client(address, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise BadSetup("no_cluster", f"No cluster answers at {address}: {error}") from None
    with client:
        yield client.get_executor(pure=False), max(1, sum(client.nthreads().values()))


def _ignore_interrupts() -> None:
    """Ctrl-C is handled by the parent, which ends its workers in its own time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
