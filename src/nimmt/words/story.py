"""Which words tell an event: `story.toml`, read and checked."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

Case = list[str]
"""An entry of the catalogue, and optionally the condition under which it is used."""


class Telling(Struct, frozen=True, forbid_unknown_fields=True):
    """How one type of event is told; the file explains the fields."""

    says: str | list[Case] = ""
    with_: dict[str, str] = field(default_factory=dict, name="with")
    by: str = ""
    card: str = ""
    tone: Literal["", "title", "bad", "good", "quiet"] = ""
    why: bool = False
    also: Case = []
    each: str = ""
    if_: str = field(default="", name="if")
    watching: bool = False
    then: Literal["", "scores", "ending"] = ""
    foretold: str = ""
    silent: bool = False

    @property
    def cases(self) -> list[Case]:
        """The entries that may be said, each with its condition."""
        return [[self.says]] if isinstance(self.says, str) else self.says


@cache
def story() -> dict[str, Telling]:
    """How every event is told, by its type."""
    text = files("nimmt.words").joinpath("story.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Telling])


def holds(condition: str, value: Any) -> bool:
    """Whether a condition of the table holds for an event or a part of one."""
    name, _, other = condition.partition(" is ")
    found = getattr(value, name)
    return tuple(found) == (getattr(value, other),) if other else bool(found)
