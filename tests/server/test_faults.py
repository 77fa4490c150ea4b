"""Servers are killed at random: nothing is lost. `python3 dev.py bench faults` is the long version."""

from pathlib import Path

from tests.server.faults import Process, Run, check


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
