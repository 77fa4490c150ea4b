"""The rolling restart that docs/operate.md describes, behind the proxies of `deploy/`, while people play."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from tests.server.client import PATIENCE
from tests.server.faults import START, Process, Run, check
from tests.server.postgres import free_port
from tests.server.proxies import PROXIES, NoProxy, program

SILENCE = 10.0  # seconds without any answer that are too long, also on a busy machine


class Behind(Process):
    """A process as the unit starts it, behind a proxy."""

    options = ("--proxied",)


class Rolling(Run):
    """Players who come through a proxy, somebody who asks all the time, and an operator who restarts both processes."""

    def __init__(self, address: str, processes: list[Process]) -> None:
        front: Any = SimpleNamespace(address=address)
        super().__init__([front], tables=3, seed=1, kills=2, pause=0, thinking=1.0)
        self.processes = processes
        self.statuses: list[int] = []
        self.longest = 0.0

    async def play(self) -> None:
        """Open the tables, and play all of them to their end."""
        await self._open_tables()
        asking = asyncio.ensure_future(self._ask())
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._kill())
                for seat in self.seats:
                    group.create_task(self._play(seat, Random(f"{self.rng.random()}")))
        finally:
            asking.cancel()

    async def _kill(self) -> None:
        """One after the other: stop it, start it, and go on once it is well."""
        await asyncio.sleep(1)  # so that they are in the middle of it
        for process in self.processes:
            process.process.terminate()
            await asyncio.to_thread(process.process.wait, START)
            await asyncio.sleep(0.5)  # as supervisors do
            process.start()
            await process.ready()
            self.deaths += 1
        await asyncio.sleep(1)
        self.thinking = 0.0

    async def _ask(self) -> None:
        address, code = self.servers[0].address, self.seats[0].code
        async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
            while True:
                began = time.monotonic()
                for path in ("/health", f"/api/tables/{code}"):
                    self.statuses.append((await client.get(path)).status_code)
                self.longest = max(self.longest, time.monotonic() - began)
                await asyncio.sleep(0.02)


@pytest.mark.thorough
@pytest.mark.parametrize("proxy", PROXIES)
async def test_processes_are_restarted_one_after_the_other_while_people_play(
    proxy: str, tmp_path: Path, postgres_address: str
) -> None:
    """Nobody is told that there is no server, and nothing that was acknowledged is lost."""
    processes: list[Process] = [Behind(postgres_address, tmp_path) for _ in range(2)]
    for process in processes:
        process.start()
    await asyncio.gather(*[process.ready() for process in processes])
    with PROXIES[proxy](tmp_path, tuple(process.port for process in processes)) as address:
        run = Rolling(address, processes)
        await run.play()
    for process in processes:
        process.process.terminate()
        process.process.wait(START)
    assert run.deaths == 2
    assert set(run.statuses) == {200}, (tmp_path / "proxy.log").read_text()[-2000:]
    assert run.longest < SILENCE
    assert (await check(postgres_address, run.seats))["acknowledged"] > 0


class Well(BaseHTTPRequestHandler):
    """A process that is well."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


@contextmanager
def up(port: int) -> Iterator[None]:
    """Something that answers on a port until the block ends."""
    server = ThreadingHTTPServer(("127.0.0.1", port), Well)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.parametrize("proxy", PROXIES)
def test_a_process_that_is_back_is_asked_although_it_was_away_just_now(proxy: str, tmp_path: Path) -> None:
    """As when the second process is restarted as soon as the first one is well."""
    first, second = free_port(), free_port()
    with PROXIES[proxy](tmp_path, (first, second)) as address, httpx.Client(timeout=PATIENCE) as visitor:
        for _ in range(2):
            with up(second):
                assert [visitor.get(f"http://{address}/health").status_code for _ in range(5)] == [200] * 5
            with up(first):
                assert [visitor.get(f"http://{address}/health").status_code for _ in range(5)] == [200] * 5


async def test_a_proxy_that_cannot_be_had_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tests.server.proxies.KEPT", tmp_path)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoProxy, match="install it, on Debian or Ubuntu with “apt-get install nothing-of-the-kind”"):
        program("nothing-of-the-kind")
