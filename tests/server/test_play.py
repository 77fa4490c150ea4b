"""Whole games over real sockets."""

import asyncio
from pathlib import Path

import pytest

import nimmt
from nimmt.game import State
from tests.server.client import Api, device, opened, people, play_on, serving, settings


@pytest.mark.parametrize("key", nimmt.keys())
def test_every_game_is_played_to_its_end(key: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(settings(tmp_path)) as server:
            count = max(2, nimmt.spec(key).players[0])
            names = {option.name for option in nimmt.spec(key).options}
            options = {"max_rounds": 1} if "max_rounds" in names else {}
            code, tokens = await opened(server, people(count), game=key, options=options)
            async with device(server, code, tokens[0]) as first, device(server, code, tokens[1]) as second:
                await asyncio.wait_for(asyncio.gather(play_on(first), play_on(second)), 60)
                await first.when(lambda: first.table["state"] == "over")
                assert first.table["fairness"] is not None
            shown = await Api(server.address).ok("GET", f"/api/tables/{code}/verification")
            assert shown["fair"] is True

    asyncio.run(main())


async def test_whether_an_action_is_legal_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[nimmt.Action] = []
    refusal = State.refusal

    def counting(state: State, seat: int, action: nimmt.Action, decision: int | None = None) -> nimmt.Refusal | None:
        asked.append(action)
        return refusal(state, seat, action, decision)

    monkeypatch.setattr(State, "refusal", counting)
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as first, device(server, code, tokens[1]) as second:
            for player in (first, second):
                assert (await player.act(player.legal[0]))["type"] == "acknowledged"
            assert (await second.act(first.legal[0], decision=first.decision))["type"] == "rejected"
    assert len(asked) == 3
