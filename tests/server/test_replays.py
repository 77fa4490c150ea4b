"""Replays of finished games: where their moments are, and that each game is replayed once for all its steps."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import nimmt
from nimmt.records import Replayed
from nimmt.server import replays
from nimmt.server.replays import ReplayCache
from tests.server.client import Api, Server, device, opened, play_on, serving, settings

BOT = {"level": "random"}


async def finished(server: Server, game: str = "base", **options: int) -> tuple[str, Api]:
    """Where a finished game is found, and its host."""
    code, tokens = await opened(server, [{}, BOT], game=game, options=options)
    async with device(server, code, tokens[0]) as ada:
        await play_on(ada)
        await ada.when(lambda: ada.table["state"] == "over")
    return f"/api/tables/{code}", Api(server.address, tokens[0])


async def test_the_index_names_every_step_that_opens_a_decision(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        path, host = await finished(server, max_rounds=2)
        index = await host.ok("GET", f"{path}/replay/index")
        moments = {moment["step"]: (moment["round"], moment["turn"]) for moment in index["moments"]}
        assert index["game"] == 1
        assert {(place, turn) for place in (1, 2) for turn in range(1, 11)} <= set(moments.values())
        decisions = []
        for step in range(index["steps"] + 1):
            view = (await host.ok("GET", f"{path}/replay?step={step}"))["view"]
            if step in moments:
                assert moments[step] == (view["round"], view["turn"])
            assert (step in moments) == (view["decision"] not in decisions)
            decisions.append(view["decision"])
        assert moments.keys() >= {0, index["steps"]}


async def test_rounds_without_turns_are_indexed_too(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        path, host = await finished(server, "bullenparty")
        moments = (await host.ok("GET", f"{path}/replay/index"))["moments"]
        assert {moment["turn"] for moment in moments} == {None}
        assert moments[0]["round"] == 1 < moments[-1]["round"]


async def test_every_card_that_is_laid_down_is_a_moment_of_its_seat(tmp_path: Path) -> None:
    """With a link to what the seat saw before the next one."""
    async with serving(settings(tmp_path)) as server:
        path, host = await finished(server, "bullenparty")
        moments = (await host.ok("GET", f"{path}/replay/index"))["moments"]
        later = [moment for moment in moments if moment["seat"] is not None]
        assert {moment["seat"] for moment in later} == {0, 1}
        for moment in later[:6]:
            step = await host.ok("GET", f"{path}/replay?step={moment['step']}&seat={moment['seat']}")
            assert step["view"]["round"] == moment["round"]
            assert step["view"]["laid"]
            assert step["view"]["to_lay"]
            assert step["position"]


async def test_a_game_is_replayed_once_for_all_its_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replayed = []

    def counting(record: nimmt.Record) -> Iterator[Replayed]:
        replayed.append(record)
        return nimmt.replay(record)

    monkeypatch.setattr(replays, "replay", counting)
    async with serving(settings(tmp_path)) as server:
        path, host = await finished(server, max_rounds=1)
        for query in ("", "?game=1", "?step=3&seat=1", "?step=3&hands=true", "/index", "/index?game=1"):
            await host.ok("GET", f"{path}/replay{query}")
        assert len(replayed) == 1
        await host.ok("POST", f"{path}/rematch")
        assert await host.no(409, "GET", f"{path}/replay") == "not_over"
        assert await host.no(409, "GET", f"{path}/replay/index") == "not_over"
        assert await host.no(404, "GET", f"{path}/replay/index?game=2") == "no_such_game"
        await host.ok("GET", f"{path}/replay?game=1")
        assert len(replayed) == 1
        await host.ok("DELETE", path)
        assert await host.no(404, "GET", f"{path}/replay?game=1") == "no_such_table"


async def test_only_seats_see_replays_of_a_table_without_spectators(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, [{}, BOT], options={"max_rounds": 1}, spectators=False)
        async with device(server, code, tokens[0]) as ada:
            await play_on(ada)
            await ada.when(lambda: ada.table["state"] == "over")
        path, host, stranger = f"/api/tables/{code}/replay", Api(server.address, tokens[0]), Api(server.address)
        for query in ("", "/index"):
            await host.ok("GET", path + query)
            assert await stranger.no(401, "GET", path + query) == "wrong_token"
        table = await stranger.ok("GET", f"/api/tables/{code}")
        assert (table["state"], table["outcome"], table["fairness"]) == ("over", None, None)  # hands follow from it


def test_the_game_that_was_not_looked_at_for_the_longest_time_is_forgotten() -> None:
    record = nimmt.Recorder(nimmt.game("base", players=2), nimmt.SeededDealer.of(7)).record()
    replays = ReplayCache(most=2)
    first = replays.keep("a", 1, record)
    replays.keep("b", 1, record)
    assert replays.find("a", 1) is first
    replays.keep("a", 2, record)
    assert replays.find("b", 1) is None
    assert replays.find("a", 1) is first
