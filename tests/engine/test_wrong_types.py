"""Whatever a caller hands over, the answer is one of nimmt's own errors."""

from typing import Any

import pytest

import nimmt
from nimmt import Malformed, examples

DEEP = 100_000


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (dict, b'{"a":' * DEEP),
        (list, b"[" * DEEP),
        (list, "[" * DEEP + "]" * DEEP),
        (str, '"\ud800"'),
        (str, b'"\xff"'),
    ],
    ids=["objects", "lists", "closed lists", "lone surrogate", "no UTF-8"],
)
def test_json_that_cannot_be_read_is_malformed(kind: Any, data: bytes | str) -> None:
    with pytest.raises(Malformed) as error:
        nimmt.from_json(kind, data)
    assert "bad_json" == error.value.code


def nested(start: str) -> str:
    return start + '"script": [{"a": ' + "[" * DEEP + "]" * DEEP + "}]}"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'{"a":' * DEEP, "bad_json"),
        ('["\ud800"]', "bad_json"),
        (nested("{"), "bad_json"),
        ("[" + nested('{"id": "x", "mode": "coop", ') + "]", "bad_json"),
        (b'[{"id": "\xff", "mode": "base"}]', "bad_example"),
    ],
    ids=["objects", "lone surrogate", "nested", "nested example", "no UTF-8"],
)
def test_examples_that_cannot_be_read_are_malformed(data: bytes | str, code: str) -> None:
    with pytest.raises(Malformed) as error:
        examples.read(data)
    assert code == error.value.code
