"""Bidding for the rows: values take them, zeros make them longer (BP-6 to BP-13)."""

from collections.abc import Iterable

from ...cards import without
from ...errors import Refusal
from ...events import Reason, ReasonCode
from ...table import put
from .actions import ZERO, Bid, ClaimRow, ExtendRow
from .data import LETTERS
from .drawing import draw
from .events import (
    BidCalled,
    BidSealed,
    BidsRevealed,
    BuffaloJoined,
    CardDrawn,
    RowClaimed,
    RowExtended,
    ZeroReturned,
)
from .table import PartyRow, PartyTable, ShownBid

# --- Everybody bids ------------------------------------------------------------------------------


def bids(table: PartyTable, seat: int) -> Iterable[Bid]:
    """BP-6: the zero card or any value card of the hand."""
    return map(Bid, (ZERO, *table.hands[seat]))


def bid_refusal(table: PartyTable, seat: int, bid: Bid) -> Refusal | None:
    """BP-6: only a card of the hand; BP-13, Q-X16: no zero where nothing can be drawn."""
    if bid.card != ZERO:
        in_hand = bid.card in table.hands[seat]
        return None if in_hand else Refusal("not_in_hand", "BP-6", f"The {bid.card} is not in this hand.")
    if not table.open_rows():
        return Refusal("rows_full", "BP-13", "All rows that are left are full: bid a value card.")
    if not (table.draw_pile or table.discards):
        return Refusal("nothing_to_draw", "Q-X16", "No card is left to be drawn: bid a value card.")
    return None


def seal(table: PartyTable, seat: int, bid: Bid) -> None:
    """BP-6: the bid stays secret; Q-X1: until all have bid it may be changed."""
    table.tell(BidSealed(seat, bid.card, table.choices[seat] is not None))
    table.choices = put(table.choices, seat, bid)
    table.answered(seat)


def reveal(table: PartyTable) -> None:
    """BP-6, BP-7: all bids are turned up together and line up, values before zeros; the lowest is called."""
    shown = [show(table, seat, bid) for seat, bid in enumerate(table.choices) if bid is not None]
    table.choices = (None,) * len(table.choices)
    table.queue = tuple(sorted(shown, key=lambda bid: bid.order))
    table.tell(BidsRevealed(table.queue))
    call_next(table, "lowest_bid")


def show(table: PartyTable, seat: int, bid: Bid) -> ShownBid:
    """A value card leaves the hand; Q-BP18: a zero card shows its letter."""
    if bid.card == ZERO:
        table.zeros_seen = put(table.zeros_seen, seat, True)
        return ShownBid(seat, ZERO, table.zeros[seat])
    table.hands = put(table.hands, seat, without(table.hands[seat], bid.card))
    table.known = put(table.known, seat, without(table.known[seat], bid.card))
    return ShownBid(seat, bid.card)


# --- Bid by bid ----------------------------------------------------------------------------------


def call_next(table: PartyTable, place: ReasonCode = "next_bid") -> None:
    """BP-7: a value bid chooses a row; BP-8, Q-BP4: a zero bid draws, and chooses when all have seen the card."""
    bid = table.queue[0]
    table.tell(call(bid, place))
    if bid.card != ZERO:
        table.ask("claim", (bid.seat,))
    elif not table.open_rows():
        return_zero(table, Reason("rows_full"))
    elif (card := draw(table)) is None:
        return_zero(table, Reason("nothing_to_draw"))
    else:
        table.drawn = card
        table.tell(CardDrawn(bid.seat, card))
        table.ask("extend", (bid.seat,))


def call(bid: ShownBid, place: ReasonCode) -> BidCalled:
    """BP-7, BP-8: why this bid is called: the place of a value among the values, or the letter of a zero card."""
    if bid.letter is None:
        return BidCalled(bid.seat, bid.card, Reason(place, (bid.card,)))
    return BidCalled(bid.seat, bid.card, Reason("first_letter", (LETTERS.index(bid.letter) + 1,)))


def return_zero(table: PartyTable, reason: Reason) -> None:
    """BP-9, Q-BP5b, Q-X16: nothing is drawn, and the zero card goes back to its owner."""
    bid, table.queue = table.queue[0], table.queue[1:]
    table.tell(ZeroReturned(bid.seat, reason))


def claim_refusal(table: PartyTable, seat: int, action: ClaimRow | ExtendRow) -> Refusal | None:
    """BP-7: any row that is left."""
    if not 0 <= action.row < len(table.rows):
        return Refusal("no_such_row", "BP-5", f"There is no row {action.row + 1}.")
    if table.rows[action.row] is None:
        return Refusal("row_taken", "BP-7", f"Row {action.row + 1} is taken.")
    return None


def claim(table: PartyTable, seat: int, action: ClaimRow) -> None:
    """BP-7: discard the bid, take the row to the hand and its buffalo card aside, and be out (Q-BP17)."""
    row = table.rows[action.row]
    assert row is not None
    bid, table.queue = table.queue[0], table.queue[1:]
    table.answered(seat)
    table.bidders = without(table.bidders, seat)
    table.discards += (bid.card,)
    table.rows = put(table.rows, action.row, None)
    table.hands = put(table.hands, seat, tuple(sorted(table.hands[seat] + row.cards)))
    table.known = put(table.known, seat, tuple(sorted(table.known[seat] + row.cards)))
    if row.buffalo is not None:
        table.buffalo = put(table.buffalo, seat, (*table.buffalo[seat], row.buffalo))
    table.tell(RowClaimed(seat, bid.card, action.row, row.cards, row.buffalo))


def extend_refusal(table: PartyTable, seat: int, action: ExtendRow) -> Refusal | None:
    """BP-8, BP-9: any row that is left and has fewer than five cards."""
    refusal = claim_refusal(table, seat, action)
    if refusal is None and action.row not in table.open_rows():
        return Refusal("row_full", "BP-9", f"Row {action.row + 1} has five cards and is full.")
    return refusal


def extend(table: PartyTable, seat: int, action: ExtendRow) -> None:
    """BP-8: the drawn card joins the row; BP-10: as the fifth one it brings the top buffalo card."""
    row, card = table.rows[action.row], table.drawn
    assert row is not None
    assert card is not None
    table.answered(seat)
    table.queue, table.drawn = table.queue[1:], None
    longer = PartyRow((*row.cards, card))
    table.tell(RowExtended(seat, action.row, card))
    if longer.full and table.buffalo_pile:
        heads, table.buffalo_pile = table.buffalo_pile[0], table.buffalo_pile[1:]
        longer = PartyRow(longer.cards, heads)
        table.tell(BuffaloJoined(action.row, heads, Reason("fifth_card", (card, len(table.buffalo_pile)))))
    table.rows = put(table.rows, action.row, longer)
