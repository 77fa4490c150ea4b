"""Bullenparty as plain text, with the signs of the other games.

Besides, ``0A`` is the zero card A, ``+5`` a buffalo card with five heads, ``♛`` the best pile of a seat, ``▯`` cards
that lie or are held face down, ``⚑`` the last round, ``≈`` a table that stands in for printed numbers, ``=`` one
that was read off somebody's own cards.
"""

from collections.abc import Sequence

from ...events import Outcome
from ...games.bullenparty.actions import ZERO
from ...games.bullenparty.table import ShownBid, Tally
from ...games.bullenparty.view import PartyView
from ..scene import OX_SIGN as HEAD
from ..scene import ranking, seat_names
from ..text import Pen
from .scene import (
    IDLE,
    OUT,
    OWES,
    SEALED,
    Names,
    Pile,
    Seat,
    Step,
    choosable,
    heads_of,
    seats,
    signed,
    steps,
    table_notes,
)

DOING = {OWES: "…", SEALED: "✓", OUT: "↓", IDLE: " "}


def table(view: PartyView, *, names: Sequence[str] = (), colour: bool = False) -> str:
    """A game of Bullenparty as text."""
    pen, called = Pen(colour, heads_of(view)), seat_names(view, names)
    over = view.outcome is not None
    parts = [
        _heading(view),
        [] if over else [_row(view, at, pen) for at in range(len(view.rows))],
        [] if over else [_step(step, called, pen) for step in steps(view)],
        [line for seat in seats(view, called) for line in _seat(seat, pen)],
        _ranking(view.outcome, called) if view.outcome else _hand(view, pen),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _heading(view: PartyView) -> list[str]:
    """The round, what is left to be drawn, and which numbers are not the printed ones."""
    round_ = f"↻{view.round}" + (" ⚑" if view.last_round else "")
    buffalo = f"+{view.buffalo_pile[0]} ×{len(view.buffalo_pile)}" if view.buffalo_pile else ""
    words = [view.setup.key, round_, f"▯{view.draw_left}", buffalo]
    notes = [f"{sign} {option}: {name}" for sign, option, name in table_notes(view)]
    return ["  ".join(word for word in words if word), *notes]


def _row(view: PartyView, at: int, pen: Pen) -> str:
    """A row: its number, its heads, its places, and its buffalo card; only the number of a row that is taken."""
    row, facts = view.rows[at], view.facts.rows[at]
    sign = "▸" if choosable(view, facts) else " "
    if row is None or facts is None:
        return f"{at + 1}       ×"
    cards = " ".join([*(pen.card(card, 3) for card in row.cards), *["  · "] * (facts.capacity - len(row.cards))])
    buffalo = "" if row.buffalo is None else f"+{row.buffalo}"
    return f"{at + 1} {sign}{facts.heads:>2}{HEAD} │{cards} ┃ {buffalo}".rstrip()


def _step(shown: Step, names: Names, pen: Pen) -> str:
    """A bid, the card drawn for it, the row it went to, and whose it is."""
    drawn = "" if shown.drawn is None else f" + {pen.card(shown.drawn)}"
    gone = "" if shown.row is None else f" ⇒ {shown.row + 1}"
    return f"{'▸' if shown.is_next else ' '} {_bid(shown.bid, pen)}{drawn}{gone}  {names[shown.bid.seat]}"


def _bid(bid: ShownBid, pen: Pen) -> str:
    return f"  0{bid.letter}" if bid.card == ZERO else pen.card(bid.card, 3)


def _seat(shown: Seat, pen: Pen) -> list[str]:
    """A seat with its score and how that comes about, what it holds, and under it its piles."""
    letter = f"0{shown.letter}" if shown.letter else ""
    words = [
        f"{DOING[shown.doing]} {signed(shown.tally.score):>3}{HEAD}  {_sum(shown.tally):<12}  {shown.name}",
        "◂" if shown.own else "",
        letter,
        *(f"+{heads}" for heads in shown.buffalo),
        f"▯{shown.cards_left}" if shown.cards_left else "",
        " ".join(map(pen.card, shown.known)),
    ]
    return [" ".join(word for word in words if word), *(_pile(pile, pen) for pile in shown.piles)]


def _sum(counted: Tally) -> str:
    return f"{counted.best} + {counted.buffalo} − {counted.others}"


def _pile(pile: Pile, pen: Pen) -> str:
    """A pile from bottom to top; what is laid in secret stands in brackets."""
    seen = len(pile.cards) - pile.laid
    cards = [*map(pen.card, pile.cards[:seen]), *(f"[{pen.card(card)}]" for card in pile.cards[seen:])]
    return f"  {'♛' if pile.best else ' '} {pile.heads:>2}{HEAD} │{' '.join(cards)}"


def _hand(view: PartyView, pen: Pen) -> list[str]:
    """The seat's own zero card and hand, the sealed bid in brackets; under them places for what is to be laid."""
    if view.seat is None:
        return []
    cards = [(ZERO, f"0{view.letter}"), *((card, pen.card(card)) for card in view.hand)]
    chosen = view.choice.card if view.choice else None
    hand = " ".join(f"[{shown}]" if card == chosen else shown for card, shown in cards)
    places = [*(f"[{pen.card(lay.card)}]" for lay in view.laid), *"·" * view.to_lay]
    return [hand, " ".join(["↧", *places])] if places else [hand]


def _ranking(outcome: Outcome, names: Names) -> list[str]:
    """Places and scores, the highest first."""
    return [f"{one.rank:>2}.  {signed(one.total):>3}{HEAD}  {names[one.seat]}" for one in ranking(outcome)]
