"""Whatever a test does, no program outlives it."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from nimmt.botlink import stop_programs
from nimmt.botlink.program import Program


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Program]]:
    """Every program that was started has ended when the test has."""
    started: list[Program] = []
    start = Program.__init__

    def note(self: Program, command: list[str]) -> None:
        start(self, command)
        started.append(self)

    monkeypatch.setattr(Program, "__init__", note)
    yield started
    stop_programs()
    assert not [program for program in started if program.runs]
    if sys.platform == "linux":
        listed = subprocess.run(["ps", "-e", "-o", "pgid=,stat=,args="], capture_output=True, text=True).stdout
        groups = {str(program._process.pid) for program in started}
        lines = [line.split(maxsplit=2) for line in listed.splitlines()]
        left = [line for line in lines if line[0] in groups and not line[1].startswith("Z")]  # those are dead already
        assert not left
