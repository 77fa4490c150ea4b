"""The page about bots in any language: its transcript and its schema are true."""

import importlib
import json
from pathlib import Path

import jsonschema_rs
import pytest

from nimmt.botlink import messages, program
from nimmt.botlink.circles import MOST_ANSWERS
from nimmt.botlink.conversation import START_SECONDS
from nimmt.botlink.safe import MOST_FAILURES
from nimmt.botlink.schema import FILE, text

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "botlink.md").read_text("utf-8")
RENEW = "run: .venv/bin/python -m nimmt.botlink.schema && .venv/bin/python docs/bot_transcript.py"


def test_the_schema_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == text(), RENEW


def test_the_transcript_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    assert importlib.import_module("bot_transcript").written() == PAGE, RENEW


def test_the_transcript_keeps_to_the_schema() -> None:
    schema = json.loads(FILE.read_text("utf-8"))
    check = {
        arrow: jsonschema_rs.validator_for({**schema, "$ref": f"#/$defs/{side}"})
        for arrow, side in (("→", "told"), ("←", "answers"))
    }
    lines = [line for line in PAGE.splitlines() if line[:2] in ("→ ", "← ")]
    for line in lines:
        check[line[0]].validate(json.loads(line[2:]))
    assert {"hello", "begin", "decide", "end", "act"} == {json.loads(line[2:])["type"] for line in lines}
    assert not check["←"].is_valid({"type": "act", "number": 1})


def test_the_page_names_every_field_and_limit() -> None:
    for message in (messages.Hello, messages.Begin, messages.Decide, messages.End, messages.HelloAnswer, messages.Act):
        assert all(f"`{field}`" in PAGE for field in message.__struct_fields__)
    assert f"Version {messages.PROTOCOL}." in PAGE
    assert f"more than {program.LONGEST_LINE // 1024} KiB" in PAGE
    assert f"more than {program.MOST_UNREAD} lines" in PAGE
    assert f"You have {START_SECONDS:g} seconds" in PAGE
    assert f"More than {MOST_ANSWERS} answers" in PAGE
    assert 3 == MOST_FAILURES
    assert "after three failures" in PAGE
