"""What a seat was told since the start, as numbers: with the observation, OpenSpiel's information state.

Every event takes a row, a long one several: first the number of its kind (−1 where an event goes on), then its fields.
Texts have numbers too, a tuple begins with its length, and what is unknown or missing is −1.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
from msgspec import Struct, inspect
from numpy.typing import NDArray

from ..codec import AnyEvent
from ..events import Event
from ..game import Game
from ..kernels.scope import ROW_GAMES

WIDTH = 16
NONE = MORE = -1


def row_count(game: Game) -> int:
    """Enough rows for any round of a row game, and for one of the others unless much is proposed or taken back."""
    return (64 if ROW_GAMES.covers(game.setup) else 128) * (1 + game.players)


def written(events: Sequence[Event], rows: int) -> NDArray[np.float32]:
    """The log: one event after another, then rows of zeros; if there are too many, the latest are kept."""
    found = [row for event in events for row in _rows(event)][-rows:]
    log = np.zeros((rows, WIDTH), np.float32)
    if found:
        log[: len(found)] = found
    return log


@lru_cache(1 << 14)
def _rows(event: Event) -> list[list[int]]:
    """An event's rows, each of the same width."""
    kind, *numbers = _numbers(event)
    chunks = [numbers[begin : begin + WIDTH - 1] for begin in range(0, len(numbers), WIDTH - 1)] or [[]]
    padded = [[*chunk, *[0] * (WIDTH - 1 - len(chunk))] for chunk in chunks]
    return [[MORE if place else kind, *row] for place, row in enumerate(padded)]


def _numbers(value: Any) -> Iterator[int]:
    """Any value of an event, from left to right."""
    match value:
        case None:
            yield NONE
        case int():
            yield int(value)
        case str():
            yield _vocabulary().get(value) or ord(value)  # of a fixed set, or a single letter
        case Struct():
            if tag := value.__struct_config__.tag:
                yield _vocabulary()[str(tag)]
            for field in value.__struct_fields__:
                yield from _numbers(getattr(value, field))
        case _:
            yield len(value)
            for part in value:
                yield from _numbers(part)


@cache
def _vocabulary() -> dict[str, int]:
    """Every word that an event can have, tags first, with its number from 1 on."""
    tags: set[str] = set()
    words: set[str] = set()
    _collect(inspect.type_info(AnyEvent), tags, words, set())
    return {word: number for number, word in enumerate([*sorted(tags), *sorted(words - tags)], 1)}


def _collect(kind: Any, tags: set[str], words: set[str], seen: set[Any]) -> None:
    """Look for tags and words in a type and all that it is made of."""
    match kind:
        case inspect.StructType(cls=cls, tag=tag):
            if cls in seen:
                return
            seen.add(cls)
            tags |= {str(tag)} - {"None"}
            parts: Iterable[Any] = (field.type for field in kind.fields)
        case inspect.LiteralType(values=values):
            words |= {value for value in values if isinstance(value, str)}
            return
        case inspect.EnumType(cls=cls):
            words |= {str(member.value) for member in cls}
            return
        case inspect.UnionType(types=types):
            parts = types
        case inspect.TupleType(item_types=types):
            parts = types
        case _:
            parts = (kind.item_type,) if isinstance(kind, inspect.VarTupleType | inspect.ListType) else ()
    for part in parts:
        _collect(part, tags, words, seen)
