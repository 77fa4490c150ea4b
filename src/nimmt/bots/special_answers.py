"""Tables that a seat of Surprise or Versus the Ox may be at, and what its answers do there, for those who search."""

from collections.abc import Callable, Sequence
from random import Random

from ..actions import Action
from ..game import Game, position_of
from ..games.versus_ox import OxTable, OxView
from ..games.versus_ox.actions import OrderCard, UseOrder, UseSort, Vote, WithdrawSort
from ..kernels.special_ratings import best_orders
from ..specials import SpecialTable
from ..views import TableView

FORESEEN = ("card", "window", "vote", "row", "exchange", "replace")
"""The questions that the kernels know; which card cancels most heads is for `greedy` to say."""


def some_tables(game: Game, view: TableView, count: int, rng: Random) -> list[SpecialTable]:
    """So many tables that this seat may be at."""
    tables = [position_of(game.sample(view, rng)) for _ in range(count)]
    return [table for table in tables if isinstance(table, SpecialTable)]


def has_more_rounds(view: TableView) -> bool:
    """Whether a special that is kept can be used in another round; the co-op has one."""
    rounds = view.setup.options.get("rounds", 1)
    return isinstance(rounds, int) and view.round < rounds


def uses(action: Action, view: TableView, table: SpecialTable, orders: int) -> Sequence[Action]:
    """What an answer may do: Sort has many orders, of which the best are looked at, and a vote is about a proposal."""
    if isinstance(action, UseSort) and isinstance(table, OxTable):
        return [UseOrder(order) for order in best_orders(table, orders)]
    if action == Vote(True) and isinstance(view, OxView):
        assert view.proposal is not None
        return [view.proposal.use]
    return [action]


def orders_to_name(view: OxView, table: SpecialTable, count: int) -> list[UseOrder]:
    """The orders that cost the team least in this turn, of those that begin as this seat has begun."""
    assert isinstance(table, OxTable)
    return [UseOrder(order) for order in best_orders(table, count, view.named)]


def name_next(view: OxView, legal: Sequence[Action], chosen: Callable[[], UseOrder]) -> Action:
    """The next card of a chosen order. Once all are named it is proposed, or withdrawn where that is not possible."""
    if len(view.named) == len(view.queue):
        return UseOrder(view.named) if UseOrder(view.named) in legal else WithdrawSort()
    return OrderCard(chosen().order[len(view.named)])
