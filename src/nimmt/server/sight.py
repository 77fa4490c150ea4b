"""What viewers see of a game: views and legal actions, worked out once, and how two of them differ."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from ..actions import Action
from ..codec import AnyFacts
from ..game import State
from ..views import View

TOLD_OTHERWISE = ("last",)
"""Fields that no update names: what happened is in its events."""


class Sight:
    """What everybody sees of one moment of a game."""

    def __init__(self, state: State | None) -> None:
        """Before the first game there is nothing to see."""
        self.state = state
        self._views: dict[int | None, View] = {}
        self._legal: dict[int, tuple[Action, ...]] = {}

    def view(self, viewer: int | None) -> View | None:
        """What a viewer may know."""
        if self.state is None:
            return None
        found = self._views.get(viewer)
        if found is None:
            found = self._views[viewer] = self.state.view(viewer)
        return found

    def legal(self, viewer: int | None) -> tuple[Action, ...]:
        """What a seat may do."""
        if viewer is None or self.state is None:
            return ()
        found = self._legal.get(viewer)
        if found is None:
            found = self._legal[viewer] = self.state.legal(viewer)
        return found


def changes(before: Struct | None, after: Struct | None, facts: Sequence[AnyFacts | None] = ()) -> Any:
    """The fields that are new, or all if there were none before; facts where they are not the last that were told.

    The views before and after are those of one viewer, so what is new tells nothing that the views do not.
    """
    if before is None or after is None:
        return after
    new = {
        name: value
        for name in _fields(type(after))
        if (value := getattr(after, name)) is not (old := getattr(before, name)) and value != old
    }
    told = next((each for each in reversed(facts) if each is not None), None)
    if told is not None:
        known = getattr(after, "facts", None)
        new.pop("facts", None)
        if told != known:
            new["facts"] = known
    return new


@cache
def _fields(kind: type[Struct]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name not in TOLD_OTHERWISE)
