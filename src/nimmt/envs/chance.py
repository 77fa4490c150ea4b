"""Chance in small steps: a shuffle as one card after another, and where the order does not matter, none is drawn."""

from math import comb
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..game import Game
from ..games.bullenparty.rules import PartyRules
from ..games.bullenparty.table import HAND_SIZE

Places = tuple[int, ...]


class Shuffle(Struct, frozen=True):
    """An order that is being drawn: groups of places, each drawn in ascending order, for nobody sees another."""

    label: str
    size: int
    groups: Places  # how many places each group has; what is left over comes last
    drawn: Places = ()

    @property
    def complete(self) -> bool:
        """Whether everything that matters is drawn."""
        return len(self.drawn) == sum(self.groups)

    def outcomes(self) -> list[tuple[int, float]]:
        """What may come next, with its probability: every set of a group is as likely as any other."""
        begun, missing = self._group()
        lowest = self.drawn[-1] + 1 if begun else 0
        gone = set(self.drawn)
        left = [place for place in range(lowest, self.size) if place not in gone]
        ways = comb(len(left), missing)
        found = [(place, comb(len(left) - number, missing - 1)) for number, place in enumerate(left, 1)]
        return [(place, own / ways) for place, own in found if own]

    def then(self, place: int) -> "Shuffle":
        """The same with one more place drawn."""
        return replace(self, drawn=(*self.drawn, place))

    def order(self) -> Places:
        """The whole order."""
        gone = set(self.drawn)
        return (*self.drawn, *(place for place in range(self.size) if place not in gone))

    def _group(self) -> tuple[int, int]:
        """How many places of the present group are drawn, and how many are missing."""
        before = len(self.drawn)
        for size in self.groups:
            if before < size:
                return before, size - before
            before -= size
        raise AssertionError("Everything is drawn.")


def shuffle_of(game: Game, label: str, size: int) -> Shuffle:
    """What must be drawn for a label."""
    groups = tuple(group for group in _groups(game, label.partition(":")[0], size) if group)
    return Shuffle(label, size, groups)


def _groups(game: Game, what: str, size: int) -> list[int]:
    rules: Any = game.rules
    if what == "deal" and isinstance(rules, PartyRules):
        groups = [rules.boxed.get(game.players, 0), *[HAND_SIZE] * game.players]
        return groups + [1] * (size - sum(groups) - 1)
    if what == "deal":
        return [*[rules.hand_size] * game.players, *[1] * rules.row_count, *[1] * (rules.hand_size * rules.is_team)]
    if what == "first":
        return [1]
    return [1] * min(size - 1, rules.row_count if what == "rows" else size)
