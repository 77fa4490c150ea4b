"""Tables of Surprise and the co-op as records for the kernels."""

from collections.abc import Sequence
from itertools import accumulate

from ..cards import heads
from ..games.surprise.table import SurpriseTable
from ..games.versus_ox import OX, OX_PILE, TEAM_PILE, OxTable
from ..games.versus_ox.view import counted
from ..rows import Rows
from ..specials import SpecialTable
from .constants import NUMBERS
from .layout import Record
from .special_layout import (
    ALONE,
    CARDS,
    CELLS,
    COUNT,
    PLACES,
    PLAIN,
    ROWS,
    SEVEN,
    SPECIAL_ROUND,
    SPECIALS,
    STOP,
)

KEPT_SPECIAL = 200
"""Hundredths of a head: what a special is worth when it is kept for the next round."""


def as_record(table: SpecialTable) -> Record:
    """Rows, hands and specials."""
    hands = [*table.hands, table.ox] if isinstance(table, OxTable) else table.hands
    here = SPECIAL_ROUND.new(
        table=cells(table.rows), seats=len(hands), left=len(hands[0]), stops_end=not isinstance(table, OxTable)
    )
    for seat, hand in enumerate(hands):
        here.write("hands", seat * CARDS, hand)
    if isinstance(table, OxTable):  # the team shares what lies face up, and the Ox, who sits last, uses nothing
        here.write("holders", len(table.hands), [-1])
        here["held"] = copies_held(table.face_up)
        here["stock_size"] = len(table.stock)
        here["stock"] = [SPECIALS.index(special) for special in reversed(table.stock)]
    else:
        here["holders"] = range(len(hands))
        here["held"] = [count for held in table.special_hands for count in copies_held(held)]
    return here


def open_record(table: SpecialTable, more_rounds: bool) -> Record:
    """The same with the waiting cards, and with what a seat cannot see."""
    here = as_record(table)
    seats = here["seats"]
    here["queued"] = len(table.queue)
    here["queue"] = [play.card for play in table.queue]
    here["queue_seats"] = [seats - 1 if play.seat == OX else play.seat for play in table.queue]
    here["aside_size"], here["aside"] = len(table.aside), table.aside
    for seat, hand in enumerate(table.hands):
        known = [card for card in hand if card in table.known[seat]]
        here.write("known", seat, [len(known)])
        here.write("hands", seat * CARDS, [*known, *(card for card in hand if card not in known)])
    if isinstance(table, OxTable):
        here["habits"], here["unseen"] = ALONE if len(table.hands) == 1 else PLAIN, unseen_up_to(table)
        here["factor"] = counted(1, len(table.hands))
        here.write("heads", 0, [heads(table.piles[TEAM_PILE])])
        here.write("heads", seats - 1, [heads(table.piles[OX_PILE])])
    if isinstance(table, SurpriseTable):
        here["habits"] = PLAIN
        here["keep"] = KEPT_SPECIAL if more_rounds else 0
        here["heads"] = [heads(pile) for pile in table.piles]
        here["turning"] = table.turning
        here["decided"] = bool(table.queue) and table.queue[0] == table.decided
        pile = table.stock or table.discards
        here["draws_size"], here["draws"] = len(pile), [SPECIALS.index(special) for special in pile]
    return here


def cards_to_play(table: SpecialTable) -> int:
    """How many cards a playout places at most: its time grows with them."""
    seats = len(table.hands) + isinstance(table, OxTable)
    return seats * (len(table.hands[0]) + 1)


def copies_held(hand: Sequence[str]) -> list[int]:
    """How many of each kind of special there are."""
    return [hand.count(kind) for kind in SPECIALS]


def unseen_up_to(table: OxTable) -> list[int]:
    """How many cards up to each number have never been on the table; a team of one knows its own hand."""
    hands = table.hands if len(table.hands) > 1 else ()
    unseen = {*table.aside, *table.ox, *(card for hand in hands for card in hand)}
    return list(accumulate(card in unseen for card in range(NUMBERS)))


def cells(rows: Rows) -> list[int]:
    """The rows as one small array."""
    table = [0] * CELLS
    for number, row in enumerate(rows):
        table[number * PLACES : number * PLACES + len(row.cards)] = row.cards
        table[COUNT + number] = len(row.cards)
        table[SEVEN + number] = row.has("seven")
        table[STOP + number] = row.has("stop")
    table[ROWS] = len(rows)
    return table
