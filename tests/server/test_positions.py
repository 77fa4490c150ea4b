"""Positions over HTTP: what one seat sees by a code that holds nothing else, and what each choice is worth."""

import threading
from pathlib import Path
from typing import Any

import pytest

from nimmt.review import Verdict
from nimmt.review.positions import SHOWN
from nimmt.review.puzzles import judge_position, shipped
from nimmt.server import reviews
from tests.server.client import Api, serving, settings
from tests.server.test_hostility import limits
from tests.server.test_replays import finished

ROW = "12.55.44-66.68-77;70-81,;0=6-1=30;base.2.0"
PLAIN = "12.23.44.68;6-70-81,;;base.2.0"


async def test_a_moment_of_a_replay_shows_what_its_seat_saw_and_nothing_else(tmp_path: Path) -> None:
    """A server that has never heard of the table answers the same, so nothing of its secrets can be in the answer."""
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    async with serving(settings(tmp_path / "one")) as server, serving(settings(tmp_path / "other")) as other:
        path, host = await finished(server, max_rounds=1)
        stranger, elsewhere = Api(server.address), Api(other.address)
        moments = (await host.ok("GET", f"{path}/replay/index"))["moments"]
        codes = 0
        for moment in moments:
            step = await host.ok("GET", f"{path}/replay?step={moment['step']}&seat=1")
            view = step["view"]
            chooses = view["phase"] in ("card", "row") and 1 in view["to_act"]
            assert (step["position"] is not None) == (chooses and (view["phase"] == "row" or len(view["hand"]) > 1))
            assert (await host.ok("GET", f"{path}/replay?step={moment['step']}"))["position"] is None
            if step["position"]:
                codes += view["phase"] == "card"
                shown = await stranger.ok("GET", f"/api/positions/{step['position']}")
                assert [shown["view"][name] for name in SHOWN] == [step["view"][name] for name in SHOWN]
                taken = [choice.get("card", choice.get("row")) for choice in shown["choices"]]
                assert taken == (view["hand"] if view["phase"] == "card" else [0, 1, 2, 3])
                assert len(shown["prospects"]) == len(shown["choices"])
                assert await elsewhere.ok("GET", f"/api/positions/{step['position']}") == shown
        assert codes == 9


async def test_a_moment_at_which_a_row_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody's revealed cards are on the table; the verdict is about the rows."""
    monkeypatch.setattr(reviews, "ERROR", 1.0)
    async with serving(settings(tmp_path)) as server:
        await server.worker.reviews.warm_up()
        anybody, code = Api(server.address), await server.worker.signatures.sign(ROW)
        shown = await anybody.ok("GET", f"/api/positions/{code}")
        assert (shown["view"]["phase"], shown["view"]["to_act"], shown["view"]["hand"]) == ("row", [0], [70, 81])
        assert [(play["seat"], play["card"]) for play in shown["view"]["queue"]] == [(0, 6), (1, 30)]
        assert [choice["row"] for choice in shown["choices"]] == [0, 1, 2, 3]
        assert [each["events"][0]["row"] for each in shown["prospects"]] == [0, 1, 2, 3]
        found = await anybody.ok("GET", f"/api/positions/{code}/verdict")
        assert [option["row"] for option in found["options"]] == [1, 2, 3, 4]
        assert found["options"][found["best"]]["row"] == 1, "the only one without a dear card"
        assert {reason["key"] for reason in found["reasons"]} == {"row"}


