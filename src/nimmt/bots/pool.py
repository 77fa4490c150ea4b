"""Bots on the fast kernels, for the base game, Pro and every fan card: the pool to measure strong play against."""

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from ..actions import Action, PlayCard
from ..events import Event
from ..fast.scope import ROW_GAMES
from ..games.registry import game_of
from ..setup import Setup
from ..views import TableView, View
from .bot import Bot

if TYPE_CHECKING:  # it needs numpy
    from ..fast.modes import FastGame


class RatingBot(Bot):
    """Rates its plays and chooses the best; takes the cheapest row, and drafts at random."""

    def plays(self, setup: Setup) -> bool:
        """What the kernels know."""
        return ROW_GAMES.covers(setup)

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Answer any question of a row game."""
        from ..fast.modes import fast_game

        game = fast_game(view.setup)
        assert isinstance(view, TableView)
        if view.phase == "draft":
            return rng.choice(legal)
        if view.phase == "row":
            return game_of(view.setup).default(view)
        plays = [action for action in legal if isinstance(action, PlayCard)]
        costs = self.rate(game, view, plays, rng)
        return plays[costs.index(min(costs))]

    @abstractmethod
    def rate(self, game: "FastGame", view: TableView, plays: Sequence[PlayCard], rng: Random) -> list[float]:
        """What each play is expected to cost."""


class HeuristicBot(RatingBot):
    """`heuristic`: heads now, and the risk that unseen cards fall between the row's end and the card."""

    def rate(self, game: "FastGame", view: TableView, plays: Sequence[PlayCard], rng: Random) -> list[float]:
        """Look at this turn alone."""
        from ..fast.search import rate_by_heuristic

        return rate_by_heuristic(game, view, plays)


class MonteCarloBot(RatingBot):
    """`mcs(n)`: n random playouts in all, spread over the hand; hidden hands are dealt at random."""

    def __init__(self, playouts: int) -> None:
        """Say how many playouts a decision is worth."""
        self.playouts = playouts

    def rate(self, game: "FastGame", view: TableView, plays: Sequence[PlayCard], rng: Random) -> list[float]:
        """Play the round out."""
        from ..fast.search import rate_by_playouts

        return rate_by_playouts(game, view, plays, self.count(plays), rng)

    def count(self, plays: Sequence[PlayCard]) -> int:
        """How many playouts that makes."""
        return self.playouts


class FlatBot(MonteCarloBot):
    """`flat(n)`: n random playouts for every play."""

    def count(self, plays: Sequence[PlayCard]) -> int:
        """So many for each."""
        return self.playouts * len(plays)


class RolloutBot(RatingBot):
    """`mc_rollout(n, k)`: of the k best plays by the heuristic, n playouts each in which everybody plays it."""

    def __init__(self, rollouts: int, best: int) -> None:
        """Say how many playouts a play is worth, and how many plays are looked at."""
        self.rollouts = rollouts
        self.best = best

    def rate(self, game: "FastGame", view: TableView, plays: Sequence[PlayCard], rng: Random) -> list[float]:
        """Play the round out as the heuristic would."""
        from ..fast.search import rate_by_rollouts

        return rate_by_rollouts(game, view, plays, self.rollouts, self.best, rng)
