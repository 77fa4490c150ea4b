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

from nimmt.bots import bot
from tests.server.client import Api, opened, people, play_on, serving, settings
from tests.server.client import device as connected

EXAMPLES = 12
PATIENCE = 240.0  # seconds, on a busy machine


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread of its own, with a finished game and a lobby."""
    folder: Path = tmp_path_factory.mktemp("openapi")
    ready: list[str] = []
    started, finish = threading.Event(), threading.Event()

    async def main() -> None:
        async with serving(settings(folder), find=lambda name: bot("random")) as server:  # which needs no kernels
            code, tokens = await opened(server, [{}, {"level": "random"}], options={"max_rounds": 1})
            async with connected(server, code, tokens[0]) as ada:
                await play_on(ada)
            lobby = await Api(server.address).ok("POST", "/api/tables", {"seats": people(3), "host": {"name": "Ada"}})
            ready.extend([server.address, code, lobby["table"]["code"], lobby["token"]])
            started.set()
            await asyncio.to_thread(finish.wait)

    thread = threading.Thread(target=asyncio.run, args=(main(),))
    thread.start()
    assert started.wait(PATIENCE)
    yield " ".join(ready)
    finish.set()
    thread.join(30)


@pytest.mark.thorough
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
    with httpx.Client(base_url=base, headers={"authorization": f"Bearer {token}"}, verify=False, timeout=60) as client:
        paths = client.get("/api/schema/openapi.json").json()["paths"]
        asked = [path.replace("{code}", over).replace("{game}", "base") for path in paths if "get" in paths[path]]
        for path in [*asked, "/metrics", "/api/nothing", "/", "/api/tables/nothing"]:
            whole, head = client.get(path), client.head(path)
            assert (head.status_code, head.content) == (whole.status_code, b""), path
            kept = ("content-type", "content-length", "cache-control", "etag")
            assert [head.headers.get(name) for name in kept] == [whole.headers.get(name) for name in kept], path
        assert len(asked) > 10
        assert client.head("/api/verify").status_code == 405


def test_every_refusal_is_described_as_it_is(address: str) -> None:
    described = httpx.get(f"{address.split()[0]}/api/schema/openapi.json", verify=False, timeout=60).json()
    refusal = {"$ref": "#/components/schemas/Refusal"}
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            refused = {code: answer for code, answer in operation["responses"].items() if int(code) >= 300}
            assert refused.keys() >= {"400", "421", "429", "500", "503"} | ({"403"} if method != "get" else set()), path
            assert ("413" in refused) == ("requestBody" in operation), path
            for code, answer in refused.items():
                bodies = [kind["schema"] for kind in answer["content"].values()]
                if (path, code) == ("/health", "503"):  # a worker that stops still says who it is
                    bodies = [each for body in bodies for each in body["oneOf"] if not each["$ref"].endswith("/Health")]
                assert bodies == [refusal], (path, code)


ADA = {"host": {"name": "Ada"}}
BODIES = {"bots": {}, "mute": {}, "ready": {"game": 1}, "coach": {"decision": 1}, "twins": ADA}  # by the path's end


def test_the_description_says_what_a_token_is_needed_for(address: str) -> None:
    """Asked without one, what needs it is refused with 401, and nothing else is."""
    base, over, _, _ = address.split()
    described = httpx.get(f"{base}/api/schema/openapi.json", verify=False, timeout=60).json()
    assert [described["components"]["securitySchemes"]["seat"][key] for key in ("type", "scheme")] == ["http", "bearer"]
    needed = set()
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            security = operation.get("security", [{}])
            asked = path.replace("{code}", over).replace("{seat}", "0").replace("{game}", "base")
            body = BODIES.get(path.rpartition("/")[2])
            answer = httpx.request(method.upper(), f"{base}{asked}", json=body, verify=False, timeout=60)
            assert (answer.status_code == 401) == ({} not in security), (method, path, answer.text)
            needed |= {path.rpartition("}")[2]} if {} not in security else set()
    assert needed == {"", "/mute", "/bots", "/start", "/ready", "/rematch", "/standing", "/coach", "/comparison"}
