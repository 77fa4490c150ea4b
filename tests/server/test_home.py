"""`nimmt` alone: tables on this machine, at once."""

import asyncio
import contextlib
import os
import pty
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import httpx
import pytest

from nimmt.cli import serve
from nimmt.server import ownership, pages, run
from nimmt.server.ownership import Owned, Owner, Ownership
from nimmt.server.settings import Settings
from nimmt.server.sqlite_store import SqliteStore
from nimmt.words import words
from tests.processes import end, in_the_background, none_left, start
from tests.server.postgres import free_port

PROGRAM = [sys.executable, "-c", "from nimmt.cli import main; main()"]


def environment(folder: Path, port: int) -> dict[str, str]:
    own = {"XDG_DATA_HOME": str(folder), "NIMMT_PORT": str(port), "LANG": "en_GB.UTF-8", "DISPLAY": ""}
    return {**os.environ, **own, "PYTHONUNBUFFERED": "1"}


@contextlib.contextmanager
def running(command: Sequence[str], folder: Path, port: int) -> Iterator["subprocess.Popen[str]"]:
    own = environment(folder, port)
    with (folder / "errors").open("w") as errors, none_left(), in_the_background():
        yield start(command, env=own, stdout=subprocess.PIPE, stderr=errors, text=True)


def health(port: int) -> str:
    """What the server says, once it says anything."""
    ends = time.monotonic() + 30
    while True:
        try:
            return str(httpx.get(f"http://127.0.0.1:{port}/health").json()["status"])
        except httpx.HTTPError:
            assert time.monotonic() < ends
            time.sleep(0.05)


