"""How `master` plays Bullenparty: every choice is played out by practised players, in a new world each time."""

from collections.abc import Sequence
from random import Random

from ..actions import Action
from ..game import Game, position_of
from ..games.bullenparty import Done, LayCard, PartyTable, PartyView, TakeCardBack
from ..games.bullenparty.data import card_table
from ..games.bullenparty.table import HAND_SIZE, best_pile, pile_heads
from ..table import put
from .halving import best_choice

PLAYOUTS, COMPARED = 1500, 150
"""For a decision, and for each of those that may be as good as the best one."""

SAME = 0.1
"""By how many points two ways to lay may differ and count as equally good."""


def play_party(game: Game, view: PartyView, legal: Sequence[Action], rng: Random) -> Action:
    """The choice that leaves this seat furthest ahead of the others."""
    from ..fast.party_search import as_choice, rate_choices

    assert view.seat is not None
    if Done() in legal:
        return Done()
    table = some_table(game, view, rng)
    seat, piles = view.seat, len(view.own_piles)
    actions = tidy(view, [action for action in legal if not isinstance(action, TakeCardBack)])
    choices = [as_choice(action, piles) for action in actions]

    def rate(those: Sequence[int], playouts: int) -> list[float]:
        return rate_choices(table, view.setup, seat, [choices[number] for number in those], playouts, rng)

    best = best_choice(len(actions), PLAYOUTS, rate)
    compared = [*lower_firsts(view, actions, best), best]
    found = rate(compared, COMPARED) if len(compared) > 1 else [0.0]
    return actions[next(n for n, worth in zip(compared, found, strict=True) if worth >= found[-1] - SAME * COMPARED)]


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


def lower_firsts(view: PartyView, actions: Sequence[Action], best: int) -> list[int]:
    """Lower cards that may be laid where the best choice lays one, the lowest first, if more than one is to be laid.

    Of two cards for one pile the lower must be the first, or the other needs a pile of its own.
    """
    lay = actions[best]
    if not isinstance(lay, LayCard) or len(view.hand) - (0 if view.last_round else HAND_SIZE) < 2:
        return []
    lower = [LayCard(card, lay.pile) for card in sorted(view.hand) if card < lay.card]
    return [actions.index(first) for first in lower if first in actions]


def tidy(view: PartyView, actions: Sequence[Action]) -> list[Action]:
    """Without lays that leave a lower card behind which could as well be laid there first, and so needs a new pile,
    and without a new pile for a card that fits on one which counts against this seat anyway."""
    heads = card_table(view.setup.options).heads
    piles = view.own_piles
    best = best_pile(pile_heads(piles, heads))
    top = piles[best][-1] if best is not None else 0
    others = [pile[-1] for place, pile in enumerate(piles) if place != best]

    def is_hasty(lay: LayCard) -> bool:
        below = piles[lay.pile][-1] if lay.pile is not None else 0
        return lay.card < top and any(below < card < lay.card and heads[card] <= heads[lay.card] for card in view.hand)

    def is_needless(lay: LayCard) -> bool:
        return lay.pile is None and any(other < lay.card for other in others)

    return [
        action for action in actions if not (isinstance(action, LayCard) and (is_hasty(action) or is_needless(action)))
    ]
