"""Laying down, one card at a time, with take-back until the seat is done (BP-14, BP-15, Q-X1)."""

from collections.abc import Iterable

from ...cards import without
from ...errors import Refusal
from ...events import Reason
from ...table import put
from .actions import Done, LayCard, TakeCardBack
from .events import CardLaid, CardTakenBack, LayDownDone
from .table import HAND_SIZE, PartyTable, Piles
from .view import PartyView

Step = LayCard | TakeCardBack | Done


def steps(table: PartyTable, seat: int) -> Iterable[Step]:
    """Every hand card on every pile and as a new one, taking back, and being done."""
    places = (*range(len(table.own_piles(seat))), None)
    yield from (LayCard(card, place) for card in table.hands[seat] for place in places)
    yield TakeCardBack()
    yield Done()


def step_refusal(table: PartyTable, seat: int, step: Step) -> Refusal | None:
    """Why this step may not be taken, or None."""
    match step:
        case LayCard():
            return lay_refusal(table, seat, step)
        case TakeCardBack():
            nothing = Refusal("nothing_laid", "Q-X1", "No card is laid that could be taken back.")
            return None if table.lays[seat] else nothing
        case Done():
            return done_refusal(table, seat)


def lay_refusal(table: PartyTable, seat: int, lay: LayCard) -> Refusal | None:
    """BP-14, Q-BP12: not more than must be laid; BP-15, Q-BP11: on a lower card only; Q-BP10: or as a new pile."""
    piles = table.own_piles(seat)
    if lay.card not in table.hands[seat]:
        return Refusal("not_in_hand", "BP-14", f"The {lay.card} is not in this hand.")
    if table.to_lay(seat) == 0:
        return Refusal("enough_laid", "Q-BP12", f"Exactly {HAND_SIZE} value cards stay in the hand.")
    if lay.pile is None:
        return None
    if not 0 <= lay.pile < len(piles):
        return Refusal("no_such_pile", "BP-15", f"There is no pile {lay.pile + 1}.")
    top = piles[lay.pile][-1]
    if top > lay.card:
        return Refusal("not_higher", "BP-15", f"The {lay.card} cannot lie on the {top}, which is higher.")
    return None


def done_refusal(table: PartyTable, seat: int) -> Refusal | None:
    """BP-14: five cards must be left; BP-19: in the last round none."""
    count = table.to_lay(seat)
    if count == 0:
        return None
    return Refusal("too_few_laid", "BP-19" if table.last_round else "BP-14", f"Cards still to be laid: {count}.")


def carry_out_step(table: PartyTable, seat: int, step: Step) -> None:
    """Do it where nobody else sees it; being done is seen."""
    match step:
        case LayCard():
            lay(table, seat, step)
        case TakeCardBack():
            take_back(table, seat)
        case Done():
            table.answered(seat)
            table.tell(LayDownDone(seat))


def lay(table: PartyTable, seat: int, step: LayCard) -> None:
    """BP-15: from the hand to the top of a pile."""
    piles = table.own_piles(seat)
    table.hands = put(table.hands, seat, without(table.hands[seat], step.card))
    table.lays = put(table.lays, seat, (*table.lays[seat], step))
    place = len(piles) if step.pile is None else step.pile
    table.tell(CardLaid(seat, step.card, place, why_there(piles, step)))


def why_there(piles: Piles, step: LayCard) -> Reason:
    """BP-15: on a lower card, or a new pile: the first, a needed one, or one by choice (Q-BP10)."""
    if step.pile is not None:
        top = piles[step.pile][-1]
        return Reason("higher_than_top", (top, step.card - top))
    if not piles:
        return Reason("first_pile")
    lowest = min(pile[-1] for pile in piles)
    return Reason("new_pile_needed" if step.card < lowest else "new_pile_chosen", (lowest,))


def take_back(table: PartyTable, seat: int) -> None:
    """Q-X1: the last card laid goes back to the hand."""
    *earlier, last = table.lays[seat]
    place = len(table.own_piles(seat)) - 1 if last.pile is None else last.pile
    table.lays = put(table.lays, seat, tuple(earlier))
    table.hands = put(table.hands, seat, tuple(sorted((*table.hands[seat], last.card))))
    table.tell(CardTakenBack(seat, last.card, place))


def default_step(view: PartyView) -> Step:
    """Q-X18: the lowest card on the pile with the highest lower top, else as a new pile, until enough are laid."""
    if len(view.hand) == (0 if view.last_round else HAND_SIZE):
        return Done()
    card = view.hand[0]
    tops = {pile[-1]: place for place, pile in enumerate(view.own_piles) if pile[-1] < card}
    return LayCard(card, tops[max(tops)] if tops else None)
