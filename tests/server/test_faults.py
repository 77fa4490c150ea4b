"""Servers are killed at random: nothing is lost. `python3 dev.py bench faults` is the long version."""

import asyncio
import signal
from pathlib import Path

import pytest

from tests.server.faults import Process, Run, check

STILL = 4.5  # seconds after which a process counts as dead


async def test_kills_lose_nothing(tmp_path: Path) -> None:
    database = f"sqlite:{tmp_path / 'nimmt.db'}"
    run = Run([Process(database, tmp_path)], tables=10, seed=1, kills=2, pause=0.8, thinking=0.2)
    try:
        await run.go()
    finally:
        run.stop()
    found = await check(database, run.seats)
    assert run.deaths == 2
    assert found["tables"] == 10
    assert found["acknowledged"] > 100


async def test_a_killed_worker_is_replaced_by_another(tmp_path: Path, postgres_address: str) -> None:
    """Two workers share the tables; clients go to either of them, and one is killed."""
    workers = [Process(postgres_address, tmp_path), Process(postgres_address, tmp_path)]
    run = Run(workers, tables=6, seed=2, kills=1, pause=0.8, thinking=0.2)
    try:
        await run.go()
    finally:
        run.stop()
    found = await check(postgres_address, run.seats)
    assert (run.deaths, found["tables"]) == (1, 6)


class Frozen(Run):
    """Processes that stand still for a while, one after the other, instead of dying."""

    async def _kill(self) -> None:
        while self.deaths < self.kills and self.unfinished:
            await asyncio.sleep(self.pause)
            server = self.servers[self.deaths % len(self.servers)]
            server.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(STILL)
            server.process.send_signal(signal.SIGCONT)
            self.deaths += 1


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be stopped here")
@pytest.mark.parametrize("processes", [1, 2])
async def test_processes_that_stand_still_lose_nothing(processes: int, tmp_path: Path, postgres_address: str) -> None:
    """They count as dead meanwhile; then they go on with what they had, and find out what the others did."""
    servers = [Process(postgres_address, tmp_path) for _ in range(processes)]
    run = Frozen(servers, tables=4, seed=3, kills=2, pause=0.5, thinking=0.3)
    try:
        await run.go()
    finally:
        run.stop()
    found = await check(postgres_address, run.seats)
    assert (run.deaths, found["tables"]) == (2, 4)
    told = "".join(path.read_text() for path in tmp_path.glob("server-*.log"))
    assert '"level": "error"' not in told
    assert ('"event": "outage"' in told) == (processes == 1)
