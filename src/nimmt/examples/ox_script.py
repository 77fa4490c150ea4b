"""The script of a turn of Versus the Ox: cards placed and specials used, one after another."""

from typing import Any

from msgspec import ValidationError, convert, field

from ..errors import Malformed
from .format import Card, Part, RowNumber, Sliding


class Place(Part, frozen=True):
    """The next card is placed; it is this player's."""

    player: str = field(name="place")


class Use(Part, frozen=True, kw_only=True, tag_field="use"):
    """The team uses a special, or removes a Stop."""


class Seven(Use, frozen=True, kw_only=True, tag="seven"):
    """7-takes at a row."""

    row: RowNumber


class Stop(Use, frozen=True, kw_only=True, tag="stop"):
    """Stop at a row."""

    row: RowNumber


class Unstop(Use, frozen=True, kw_only=True, tag="unstop"):
    """A Stop is removed."""

    row: RowNumber


class Replace(Use, frozen=True, kw_only=True, tag="replace"):
    """A player takes the card back and plays another one."""

    p: str
    card: Card = field(name="with")


class Insert(Use, frozen=True, kw_only=True, tag="insert"):
    """A player's card goes into a row, to a place that counts from 0."""

    p: str
    row: RowNumber
    index: int


class Slide(Sliding, frozen=True, kw_only=True, tag_field="use", tag="slide"):
    """A card of the table is moved."""


class First(Use, frozen=True, kw_only=True, tag="first"):
    """A player's card is placed next."""

    p: str


class Last(Use, frozen=True, kw_only=True, tag="last"):
    """A player's card is placed after all others."""

    p: str


class Sort(Use, frozen=True, kw_only=True, tag="sort"):
    """The order of all cards that wait, by player."""

    order: tuple[str, ...]


AnyUse = Seven | Stop | Unstop | Replace | Insert | Slide | First | Last | Sort
Step = Place | AnyUse


def read_script(script: tuple[dict[str, Any], ...]) -> list[Step]:
    """Read every step; an error names the step and the key."""
    return [_read_step(step, number) for number, step in enumerate(script)]


def _read_step(step: dict[str, Any], number: int) -> Step:
    try:
        return convert(step, Place if "place" in step else AnyUse)
    except ValidationError as error:
        raise Malformed("bad_example", f"script[{number}]: {error}") from None
