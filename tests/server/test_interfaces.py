"""Schemas, OpenAPI, health, metrics, shutdown, the command line, and logs of older versions."""

import asyncio
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import jsonschema_rs
import msgspec
import pytest
import websockets

from nimmt.server import schemas
from nimmt.server.addresses import addresses
from nimmt.server.checks import check
from nimmt.server.settings import Settings
from tests.server.client import Api, device, opened, people, play_on, serving, settings
from tests.server.faults import Process

ROUND = {"max_rounds": 1}
DATA = Path(__file__).parent / "data"


@pytest.mark.parametrize("name", schemas.files())
def test_generated_schemas_are_current(name: str) -> None:
    """Those of messages, and what the page knows of games and cards."""
    current = (schemas.FOLDER / name).read_text("utf-8")
    renew = "renew src/nimmt/server/schema with: .venv/bin/python -m nimmt.server.schemas"
    assert current == schemas.files()[name], renew


async def test_what_is_said_fits_the_schema(tmp_path: Path) -> None:
    validator = jsonschema_rs.validator_for(json.loads((schemas.FOLDER / "messages.json").read_text("utf-8")))
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, [{}, {"level": "greedy"}], options=ROUND)
        async with device(server, code, tokens[0]) as ada:
            await ada.ask("say", text="hello")
            await ada.ask("react", reaction="bravo")
            await ada.ask("ask", action=ada.legal[0])
            await ada.act({"type": "play_card", "card": 0})
            await play_on(ada)
    kinds = {told["type"] for told in ada.told}
    assert kinds >= {"welcome", "update", "chat_line", "reaction_shown", "previewed", "rejected", "acknowledged"}
    for told in ada.told:
        validator.validate(told)
    assert not validator.is_valid({"type": "act", "id": "1"})


def test_the_types_are_typescript(tmp_path: Path) -> None:
    text = (schemas.FOLDER / "messages.ts").read_text("utf-8")
    names = {line.split()[2] for line in text.splitlines() if line.startswith("export type")}
    assert {"FromClient", "ToClient", "Action", "Event", "View", "Welcome", "TableInfo"} <= names
    assert "unknown" not in text


def test_the_transcript_fits_the_schema() -> None:
    validator = jsonschema_rs.validator_for(json.loads((schemas.FOLDER / "messages.json").read_text("utf-8")))
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
    frames = [json.loads(line[2:]) for line in page.splitlines() if line.startswith(("⇒ ", "⇐ "))]
    assert {frame["type"] for frame in frames} >= {"hello", "welcome", "act", "update", "acknowledged", "table_changed"}
    for frame in frames:
        validator.validate(frame)
    assert any(frame.get("table", {}).get("fairness") for frame in frames)  # it goes on to the end


