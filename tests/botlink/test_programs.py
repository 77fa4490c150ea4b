"""Programs at the table: what they are told, seat by seat and game by game."""

import json
import os
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import nimmt
from nimmt.arena import Plan
from nimmt.arena.playing import play_deal
from nimmt.botlink import BotFailed, find_bot, stop_programs
from nimmt.botlink.messages import Act, Begin, Decide, End, Hello, HelloAnswer
from nimmt.botlink.program import Program
from nimmt.bots import Histories, ask
from nimmt.cli.sitting import read_seed
from nimmt.codec import from_json
from nimmt.records import Recorder

from .company import named, played, short_game

BASE = short_game(players=3)


def told(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines()]


def test_a_program_hears_the_whole_game_and_nothing_else(tmp_path: Path) -> None:
    log = tmp_path / "log"
    name = named("good", log)
    one = find_bot(name, BASE.setup)
    recorder = played(BASE, [one, nimmt_bot(), nimmt_bot()])
    stop_programs()  # it has read everything then
    heard = told(log)
    numbers = [message["number"] for message in heard if message["type"] == "decide"]
    assert ["hello", "begin", *["decide"] * len(numbers), "end"] == [message["type"] for message in heard]
    assert len(numbers) >= 10
    assert list(range(1, len(numbers) + 1)) == numbers
    events = [event for message in heard for event in message.get("events", ())]
    histories = Histories(3, BASE.start(read_seed("7")).last)
    for step in nimmt.replay(recorder.record()):
        if step.move:
            histories.add(step.events)
    kinds = [event["type"] for event in events]
    assert kinds == [type(event).__struct_config__.tag for event in histories.of(0)]
    assert {0} == {event["seat"] for event in events if event["type"] == "hand_dealt" and event["cards"]}
    assert list(recorder.state.outcome.totals) == heard[-1]["outcome"]["totals"]  # type: ignore[union-attr]


def nimmt_bot() -> Any:
    return find_bot("random", BASE.setup)


def test_every_seat_has_a_program_of_its_own_and_keeps_it(tmp_path: Path, nothing_left: list[Program]) -> None:
    log = tmp_path / "log"
    team = find_bot(named("good", log), BASE.setup)
    for seed in ("1", "2"):
        played(BASE, [team] * 3, seed)
    seats: dict[int, set[int]] = {}
    game = 0
    for message in told(log):
        game += message["type"] == "begin" and message["seat"] == 0
        if message["type"] == "decide":
            seats.setdefault(message["pid"], set()).add(10 * game + message["view"]["seat"])
    assert all(1 == len({seen % 10 for seen in seen_in if seen // 10 == game}) for seen_in in seats.values())
    assert 3 == len(nothing_left) == len(seats)


def test_another_game_begins_even_if_nobody_said_that_the_last_one_was_over(tmp_path: Path) -> None:
    log = tmp_path / "log"
    one = find_bot(named("good", log), BASE.setup)
    for seed in (1, 2):
        state = BASE.start(seed)
        one.choose(state.view(0), state.legal(0), nimmt.seen_by(state.last, 0), Random(1))
    assert ["hello", "begin", "decide", "begin", "decide"] == [message["type"] for message in told(log)]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_program_that_was_killed_is_started_again_and_told_everything(tmp_path: Path) -> None:
    log = tmp_path / "log"
    one = find_bot(named("good", log), BASE.setup)
    recorder = Recorder(BASE, read_seed("7"))
    histories = Histories(3, recorder.state.last)
    killed = 0
    while recorder.state.outcome is None:
        seat = recorder.state.to_act[0]
        if recorder.state.decision == 4 and seat == 0 and not killed:
            killed = next(message["pid"] for message in told(log) if message["type"] == "decide")
            os.kill(killed, signal.SIGKILL)
            with pytest.raises(BotFailed, match="status -9"):
                ask(one, recorder, histories, seat, 7)
        ask(one, recorder, histories, seat, 7)
    heard = [message for message in told(log) if message["type"] == "decide" and message["view"]["seat"] == 0]
    again = next(message for message in heard if message["view"]["decision"] == 4)
    assert killed != again["pid"]
    assert ["hello", "begin", "decide"] == [m["type"] for m in told(log) if m["pid"] == again["pid"]][:3]
    assert "round_started" == again["events"][0]["type"]


def test_what_a_program_is_told_keeps_to_the_types(tmp_path: Path) -> None:
    log = tmp_path / "log"
    for key in nimmt.keys():
        game = short_game(key, nimmt.spec(key).players[-1])
        played(game, [find_bot(named("good", log), game.setup), *[find_bot("random", game.setup)] * (game.players - 1)])
    for line in log.read_text().splitlines():
        message = json.loads(line)
        del message["pid"]
        from_json(Hello | Begin | Decide | End, json.dumps(message))  # type: ignore[arg-type]


def test_answers_are_strict() -> None:
    for kind, text in ((Act, '{"type":"act","number":1,"action":{"type":"pass"},"mood":"good"}'), (HelloAnswer, "{}")):
        with pytest.raises(nimmt.Malformed):
            from_json(kind, text)


def test_the_seed_makes_a_program_s_game_repeatable(tmp_path: Path) -> None:
    plan = Plan(BASE.setup, (named("good", tmp_path / "log"), "random"), "one", "7")
    first = [game.totals for game in play_deal(plan, 0).games]
    seeds = [message["seed"] for message in told(tmp_path / "log") if message["type"] == "decide"]
    (tmp_path / "log").unlink()
    assert first == [game.totals for game in play_deal(plan, 0).games]
    assert seeds == [message["seed"] for message in told(tmp_path / "log") if message["type"] == "decide"]
    assert len(set(seeds)) > 10
