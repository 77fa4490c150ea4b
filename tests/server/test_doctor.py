"""What `nimmt doctor` finds: every fault is made once, and every one has its sentence in three languages."""

import asyncio
import os
import re
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from litestar.types import ASGIApp, Receive, Scope, Send
from typer.testing import CliRunner

from nimmt.cli import app
from nimmt.server import doctor, outside
from nimmt.server.doctor import drifted, examine
from nimmt.server.outside import faults_outside
from nimmt.server.settings import Settings
from nimmt.words import LANGUAGES, words
from tests.server.client import serving, settings

SOURCES = [Path(doctor.__file__), Path(doctor.__file__).with_name("outside.py")]


def healthy(folder: Path, **changes: Any) -> Settings:
    return Settings(**{"database": f"sqlite:{folder / 'nimmt.db'}", "host": "127.0.0.1", "port": 0, **changes})


def page(folder: Path) -> Path:
    (folder / "index.html").write_text("<!doctype html>")
    return folder


def faults(chosen: Settings, static: Path, url: str | None = None) -> list[str]:
    return [f"{each.check}.{each.fault}" for each in examine(chosen, url, static) if each.fault]


def test_a_healthy_set_up_has_no_fault(tmp_path: Path) -> None:
    found = list(examine(healthy(tmp_path), static=page(tmp_path)))
    assert [(each.check, each.fault) for each in found] == [
        (name, None) for name in ("settings", "page", "clock", "store", "disk", "port")
    ]
    assert not (tmp_path / "nimmt.db").exists()  # a doctor leaves nothing behind


def not_a_database(folder: Path) -> Settings:
    (folder / "nimmt.db").write_bytes(b"nothing of the kind" * 100)
    return healthy(folder)


def of_the_future(folder: Path) -> Settings:
    (folder / "nimmt.db").touch()
    os.utime(folder / "nimmt.db", (time.time() + 60,) * 2)
    return healthy(folder)


FAULTS: dict[str, Callable[[Path], Settings]] = {
    "settings.bad_database": lambda folder: healthy(folder, database="mysql://nowhere"),
    "settings.workers_need_postgres": lambda folder: healthy(folder, workers=2),
    "settings.bad_neighbours": lambda folder: healthy(folder, neighbours="/tmp"),
    "settings.bad_host": lambda folder: healthy(folder, hosts=("https://example.org",)),
    "settings.bad_origin": lambda folder: healthy(folder, origins=("example.org",)),
    "store.no_store": not_a_database,
    "clock.clock_behind": of_the_future,
    "port.no_such_address": lambda folder: healthy(folder, host="192.0.2.1"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found_and_no_other(fault: str, tmp_path: Path) -> None:
    assert faults(FAULTS[fault](tmp_path), page(tmp_path)) == [fault]


STORES = ["sqlite:{folder}/gone/nimmt.db", "sqlite:{folder}", "postgresql://127.0.0.1:9/nimmt"]


@pytest.mark.parametrize("database", STORES)
def test_a_store_that_cannot_be_opened(database: str, tmp_path: Path) -> None:
    assert faults(healthy(tmp_path, database=database.format(folder=tmp_path)), page(tmp_path)) == ["store.no_store"]


def test_a_page_that_was_not_built(tmp_path: Path) -> None:
    assert faults(healthy(tmp_path), tmp_path) == ["page.no_page"]


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=10**6)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage)
    assert faults(healthy(tmp_path), page(tmp_path)) == ["disk.disk_full"]


def test_a_port_that_somebody_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with answering(lambda asked: (200, b"{}")) as url:
        assert faults(healthy(tmp_path, port=int(url.rpartition(":")[2])), page(tmp_path)) == ["port.port_taken"]

    def refuse(*_: object) -> socket.socket:
        raise PermissionError

    monkeypatch.setattr(socket, "create_server", refuse)
    assert faults(healthy(tmp_path, port=80), page(tmp_path)) == ["port.port_forbidden"]


@pytest.mark.parametrize(("there", "fault"), [(101.9, None), (102.1, "clock_differs"), (0.0, "clock_differs")])
def test_clocks_that_differ(there: float, fault: str | None) -> None:
    assert drifted(100.0, there).fault == fault


async def test_a_server_that_runs_is_no_fault(tmp_path: Path) -> None:
    """Its own file and its own port are taken, by itself."""
    async with serving(settings(tmp_path)) as server:
        assert await asyncio.to_thread(faults, healthy(tmp_path, port=server.port), page(tmp_path)) == []


def test_a_database_that_takes_no_writes(tmp_path: Path, postgres_address: str) -> None:
    import asyncpg  # type: ignore[import-untyped]

    chosen = healthy(tmp_path, database=postgres_address)
    assert faults(chosen, page(tmp_path)) == []

    async def lock() -> None:
        connection = await asyncpg.connect(postgres_address)
        name = postgres_address.rpartition("/")[2]
        await connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await connection.close()

    asyncio.run(lock())
    assert faults(chosen, page(tmp_path)) == ["store.read_only"]


