"""Who is here, who is played by a bot meanwhile, and what happens when time runs out."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import nimmt
from nimmt.actions import Action, PlayCard
from nimmt.bots import Bot, levels
from nimmt.bots import bot as find_bot
from nimmt.events import Event
from nimmt.server import clocks
from nimmt.server import entries as log
from nimmt.server.plans import DAY
from nimmt.server.store import Outage
from nimmt.views import View
from tests.server.client import ROOMY, Api, Device, Server, device, opened, people, play_on, seated, serving, settings
from tests.server.times import GivenClock

ROUND = {"max_rounds": 1}


async def acted(server: Server, code: str) -> list[log.Acted]:
    bodies = await server.worker.store.load(code)
    return [entry for entry in map(log.read_entry, bodies) if isinstance(entry, log.Acted)]


@asynccontextmanager
async def alone_at_a_start(server: Server, count: int) -> AsyncIterator[tuple[str, list[str], Device]]:
    """Ada is there when the game starts, nobody else, and after a second bots play for them; code, tokens, and Ada."""
    code, tokens = await seated(server, people(count), grace=1)
    async with device(server, code, tokens[0]) as ada:
        await Api(server.address, tokens[0]).ok("POST", f"/api/tables/{code}/start")
        await ada.when(lambda: bool(ada.legal))
        yield code, tokens, ada


async def test_nobody_is_at_a_free_seat(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        wish = {"seats": [{}, {}, {"level": "random"}], "host": {"name": "Ada"}}
        host = await Api(server.address).ok("POST", "/api/tables", wish)
        async with device(server, host["table"]["code"], host["token"]) as ada:
            assert [seat["here"] for seat in ada.told[0]["presence"]] == [True, False, True]


async def test_everybody_sees_who_is_here_and_who_still_has_to_decide(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:
            assert [seat["here"] for seat in ada.told[0]["presence"]] == [True, False]
            async with device(server, code, tokens[1]) as bea:
                assert [seat["here"] for seat in (await ada.until("presence_changed"))["seats"]] == [True, True]
                await bea.act(bea.legal[0])
                await ada.until("update")
                assert ada.to_act == [0]
                async with device(server, code, tokens[1]):
                    pass
                await ada.ask("ping")  # the second device came and went: nobody was told
                assert [told["type"] for told in ada.told].count("presence_changed") == 1
            assert [seat["here"] for seat in (await ada.until("presence_changed"))["seats"]] == [True, False]


async def test_who_returns_is_told_that_somebody_else_has_played(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server, alone_at_a_start(server, 3) as (code, tokens, ada):
        await ada.until(lambda told: told["type"] == "update" and told.get("seat") == 1)
        await ada.until(lambda told: told["type"] == "update" and told.get("seat") == 2)
        async with device(server, code, tokens[1]) as bea:
            assert bea.told[0]["stood_in"] == 1
            choice = bea.told[0]["view"]["choice"]["card"]
            await bea.act(next(action for action in bea.legal if action["card"] != choice))  # still possible
        for token in (tokens[1], tokens[0], None):  # whom nobody has played for, or who knows of it
            async with device(server, code, token) as other:
                assert "stood_in" not in other.told[0]


async def test_what_a_stand_in_has_thought_of_is_not_played_once_the_owner_is_back(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2), grace=1)
        async with device(server, code, tokens[1]) as bea:
            table = await server.worker.tables.get(code)
            state = table.fold.state
            assert state is not None
            assert not await server.worker.play.act_for(table, 1, state.decision, state.legal(1)[0], "stand_in")
            assert bea.view is not None
            assert bea.view["choice"] is None
            assert 1 in state.to_act
            assert await server.worker.play.act_for(table, 1, state.decision, state.legal(1)[0], "clock")


async def test_an_absent_seat_is_played_until_its_owner_returns(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server, alone_at_a_start(server, 2) as (code, tokens, ada):
        await ada.act(ada.legal[0])
        await ada.until(lambda told: told["type"] == "update" and told.get("seat") == 1)
        assert any(told["type"] == "presence_changed" and told["seats"][1]["stand_in"] for told in ada.told)
        assert {entry.by for entry in await acted(server, code) if entry.seat == 1} == {"stand_in"}
        async with device(server, code, tokens[1]) as bea:
            first = bea.decision  # an answer to this one may have been on its way when she came

            def chooses(player: Device) -> bool:
                return player.seat in player.to_act and player.legal[0]["type"] == "play_card"

            while not (bea.decision > first and chooses(bea)):
                for player in (ada, bea):
                    if player.seat in player.to_act and (bea.decision == first or not chooses(player)):
                        await player.act(player.legal[0])
                await asyncio.gather(ada.ask("ping"), bea.ask("ping"))
            decision = bea.decision
            await asyncio.sleep(1.2)  # longer than the grace: nobody plays for an owner who is here
            await bea.ask("ping")
            assert (bea.seat in bea.to_act, bea.decision) == (True, decision)
            assert (await bea.act(bea.legal[0]))["type"] == "acknowledged"


async def test_time_runs_out(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2), clock=1, grace=None)
        async with device(server, code, tokens[0]) as ada:
            assert ada.told[0]["deadline"] - ada.told[0]["now"] <= 1
            await ada.beyond(1)
        first = (await acted(server, code))[:2]
        assert [(entry.by, entry.seat) for entry in first] == [("clock", 0), ("clock", 1)]
        assert [entry.action for entry in first] == [PlayCard(min(hand)) for hand in hands(server, code)]


def hands(server: Server, code: str) -> list[tuple[int, ...]]:
    """The hands as they were dealt."""
    events = server.worker.tables.cache[code].fold.events or ()
    return [event.cards for event in events if type(event).__name__ == "HandDealt"]  # type: ignore[attr-defined]


async def test_time_runs_out_and_a_bot_answers(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2), clock=1, on_timeout="bot", grace=None, stand_in="random")
        async with device(server, code, tokens[0]) as ada:
            await ada.beyond(1)
        assert {entry.by for entry in await acted(server, code)} == {"clock"}


def test_deadlines_do_not_count_outages() -> None:
    outages = clocks.merged([Outage(20, 25), Outage(10, 12), Outage(24, 30), Outage(100, 200)])
    assert outages == [Outage(10, 12), Outage(20, 30), Outage(100, 200)]
    assert clocks.deadline(0, 5, outages) == 5
    assert clocks.deadline(0, 11, outages) == 13
    assert clocks.deadline(0, 30, outages) == 42
    assert clocks.deadline(11, 5, outages) == 17
    assert clocks.deadline(22, 5, outages) == 35
    assert clocks.gap({"a": 5.0, "b": 9.0}, 10, 1) is None
    assert clocks.gap({"a": 5.0, "b": 7.0}, 10, 1) == Outage(7, 10)
    assert clocks.gap({}, 10, 1) is None


async def test_a_clock_survives_a_restart_and_gets_the_lost_time_back(tmp_path: Path) -> None:
    chosen = settings(tmp_path)
    async with serving(chosen) as server:
        code, tokens = await opened(server, people(2), clock=3600, grace=None)
        sight = await Api(server.address, tokens[0]).ok("GET", f"/api/tables/{code}/view")
    with sqlite3.connect(tmp_path / "nimmt.db") as database:  # as if the server had stopped 1,000 s earlier
        database.execute("UPDATE workers SET beat=beat-1000")
        earlier = "json_set(cast(body AS TEXT), '$.at', json_extract(cast(body AS TEXT), '$.at') - 1000)"
        database.execute(f"UPDATE entries SET body=cast({earlier} AS BLOB)")
    async with serving(chosen) as server:
        later = await Api(server.address, tokens[0]).ok("GET", f"/api/tables/{code}/view")
    assert abs(later["deadline"] - sight["deadline"]) < 3  # the entry is 1,000 s older, the outage gives them back
    async with serving(chosen) as server:
        third = await Api(server.address, tokens[0]).ok("GET", f"/api/tables/{code}/view")
    assert third["deadline"] - later["deadline"] < 3


async def test_time_that_ran_out_while_the_server_was_away_is_noticed(tmp_path: Path) -> None:
    chosen = settings(tmp_path)
    async with serving(chosen) as server:
        code, _ = await opened(server, people(2), clock=2, grace=None)
    async with serving(chosen) as server, device(server, code) as watcher:  # nobody asks for the table but the sweep
        await watcher.when(lambda: watcher.decision > 1)


async def test_a_clock_of_days_runs_out_while_nobody_looks(tmp_path: Path) -> None:
    """Correspondence play: the table is in nobody's memory, and only the store knows when it is due."""
    chosen, days = settings(tmp_path), 3 * DAY
    async with serving(chosen) as server:
        code, tokens = await opened(server, people(2), clock=days, grace=None)
        sight = await Api(server.address, tokens[0]).ok("GET", f"/api/tables/{code}/view")
        assert abs(sight["deadline"] - clocks.now() - days) < 60
        kept = {"held": [{"table": code, "token": tokens[1]}]}
        assert [mine["to_act"] for mine in await Api(server.address).ok("POST", "/api/mine", kept)] == [True]
    with sqlite3.connect(tmp_path / "nimmt.db") as database:  # as if three days had passed, with a server running
        earlier = f"json_set(cast(body AS TEXT), '$.at', json_extract(cast(body AS TEXT), '$.at') - {days})"
        database.execute(f"UPDATE entries SET body=cast({earlier} AS BLOB)")
        database.execute("UPDATE tables SET due=due-?, created=created-?", (days, days))
    async with serving(chosen) as server:
        while {entry.by for entry in await acted(server, code)} != {"clock"}:
            await asyncio.sleep(0.05)


