"""A record that was fetched from the server, checked with `nimmt verify`, good and tampered with."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from nimmt.cli import app
from tests.server.client import Api, Json, opened, serving, settings

BOTS = [{"level": "random"}] * 3


async def fetched(folder: Path, game: str, **options: Any) -> bytes:
    """The record of a game that bots have played on a server."""
    async with serving(settings(folder)) as server:
        code, _ = await opened(server, BOTS, game=game, options=options)
        while (answer := await Api(server.address)("GET", f"/api/tables/{code}/record")).status_code == 409:
            await asyncio.sleep(0.05)
        assert answer.status_code == 200
        return answer.content


def verified(file: Path) -> tuple[int, str]:
    result = CliRunner(env={"COLUMNS": "200", "LANG": "en_GB.UTF-8"}).invoke(app, ["verify", str(file)])
    return result.exit_code, result.output


def tampered(record: Json) -> dict[str, Json]:
    """The ways to lie about a game, by what the program answers."""
    fairness = record["fairness"]
    outcome = {**record["outcome"], "totals": [0 for _ in record["outcome"]["totals"]]}
    return {
        "wrong_outcome": {**record, "outcome": outcome},
        "illegal_move": {**record, "moves": record["moves"][1:]},
        "unfair": {**record, "fairness": {**fairness, "nonces": ["another", *fairness["nonces"][1:]]}},
    }


async def test_nimmt_verify_checks_a_record_of_the_server(tmp_path: Path) -> None:
    body = await fetched(tmp_path, "base", max_rounds=1)
    file = tmp_path / "game.jsonl"
    file.write_bytes(body)
    assert verified(file)[0] == 0
    record = json.loads(body)
    assert record["fairness"]["secret"]
    for code, forged in tampered(record).items():
        file.write_text(json.dumps(forged))
        status, output = verified(file)
        assert (status, code in output) == (1, True), output
    other = {**record["fairness"], "secret": "00" * 32}
    file.write_text(json.dumps({**record, "fairness": other}))
    assert verified(file)[0] == 1


@pytest.mark.parametrize("game", ["versus_ox", "bullenparty"])
async def test_nimmt_verify_knows_the_other_games(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(await fetched(tmp_path, game))
    assert verified(file)[0] == 0
