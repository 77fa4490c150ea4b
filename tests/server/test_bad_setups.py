"""What cannot be played is refused by every interface: with the same typed error, and a sentence for people."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

import nimmt
from nimmt import BadRecord, BadSetup, Record, SeededDealer
from nimmt.records import write_record
from nimmt.setup import RULES
from tests.cli.terminal import complaint_of, run
from tests.server.client import Api, people, serving, settings


class Impossible(Struct, frozen=True):
    """A game that cannot be made, and what is said about it."""

    code: str
    sentence: str  # some words of it, from the library
    key: str
    players: int
    options: dict[str, Any]
    printed: str  # some words of it, from the terminal


BAD = (
    Impossible("too_few_cards", "need 107 cards", "base", 10, {"rows": 7}, "need 107 cards, but the deck has 104"),
    Impossible("too_few_cards", "need 114 cards", "climb", 10, {"hand_size": 11}, "need 114 cards"),
    Impossible("too_few_cards", "need 24 cards", "caper", 2, {"deck": 23}, "but the deck has 23"),
    Impossible("bad_option", "$.rows", "base", 2, {"rows": 9}, "--rows needs a whole number from 2 to 8"),
    Impossible("bad_option", "$.hand_size", "pro", 2, {"hand_size": 0}, "--hand-size needs a whole number from 1"),
    Impossible("bad_option", "$.capacity", "base", 2, {"capacity": 1}, "--capacity needs a whole number from 2"),
    Impossible("bad_option", "$.deck", "base", 2, {"deck": 105}, "--deck needs a whole number"),
    Impossible("unknown_fan_card", "chess", "base", 4, {"fan_cards": ("even_odd", "chess")}, "not “chess”"),
    Impossible("unknown_option", "'rows'", "surprise", 3, {"rows": 5}, "no option --rows"),
    Impossible("unknown_option", "'consent'", "base", 3, {"consent": "any"}, "no option --consent"),
    Impossible(
        "unknown_option", "'fan_cards'", "bullenparty", 3, {"fan_cards": ("climb", "caper")}, "no option --fan-c"
    ),
    Impossible("unknown_option", "'fan_cards'", "caper", 3, {"fan_cards": ("climb",)}, "no option --fan-cards"),
)
VERSIONS = ({"rules": RULES + 1}, {"rules": 0}, {"format": 2})
"""Of records that this program cannot read."""

with_bad = pytest.mark.parametrize("bad", BAD, ids=lambda bad: f"{bad.key} {bad.options}")


@with_bad
def test_the_library_refuses(bad: Impossible) -> None:
    with pytest.raises(BadSetup) as refused:
        nimmt.game(bad.key, players=bad.players, **bad.options)
    assert bad.code == refused.value.code
    assert bad.sentence in str(refused.value)


@with_bad
@pytest.mark.parametrize("command", ["play", "simulate"])
def test_the_terminal_refuses(bad: Impossible, command: str) -> None:
    flags = [
        word
        for name, value in bad.options.items()
        for word in (f"--{name.replace('_', '-')}", ",".join(value) if isinstance(value, tuple) else value)
    ]
    assert bad.printed in complaint_of(command, bad.key, "--players", bad.players, *flags, status=2)


async def test_the_server_refuses(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        for bad in BAD:
            seats = people(bad.players)
            wish = {"game": bad.key, "seats": seats, "options": bad.options, "host": {"name": "Ada"}}
            answer = await Api(server.address)("POST", "/api/tables", wish)
            refusal = answer.json()
            assert (422, bad.code) == (answer.status_code, refusal["code"]), (bad, refusal)
            assert bad.sentence in refusal["sentence"]


def played() -> Record:
    """A short game."""
    recorder = nimmt.Recorder(nimmt.game("base", players=2, hand_size=2, rows=2, max_rounds=1), SeededDealer.of(1))
    while recorder.state.outcome is None:
        seat = recorder.state.to_act[0]
        recorder.step(seat, recorder.state.legal(seat)[0])
    return recorder.record()


@pytest.mark.parametrize("version", VERSIONS, ids=str)
@pytest.mark.parametrize("command", ["replay", "verify"])
def test_library_and_terminal_refuse_records_of_other_versions(
    tmp_path: Path, version: dict[str, int], command: str
) -> None:
    [(name, number)] = version.items()
    record = replace(played(), **version)
    with pytest.raises(BadRecord, match=f"not {number}") as refused:
        nimmt.verify(record)
    assert f"wrong_{name}" == refused.value.code
    file = tmp_path / "games.jsonl"
    file.write_text(write_record(record), "utf-8")
    shown = run(command, file)
    assert 1 == shown.exit_code
    assert f"not {number}" in shown.output


async def test_the_server_finds_records_of_other_versions_invalid(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        for version in VERSIONS:
            [(name, number)] = version.items()
            record = replace(played(), **version)
            answer = await Api(server.address)("POST", "/api/verify", json.loads(nimmt.to_json(record)))
            report = answer.json()
            assert (False, f"wrong_{name}") == (report["valid"], report["code"]), answer.text
            assert f"not {number}" in report["problem"]
