"""Reviews over HTTP: only when a game is over, worked out once and beside the loop, and not for everybody at once."""

import threading
from pathlib import Path
from typing import Any

import pytest

from nimmt.review import Review
from nimmt.server import reviews
from nimmt.server.reviews import Reviews
from tests.server.client import serving, settings
from tests.server.test_hostility import limits
from tests.server.test_replays import finished


async def test_a_round_is_reviewed_once_and_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worked: list[str] = []
    judge = reviews.review

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
        assert (await host.ok("GET", f"{path}/replay?step={step}&seat=1"))["view"]["round"] == 2
        assert await host.ok("GET", f"{path}/review?seat=1&round=2&game=1") == found
        assert len(worked) == 1
        assert worked[0].startswith("nimmt-review")
        assert await host.no(404, "GET", f"{path}/review?seat=2") == "no_such_seat"
        assert await host.no(404, "GET", f"{path}/review?round=3") == "no_such_round"
        await host.ok("POST", f"{path}/rematch")
        assert await host.no(409, "GET", f"{path}/review") == "not_over"


async def test_reviews_are_limited_and_only_of_games_that_can_be_judged(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(work=1e-6, work_burst=1))) as server:
        path, host = await finished(server, "surprise")
        assert await host.no(422, "GET", f"{path}/review") == "cannot_review"  # its replay was the only costly request
        path, host = await finished(server, max_rounds=1)
        assert await host.no(429, "GET", f"{path}/review") == "too_many"


def test_the_oldest_review_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "_reviewed", lambda key, record: key)
    kept: Any = Reviews(most=2)
    for seat in (0, 1, 0, 2):
        kept.find(("a", 1, seat, 1)) or kept._work_out(("a", 1, seat, 1), None)
    assert list(kept.kept) == [("a", 1, 0, 1), ("a", 1, 2, 1)]
