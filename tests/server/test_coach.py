"""The coach: for one person against bots alone, from that seat's view, seen by everybody, and never too late."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import json

from nimmt.bots import bot
from nimmt.dealer import permutation
from nimmt.review import marks
from nimmt.server import coach
from nimmt.server.tables import Chance
from tests.server.client import Api, Device, Json, Server, device, opened, people, play_on, serving, settings
from tests.server.test_hostility import limits
from tests.server.test_secrets import SEED, deal, entropy

BOT = {"level": "random"}
ROUND = {"max_rounds": 1}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "ERROR", 1.0)


async def table(server: Server, **wish: Any) -> tuple[str, str, Api]:
    """A table with a coach, for one person and two bots: its code, where to ask, and as whom."""
    code, tokens = await opened(server, [{}, BOT, BOT], options=ROUND, **{"coach": True, **wish})
    return code, f"/api/tables/{code}/coach", Api(server.address, tokens[0])


def now(player: Device) -> dict[str, int]:
    return {"decision": player.decision}


async def test_every_choice_is_judged_once_beside_the_loop_and_everybody_sees_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked: list[str] = []
    judged = coach._judged

    def noted(*given: Any) -> coach.Advice:
        worked.append(threading.current_thread().name)
        return judged(*given)

    monkeypatch.setattr(coach, "_judged", noted)
    async with serving(settings(tmp_path)) as server:
        code, path, ada = await table(server)  # and meanwhile somebody would stand in for whoever is not there
        async with device(server, code, ada.token) as player, device(server, code) as watcher:
            advice = await ada.ok("POST", path, now(player))
            assert [each["card"] for each in advice["options"]] == [each["card"] for each in player.legal]
            means = [each["mean"] for each in advice["options"]]
            assert means[advice["best"]] == min(means)
            assert await ada.ok("POST", path, now(player)) == advice
            assert [name.startswith("nimmt-coach") for name in worked] == [True]
            await player.act(player.legal[0])
            await player.beyond(1)
            await play_on(player)
            await watcher.when(lambda: watcher.table["state"] == "over")
            assert [seat["coached"] for seat in watcher.table["seats"]] == [1, 0, 0]
            assert '"mean"' not in "".join(watcher.raw)
            assert await ada.no(409, "POST", path, now(player)) == "no_question"
            await ada.ok("POST", f"/api/tables/{code}/rematch")
            await player.when(lambda: player.table["state"] == "playing" and player.table["seats"][0]["coached"] == 0)


async def test_the_coach_is_silent_wherever_it_would_be_unfair(tmp_path: Path) -> None:
    async with serving(settings(tmp_path), find=lambda name: bot("random")) as server:
        code, tokens = await opened(server, [*people(2), BOT], options=ROUND, coach=True)
        assert (await Api(server.address).ok("GET", f"/api/tables/{code}"))["coach"] is True
        ada = Api(server.address, tokens[0])
        assert await ada.no(403, "POST", f"/api/tables/{code}/coach", {"decision": 1}) == "coach_silent"
        code, path, ada = await table(server, coach=False)
        assert await ada.no(403, "POST", path, {"decision": 1}) == "coach_off"
        code, path, ada = await table(server)
        assert await ada.no(409, "POST", path, {"decision": 0}) == "stale"
        assert await Api(server.address).no(401, "POST", path, {"decision": 1}) == "wrong_token"
        assert await Api(server.address, tokens[0]).no(401, "POST", path, {"decision": 1}) == "wrong_token"
        ticket = await Api(server.address).ok("POST", "/api/daily", {"device": "d" * 32, "name": "Ada"})
        ada, path = Api(server.address, ticket["token"]), f"/api/tables/{ticket['table']['code']}/coach"
        assert await ada.no(403, "POST", path, {"decision": 1}) == "coach_off"


async def test_advice_for_a_decision_that_has_closed_meanwhile_is_not_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, closed = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def slow(decision: int, *given: Any) -> coach.Advice:
        loop.call_soon_threadsafe(asked.set)
        closed.wait(60)
        return coach.Advice(decision=decision, options=(), best=0)

    monkeypatch.setattr(coach, "_judged", slow)
    async with serving(settings(tmp_path)) as server:
        code, path, ada = await table(server)
        async with device(server, code, ada.token) as player:
            asking = asyncio.ensure_future(ada.no(409, "POST", path, now(player)))
            await asked.wait()
            await player.act(player.legal[0])
            await player.beyond(1)
            closed.set()
            assert await asking == "stale"


async def test_advice_follows_from_the_seats_own_view(tmp_path: Path) -> None:
    """Two deals that differ in what this seat cannot see: the same advice, byte for byte."""
    order = permutation(SEED, "deal:1", 104)
    hidden = order.index(max(order[10:20])), 60  # a card of seat 1, and one that is set aside
    told = []
    for name, swap in (("one", None), ("two", hidden)):
        (tmp_path / name).mkdir()
        async with serving(settings(tmp_path / name), Chance(entropy=entropy(), deal=deal(swap))) as server:
            code, path, ada = await table(server)
            async with device(server, code, ada.token) as player:
                while player.to_act != [0]:  # until both bots have chosen
                    await player.next()
                told.append((await ada("POST", path, now(player))).text)
    assert told[0] == told[1]
    assert "mean" in told[0]


@pytest.mark.parametrize(("game", "measure"), [("surprise", "heads"), ("bullenparty", "lead")])
async def test_the_other_games_have_a_coach_where_they_can_be_judged(tmp_path: Path, game: str, measure: str) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, [{}, BOT, BOT], game=game, coach=True)
        ada = Api(server.address, tokens[0])
        async with device(server, code, ada.token) as player:
            advice = await ada.ok("POST", f"/api/tables/{code}/coach", now(player))
            assert advice.get("measure", "heads") == measure
            cards = [each.get("card", each.get("action", {}).get("card", 0)) for each in advice["options"]]
            assert cards == [each.get("card", 0) for each in player.legal]
            means = [each["mean"] for each in advice["options"]]
            assert means[advice["best"]] == min(means)


async def until_asked(player: Device, wanted: Callable[[Device], bool]) -> None:
    """Play on at random until such a question comes."""
    rng = Random(1)
    while not wanted(player):
        if player.to_act == [player.seat] and player.legal:  # the bots have all answered
            await player.act(rng.choice(player.legal))
        else:
            await player.until("update")


QUESTIONS = [
    ("surprise", "window", "pass"),
    ("versus_ox", "window", "pass"),
    ("bullenparty", "lay", "lay_card"),
    ("bullenparty", "claim", "claim_row"),
]


@pytest.mark.parametrize(("game", "phase", "kind"), QUESTIONS)
async def test_the_coach_advises_on_specials_and_on_what_is_laid(
    tmp_path: Path, game: str, phase: str, kind: str
) -> None:
    """Uses that look best and doing without are weighed."""
    async with serving(settings(tmp_path, limits=limits(work=1e6, work_burst=1000))) as server:
        advice, legal = await advised(server, game, phase)
        actions = [option["action"] for option in advice["options"]]
        assert 1 < len(actions) == len({json.encode(action) for action in actions})
        assert all(action in legal for action in actions)
        assert kind in {action["type"] for action in actions}
        means = [option["mean"] for option in advice["options"]]
        assert means[advice["best"]] == min(means)


async def advised(server: Server, game: str, phase: str) -> tuple[Json, list[Json]]:
    """What the coach says to such a question, and what could be answered."""
    for _ in range(20):
        code, tokens = await opened(server, [{}, BOT, BOT], game=game, coach=True)
        ada = Api(server.address, tokens[0])
        async with device(server, code, ada.token) as player:
            await until_asked(player, lambda asked: is_question(asked, phase) or phase_of(asked) == "over")
            if phase_of(player) == "over":
                continue
            legal, answer = player.legal, await ada("POST", f"/api/tables/{code}/coach", now(player))
            if answer.json().get("code") == "no_danger":
                continue
            assert answer.status_code == 200, answer.text
            return answer.json(), legal
    raise AssertionError("no advice in twenty games")


def phase_of(player: Device) -> str:
    return player.view["phase"] if player.view else ""


def is_question(player: Device, phase: str) -> bool:
    """Whether this is asked, and nobody else can change anything meanwhile."""
    least = 2 if phase == "claim" else 4
    return phase_of(player) == phase and [player.seat] == player.to_act and len(player.legal) >= least


async def test_the_coach_says_where_nothing_can_be_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "DIM", 0.0)
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, [{}, BOT, BOT], game="surprise", coach=True)
        ada = Api(server.address, tokens[0])
        async with device(server, code, ada.token) as player:
            assert (await ada.ok("POST", f"/api/tables/{code}/coach", now(player)))["unclear"] is True


async def test_the_coach_is_limited_and_says_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(settings(tmp_path, limits=limits(work=1e-6, work_burst=1))) as server:
        code, path, ada = await table(server)
        monkeypatch.setattr(coach, "available", lambda: False)
        assert await ada.no(422, "POST", path, {"decision": 1}) == "coach_needs_kernels"
        monkeypatch.setattr(coach, "available", lambda: True)
        small, tokens = await opened(server, [{}, BOT], options={"hand_size": 3}, coach=True)
        asks = Api(server.address, tokens[0])
        assert await asks.no(422, "POST", f"/api/tables/{small}/coach", {"decision": 1}) == "cannot_coach"
        team, tokens = await opened(server, [{}, BOT], game="versus_ox", coach=True)
        asks = Api(server.address, tokens[0])
        assert await asks.no(422, "POST", f"/api/tables/{team}/coach", {"decision": 1}) == "cannot_coach", "unproven"
        await ada("GET", f"/api/tables/{code}/record")
        assert await ada.no(429, "POST", path, {"decision": 1}) == "too_many"
        assert [seat["coached"] for seat in (await ada.ok("GET", f"/api/tables/{code}"))["seats"]] == [0, 0, 0]


ADVISED = [
    ("base", {}, ["card", "row"]),
    ("base", {"hand_size": 3}, []),
    ("pro", {}, ["card", "row"]),
    ("surprise", {}, ["card", "row", "window"]),
    ("versus_ox", {}, ["row", "window"]),
    ("bullenparty", {}, ["bid", "claim", "extend", "lay"]),
]


@pytest.mark.parametrize(("game", "options", "phases"), ADVISED)
async def test_a_table_says_what_its_coach_can_judge(
    tmp_path: Path, game: str, options: Json, phases: list[str]
) -> None:
    async with serving(settings(tmp_path)) as server:
        told = {}
        for coach_too in (True, False):
            wish = {"game": game, "options": options, "seats": [{}, BOT], "coach": coach_too}
            ticket = await Api(server.address).ok("POST", "/api/tables", wish)
            told[coach_too] = sorted(ticket["table"]["advises"])
        assert told == {True: phases, False: []}
