"""Positions over HTTP: what one seat sees by a code that holds nothing else, and what each choice is worth."""

import threading
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

import nimmt
from nimmt import Action
from nimmt.codec import to_json
from nimmt.review import Verdict
from nimmt.review.moments import judge_moment, moment_of
from nimmt.review.positions import SHOWN
from nimmt.review.puzzles import shipped
from nimmt.server import reviews
from nimmt.views import View
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

    def noted(*given: Any) -> Verdict | None:
        worked.append(threading.current_thread().name)
        return judge_moment(*given)

    monkeypatch.setattr(reviews, "judge_moment", noted)
    monkeypatch.setattr(reviews, "ERROR", 1.0)
    async with serving(settings(tmp_path)) as server:
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
            for choice in (-1, len(found["options"])):
                path = f"/api/positions/{each['code']}/verdict?choice={choice}"
                assert await anybody.no(404, "GET", path) == "no_such_choice"


async def test_verdicts_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "ERROR", 1.0)
    async with serving(settings(tmp_path, limits=limits(work=1e-6, work_burst=1))) as server:
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
        ("x" * 700, "bad_text"),
        ("view1.nonsense", "bad_text"),
        ("view7.eJwDAAAAAAE", "bad_text"),
        ("view1." + "A" * 9_000, "bad_text"),
    ],
)
async def test_what_is_no_position_is_refused(tmp_path: Path, code: str, refusal: str) -> None:
    async with serving(settings(tmp_path)) as server:
        anybody = Api(server.address)
        for end in ("", "/verdict"):
            assert await anybody.no(422, "GET", f"/api/positions/{code}{end}") == refusal


async def test_a_moment_that_nobody_can_judge_is_shown_all_the_same(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        anybody, code = Api(server.address), "12.23.44.68;6-70,;;base.2.hand_size=12.0"
        assert (await anybody.ok("GET", f"/api/positions/{code}"))["judged"] is False
        assert await anybody.no(422, "GET", f"/api/positions/{code}/verdict") == "cannot_review"


KINDS = [
    ("pro", 3, "draft", None),
    ("surprise", 3, "card", "heads"),
    ("surprise", 3, "row", "heads"),
    ("surprise", 3, "window", "heads"),
    ("surprise", 3, "exchange", None),
    ("versus_ox", 3, "card", "balance"),
    ("versus_ox", 3, "window", "balance"),
    ("versus_ox", 3, "vote", None),
    ("bullenparty", 3, "bid", "lead"),
    ("bullenparty", 3, "claim", "lead"),
    ("bullenparty", 3, "lay", "lead"),
]


async def test_moments_of_all_games_are_shown_and_judged_where_that_is_possible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the choice that somebody makes: where there are many, it is judged besides those that look best."""
    monkeypatch.setattr(reviews, "ERROR", 5.0)
    async with serving(settings(tmp_path)) as server:
        anybody = Api(server.address)
        for game, players, phase, measure in KINDS:
            view, legal = asked_for(game, players, phase)
            code = await server.worker.signatures.sign(moment_of(view))
            shown = await anybody.ok("GET", f"/api/positions/{code}")
            assert shown["view"] == json.decode(to_json(replace(view, last=())))
            assert shown["choices"] == json.decode(to_json(legal))
            assert len(shown["prospects"]) == len(legal)
            assert shown["judged"] is (measure is not None)
            last = f"/api/positions/{code}/verdict?choice={len(legal) - 1}"
            if measure is None:
                assert await anybody.no(422, "GET", last) == "cannot_review"
                continue
            found = await anybody.ok("GET", last)
            assert found.get("measure", "heads") == measure
            made = option_of(shown["choices"][-1])
            assert made in [{name: option.get(name) for name in made} for option in found["options"]]
            assert len(found["marks"]) == len(found["options"]) > 1
            if (game, phase) == ("versus_ox", "card"):
                assert {*found["marks"]} == {"unclear"}, "nothing has shown that such losses mean anything"
            assert (
                await anybody.no(404, "GET", f"/api/positions/{code}/verdict?choice={len(legal)}") == "no_such_choice"
            )
            plain = str(code).partition("~")[0]
            assert await anybody.no(403, "GET", f"/api/positions/{plain}/verdict") == "unsigned_position"


def asked_for(game: str, players: int, phase: str) -> tuple[View, tuple[Action, ...]]:
    """A moment of this kind, with as many answers as can be expected."""
    for seed in count():
        state, rng = nimmt.game(game, players=players).start(seed), Random(seed)
        while state.outcome is None:
            seat = rng.choice(state.to_act)
            legal = state.legal(seat)
            if state.phase == phase and len(legal) > (6 if phase == "window" else 1):
                return state.view(seat), legal
            state, _ = state.step(seat, rng.choice(legal))
    raise AssertionError


def option_of(action: dict[str, Any]) -> dict[str, Any]:
    """A choice as verdicts name it."""
    if action["type"] == "play_card":
        return {"card": action["card"]}
    return {"row": action["row"] + 1} if action["type"] == "take_row" else {"action": action}


async def test_decisions_of_a_replay_have_links_that_do_not_name_the_table(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        path, host = await finished(server, "versus_ox")
        kinds = set()
        for moment in (await host.ok("GET", f"{path}/replay/index"))["moments"][:-1]:
            for seat in (0, 1):
                step = await host.ok("GET", f"{path}/replay?step={moment['step']}&seat={seat}")
                assert seat in step["view"]["to_act"] or not step["position"]
                if step["position"]:
                    kinds.add(step["view"]["phase"])
                    assert path.rpartition("/")[2] not in step["position"]
                    shown = await Api(server.address).ok("GET", f"/api/positions/{step['position']}")
                    assert shown["view"] == step["view"] | {"last": []}
        assert {"card", "window"} <= kinds
