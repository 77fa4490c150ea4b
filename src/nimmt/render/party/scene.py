"""What a picture of Bullenparty shows, worked out once from the view for both text and drawing."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from ...events import RoundStarted
from ...facts import RowFacts
from ...games.bullenparty.actions import ZERO
from ...games.bullenparty.data import OWN, card_table
from ...games.bullenparty.events import BidsRevealed, RowClaimed, RowExtended, ZeroReturned
from ...games.bullenparty.facts import PileFacts
from ...games.bullenparty.table import ShownBid, Tally
from ...games.bullenparty.view import PartyView
from ...table import Cards

Names = Mapping[int, str]

OWES, SEALED, OUT, IDLE = "owes", "sealed", "out", ""
"""What a seat is doing: the others wait for it, it has chosen, it has its row, or none of these."""


def heads_of(view: PartyView) -> Sequence[int]:
    """Heads by value card, from the table that is played with."""
    return card_table(view.setup.options).heads


def substitutes(view: PartyView) -> dict[str, str]:
    """The tables that only stand in for printed numbers, by the option that chose them."""
    labels = {"heads_table": view.heads_table, "buffalo_table": view.buffalo_table}
    return {option: label.name for option, label in labels.items() if label.substitute}


def own_tables(view: PartyView) -> list[str]:
    """The options that name heads read off somebody's own cards."""
    labels = {"card_heads": view.heads_table, "buffalo_heads": view.buffalo_table}
    return [option for option, label in labels.items() if label.name == OWN]


def table_notes(view: PartyView) -> list[tuple[str, str, str]]:
    """A sign, the option and the name of every table of heads that people should know about."""
    own = [("=", option, OWN) for option in own_tables(view)]
    return [*(("≈", option, name) for option, name in substitutes(view).items()), *own]


def signed(number: int) -> str:
    """A number that may be negative, with a minus as wide as a plus."""
    return str(number).replace("-", "−")


# --- Rows and bids ----------------------------------------------------------------------------------


def choosable(view: PartyView, facts: RowFacts | None) -> bool:
    """Whether the viewer may take this row now, or put the drawn card there (BP-7 to BP-9)."""
    if facts is None or view.seat not in view.to_act:
        return False
    return view.phase == "claim" or (view.phase == "extend" and not facts.full)


class Step(Struct, frozen=True):
    """A revealed bid: which row it took or made longer, and by which card; no row while it waits."""

    bid: ShownBid
    row: int | None = None
    drawn: int | None = None
    waits: bool = False
    is_next: bool = False


def steps(view: PartyView) -> list[Step]:
    """The bids in their order: those carried out since the last decision, then those that wait."""
    done: list[Step] = []
    for event in view.last:
        match event:
            case RoundStarted() | BidsRevealed():
                done = []
            case RowClaimed(seat=seat, bid=card, row=row):
                done.append(Step(ShownBid(seat, card), row))
            case RowExtended(seat=seat, row=row, card=card):
                done.append(Step(ShownBid(seat, ZERO, view.letters[seat]), row, card))
            case ZeroReturned(seat=seat):
                done.append(Step(ShownBid(seat, ZERO, view.letters[seat])))
    waiting = [Step(bid, waits=True) for bid in view.queue[1:]]
    called = [Step(bid, drawn=view.drawn, waits=True, is_next=True) for bid in view.queue[:1]]
    return done + called + waiting


# --- Seats ------------------------------------------------------------------------------------------


class Pile(Struct, frozen=True):
    """A pile from bottom to top; the last `laid` cards were seen only by their owner."""

    cards: Cards
    heads: int
    best: bool
    laid: int


class Seat(Struct, frozen=True):
    """What is shown of a seat."""

    seat: int
    name: str
    own: bool
    doing: str
    letter: str | None
    cards_left: int
    known: Cards
    piles: tuple[Pile, ...]
    buffalo: tuple[int, ...]
    tally: Tally


def seats(view: PartyView, names: Names) -> list[Seat]:
    """Everybody; the viewer's seat includes what it has laid in secret."""
    return [seat_of(view, seat, names[seat]) for seat in range(view.setup.players)]


def seat_of(view: PartyView, seat: int, name: str) -> Seat:
    """One seat."""
    own = seat == view.seat
    piles = view.own_piles if own else view.piles[seat]
    return Seat(
        seat=seat,
        name=name,
        own=own,
        doing=doing(view, seat),
        letter=view.letter if own else view.letters[seat],
        cards_left=len(view.hand) if own else view.cards_left[seat],
        known=() if own else view.known[seat],
        piles=piles_of(view, seat, piles),
        buffalo=view.buffalo[seat],
        tally=facts_of(view, seat).tally,
    )


def doing(view: PartyView, seat: int) -> str:
    """What a seat does now."""
    if seat in view.to_act:
        return OWES
    if view.sealed[seat] or view.phase == "lay":
        return SEALED
    return IDLE if seat in view.bidders or view.outcome is not None else OUT


def piles_of(view: PartyView, seat: int, piles: Sequence[Cards]) -> tuple[Pile, ...]:
    """The piles of a seat with their heads, and how many cards of each only their owner has seen."""
    facts, seen = facts_of(view, seat), view.piles[seat]
    known = [*map(len, seen), *[0] * (len(piles) - len(seen))]
    return tuple(
        Pile(pile, facts.heads[place], place == facts.best, len(pile) - known[place])
        for place, pile in enumerate(piles)
    )


def facts_of(view: PartyView, seat: int) -> PileFacts:
    """What the piles of a seat count for, as the viewer sees them."""
    return view.own if seat == view.seat and view.own else view.facts.piles[seat]
