"""Worker processes: those that start slowly are waited for, those that die or hang are replaced and logged."""

import logging
import signal
from collections.abc import Iterator
from multiprocessing import Pipe
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import SIGNALS

from nimmt.server import worker_processes
from nimmt.server.worker_processes import SILENT, WorkerProcesses

AGES = 10 * SILENT


class Pretended:
    """A process that answers when it is asked to."""

    def __init__(self, *_: Any) -> None:
        self.parent_conn, self.child_conn = Pipe()
        self.alive, self.pid = True, 7
        self.exitcode: int | None = None
        self.process = SimpleNamespace(is_alive=lambda: self.alive)

    def answer(self, started: bool) -> None:
        assert self.child_conn.recv() == b"ping"
        self.child_conn.send(started)

    def end(self, status: int) -> None:
        self.alive, self.exitcode = False, status

    def kill(self) -> None:
        if self.alive:
            self.end(-signal.SIGKILL)

    def start(self) -> None: ...

    def join(self) -> None: ...


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerProcesses]:
    usual = {number: signal.getsignal(number) for number in SIGNALS}
    monkeypatch.setattr(worker_processes, "Process", Pretended)
    monkeypatch.setattr("uvicorn.supervisors.multiprocess.Process", Pretended)
    made = WorkerProcesses(uvicorn.Config("nothing:here", workers=2), sockets=[])
    for number, handler in usual.items():
        signal.signal(number, handler)
    made.init_processes()
    yield made
    for process in made.processes:
        process.parent_conn.close()
        process.child_conn.close()


def check(workers: WorkerProcesses, times: int = 1) -> None:
    for _ in range(times):
        workers.keep_subprocess_alive()


def replaced(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [vars(record)["fields"] for record in caplog.records if record.message == "worker_replaced"]


def test_a_worker_may_take_any_time_to_start(workers: WorkerProcesses, caplog: pytest.LogCaptureFixture) -> None:
    before = list(workers.processes)
    check(workers, AGES)  # importing: nobody answers
    for process in before:
        process.answer(started=False)  # type: ignore[attr-defined]
    check(workers, AGES)  # compiling: again nobody
    assert workers.processes == before
    assert caplog.records == []


def test_a_worker_that_hangs_after_its_start_is_replaced(
    workers: WorkerProcesses, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    hung, well = workers.processes
    check(workers)
    hung.answer(started=True)  # type: ignore[attr-defined]
    for _ in range(SILENT):
        check(workers)
        well.answer(started=True)  # type: ignore[attr-defined]
    assert workers.processes == [hung, well]
    check(workers)
    assert hung not in workers.processes
    assert workers.processes[1] is well
    assert replaced(caplog) == [{"process": 7, "reason": "hung", "exit": -signal.SIGKILL}]


def test_a_worker_that_dies_is_replaced_also_while_it_starts(
    workers: WorkerProcesses, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    dead, well = workers.processes
    check(workers)
    dead.end(-signal.SIGSEGV)  # type: ignore[attr-defined]
    check(workers)
    assert dead not in workers.processes
    assert workers.processes[1] is well
    assert replaced(caplog) == [{"process": 7, "reason": "died", "exit": -signal.SIGSEGV}]


def test_a_worker_that_cannot_start_ends_all(workers: WorkerProcesses, caplog: pytest.LogCaptureFixture) -> None:
    workers.processes[0].end(STARTUP_FAILURE)  # type: ignore[attr-defined]
    check(workers)
    assert workers.should_exit.is_set()
    assert [record.message for record in caplog.records] == ["worker_failed_to_start"]
