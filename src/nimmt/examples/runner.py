"""Reads example files and runs them on the engine."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Raw, Struct

from ..codec import UNREADABLE
from ..errors import Malformed
from ..games.registry import PRESETS
from .format import (
    BaseExample,
    CaperExample,
    ClimbExample,
    EvenOddExample,
    Example,
    FansExample,
    OxExample,
    PartyExample,
    ReversedDigitsExample,
    RowExample,
    SurpriseExample,
)
from .ox_turn import OxTurn
from .party_round import PartyRound
from .row_turn import RowTurn
from .session import Failed, Session
from .surprise_turn import SurpriseTurn

AnyExample = (
    BaseExample
    | EvenOddExample
    | ClimbExample
    | CaperExample
    | ReversedDigitsExample
    | FansExample
    | SurpriseExample
    | OxExample
    | PartyExample
)
KINDS: tuple[type[Example], ...] = get_args(AnyExample)
MODES = tuple(str(kind.__struct_config__.tag) for kind in KINDS)


class Result(Struct, frozen=True):
    """How one example went; the message says what was expected and what was seen instead."""

    id: str
    passed: bool
    message: str


def run(example: Example) -> Result:
    """Play an example on the engine and compare."""
    session = sit_down(example)
    try:
        session.play()
        message = "; ".join(session.differences())
    except Failed as failed:
        message = str(failed)
    return Result(example.id, not message, message)


def sit_down(example: Example) -> Session:
    """Find the table that an example is played at."""
    match example:
        case PartyExample():
            return PartyRound(example)
        case SurpriseExample():
            return SurpriseTurn(example)
        case OxExample():
            return OxTurn(example)
        case RowExample():
            return RowTurn(example)
    raise TypeError(f"no table for {type(example).__name__}")


def run_file(path: str | Path) -> list[Result]:
    """Run every example of a file; a file or an example that makes no sense raises Malformed."""
    examples = read_file(path)
    with _naming(path):
        return [run(example) for example in examples]


def read_file(path: str | Path) -> list[Example]:
    """Read every example of a file."""
    with _naming(path):
        return read(_content(path))


def _content(path: str | Path) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise Malformed("unreadable", f"The file cannot be read: {error.strerror}.") from None


@contextmanager
def _naming(path: str | Path) -> Iterator[None]:
    """Put the file's name before whatever is wrong with it."""
    try:
        yield
    except Malformed as error:
        raise Malformed(error.code, f"{path}: {error}") from None


def read(data: bytes | str) -> list[Example]:
    """Read examples from JSON: a list, or a single one."""
    try:
        found = msgspec.json.decode(data, type=list[Raw] | dict[str, Any])
        parts = [msgspec.json.encode(found)] if isinstance(found, dict) else [bytes(part) for part in found]
    except UNREADABLE as error:
        raise Malformed("bad_json", f"Expected a JSON list of examples. {error}.") from None
    return [_read_one(part, number) for number, part in enumerate(parts, 1)]


def _read_one(data: bytes, number: int) -> Example:
    """Read one example; an error names the example and the key."""
    where = f"Example {number}"
    try:
        label = msgspec.json.decode(data, type=_Label)
        where = f"Example {label.id}"
        if label.mode not in MODES:
            raise Malformed("unknown_mode", f"{where}: there is no mode {label.mode!r}; there are: {', '.join(MODES)}.")
        return msgspec.json.decode(data, type=AnyExample)  # type: ignore[no-any-return]
    except UNREADABLE as error:
        raise Malformed("bad_example", f"{where}: {error}.") from None


class _Label(Struct, frozen=True):
    id: str
    mode: str


def builtin() -> dict[str, list[Example]]:
    """The books' worked examples and some more, by game."""
    folder, found = files(__package__) / "data", dict[str, list[Example]]()
    for kind in KINDS:
        found.setdefault(kind.game, []).extend(read((folder / f"{kind.file or kind.game}.json").read_bytes()))
    for preset in PRESETS:
        found[preset] = read((folder / f"{preset}.json").read_bytes())
    return found
