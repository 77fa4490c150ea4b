"""What is to be played: which bots, at which tables, with which deals. The plan determines every game."""

from itertools import combinations, combinations_with_replacement, permutations
from random import Random
from typing import Literal

from msgspec import Struct

from ..botlink import find_bot
from ..errors import BadSetup
from ..games.registry import game_of
from ..setup import Setup

Tables = Literal["one", "first", "two", "mixed", "same"]
"""One bot against copies of another, be it any or the first bot alone; two bots in alternate seats; any mixture; or
one bot in every seat, as a team."""

Lineup = tuple[str, ...]
"""Bots by seat."""

MOST_BOTS = 50


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that the results depend on."""

    setup: Setup
    bots: tuple[str, ...]
    tables: Tables = "one"
    seed: str = "0"
    seconds: float = 60.0  # for one decision

    def __hash__(self) -> int:
        """Options have no hash, being a dict; bots and seeds tell plans apart well enough."""
        return hash((self.bots, self.tables, self.seed))

    def check(self) -> None:
        """Refuse what cannot be played, and name it."""
        game_of(self.setup)
        for name in self.bots:
            find_bot(name, self.setup)
        if len(set(self.bots)) != len(self.bots):
            raise BadSetup("bad_arena", "A bot is named twice.")
        if not (1 if self.tables == "same" else 2) <= len(self.bots) <= MOST_BOTS:
            raise BadSetup("bad_arena", f"An arena needs 2 to {MOST_BOTS} bots, and one at least for teams.")
        if self.tables == "two" and self.setup.players % 2:
            raise BadSetup("bad_arena", "As many of one kind as of another need an even number of players.")
        if self.tables != "same" and self.setup.players < 2:
            raise BadSetup("bad_arena", "Nobody to play against: such a table is for one bot alone.")

    def lineups(self, deal: int) -> tuple[Lineup, ...]:
        """Who sits together for this deal, before seats are rotated; a mixed table is drawn again for each deal."""
        players = self.setup.players
        match self.tables:
            case "one":
                pairs = combinations if players == 2 else permutations  # one against one is the same both ways
                return tuple((one, *(other,) * (players - 1)) for one, other in pairs(self.bots, 2))
            case "first":
                return tuple((self.bots[0], *(other,) * (players - 1)) for other in self.bots[1:])
            case "two":
                return tuple((one, other) * (players // 2) for one, other in combinations(self.bots, 2))
            case "same":
                return tuple((name,) * players for name in self.bots)
        if len(self.bots) >= players:
            mixtures = list(combinations(self.bots, players))
        else:
            mixtures = [m for m in combinations_with_replacement(self.bots, players) if len(set(m)) > 1]
        return (tuple(Random(f"nimmt:arena:{self.seed}:{deal}").choice(mixtures)),)


def rotations(lineup: Lineup) -> tuple[Lineup, ...]:
    """The same bots from every seat, each seating once."""
    return tuple(dict.fromkeys(lineup[shift:] + lineup[:shift] for shift in range(len(lineup))))
