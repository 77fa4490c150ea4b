"""schemathesis asks the API whatever its own description allows, and much that it does not."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as effort
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.client import Api, opened, people, play_on, serving, settings
from tests.server.client import device as connected

EXAMPLES = 12


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread of its own, with a finished game and a lobby."""
    folder: Path = tmp_path_factory.mktemp("openapi")
    ready: list[str] = []
    started, finish = threading.Event(), threading.Event()

    async def main() -> None:
        async with serving(settings(folder)) as server:
            code, tokens = await opened(server, [{}, {"level": "random"}], options={"max_rounds": 1})
            async with connected(server, code, tokens[0]) as ada:
                await play_on(ada)
            lobby = await Api(server.address).ok("POST", "/api/tables", {"seats": people(3), "host": {"name": "Ada"}})
            ready.extend([server.address, code, lobby["table"]["code"], lobby["token"]])
            started.set()
            await asyncio.to_thread(finish.wait)

    thread = threading.Thread(target=asyncio.run, args=(main(),))
    thread.start()
    assert started.wait(60)
    yield " ".join(ready)
    finish.set()
    thread.join(30)


def test_the_api_keeps_to_its_description(address: str) -> None:
    base, over, lobby, token = address.split()
    schema = schemathesis.openapi.from_url(f"{base}/api/schema/openapi.json")
    checks = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
    tried = 0
    for result in schema.get_all_operations():
        operation = result.ok()  # type: ignore[union-attr]

        @effort(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def ask(case: schemathesis.Case[Any]) -> None:
            for code in {over, lobby} if "code" in (case.path_parameters or {}) else {""}:
                if code:
                    case.path_parameters["code"] = code
                if case.operation.path != "/api/tables/{code}" or case.method != "DELETE":
                    case.headers["authorization"] = f"Bearer {token}"
                case.call_and_validate(checks=checks)

        given(case=operation.as_strategy())(ask)()
        tried += 1
    assert tried >= 18


def test_head_answers_as_get_does_without_the_body(address: str) -> None:
    base, over, _, token = address.split()
    with httpx.Client(base_url=base, headers={"authorization": f"Bearer {token}"}, verify=False) as client:
        paths = client.get("/api/schema/openapi.json").json()["paths"]
        asked = [path.replace("{code}", over).replace("{game}", "base") for path in paths if "get" in paths[path]]
        for path in [*asked, "/metrics", "/api/nothing", "/", "/api/tables/nothing"]:
            whole, head = client.get(path), client.head(path)
            assert (head.status_code, head.content) == (whole.status_code, b""), path
            kept = ("content-type", "content-length", "cache-control", "etag")
            assert [head.headers.get(name) for name in kept] == [whole.headers.get(name) for name in kept], path
        assert len(asked) > 10
        assert client.head("/api/verify").status_code == 405
