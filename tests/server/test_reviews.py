"""Reviews over HTTP: only when a game is over, worked out once and beside the loop, and not for everybody at once."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from nimmt.review import Review
from nimmt.review import review as judge
from nimmt.server import desk, reviews
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
