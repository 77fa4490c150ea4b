"""Kernels that fail at a server's tables: the default is played, the log says so in one line, and the table goes on."""

import logging
import sys
from pathlib import Path
from typing import Any

import pytest

from nimmt.kernels import host, wasm
from nimmt.server import coach
from tests.kernels.faulty import faulty
from tests.server.client import Api, device, opened, play_on, serving, settings
from tests.server.test_positions import ROW
from tests.server.test_replays import finished

ROUND = {"max_rounds": 1}
BOT = {"level": "random"}


def events(caplog: Any, name: str) -> list[dict[str, Any]]:
    """The fields of the lines of this kind in the log."""
    return [record.fields for record in caplog.records if record.message == name]


@pytest.mark.parametrize("way", ["traps", "loops"])
async def test_a_table_goes_on_with_the_default(way: str, tmp_path: Path, caplog: Any) -> None:
    with faulty(way, tmp_path / "cache"):
        async with serving(settings(tmp_path)) as server:
            code, tokens = await opened(server, [{}, {"level": "heuristic"}], options=ROUND)
            async with device(server, code, tokens[0]) as ada:
                await play_on(ada)
            assert 9 == server.worker.thinkers.failures, "its last card is no choice, all others are"
        lines = events(caplog, "bot_failed")
        assert [{"bot": "heuristic", "problem": "KernelFailed", "game": "base"}] * 9 == lines
        assert [] == wasm._idle


async def test_the_next_decision_gets_a_new_instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One kernel fails; every later answer of this table is the bot's own again."""
    made = list[wasm.Instance]()
    begin = wasm.Instance.__init__

    def noted(self: wasm.Instance) -> None:
        made.append(self)
        begin(self)

    monkeypatch.setattr(wasm.Instance, "__init__", noted)
    wasm._idle.clear()
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, [{}, {"level": "heuristic"}], options=ROUND)
        async with device(server, code, tokens[0]) as ada:
            monkeypatch.setattr(wasm, "TICKS", 0)
            await ada.act(ada.legal[0])
            await ada.beyond(1)
            monkeypatch.undo()
            before = server.worker.thinkers.failures
            await play_on(ada)
        assert before >= 1
        assert server.worker.thinkers.failures <= before + 1, "the second decision may have been asked before"
    assert made
    assert all(each not in made for each in wasm._idle), "those that failed are gone"


async def test_the_coach_refuses_clearly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    monkeypatch.setattr(coach, "ERROR", 1.0)
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, [{}, BOT, BOT], options=ROUND, coach=True)
        ada, path = Api(server.address, tokens[0]), f"/api/tables/{code}/coach"
        async with device(server, code, tokens[0]) as player:
            with faulty("traps", tmp_path / "cache"):
                assert await ada.no(503, "POST", path, {"decision": player.decision}) == "kernel_failed"
            (line,) = events(caplog, "kernel_failed")
            assert "unreachable" in line["reason"]
            assert (await ada.ok("POST", path, {"decision": player.decision}))["options"], "asked again, it answers"
            await play_on(player)


async def test_reviews_and_shared_moments_refuse_clearly(tmp_path: Path, caplog: Any) -> None:
    async with serving(settings(tmp_path)) as server:
        path, host = await finished(server, max_rounds=1)
        anybody, code = Api(server.address), await server.worker.signatures.sign(ROW)
        with faulty("traps", tmp_path / "cache"):
            assert await host.no(503, "GET", f"{path}/review") == "kernel_failed"
            assert await anybody.no(503, "GET", f"/api/positions/{code}/verdict") == "kernel_failed"
        assert 2 == len(events(caplog, "kernel_failed"))
        assert not [record for record in caplog.records if record.levelno > logging.WARNING]


async def test_a_server_without_wasmtime_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    host._has_wasmtime.cache_clear()
    host._portable.cache_clear()
    monkeypatch.setitem(sys.modules, "nimmt.kernels.wasm", None)
    try:
        async with serving(settings(tmp_path)) as server:
            assert [{}] == events(caplog, "no_wasmtime")
            code, tokens = await opened(server, [{}, {"level": "medium"}], options=ROUND)
            async with device(server, code, tokens[0]) as ada:
                await play_on(ada)
            assert 0 == server.worker.thinkers.failures
            wish = {"seats": [{}, {"level": "master"}], "host": {"name": "Ada"}}
            assert await Api(server.address).no(422, "POST", "/api/tables", wish) == "no_wasmtime"
    finally:
        host._has_wasmtime.cache_clear()
        host._portable.cache_clear()
