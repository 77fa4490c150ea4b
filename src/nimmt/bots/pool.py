"""Bots on the kernels, for the base game, Pro and every fan card: the pool to measure others against."""

from abc import abstractmethod
from collections.abc import Sequence
from random import Random

from ..actions import Action, PlayCard
from ..events import Event
from ..games.registry import game_of
from ..kernels.ratings import rate_by_heuristic, rate_by_playouts, rate_by_rollouts
from ..kernels.row_game import RowGame, row_game
from ..kernels.scope import ROW_GAMES
from ..setup import Setup
from ..views import TableView, View
from .bot import Bot


class RatingBot(Bot):
    """Rates its plays and chooses the best; takes the cheapest row, and drafts at random."""

    def plays(self, setup: Setup) -> bool:
        """Whether the kernels know this setup."""
        return ROW_GAMES.covers(setup)

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Answer any question of a row game."""
        game = row_game(view.setup)
        assert isinstance(view, TableView)
        if view.phase == "draft":
            return rng.choice(legal)
        if view.phase == "row":
            return game_of(view.setup).default(view)
        plays = [action for action in legal if isinstance(action, PlayCard)]
        costs = self.rate(game, view, plays, rng)
        return plays[costs.index(min(costs))]

    @abstractmethod
    def rate(self, game: RowGame, view: TableView, plays: Sequence[PlayCard], rng: Random) -> list[float]:
        """What each play is expected to cost."""


class HeuristicBot(RatingBot):
    """`heuristic`: heads now, and the risk that unseen cards fall between the row's end and the card."""

    def rate(self, game: RowGame, view: TableView, plays: Sequence[PlayCard], rng: Random) -> list[float]:
        """Look at this turn alone."""
        return rate_by_heuristic(game, view, plays)


class MonteCarloBot(RatingBot):
    """`mcs(n)`: n random playouts in all, spread over the hand; hidden hands are dealt at random."""

    def __init__(self, playouts: int) -> None:
        """Spend this many playouts on a decision."""
        self.playouts = playouts

    def rate(self, game: RowGame, view: TableView, plays: Sequence[PlayCard], rng: Random) -> list[float]:
        """Play the round out."""
        return rate_by_playouts(game, view, plays, self.count(plays), rng)

    def count(self, plays: Sequence[PlayCard]) -> int:
        """How many playouts to run in all."""
        return self.playouts


class FlatBot(MonteCarloBot):
    """`flat(n)`: n random playouts for every play."""

    def count(self, plays: Sequence[PlayCard]) -> int:
        """That many for each play."""
        return self.playouts * len(plays)


class RolloutBot(RatingBot):
    """`mc_rollout(n, k)`: n playouts for each of the k best plays by the heuristic, which all then follow."""

    def __init__(self, rollouts: int, best: int) -> None:
        """Spend this many playouts on each of so many plays."""
        self.rollouts = rollouts
        self.best = best

    def rate(self, game: RowGame, view: TableView, plays: Sequence[PlayCard], rng: Random) -> list[float]:
        """Play the round out as the heuristic would."""
        return rate_by_rollouts(game, view, plays, self.rollouts, self.best, rng)