class Broken(Bot):
    """A bot that fails in one way."""

    def __init__(self, way: str, release: threading.Event) -> None:
        self.way, self.release = way, release

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Any:
        if self.way == "crash":
            raise ZeroDivisionError
        if self.way == "exit":
            raise SystemExit
        if self.way == "nonsense":
            return "a card"
        self.release.wait(60)
        return legal[0]


async def test_a_bot_that_fails_never_stops_a_table(tmp_path: Path, caplog: Any) -> None:
    release = threading.Event()

    def find(level: str) -> Bot:
        return find_bot(level) if level == "greedy" else Broken(ways[level], release)

    ways = {"random": "crash"}
    for way in ("crash", "exit", "nonsense", "hang"):
        ways["random"] = way
        (tmp_path / way).mkdir()
        async with serving(settings(tmp_path / way, bot_seconds=0.3), find=find) as server:
            code, tokens = await opened(server, [{}, {"level": "random"}])
            async with device(server, code, tokens[0]) as ada:
                await ada.act(ada.legal[0])
                await ada.beyond(1)
            text = (await Api(server.address)("GET", "/metrics")).text
            assert "nimmt_bot_failures_total 0.0" not in text
        assert any(record.message == "bot_failed" for record in caplog.records)
        caplog.clear()
    release.set()


