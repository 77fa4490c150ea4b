"""How `search` plays Bullenparty: every choice is played out to the end of the game, in a new world each time."""

from collections.abc import Sequence
from random import Random

from ..actions import Action
from ..game import Game, position_of
from ..games.bullenparty import Done, LayCard, PartyTable, PartyView
from ..games.bullenparty.table import stack
from ..kernels.party import as_choice, rate_choices
from ..table import put
from .greedy_party import worth

SHORT_LIST = 6
"""How many ways to lay a card are examined closely."""


def search_in_party(game: Game, view: PartyView, legal: Sequence[Action], playouts: int, rng: Random) -> Action:
    """The choice that leaves this seat furthest ahead of the others."""
    if Done() in legal:
        return Done()
    assert view.seat is not None
    listed = promising(view, legal)
    choices = [as_choice(action, len(view.own_piles)) for action in listed]
    leads = rate_choices(some_table(game, view, rng), view.setup, view.seat, choices, playouts, rng)
    return listed[leads.index(max(leads))]


def promising(view: PartyView, legal: Sequence[Action]) -> list[Action]:
    """The ways to lay a card that are worth most right now; other choices are all kept."""
    lays = [action for action in legal if isinstance(action, LayCard)]
    if not lays:
        return list(legal)
    return list(sorted(lays, key=lambda lay: -worth(view, stack(view.own_piles, [lay])))[:SHORT_LIST])


def some_table(game: Game, view: PartyView, rng: Random) -> PartyTable:
    """A table that this seat may be at; what the others may have laid in secret they have in their hands again."""
    table = position_of(game.sample(view, rng))
    assert isinstance(table, PartyTable)
    table = table.copy()
    for seat, laid in enumerate(table.lays):
        if seat != view.seat:
            table.hands = put(table.hands, seat, (*table.hands[seat], *(lay.card for lay in laid)))
            table.lays = put(table.lays, seat, ())
    return table
