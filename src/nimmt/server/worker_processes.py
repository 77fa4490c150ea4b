"""Runs several worker processes behind one port and replaces those that died or hang."""

import logging
import pickle
from typing import Any

from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from .logs import log_event, logger

SILENT = 60  # checks, half a second apart, after which a worker that had started and does not answer counts as hung


class Pulse:
    """Whether one process answers. Checks are counted, not seconds: a machine that sleeps has not lost its workers."""

    def __init__(self) -> None:
        """Nothing was heard yet: a process that starts may take as long as it needs."""
        self._started = self._asked = False
        self._missed = 0

    def answers(self, connection: Any) -> bool:
        """Take in what the process answered since the last check, and ask again."""
        try:
            while connection.poll():
                self._started |= connection.recv()
                self._asked, self._missed = False, -1
            if not self._asked:
                connection.send(b"ping")
                self._asked = True
        except (OSError, EOFError, pickle.UnpicklingError):
            return False
        self._missed += 1
        return not self._started or self._missed < SILENT


class WorkerProcesses(Multiprocess):
    """uvicorn's processes; but uvicorn kills those that take more than five seconds to start, and does not say so."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        """None has answered yet."""
        super().__init__(*arguments, **more)
        self._pulses: dict[Process, Pulse] = {}

    def keep_subprocess_alive(self) -> None:
        """Replace processes that died or hang, and log it."""
        if self.should_exit.is_set():
            return
        self._pulses = {process: self._pulses.get(process) or Pulse() for process in self.processes}
        for at, process in enumerate(self.processes):
            alive = process.process.is_alive()
            if alive and self._pulses[process].answers(process.parent_conn):
                continue
            process.kill()
            process.join()
            if process.exitcode == STARTUP_FAILURE:  # the next one would fail as well; the log of the process says why
                log_event(logger, logging.ERROR, "worker_failed_to_start", process=process.pid)
                self.should_exit.set()
                return
            reason = "hung" if alive else "died"
            log_event(
                logger, logging.WARNING, "worker_replaced", process=process.pid, reason=reason, exit=process.exitcode
            )
            self.processes[at] = Process(self.config, self.sockets)
            self.processes[at].start()