async def test_only_moments_that_a_server_has_signed_are_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or somebody could type the position of a running game, and be told what to play."""
    monkeypatch.setattr(reviews, "ERROR", 1.0)
    async with serving(settings(tmp_path)) as server:
        await server.worker.reviews.warm_up()
        path, host = await finished(server, max_rounds=1)
        code = (await host.ok("GET", f"{path}/replay?step=0&seat=1"))["position"]
        plain, _, signature = code.partition("~")
        anybody = Api(server.address)
        assert (await anybody.ok("GET", f"/api/positions/{plain}")) == await anybody.ok("GET", f"/api/positions/{code}")
        for forged in (plain, f"{plain}~", f"{plain}~{'A' * len(signature)}", f"{PLAIN}~{signature}", f"{plain}~é"):
            assert await anybody.no(403, "GET", f"/api/positions/{forged}/verdict") == "unsigned_position"
        assert (await anybody.ok("GET", f"/api/positions/{code}/verdict"))["options"]
    async with serving(settings(tmp_path)) as again:
        assert await again.worker.signatures.checked(code) == plain, "the store keeps the key"
    (tmp_path / "other").mkdir()
    async with serving(settings(tmp_path / "other")) as other:
        assert await Api(other.address).no(403, "GET", f"/api/positions/{code}/verdict") == "unsigned_position"


async def test_a_verdict_is_worked_out_once_and_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked: list[str] = []

    def noted(*given: Any) -> Verdict:
        worked.append(threading.current_thread().name)
        return judge_position(*given)

    monkeypatch.setattr(reviews, "judge_position", noted)
    monkeypatch.setattr(reviews, "ERROR", 1.0)
    async with serving(settings(tmp_path)) as server:
        await server.worker.reviews.warm_up()
        anybody, code = Api(server.address), await server.worker.signatures.sign(PLAIN)
        found = await anybody.ok("GET", f"/api/positions/{code}/verdict")
        assert [option["card"] for option in found["options"]] == [6, 70, 81]
        assert len(found["marks"]) == len(found["losses"]) == len(found["reasons"]) == 3
        assert await anybody.ok("GET", f"/api/positions/{code}/verdict") == found
        assert len(worked) == 1
        assert worked[0].startswith("nimmt-review")


async def test_puzzles_are_listed_and_their_verdicts_cost_nothing(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, limits=limits(work=1e-6, work_burst=1))) as server:
        anybody = Api(server.address)
        listed = await anybody.ok("GET", "/api/puzzles")
        assert [each["code"] for each in listed] == [*shipped()]
        for each in listed[:3]:
            assert (await anybody.ok("GET", f"/api/positions/{each['code']}"))["view"]["phase"] == "card"
            found = await anybody.ok("GET", f"/api/positions/{each['code']}/verdict")
            assert found["best"] == shipped()[each["code"]].verdict.best


async def test_verdicts_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "ERROR", 1.0)
    async with serving(settings(tmp_path, limits=limits(work=1e-6, work_burst=1))) as server:
        await server.worker.reviews.warm_up()
        anybody, sign = Api(server.address), server.worker.signatures.sign
        code, other = await sign(PLAIN), await sign(PLAIN.replace("6-70", "7-70"))
        await anybody.ok("GET", f"/api/positions/{code}/verdict")
        await anybody.ok("GET", f"/api/positions/{code}/verdict")  # kept
        assert await anybody.no(429, "GET", f"/api/positions/{other}/verdict") == "too_many"
        await anybody.ok("GET", f"/api/positions/{other}")


@pytest.mark.parametrize(
    ("code", "refusal"),
    [
        ("nonsense", "bad_text"),
        ("12.23.44.68;6-70,;;base.2.7", "bad_text"),
        ("12.23.44.68;6-6,;;base.2.0", "bad_text"),
        ("12.23.44.68;6-70,;;tarot.2.0", "unknown_game"),
        ("12.23.44.68;6-70,;;bullenparty.2.0", "bad_text"),
        ("12.23.44.68;6-70,;;base.12.0", "bad_players"),
        ("12.23.44.68;6-70,;;base.2.hand_size=12.0", "cannot_review"),
        ("x" * 700, "bad_text"),
    ],
)
async def test_what_is_no_position_is_refused(tmp_path: Path, code: str, refusal: str) -> None:
    async with serving(settings(tmp_path)) as server:
        anybody = Api(server.address)
        for end in ("", "/verdict"):
            assert await anybody.no(422, "GET", f"/api/positions/{code}{end}") == refusal
