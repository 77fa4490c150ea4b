"""Positions of Bullenparty for the kernel: what every seat will score."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..actions import Action
from ..games.bullenparty import Bid, ClaimRow, ExtendRow, LayCard
from ..games.bullenparty.data import LETTERS, card_table
from ..games.bullenparty.table import PartyTable, pile_heads
from ..setup import Setup
from .chance import new_stream
from .party_playouts import BID, CLAIM, EXTEND, LAY, NO_BID, PARTY, PLAIN, SEATS, WAIT, party_futures, party_playouts

Choice = tuple[int, int, int]
Habits = tuple[int, ...] | NDArray[np.int64]
"""Everybody's, or those of each seat."""

DUEL = (15, 850, 2700, 42, 300, 39, 48, 675, 1)
CROWD = (15, 0, 2250, 0, 300, 56, 36, 300, 1)
"""The habits that came out ahead of others when the kernel's players played among themselves, by two and by four."""


def future_points(
    table: PartyTable, setup: Setup, sealed: dict[int, int], playouts: int, rng: Random
) -> NDArray[np.float64]:
    """Mean points at the end of the game by seat; `sealed` are the bids already made, by seat."""
    start = as_record(table, setup, sealed, PLAIN)
    return party_playouts(start, playouts, new_stream(rng)) / playouts


def as_record(table: PartyTable, setup: Setup, sealed: dict[int, int], habits: Habits) -> NDArray[Any]:
    """The table in the kernel's form: an array of one record."""
    start = np.zeros(1, PARTY)
    party = start[0]
    heads = card_table(setup.options).heads
    party["heads"][: len(heads)] = heads
    party["habits"][:] = habits
    write_seats(party, table, heads)
    bids = {bid.seat: bid.card for bid in table.queue} or sealed
    party["bids"][:] = NO_BID
    for seat, bid in bids.items():
        party["bids"][seat] = bid
    party["queued"], party["laying"] = len(table.queue), table.phase == "lay"
    for number, row in enumerate(table.rows):
        if row:
            party["lengths"][number], party["buffaloes"][number] = len(row.cards), row.buffalo or 0
            party["rows"][number, : len(row.cards)] = row.cards
    write_piles(party, table)
    return start


def write_seats(party: np.void, table: PartyTable, heads: Sequence[int]) -> None:
    """What every seat has; whole columns at once, since every write is slow."""
    seats = range(len(table.hands))
    piles = [table.own_piles(seat) for seat in seats]
    party["seats"], party["full"] = len(seats), 20 * len(seats)
    for name, column in {
        "letters": [LETTERS.index(letter) for letter in table.zeros],
        "sizes": [len(hand) for hand in table.hands],
        "won": [sum(won) for won in table.buffalo],
        "waiting": [seat in table.bidders for seat in seats],
        "piles": [len(own) for own in piles],
    }.items():
        party[name][: len(seats)] = column
    for seat, hand in enumerate(table.hands):
        known = [card for card in hand if card in table.known[seat]]
        party["known"][seat] = len(known)
        party["hands"][seat, : len(hand)] = [*known, *(card for card in hand if card not in known)]
        if own := piles[seat]:
            party["tops"][seat, : len(own)] = [pile[-1] for pile in own]
            party["sums"][seat, : len(own)] = pile_heads(own, heads)


def write_piles(party: np.void, table: PartyTable) -> None:
    """What lies in the middle."""
    party["draw_size"], party["discard_size"] = len(table.draw_pile), len(table.discards)
    party["draw_pile"][: len(table.draw_pile)] = table.draw_pile
    party["discards"][: len(table.discards)] = table.discards
    party["rebuilt"], party["drawn"] = table.reshuffles > 0, table.drawn or 0
    party["buffalo_size"] = len(table.buffalo_pile)
    party["buffalo_pile"][: len(table.buffalo_pile)] = table.buffalo_pile[::-1]
    party["box_size"] = len(table.box)
    party["box"][: len(table.box)] = table.box


def rate_choices(
    table: PartyTable,
    setup: Setup,
    seat: int,
    choices: Sequence[Choice],
    playouts: int,
    rng: Random,
    habits: Habits = PLAIN,
) -> list[float]:
    """How far ahead of the others each choice leaves a seat, times the playouts, with what it cannot see dealt anew."""
    start = as_record(table, setup, {}, habits)
    points = party_futures(start, seat, np.array(choices, np.int16), playouts, new_stream(rng))
    own = points[:, seat]
    return (own - (points.sum(axis=1) - own) / (points.shape[1] - 1)).tolist()  # type: ignore[no-any-return]


def practised(players: int, patient: Sequence[int]) -> Habits:
    """The habits of good players, seat by seat; patient ones wait for a full row."""
    habits = np.array([DUEL if players == 2 else CROWD] * SEATS)
    habits[list(patient), WAIT] = PLAIN[WAIT]
    return habits


def as_choice(action: Action, piles: int) -> Choice:
    """The kernel's form of an answer by a seat with `piles` piles."""
    match action:
        case Bid(card):
            return BID, card, 0
        case ClaimRow(row):
            return CLAIM, row, 0
        case ExtendRow(row):
            return EXTEND, row, 0
        case LayCard(card, pile):
            return LAY, card, piles if pile is None else pile
    raise TypeError(action)
