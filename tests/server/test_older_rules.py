"""Tables that were stored under version 1 of the rules go on and finish by its rulings."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import nimmt
from nimmt import replay
from nimmt.setup import RULES
from tests.server.client import Api, device, play_on, serving, settings
from tests.server.logs import played, stored, token

GAMES: dict[str, tuple[dict[str, Any], str]] = {
    "surprise": ({"specials_per_placement": "unlimited", "rounds": 1}, "exchange"),
    "versus_ox": ({}, "window"),
}
"""Games that version 1 plays differently: options, and a decision that must have come up."""


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("key", GAMES)
async def test_a_stored_table_is_played_to_its_end_by_its_own_version(key: str, version: int, tmp_path: Path) -> None:
    options, decision = GAMES[key]
    chosen = settings(tmp_path)
    [code] = await stored(chosen.database, [played(20, 2, Random(5), key, version, **options)], 1)
    async with serving(chosen) as server:
        async with device(server, code, token(0)) as ada, device(server, code, token(1)) as ben:
            assert version == (ada.view or {})["setup"].get("rules", RULES)
            await asyncio.gather(play_on(ada), play_on(ben))
        record = await Api(server.address, token(0)).ok("GET", f"/api/tables/{code}/record")
    found = nimmt.read_record(nimmt.to_json(record))
    assert (version, key) == (found.rules, found.setup.key)
    assert nimmt.verify(replace(found, fairness=None)).outcome is not None  # these logs are dealt without a proof
    assert decision in {step.state.phase for step in replay(found)}
