"""What viewers see of a game: worked out once, the same for everybody apart from what is one viewer's own."""

from typing import Any

from msgspec import Struct, structs

from ..actions import Action
from ..game import State
from ..views import View


class Sight:
    """What everybody sees of one moment of a game."""

    def __init__(self, state: State | None) -> None:
        """Before the first game there is nothing to see."""
        self.state = state
        self._common: dict[str, Any] | None = None
        self._own: dict[int | None, dict[str, Any]] = {}
        self._legal: dict[int, tuple[Action, ...]] = {}

    @property
    def common(self) -> dict[str, Any]:
        """The fields of a view that are the same for all."""
        if self._common is None:
            self._common = {} if self.state is None else self.state.common()
        return self._common

    def own(self, viewer: int | None) -> dict[str, Any]:
        """The fields that this viewer is shown alone."""
        found = self._own.get(viewer)
        if found is None:
            found = self._own[viewer] = {} if self.state is None else self.state.own(viewer)
        return found

    def view(self, viewer: int | None) -> View | None:
        """All that a viewer may know."""
        return None if self.state is None else self.state.view(viewer)

    def legal(self, viewer: int | None) -> tuple[Action, ...]:
        """What a seat may do."""
        if viewer is None or self.state is None:
            return ()
        found = self._legal.get(viewer)
        if found is None:
            found = self._legal[viewer] = self.state.legal(viewer)
        return found


def news(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The fields that are new. Both are of the same viewer, so what is new tells nothing that they do not."""
    return {name: value for name, value in after.items() if value is not (old := before.get(name)) and value != old}


def table_news(before: Struct | None, after: Struct | None) -> Any:
    """What is new in a table as everybody sees it, or all of it if nobody saw it before."""
    if before is None or after is None:
        return after
    return news(structs.asdict(before), structs.asdict(after))
