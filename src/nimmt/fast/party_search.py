"""Positions of Bullenparty for the kernel: what every seat will score."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from ..games.bullenparty.data import LETTERS, card_table
from ..games.bullenparty.table import PartyTable
from ..setup import Setup
from .chance import new_stream
from .party_playouts import NO_BID, PARTY, party_playouts


def future_points(
    table: PartyTable, setup: Setup, sealed: dict[int, int], playouts: int, rng: Random
) -> NDArray[np.float64]:
    """Mean points at the end of the game by seat; `sealed` are the bids already made, by seat."""
    start = np.zeros(1, PARTY)
    party = start[0]
    heads = card_table(setup.options).heads
    party["heads"][: len(heads)] = heads
    write_seats(party, table)
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
    return party_playouts(start, playouts, new_stream(rng)) / playouts


def write_seats(party: np.void, table: PartyTable) -> None:
    """What every seat has."""
    party["seats"] = len(table.hands)
    for seat, hand in enumerate(table.hands):
        party["letters"][seat] = LETTERS.index(table.zeros[seat])
        party["sizes"][seat] = len(hand)
        party["hands"][seat, : len(hand)] = hand
        party["won"][seat] = sum(table.buffalo[seat])
        party["waiting"][seat] = seat in table.bidders
        piles = table.own_piles(seat)
        party["piles"][seat] = len(piles)
        for number, pile in enumerate(piles):
            party["tops"][seat, number] = pile[-1]
            party["sums"][seat, number] = party["heads"][list(pile)].sum()


def write_piles(party: np.void, table: PartyTable) -> None:
    """What lies in the middle."""
    party["draw_size"], party["discard_size"] = len(table.draw_pile), len(table.discards)
    party["draw_pile"][: len(table.draw_pile)] = table.draw_pile
    party["discards"][: len(table.discards)] = table.discards
    party["rebuilt"], party["drawn"] = table.reshuffles > 0, table.drawn or 0
    party["buffalo_size"] = len(table.buffalo_pile)
    party["buffalo_pile"][: len(table.buffalo_pile)] = table.buffalo_pile[::-1]
