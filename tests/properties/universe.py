"""Everything that anybody could try to do: every action of every game with far too many values in its fields."""

from functools import cache
from itertools import product
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from nimmt import Action
from nimmt.codec import AnyAction

CARDS = range(111)
ROWS = range(-1, 7)
ROW_FIELDS = {"row", "source", "target", "pile"}  # fields that do not hold a card
MOST = 400
"""So many of each kind of action at most: those with several fields would be too many."""


def values(name: str, annotation: Any) -> tuple[Any, ...]:
    """Values for a field, good and bad."""
    origin = get_origin(annotation)
    if origin is Literal:
        return get_args(annotation)
    if origin in (Union, UnionType):
        return tuple(value for part in get_args(annotation) for value in values(name, part))
    if origin is tuple:
        some = values(name, get_args(annotation)[0])
        return ((), some[:1], some[:2], some[-2:])
    simple: dict[Any, tuple[Any, ...]] = {bool: (False, True), NoneType: (None,), str: ("", "stop", "x")}
    if annotation in simple:
        return simple[annotation]
    return tuple(ROWS if name in ROW_FIELDS else CARDS)


@cache
def actions_of(kind: type[Action]) -> tuple[Action, ...]:
    """Many actions of one kind, always the same ones."""
    fields = msgspec.structs.fields(kind)
    every = list(product(*(values(field.name, field.type) for field in fields)))
    chosen = every if len(every) <= MOST else Random(1).sample(every, MOST)
    return tuple(kind(*parts) for parts in chosen)


def kinds() -> tuple[type[Action], ...]:
    """Every kind of action that there is in any game."""
    return get_args(AnyAction)


def universe() -> tuple[Action, ...]:
    """All of them."""
    return tuple(action for kind in kinds() for action in actions_of(kind))
