"""The master without one of its abilities, to see what each is worth: bots for `nimmt arena` (docs/master.md)."""

from collections.abc import Sequence
from functools import cache
from random import Random

from nimmt.actions import Action
from nimmt.bots.master import MasterBot
from nimmt.events import Event
from nimmt.kernels.master import Master
from nimmt.kernels.row_game import RowGame
from nimmt.kernels.watcher import Watcher, at_first
from nimmt.kernels.weights import shipped_minds
from nimmt.views import TableView, View


class Forgetful(Watcher):
    """Believes of everybody what it believed at first; hands are still guessed from what was played."""

    def _watch(self, shown: dict[int, int]) -> None:
        super()._watch(shown)
        self.types = at_first(self.game.players)


class Unadapted(Master):
    """Does not get to know its opponents."""

    def new_watcher(self, game: RowGame, view: TableView) -> Watcher:
        """Somebody who will not learn who plays how."""
        assert view.seat is not None
        return Forgetful(game, view.setup, view.seat, self.mind_of(game))


class WithoutAdaptation(MasterBot):
    """`master` for whom all opponents stay strangers."""

    def master(self) -> Master:
        """One that does not get to know anybody."""
        return _unadapted()


class WithoutEnvy(MasterBot):
    """`master` that counts its own heads alone in matches, too."""

    def master(self) -> Master:
        """One to whom the others' heads are all the same."""
        return _selfish()


class WithoutDrafting(MasterBot):
    """`master` that drafts at random."""

    def choose(self, view: View, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
        """Any card in the draft; later as ever."""
        return rng.choice(legal) if view.phase == "draft" else super().choose(view, legal, history, rng)


@cache
def _unadapted() -> Master:
    return Unadapted(shipped_minds())


@cache
def _selfish() -> Master:
    return Master(shipped_minds(), envious=False)