async def test_bots_think_in_threads_and_pause_like_people(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, pace=0.2)) as server:
        code, tokens = await opened(server, [{}, {"level": "greedy"}], pace="human")
        async with device(server, code, tokens[0]) as ada:
            await ada.act(ada.legal[0])
            await ada.beyond(1)
        first = next(entry for entry in await acted(server, code) if entry.by == "bot")
        assert 0.7 * 0.2 <= first.at - server.worker.tables.cache[code].fold.started_at


@pytest.mark.parametrize(("game", "options"), [("base", ROUND), ("surprise", {"rounds": 1})])
async def test_every_level_plays_at_the_table(tmp_path: Path, game: str, options: dict[str, int]) -> None:
    async with serving(settings(tmp_path, bot_seconds=100)) as server:
        names = await Api(server.address).ok("GET", f"/api/bots?game={game}")
        there = [level.key for level in levels(nimmt.game(game, players=4).setup)]
        assert names[: len(there)] == there
        seats = [{}, *({"level": level} for level in names[: nimmt.spec(game).players[-1] - 1])]
        code, tokens = await opened(server, seats, game=game, options=options)
        async with device(server, code, tokens[0]) as ada:
            await play_on(ada)
        assert server.worker.thinkers.failures == 0


async def test_a_table_of_bots_goes_on_after_a_restart(tmp_path: Path) -> None:
    chosen = settings(tmp_path, pace=0.05)
    async with serving(chosen) as server:
        code, _ = await opened(server, [{"level": "random"}] * 3, options=ROUND, pace="human")
    async with serving(chosen) as server, device(server, code) as watcher:
        await watcher.when(lambda: watcher.table["state"] == "over")


async def test_what_was_told_before_an_outage_is_told_again_in_the_same_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twice nobody runs for a quarter of an hour: the deadline in force moves, what was told of it does not."""
    chosen, away = settings(tmp_path), 900.0
    told: list[str] = []
    deadlines: list[float] = []
    for times in range(3):
        monkeypatch.setattr(clocks, "clock", GivenClock(lambda times=times: time.time() + times * away))  # type: ignore[misc]
        async with serving(chosen) as server:
            if times == 0:
                code, tokens = await opened(server, people(2), clock=3600, grace=None)
                async with device(server, code, tokens[0]) as ada:
                    first, cards = ada.number, ada.legal
            async with device(server, code, tokens[0], after=first) as ada:
                await ada.reach(first + len(told))
                assert numbered(ada) == told
                deadlines.append(ada.told[0]["deadline"])
                await ada.act(cards[times], decision=1, id=f"choice {times}")
                told = numbered(ada)
                assert ada.told[-2]["deadline"] == deadlines[-1], "whoever is here is told what is in force"
            async with device(server, code, tokens[0], after=first) as ada:  # the last choice from memory
                await ada.reach(first + len(told))
                assert numbered(ada) == told
    assert [later - earlier > away - 10 for earlier, later in pairwise(deadlines)] == [True, True]


def numbered(player: Device) -> list[str]:
    """The parts of a stream, as they came."""
    unnumbered = ("acknowledged", "welcome")
    pairs = zip(player.raw, player.told, strict=True)
    return [frame for frame, told in pairs if "number" in told and told["type"] not in unnumbered]


async def test_bots_that_nobody_watches_do_not_play_for_ever(tmp_path: Path) -> None:
    most, seats = 20, 3
    async with serving(settings(tmp_path, limits=replace(ROOMY, unattended=most))) as server:
        code, _ = await opened(server, [{"level": "random"}] * seats, options={"point_limit": 1000})
        table = await server.worker.tables.get(code)
        for _ in range(2):
            while table.fold.unattended < most or table.thinking or table.timer:
                await asyncio.sleep(0.005)
            rested = table.fold.unattended
            assert rested <= most + seats
            async with device(server, code) as watcher:
                await watcher.reach(watcher.number + 5 * most)
            while table.listeners:
                await asyncio.sleep(0.005)
            most = table.fold.unattended  # it has been more than they may do alone
            assert table.fold.phase == "playing"
