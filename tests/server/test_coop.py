"""Versus the Ox at the table: nobody talks while cards are chosen (CO-18), and the team votes over the sockets."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import nimmt
from nimmt.server import entries as log
from nimmt.server.tables import Chance
from tests.server.client import Device, Json, device, opened, people, serving, settings


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
                if view["phase"] == "card" and len(view["hand"]) == 1:
                    break  # the server plays the last card by itself, perhaps before we speak
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


SORT, STOP = 7, 1
DEAL = {
    "deal:1": tuple(range(103, -1, -1)),
    "specials:1": (STOP, SORT, *(place for place in range(16) if place not in (STOP, SORT))),
}


def stop(row: int) -> Json:
    return {"type": "use_stop", "row": row}


def vote(agree: bool) -> Json:
    return {"type": "vote", "agree": agree}


@asynccontextmanager
async def dealt_team(folder: Path) -> AsyncIterator[tuple[Device, Device, Device, Device]]:
    """Three members with this deal, and a spectator."""
    async with serving(settings(folder), Chance(deal=nimmt.ExplicitDealer(DEAL))) as server:
        code, tokens = await opened(server, people(3), game="versus_ox")
        async with (
            device(server, code, tokens[0]) as ada,
            device(server, code, tokens[1]) as bea,
            device(server, code, tokens[2]) as cy,
            device(server, code) as watcher,
        ):
            yield ada, bea, cy, watcher


async def heard(player: Device) -> list[str]:
    """The types of the events that a player was told up to now."""
    await player.ask("ping")
    return [event["type"] for told in player.told if told["type"] == "update" for event in told["events"]]


@pytest.mark.rule("Q-CO2", "Q-X17")
async def test_proposals_and_votes_go_over_the_sockets(tmp_path: Path) -> None:
    async with dealt_team(tmp_path) as (ada, bea, cy, watcher):
        players = [ada, bea, cy]
        await answered(players)
        assert (ada.view or {})["phase"] == "window"
        assert stop(0) in ada.legal
        assert (await bea.act(vote(True)))["code"] == "wrong_action"

        proposed = await ada.act(stop(0))
        assert proposed["type"] == "acknowledged"
        await heard(bea)
        await heard(cy)
        first = bea.decision
        assert (bea.to_act, bea.legal) == ([1, 2], [vote(True), vote(False)])
        assert (bea.view or {})["proposal"] == {
            "seat": 0,
            "use": stop(0),
            "agreed": [],
            "against": [],
            "owner": None,
        }
        assert (await ada.act(vote(True)))["code"] == "not_your_turn"
        assert (await bea.act(vote(False)))["type"] == "acknowledged"
        assert (await bea.act(vote(True)))["code"] == "not_your_turn"
        assert (await cy.act(vote(True)))["type"] == "acknowledged"
        assert (await heard(ada))[-4:] == ["proposed", "voted", "voted", "proposal_refused"]
        assert (await ada.act(stop(0)))["code"] == "refused_before"
        assert stop(0) not in ada.legal

        await bea.ask("ping")
        await bea.act(stop(1))
        await heard(ada)
        await heard(cy)
        second = ada.decision
        assert second > first
        assert (await cy.act(vote(True), decision=first))["code"] == "stale"
        await ada.act(vote(True))
        last = await cy.act(vote(True), id="yes")
        assert (await cy.act(vote(False), decision=second))["code"] == "stale"
        assert await cy.act(vote(True), decision=second, id="yes") == last
        assert (await cy.act(vote(False), decision=second, id="yes"))["code"] == "id_reused"
        for player in (ada, watcher):
            used = ["special_used", "special_turned_up", "mark_moved"]
            assert (await heard(player))[-6:] == ["proposed", "voted", "voted", *used]
        assert [row["marks"] for row in (watcher.view or {})["rows"]] == [[], ["stop"], [], []]


@pytest.mark.rule("Q-CO2")
async def test_where_any_may_decide_a_proposal_is_carried_out_at_once(tmp_path: Path) -> None:
    chance = Chance(deal=nimmt.ExplicitDealer(DEAL))
    async with serving(settings(tmp_path), chance) as server:
        code, tokens = await opened(server, people(3), game="versus_ox", options={"consent": "any"})
        async with (
            device(server, code, tokens[0]) as ada,
            device(server, code, tokens[1]) as bea,
            device(server, code, tokens[2]) as cy,
            device(server, code) as watcher,
        ):
            await answered([ada, bea, cy])
            assert (await bea.act(stop(2)))["type"] == "acknowledged"
            for player in (ada, bea, cy, watcher):
                told = await heard(player)
                assert told[-4:] == ["proposed", "special_used", "special_turned_up", "mark_moved"]
                assert "voted" not in told
                assert (player.view or {})["proposal"] is None
                assert [row["marks"] for row in (player.view or {})["rows"]] == [[], [], ["stop"], []]
            assert (await ada.act(vote(True)))["code"] == "wrong_action"
            assert (await ada.act({"type": "pass"}))["type"] == "acknowledged"  # and the window goes on


@pytest.mark.rule("Q-Y4")
async def test_nobody_is_told_of_an_order_before_it_is_proposed(tmp_path: Path) -> None:
    async with dealt_team(tmp_path) as (ada, bea, cy, watcher):
        await answered([ada, bea, cy])
        await bea.act({"type": "use_sort"})
        for player in (ada, bea, cy, watcher):
            assert (await heard(player))[-1] == "sort_begun"
        before = [len(player.told) for player in (ada, cy, watcher)]
        cards = [play["card"] for play in reversed((bea.view or {})["queue"])]
        for card in cards:
            assert (await bea.act({"type": "order_card", "card": card}))["type"] == "acknowledged"
        for player, count in zip((ada, cy, watcher), before, strict=True):
            await player.ask("ping")
            assert [told for told in player.told[count:] if told["type"] == "update"] == []
        await bea.act({"type": "use_order", "order": cards})
        await heard(ada)
        assert (ada.view or {})["proposal"]["use"] == {"type": "use_order", "order": cards}