# --- From outside ---------------------------------------------------------------------------------


@contextmanager
def answering(answer: Callable[[str], tuple[int, bytes]]) -> Iterator[str]:
    """Something on a port that answers HTTP, and no sockets."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = answer(self.path)
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def keys(url: str) -> list[str]:
    return [key for key, _ in faults_outside(url)]


HEALTHY = b'{"status":"ok"}'
ANSWERS: dict[str, Callable[[str], tuple[int, bytes]]] = {
    "wrong_host": lambda path: (421, b'{"code":"wrong_host"}'),
    "not_ours": lambda path: (200, b"<h1>It works!</h1>"),
    "no_sockets": lambda path: (200, HEALTHY) if path == "/health" else (404, b"{}"),
}


@pytest.mark.parametrize("fault", ANSWERS)
def test_what_visitors_find(fault: str) -> None:
    with answering(ANSWERS[fault]) as url:
        assert keys(url) == [fault]


def test_nothing_there() -> None:
    assert keys("http://127.0.0.1:9") == ["unreachable"]
    assert keys("not an address") == ["unreachable"]


def proxied(app: ASGIApp, host: str | None) -> ASGIApp:
    """As a proxy passes requests on: with the visitor's address, and with its own Host header or the visitor's."""

    async def passed(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":  # type: ignore[comparison-overlap]
            headers = [(name, host.encode() if host and name == b"host" else value) for name, value in scope["headers"]]
            scope = {**scope, "headers": [*headers, (b"x-forwarded-for", b"203.0.113.7")]}  # type: ignore[assignment]
        await app(scope, receive, send)

    return passed


@pytest.mark.parametrize(
    ("changes", "host", "found"),
    [
        ({"proxied": True}, None, []),
        ({"proxied": True}, "backend", ["host_not_passed"]),
        ({"proxies": 2}, None, ["asked_from_here"]),
        ({}, None, ["asked_from_here"]),
        ({"metrics": "none"}, None, ["asked_from_here"]),
    ],
)
async def test_a_server_behind_a_proxy(
    changes: dict[str, Any], host: str | None, found: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from nimmt.server.gate import with_headers

    monkeypatch.setattr("tests.server.client.with_headers", lambda made: proxied(with_headers(made), host))
    async with serving(settings(tmp_path, **changes)) as server:
        assert await asyncio.to_thread(keys, server.address) == found


def test_only_an_address_of_this_machine_is_asked_from_here(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outside._is_here("localhost")
    assert not outside._is_here("nowhere.invalid")
    monkeypatch.setattr(outside, "_socket_faults", lambda base: iter(()))
    monkeypatch.setattr(outside, "_get", lambda url, headers: (200, {"status": "ok", "visitor": "here"}))
    assert keys("http://192.0.2.1") == ["strangers_are_local"]


async def test_who_asks_on_the_server_itself_gets_a_remark_and_no_fault(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        asked = ["doctor", "--host", "127.0.0.1", "--port", str(server.port), "--url", server.address, "--database"]
        answer = await asyncio.to_thread(CliRunner().invoke, app, [*asked, settings(tmp_path).database])
    told = [line for line in answer.stdout.splitlines() if not line.startswith(("✓", "✗ page"))]
    assert [line[0] for line in told[:-1]] == ["?"]
    assert server.address in told[0]
    assert ("✗" in answer.stdout) == bool(answer.exit_code)  # the page may not be built


# --- Told -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_its_sentence(language: str) -> None:
    known = {key.removeprefix("doctor.fault.") for key in words(language).entries if key.startswith("doctor.fault.")}
    tests = Path(__file__).read_text("utf-8").partition("# --- Told")[0]
    assert [fault for fault in known if f'{fault}"' not in tests] == []  # each was made above
    for source in SOURCES:
        made = re.findall(r'(?:Finding\("\w+", |yield |\[\()"([a-z_]+)"', source.read_text("utf-8"))
        assert made
        assert set(made) <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_says_what_to_mend_and_leaves_with_its_status(language: str, tmp_path: Path) -> None:
    asked = ["doctor", "--host", "127.0.0.1", "--port", "0", "--lang", language, "--database"]
    well = CliRunner().invoke(app, [*asked, f"sqlite:{tmp_path / 'nimmt.db'}"])
    ill = CliRunner().invoke(app, [*asked, f"sqlite:{tmp_path / 'gone' / 'nimmt.db'}"])
    assert ill.exit_code == 1
    assert "✗" in ill.stdout
    assert str(tmp_path / "gone") in ill.stdout
    assert ("✗" in well.stdout) == bool(well.exit_code)
