"""Processes that tests start, each in a group of its own, so that none of them outlives its test."""

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

RUNNING: list["subprocess.Popen[Any]"] = []
SHARED: list["subprocess.Popen[Any]"] = []
"""Those of a fixture that several tests share: they end with it."""


def start(command: Sequence[object], **options: Any) -> "subprocess.Popen[Any]":
    """Start a process; it ends with the test, or with the fixture that started it, at the latest."""
    process = subprocess.Popen([str(part) for part in command], start_new_session=True, **options)
    RUNNING.append(process)
    return process


def end(process: "subprocess.Popen[Any]") -> None:
    """Kill a process and all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream:
            stream.close()
    if process in RUNNING:
        RUNNING.remove(process)


@contextmanager
def none_left() -> Iterator[None]:
    """End whatever was started in here and still runs, also if something failed."""
    before = list(RUNNING)
    try:
        yield
    finally:
        for process in [process for process in RUNNING if process not in (*before, *SHARED)]:
            end(process)


@contextmanager
def in_the_background() -> Iterator[None]:
    """As in the background of a shell: what is started in here ignores Ctrl-C, unless it says otherwise."""
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
