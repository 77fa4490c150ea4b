"""How `master` plays Bullenparty: every choice is played out by practised players, in a new world each time."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TypeGuard

from ..actions import Action
from ..events import Event
from ..game import Game
from ..games.bullenparty import ZERO, Done, LayCard, PartyView, TakeCardBack
from ..games.bullenparty.data import card_table
from ..games.bullenparty.events import BidsRevealed
from ..games.bullenparty.table import best_pile, pile_heads
from ..kernels.party import as_choice, practised, rate_choices
from .halving import best_choice
from .search_party import some_table

PLAYOUTS, PLANNED = 1500, 400
"""For a decision, and for each that is only planned."""


def play_party(game: Game, view: PartyView, legal: Sequence[Action], history: Sequence[Event], rng: Random) -> Action:
    """The choice that leaves this seat furthest ahead of the others; of several new piles, the lowest first."""
    if Done() in legal:
        return Done()
    patient = patient_seats(history, view)
    best = best_answer(game, view, legal, PLAYOUTS, rng, patient)
    if not starts_pile(best) or view.last_round:
        return best
    return min([best, *piles_after(game, view, best, rng, patient)], key=lambda lay: lay.card)


def patient_seats(history: Sequence[Event], view: PartyView) -> list[int]:
    """Who waits for a full row: this seat, and whoever has begun most rounds with the zero card.

    With two players the habits of playouts see to that.
    """
    players = view.setup.players
    if players == 2:
        return []
    first_bids = [event.bids for event in history if isinstance(event, BidsRevealed) and len(event.bids) == players]
    waited = Counter(bid.seat for bids in first_bids for bid in bids if bid.card == ZERO)
    return [seat for seat in range(players) if seat == view.seat or 2 * waited[seat] > len(first_bids)]


def starts_pile(action: Action) -> TypeGuard[LayCard]:
    """Whether it needs a pile of its own."""
    return isinstance(action, LayCard) and action.pile is None


def best_answer(
    game: Game, view: PartyView, legal: Sequence[Action], playouts: int, rng: Random, patient: Sequence[int]
) -> Action:
    """The choice that is worth most after so many playouts."""
    assert view.seat is not None
    table, habits = some_table(game, view, rng), practised(view.setup.players, patient)
    seat, piles = view.seat, len(view.own_piles)
    actions = tidy(view, [action for action in legal if not isinstance(action, TakeCardBack)])
    choices = [as_choice(action, piles) for action in actions]

    def rate(those: Sequence[int], playouts: int) -> list[float]:
        return rate_choices(table, view.setup, seat, [choices[number] for number in those], playouts, rng, habits)

    return actions[best_choice(len(actions), playouts, rate)]


def piles_after(game: Game, view: PartyView, lay: LayCard, rng: Random, patient: Sequence[int]) -> list[LayCard]:
    """Lays that start further piles in the same round: laid in ascending order, these cards need only one."""
    assert view.seat is not None
    state, _ = game.sample(view, rng).step(view.seat, lay)
    found = []
    while Done() not in (legal := state.legal(view.seat)):
        after = state.view(view.seat)
        assert isinstance(after, PartyView)
        action = best_answer(game, after, legal, PLANNED, rng, patient)
        if starts_pile(action):
            found.append(action)
        state, _ = state.step(view.seat, action)
    return found


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
