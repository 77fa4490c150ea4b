"""How `search` plays Bullenparty: every choice is played out to the end of the game in many worlds."""

from collections.abc import Sequence
from random import Random

from ..actions import Action
from ..game import Game, State, position_of
from ..games.bullenparty import Bid, Done, LayCard, PartyTable, PartyView
from ..games.bullenparty.table import stack
from .greedy_party import worth

WORLDS = 16
SHORT_LIST = 6
"""How many ways to lay a card are examined closely."""


def search_in_party(game: Game, view: PartyView, legal: Sequence[Action], playouts: int, rng: Random) -> Action:
    """The choice that leaves this seat furthest ahead of the others."""
    if Done() in legal:
        return Done()
    listed = promising(view, legal)
    leads = [0.0] * len(listed)
    for _ in range(WORLDS):
        state, seed = game.sample(view, rng), rng.getrandbits(64)
        for number, action in enumerate(listed):
            points = expected(state, view, action, max(1, playouts // WORLDS), Random(seed))
            own = points[view.seat or 0]
            leads[number] += own - (sum(points) - own) / (len(points) - 1)
    return listed[leads.index(max(leads))]


def promising(view: PartyView, legal: Sequence[Action]) -> list[Action]:
    """The ways to lay a card that are worth most right now; other choices are all kept."""
    lays = [action for action in legal if isinstance(action, LayCard)]
    if not lays:
        return list(legal)
    return list(sorted(lays, key=lambda lay: -worth(view, stack(view.own_piles, [lay])))[:SHORT_LIST])


def expected(state: State, view: PartyView, action: Action, playouts: int, rng: Random) -> list[float]:
    """Points at the end by seat, in one world. The kernel draws the others' sealed bids: it knows them better."""
    from ..fast.party_search import future_points

    assert view.seat is not None
    sealed = {view.seat: action.card} if isinstance(action, Bid) else {}
    after = state if sealed else state.step(view.seat, action)[0]
    if after.outcome is not None:
        return [float(total) for total in after.outcome.totals]
    table = position_of(after)
    assert isinstance(table, PartyTable)
    return future_points(table, view.setup, sealed, playouts, rng).tolist()  # type: ignore[no-any-return]
