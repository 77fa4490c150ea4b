"""The judge of Bullenparty: bids, rows, and cards that are laid, by how far they leave a seat ahead of the others."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from ..actions import Action
from ..bots.greedy_party import worth
from ..events import Outcome
from ..game import State, position_of
from ..games.bullenparty import Bid, Bullenparty, LayCard, PartyTable, PartyView
from ..games.bullenparty.table import stack
from ..games.registry import rules_of
from ..kernels.party import future_points
from ..kernels.scope import SEARCHED_GAMES
from ..setup import Setup
from ..table import Phase
from ..views import View
from .asking import Asked
from .playing_on import PlayoutJudge
from .report import Measure, Why

PLAYOUTS = 4
"""In every world."""
SHORT_LIST = 8
"""How many ways to lay a card are weighed."""


class PartyJudge(PlayoutJudge):
    """Measures points: those of the others, on average, less one's own."""

    measure: Measure = "lead"
    kinds: ClassVar[frozenset[Phase]] = frozenset({"bid", "claim", "extend", "lay"})
    trust = 0.6

    def covers(self, setup: Setup) -> bool:
        """What the kernels know of it."""
        return issubclass(rules_of(setup.key), Bullenparty) and SEARCHED_GAMES.covers(setup)

    def seats(self, setup: Setup, seat: int) -> tuple[int, ...]:
        """Everybody plays alone."""
        return (seat,)

    def listed(self, one: Asked) -> Sequence[Action]:
        """Of the ways to lay a card, those that are worth most right now; all other choices."""
        view, made = one.view, one.legal[one.picked]
        assert isinstance(view, PartyView)
        if view.phase != "lay":
            return one.legal
        lays = [action for action in one.legal if isinstance(action, LayCard)]
        if not isinstance(made, LayCard):
            return (made,)
        lays.sort(key=lambda lay: -worth(view, stack(view.own_piles, [lay])))
        return tuple(dict.fromkeys([made, *lays[:SHORT_LIST]]))

    def costs(self, state: State, view: View, choices: Sequence[Action], luck: int) -> list[float]:
        """The whole game is played on from each choice."""
        assert view.seat is not None
        return [_behind(_points(state, view, choice, Random(luck)), view.seat) for choice in choices]

    def taken(self, view: View) -> int:
        """Nothing is certain before the end."""
        return 0

    def why(self, view: View, action: Action, rival: int) -> Why:
        """The figures alone speak."""
        return Why("other", rival)

    def result(self, outcome: Outcome, number: int, seat: int) -> float:
        """What counts is the end, whichever round it is."""
        return _behind([float(total) for total in outcome.totals], seat)


def _points(state: State, view: View, choice: Action, rng: Random) -> list[float]:
    """Points at the end by seat. The kernel draws the others' sealed bids."""
    assert view.seat is not None
    sealed = {view.seat: choice.card} if isinstance(choice, Bid) else {}
    after = state if sealed else state.step(view.seat, choice)[0]
    if after.outcome is not None:
        return [float(total) for total in after.outcome.totals]
    table = position_of(after)
    assert isinstance(table, PartyTable)
    return future_points(table, view.setup, sealed, PLAYOUTS, rng)


def _behind(points: Sequence[float], seat: int) -> float:
    """How many points the others are ahead on average."""
    return (sum(points) - points[seat]) / (len(points) - 1) - points[seat]