async def test_openapi_names_every_route(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        document = await Api(server.address).ok("GET", "/api/schema/openapi.json")
    assert set(document["paths"]) >= {"/api/games", "/api/tables", "/api/tables/{code}", "/api/tables/{code}/seats"}
    refusals = document["paths"]["/api/tables/{code}/start"]["post"]["responses"]
    assert {"200", "401", "403", "404", "409", "429"} <= set(refusals)


async def test_health_and_metrics(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:
            await ada.act(ada.legal[0])
            await ada.act({"type": "take_row", "row": 1})
            health = await Api(server.address).ok("GET", "/health")
            assert (health["status"], health["store"]) == ("ok", "ok")
            answer = await Api(server.address)("GET", "/metrics")
            assert answer.headers["content-type"].startswith("text/plain")
            for line in (
                "nimmt_sockets 1.0", "nimmt_tables_opened_total 1.0", 'nimmt_actions_total{by="player"} 1.0',
                'nimmt_refused_total{code="wrong_action"} 1.0', "nimmt_action_seconds_count 1.0",
            ):  # fmt: skip
                assert line in answer.text


async def test_shutdown_says_goodbye_and_loses_nothing(tmp_path: Path) -> None:
    database = f"sqlite:{tmp_path / 'nimmt.db'}"
    process = Process(database, tmp_path)
    process.start()
    await process.ready()
    address = f"http://{process.address}"
    ticket = await Api(address).ok("POST", "/api/tables", {"seats": [{}, {"level": "greedy"}], "host": {"name": "Ada"}})
    code = ticket["table"]["code"]
    await Api(address, ticket["token"]).ok("POST", f"/api/tables/{code}/start")
    async with device(address, code, ticket["token"]) as ada:
        card = ada.legal[0]
        answer = await ada.act(card, id="last")
        process.process.send_signal(signal.SIGTERM)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await ada.until(lambda told: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012  # the service restarts
    assert process.process.wait(20) in (0, -signal.SIGTERM)
    process.start()
    await process.ready()
    async with device(address, code, ticket["token"], after=ada.number) as again:
        assert await again.ask("act", id="last", decision=1, action=card) == answer
    process.process.terminate()
    process.process.wait(20)


BROKEN = {
    1: "from nimmt.server.worker import Worker; Worker.start = None",
    2: "from uvicorn.supervisors.multiprocess import Multiprocess, Process; Process.exitcode = 3\n"
    "Multiprocess.run = lambda supervisor: supervisor.processes.append(Process)",
}
"""What keeps so many workers from starting, although their store could be opened."""


@pytest.mark.parametrize("workers", BROKEN)
def test_a_worker_that_cannot_start_is_a_failure_for_whoever_watches(workers: int, postgres_address: str) -> None:
    program = f"{BROKEN[workers]}\nfrom nimmt.cli import main; main()"
    options = ["--database", postgres_address, "--port", "0", "--workers", str(workers)]
    ended = subprocess.run([sys.executable, "-c", program, "serve", *options], capture_output=True, timeout=60)
    assert ended.returncode == 3


def test_the_command_line_explains_itself_and_refuses_what_cannot_work() -> None:
    command = [sys.executable, "-c", "from nimmt.cli import main; main()", "serve"]
    page = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True).stdout
    for flag in (
        "--database",
        "--host",
        "--port",
        "--workers",
        "--origins",
        "--keep-days",
        "--limits",
        "NIMMT_DATABASE",
    ):
        assert flag in page
    with pytest.raises(ValueError, match="postgres"):
        check(Settings(workers=2))
    refused = subprocess.run([*command, "--workers", "2"], capture_output=True, text=True)
    assert refused.returncode == 2
    assert "postgresql://" in refused.stderr


def test_a_server_shows_where_it_is() -> None:
    assert list(addresses("127.0.0.1", 80)) == ["http://127.0.0.1:80/"]
    assert next(addresses("0.0.0.0", 8766)) == "http://127.0.0.1:8766/"


def test_import_nimmt_does_not_import_the_server() -> None:
    code = "import sys, nimmt; print([name for name in ('litestar', 'uvicorn', 'asyncpg') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


async def test_two_people_can_sit_down_at_once(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket = await Api(server.address).ok("POST", "/api/tables", {"seats": people(4), "host": {"name": "Ada"}})
        path = f"/api/tables/{ticket['table']['code']}/seats"
        joins = [Api(server.address)("POST", path, {"name": f"Guest {number}"}) for number in range(6)]
        answers = await asyncio.gather(*joins)
        assert sorted(answer.status_code for answer in answers) == [201] * 3 + [409] * 3
        assert {answer.json()["seat"] for answer in answers if answer.status_code == 201} == {1, 2, 3}


def test_settings_travel_to_workers_as_json() -> None:
    chosen = Settings(database="postgresql://x", workers=3, origins=("https://a.example",))
    assert msgspec.json.decode(msgspec.json.encode(chosen), type=Settings) == chosen


def test_every_event_of_the_log_is_documented() -> None:
    sources = "".join(path.read_text("utf-8") for path in Path(schemas.__file__).parent.glob("*.py"))
    events = set(re.findall(r'(?:log_event\(logger, logging\.\w+, |logger\.(?:error|exception)\()"(\w+)"', sources))
    described = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
    assert len(events) > 15
    assert events == {event for event in events if f"`{event}`" in described}