def test_nimmt_alone_opens_tables_on_the_next_free_port_and_ends_quietly(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", free_port()))
        other.listen()
        taken = other.getsockname()[1]
        with running(PROGRAM, tmp_path, taken) as process:
            assert process.stdout is not None
            first, address = process.stdout.readline(), process.stdout.readline().strip()
            assert first.strip() == words("en").say("serve.running")
            found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/", address)
            assert found
            assert taken < int(found[1]) < taken + serve.PORTS
            assert health(int(found[1])) == "ok"
            assert (tmp_path / "nimmt" / "nimmt.db").exists()
            process.send_signal(signal.SIGINT)
            rest, _ = process.communicate(timeout=20)
            assert process.returncode in (0, 130)
            assert "█" not in rest  # no drawing where nobody looks
    assert (tmp_path / "errors").read_text() == ""


def test_a_terminal_shows_a_code_for_phones(tmp_path: Path) -> None:
    controller, terminal = pty.openpty()
    port = free_port()
    process = start(PROGRAM, env=environment(tmp_path, port), stdout=terminal, stderr=terminal)
    try:
        assert health(port) == "ok"
        shown = os.read(controller, 100_000).decode()
    finally:
        end(process)
        os.close(terminal)
        os.close(controller)
    assert "http://127.0.0.1" in shown
    assert "█" in shown
    assert "▀" in shown


def test_a_taken_port_is_said_clearly(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = other.getsockname()[1]
        command = [*PROGRAM, "serve", "--port", str(port), "--database", f"sqlite:{tmp_path / 'nimmt.db'}"]
        refused = subprocess.run(command, capture_output=True, text=True, env=environment(tmp_path, 0), timeout=60)
    assert refused.returncode == 1
    assert refused.stderr.strip() == words("en").say("problems.port_taken", port=port)


def test_one_process_has_the_tables_and_the_second_start_shows_the_first(tmp_path: Path) -> None:
    """Also after the first was killed, and while somebody copies the file."""
    port, database = free_port(), tmp_path / "nimmt" / "nimmt.db"
    own = environment(tmp_path, port)
    with running(PROGRAM, tmp_path, port) as process:
        assert health(port) == "ok"
        again = subprocess.run(PROGRAM, capture_output=True, text=True, env=own, timeout=60)
        assert (again.returncode, again.stderr) == (0, "")
        first, address, *_ = again.stdout.splitlines()
        assert (first, address.strip()) == (words("en").say("serve.already_running"), f"http://127.0.0.1:{port}/")
        command = [*PROGRAM, "serve", "--port", "0", "--database", f"sqlite:{database}"]
        refused = subprocess.run(command, capture_output=True, text=True, env=own, timeout=60)
        said = {"file": database.resolve(), "process": process.pid, "address": f"http://127.0.0.1:{port}/"}
        assert (refused.returncode, refused.stderr.strip()) == (1, words("en").say("problems.owned", **said))
        with (
            contextlib.closing(sqlite3.connect(database)) as live,
            contextlib.closing(sqlite3.connect(":memory:")) as copy,
        ):
            live.backup(copy)
            assert copy.execute("SELECT count(*) FROM workers").fetchone() == (1,)
        assert health(port) == "ok"
        process.kill()
        process.wait()
    with running(PROGRAM, tmp_path, port):
        assert health(port) == "ok"


def test_a_second_start_opens_the_page_of_the_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[str] = []

    def owned(*_: object) -> None:
        raise Owned(tmp_path / "nimmt.db", Owner(1, ("http://127.0.0.1:1/", "http://10.0.0.1:1/")))

    monkeypatch.setattr(run, "run", owned)
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(serve, "can_open", lambda: True)
    serve._run(words("en"), Settings(), browser=True, at_home=True)
    assert opened == ["http://127.0.0.1:1/"]


OWNER = """
import sys, time
from nimmt.server.ownership import Ownership
owned = Ownership.claim(sys.argv[1])
if len(sys.argv) > 2:
    owned.announce(sys.argv[2:])
print("owned", flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("addresses", [["http://127.0.0.1:8766/"], []], ids=["announced", "starting"])
def test_a_store_belongs_to_one_process_until_that_ends(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, addresses: list[str]
) -> None:
    path = tmp_path / "nimmt.db"
    monkeypatch.setattr(ownership, "STARTING", 0.1)
    with subprocess.Popen([sys.executable, "-c", OWNER, path, *addresses], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"owned\n"
        with pytest.raises(Owned) as refused:
            asyncio.run(SqliteStore(str(path)).open("worker", lambda code, what: None))
        assert refused.value.owner == (Owner(other.pid, tuple(addresses)) if addresses else None)
        other.kill()
        other.wait()
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with Ownership.of(str(path)) as one, Ownership.of(str(link)) as two:
        assert one is two


@pytest.mark.parametrize(
    ("built", "terminal", "display", "wished", "opens"),
    [
        (True, True, ":0", True, True), (False, True, ":0", True, False), (True, False, ":0", True, False),
        (True, True, "", True, False), (True, True, ":0", False, False),
    ],
)  # fmt: skip
def test_the_browser_opens_where_there_is_a_page_and_somebody_to_see_it(
    monkeypatch: pytest.MonkeyPatch, built: bool, terminal: bool, display: str, wished: bool, opens: bool
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(run, "run", lambda chosen, show, tries: show(["http://127.0.0.1:1/", "http://10.0.0.1:1/"]))
    monkeypatch.setattr(pages, "built", lambda: built)
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(threading, "Thread", AtOnce)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    serve._run(words("en"), Settings(), browser=wished)
    assert opened == (["http://127.0.0.1:1/"] if opens else [])


class AtOnce:
    """A thread that has done its work when it starts."""

    def __init__(self, target: Callable[[str], object], args: tuple[str], daemon: bool) -> None:
        self.target, self.args = target, args

    def start(self) -> None:
        self.target(*self.args)


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="needs /proc")
def test_a_server_takes_as_many_files_as_the_system_gives(tmp_path: Path) -> None:
    few = "import resource as r; h = r.getrlimit(r.RLIMIT_NOFILE)[1]; r.setrlimit(r.RLIMIT_NOFILE, (200, h))"
    port = free_port()
    with running([sys.executable, "-c", f"{few}; from nimmt.cli import main; main()"], tmp_path, port) as process:
        assert health(port) == "ok"
        limits = Path(f"/proc/{process.pid}/limits").read_text()
    soft, hard = re.search(r"Max open files +(\d+) +(\d+)", limits).groups()  # type: ignore[union-attr]
    assert soft == hard
    assert int(hard) > 200
