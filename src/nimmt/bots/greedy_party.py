"""How `greedy` plays Bullenparty: it builds one pile in small steps and spends nothing on anything else."""

from collections.abc import Sequence

from ..actions import Action
from ..games.bullenparty import ZERO, Bid, ClaimRow, Done, ExtendRow, LayCard, PartyView, tally
from ..games.bullenparty.data import card_table
from ..games.bullenparty.table import HAND_SIZE, PartyRow, Piles, stack
from ..table import Cards

STEP_PRICE = 0.2
"""What it costs, in heads, when the best pile's top grows by one: fewer cards will fit on it."""


def choose_in_party(view: PartyView, legal: Sequence[Action]) -> Action:
    """The answer after which this seat's piles are worth most."""
    match legal[0]:
        case Bid():
            return choose_bid(view, [bid for bid in legal if isinstance(bid, Bid)])
        case ClaimRow():
            return max(legal, key=lambda action: worth_of_row(view, action.row))  # type: ignore[attr-defined]
        case ExtendRow():
            return max(legal, key=lambda action: worth_of_longer_row(view, action.row))  # type: ignore[attr-defined]
    if Done() in legal:
        return Done()
    lays = [lay for lay in legal if isinstance(lay, LayCard)]
    return max(lays, key=lambda lay: worth(view, stack(view.own_piles, [lay])))


def choose_bid(view: PartyView, bids: Sequence[Bid]) -> Bid:
    """Wait with the zero card while some row may still get a buffalo; otherwise bid the least useful card."""
    if Bid(ZERO) in bids and len(view.hand) and not any(row and row.full for row in view.rows):
        return Bid(ZERO)
    return min((bid for bid in bids if bid.card != ZERO), key=lambda bid: bid.card)


def worth(view: PartyView, piles: Piles) -> float:
    """The score of these piles, less a price for a high top of the best one, on which fewer cards will fit."""
    heads = card_table(view.setup.options).heads
    best = max(piles, key=lambda pile: sum(heads[card] for card in pile), default=(0,))
    return tally(piles, (), heads).score - STEP_PRICE * best[-1]


def worth_of_row(view: PartyView, number: int) -> float:
    """What this seat would have after taking this row and laying down, its buffalo card included."""
    row = view.rows[number]
    assert row is not None
    return worth_after_laying(view, (*view.hand, *row.cards)) + (row.buffalo or 0)


def worth_of_longer_row(view: PartyView, number: int) -> float:
    """The same for a row that gets the drawn card."""
    row = view.rows[number]
    assert row is not None
    assert view.drawn is not None
    longer = PartyRow((*row.cards, view.drawn))
    buffalo = view.buffalo_pile[0] if longer.full and view.buffalo_pile else 0
    return worth_after_laying(view, (*view.hand, *longer.cards)) + buffalo


def worth_after_laying(view: PartyView, hand: Cards) -> float:
    """Lay one card after another, each as well as possible, until five are left."""
    piles, left = view.own_piles, list(hand)
    while len(left) > (0 if view.last_round else HAND_SIZE):
        lays = [LayCard(card, place) for card in left for place in (*places(piles, card), None)]
        lay = max(lays, key=lambda lay: worth(view, stack(piles, [lay])))
        piles = stack(piles, [lay])
        left.remove(lay.card)
    return worth(view, piles)


def places(piles: Piles, card: int) -> list[int]:
    """The piles that a card may be laid on."""
    return [place for place, pile in enumerate(piles) if pile[-1] < card]
