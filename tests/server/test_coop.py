"""Versus the Ox at the table: nobody talks while cards are chosen (CO-18)."""

from pathlib import Path

import pytest

from nimmt.server import entries as log
from tests.server.client import Device, device, opened, people, serving, settings


async def answered(players: list[Device]) -> None:
    """Whoever owes an answer gives one, and all hear of it."""
    before = players[0].decision
    for player in players:
        await player.beyond(before - 1)
    for player in players:
        if player.decision == before and player.seat in player.to_act and player.legal:
            await player.act(player.legal[0])
    for player in players:
        await player.ask("ping")


@pytest.mark.rule("CO-18")
async def test_co18_chat_is_closed_while_cards_are_chosen_and_open_after_the_reveal(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(3), game="versus_ox")
        async with (
            device(server, code, tokens[0]) as ada,
            device(server, code, tokens[1]) as bea,
            device(server, code, tokens[2]) as cy,
        ):
            players = [ada, bea, cy]
            assert ada.told[0]["chat_open"] is False
            spoke: set[tuple[str, str]] = set()
            for number in range(60):
                view = ada.view or {}
                phase = "card" if view["phase"] == "card" else "later"
                answer = await ada.ask("say", text=f"I hold {number}")
                reaction = await ada.ask("react", reaction="hurry")
                assert answer["type"] == reaction["type"]
                spoke.add((phase, answer["type"] if answer["type"] == "acknowledged" else answer["code"]))
                if view["outcome"] is not None:
                    break
                await answered(players)
        assert spoke == {("card", "chat_closed"), ("later", "acknowledged")}
        bodies = await server.worker.store.load(code)
        assert any(isinstance(log.read_entry(body), log.Said) for body in bodies)


async def test_in_other_games_chat_stays_open(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:
            assert (await ada.ask("say", text="good luck"))["type"] == "acknowledged"
