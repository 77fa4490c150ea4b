"""Full tables that a view allows: what its seat cannot see is drawn at random."""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

from ...table import put
from .actions import Bid, LayCard
from .bidding import bid_refusal, bids
from .data import LETTERS, VALUES
from .laying import lay, lay_refusal, steps
from .table import PartyTable
from .view import PartyView

T = TypeVar("T")


def deal_unseen(view: PartyView, rng: Random) -> PartyTable:
    """The table of a view with its unseen cards and letters dealt."""
    table = view.table()
    deal_cards(table, view, rng)
    deal_letters(table, rng)
    return table


def deal_cards(table: PartyTable, view: PartyView, rng: Random) -> None:
    """Unseen cards are in other hands, in the draw pile or in the box; a rebuilt pile holds what was discarded."""
    seen = view.seen
    unseen = shuffled((card for card in VALUES if card not in seen), rng)
    for seat, count in enumerate(view.cards_left):
        if seat != view.seat:
            missing = count - len(table.hands[seat])
            drawn, unseen = unseen[:missing], unseen[missing:]
            table.hands = put(table.hands, seat, tuple(sorted((*table.hands[seat], *drawn))))
    if view.reshuffles:
        pile = shuffled(view.rebuilt, rng)
    else:
        pile, unseen = unseen[: view.draw_left], unseen[view.draw_left :]
    table.draw_pile, table.box = tuple(pile), tuple(unseen)


def deal_letters(table: PartyTable, rng: Random) -> None:
    """Q-BP18: a letter that this seat has not seen may be any that it does not know to be elsewhere."""
    unseen = shuffled((letter for letter in LETTERS if letter not in table.zeros), rng)
    table.zeros = tuple(letter or unseen.pop() for letter in table.zeros)


def some_bid(table: PartyTable, seat: int, rng: Random) -> Bid:
    """BP-6: any bid that this seat may have sealed."""
    return rng.choice([bid for bid in bids(table, seat) if bid_refusal(table, seat, bid) is None])


def lay_down(table: PartyTable, seat: int, rng: Random) -> None:
    """Q-X1: whoever is done has laid everything; whoever is not has laid some cards, nobody knows how many."""
    count = table.to_lay(seat)
    for _ in range(rng.randint(0, count) if seat in table.to_act else count):
        possible = [step for step in steps(table, seat) if isinstance(step, LayCard)]
        lay(table, seat, rng.choice([step for step in possible if lay_refusal(table, seat, step) is None]))


def shuffled(items: Iterable[T], rng: Random) -> list[T]:
    """These items in a random order."""
    order = list(items)
    rng.shuffle(order)
    return order
