"""Reviews over HTTP: only when a game is over, worked out once and beside the loop, and not for everybody at once."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from nimmt.review import Review
from nimmt.review import review as judge
from nimmt.server import desk, reviews
from nimmt.server.desk import Desk
from nimmt.server.refusals import Refused
from nimmt.server.reviews import Reviews
from tests.server.client import serving, settings
from tests.server.test_hostility import limits
from tests.server.test_replays import finished


async def test_a_round_is_reviewed_once_and_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worked: list[str] = []

    def noted(*given: Any, **more: Any) -> Review:
        worked.append(threading.current_thread().name)
        return judge(*given, **more)

    monkeypatch.setattr(reviews, "review", noted)
    monkeypatch.setattr(reviews, "ERROR", 1.0)
    async with serving(settings(tmp_path)) as server:
        path, host = await finished(server, max_rounds=2)
        found = await host.ok("GET", f"{path}/review?seat=1&round=2")
        assert (found["game"], found["rounds"]) == (1, 2)
        assert [one["number"] for one in found["review"]["rounds"]] == [2]
        assert [len(each) for each in found["prospects"]] == [
            len(each["options"]) for each in found["review"]["decisions"]
        ]
        step = found["review"]["decisions"][0]["step"]
        shown = await host.ok("GET", f"{path}/replay?step={step}&seat=1")
        assert shown["view"]["round"] == 2
        assert shown["position"] == found["positions"][0]
        assert await host.ok("GET", f"{path}/review?seat=1&round=2&game=1") == found
        assert len(worked) == 1
        assert worked[0].startswith("nimmt-review")
        assert await host.no(404, "GET", f"{path}/review?seat=2") == "no_such_seat"
        assert await host.no(404, "GET", f"{path}/review?round=3") == "no_such_round"
        await host.ok("POST", f"{path}/rematch")
        assert await host.no(409, "GET", f"{path}/review") == "not_over"


async def test_reviews_are_limited_and_only_of_games_that_can_be_judged(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(work=1e-6, work_burst=1))) as server:
        path, host = await finished(server, max_rounds=1, hand_size=3)
        assert await host.no(422, "GET", f"{path}/review") == "cannot_review"  # its replay was the only costly request
        path, host = await finished(server, max_rounds=1)
        assert await host.no(429, "GET", f"{path}/review") == "too_many"


async def test_the_same_review_is_worked_out_once_and_the_oldest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    worked: list[Any] = []

    def noted(key: Any, record: None) -> Any:
        worked.append(key)
        return key

    monkeypatch.setattr(reviews, "_reviewed", noted)
    monkeypatch.setattr(desk, "MOST_WAITING", 2)
    kept: Any = Reviews(most=2)
    first, second, third = (("a", 1, seat, 1) for seat in range(3))
    assert await asyncio.gather(*(kept.work_out(key, None) for key in (first, first, second))) == [first, first, second]
    assert worked == [first, second]
    assert kept.find(first) == first
    await kept.work_out(third, None)
    assert list(kept.kept) == [first, third]
    *_, refused = await asyncio.gather(
        *(kept.work_out(("b", 1, seat, 1), None) for seat in range(3)), return_exceptions=True
    )
    assert isinstance(refused, Refused)
    assert refused.code == "full"


class Queue:
    """A desk whose work waits until it may go on, and notes what was begun."""

    def __init__(self) -> None:
        self.desk, self.go, self.begun = Desk("test"), threading.Event(), list[str]()

    async def ask(self, caller: str, key: str) -> str:
        with self.desk.admitted(key, caller, "reviews"):
            await self.desk.work(key, caller, self._do, key)
        return key

    def _do(self, key: str) -> str:
        self.begun.append(key)
        self.go.wait()
        return key


async def test_addresses_take_turns_and_none_fills_the_queue() -> None:
    queue = Queue()
    asked = [asyncio.ensure_future(queue.ask("greedy", f"g{number}")) for number in range(10)]
    await asyncio.sleep(0)
    asked.append(asyncio.ensure_future(queue.ask("modest", "m")))
    refused, _ = await asyncio.wait(asked[3:10])
    assert {getattr(each.exception(), "code", "") for each in refused} == {"busy"}
    queue.go.set()
    await asyncio.gather(*asked[:3], asked[-1])
    assert queue.begun == ["g0", "m", "g1", "g2"]
    await queue.ask("greedy", "g3")  # each place was given back
    queue.desk.stop()


async def test_what_nobody_waits_for_is_not_begun() -> None:
    queue = Queue()
    first, second, third, other = (
        asyncio.ensure_future(queue.ask(*asked)) for asked in (("a", "1"), ("a", "2"), ("a", "3"), ("b", "2"))
    )
    await asyncio.sleep(0)
    second.cancel()  # somebody else waits for the same
    third.cancel()
    await asyncio.wait([second, third])
    first.cancel()  # it is being done: that cannot be stopped
    queue.go.set()
    await other
    assert queue.begun == ["1", "2"]
    assert queue.desk.find("1") == "1"
    assert await queue.ask("a", "3") == "3"
    queue.desk.stop()


async def test_a_desk_that_stops_lets_everybody_go() -> None:
    queue = Queue()
    asked = [asyncio.ensure_future(queue.ask(caller, caller)) for caller in "ab"]
    await asyncio.sleep(0)
    queue.desk.stop()
    await asyncio.wait(asked)
    assert all(each.cancelled() for each in asked)
    queue.go.set()
    while queue.desk._busy:
        await asyncio.sleep(0.005)
    assert queue.begun == ["a"]


async def test_a_review_whose_reader_has_hung_up_is_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go, begun = threading.Event(), list[Any]()

    def blocked(key: Any, record: Any) -> Any:
        begun.append(key[2])
        go.wait()
        raise Refused(422, "cannot_review", "Not today.")

    monkeypatch.setattr(reviews, "_reviewed", blocked)
    async with serving(settings(tmp_path)) as server:
        path, host = await finished(server, max_rounds=1)
        desk = server.worker.reviews
        asked = []
        for seat in range(2):
            asked.append(asyncio.ensure_future(host("GET", f"{path}/review?seat={seat}")))
            while len(desk._pieces) <= seat:
                await asyncio.sleep(0.005)
        asked[1].cancel()
        while len(desk._pieces) > 1:
            await asyncio.sleep(0.005)
        go.set()
        assert (await asked[0]).status_code == 422
        assert begun == [0]
