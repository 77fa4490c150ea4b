"""Bullenparty: its table as a record for the kernels, and what choices are worth there by playouts."""

from collections.abc import Sequence
from random import Random

from ..actions import Action
from ..games.bullenparty import Bid, ClaimRow, ExtendRow, LayCard
from ..games.bullenparty.data import LETTERS, card_table
from ..games.bullenparty.table import PartyTable, pile_heads
from ..setup import Setup
from .calls import PARTY_FUTURES, PARTY_PLAYOUTS, new_stream
from .host import run
from .layout import Record, packed
from .party_layout import (
    BID,
    CARDS,
    CLAIM,
    CROWD,
    DUEL,
    EXTEND,
    LAY,
    NO_BID,
    PARTY,
    PILES,
    PLAIN,
    ROW,
    SEATS,
    WAIT,
)

Choice = tuple[int, int, int]
Habits = tuple[int, ...]
"""Of one player."""


def future_points(table: PartyTable, setup: Setup, sealed: dict[int, int], playouts: int, rng: Random) -> list[float]:
    """Mean points at the end of the game by seat; `sealed` are the bids already made, by seat."""
    call = PARTY_PLAYOUTS.new(seats=setup.players, playouts=playouts, stream=new_stream(rng))
    call.attach("start", as_record(table, setup, sealed, [PLAIN] * SEATS).memory)
    run("party_playouts", call)
    return [points / playouts for points in call["points"][: setup.players]]


def rate_choices(
    table: PartyTable,
    setup: Setup,
    seat: int,
    choices: Sequence[Choice],
    playouts: int,
    rng: Random,
    habits: Sequence[Habits] = (PLAIN,) * SEATS,
) -> list[float]:
    """How far ahead of the others each choice leaves a seat, times the playouts, with what it cannot see dealt anew."""
    count, seats = len(choices), setup.players
    call = PARTY_FUTURES.new(seat=seat, seats=seats, count=count, playouts=playouts, stream=new_stream(rng))
    call.attach("start", as_record(table, setup, {}, habits).memory)
    call.attach("choices", packed("h", [number for choice in choices for number in choice]))
    call.reserve("points", 8 * count * seats)
    run("party_futures", call)
    points = call.numbers("points", "q", count * seats)
    totals = [points[place : place + seats] for place in range(0, len(points), seats)]
    return [total[seat] - (sum(total) - total[seat]) / (seats - 1) for total in totals]


def practised(players: int, patient: Sequence[int]) -> list[Habits]:
    """The habits of good players, seat by seat; patient ones wait for a full row."""
    usual = DUEL if players == 2 else CROWD
    waiting = (*usual[:WAIT], PLAIN[WAIT], *usual[WAIT + 1 :])
    return [waiting if seat in patient else usual for seat in range(SEATS)]


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


def as_record(table: PartyTable, setup: Setup, sealed: dict[int, int], habits: Sequence[Habits]) -> Record:
    """The table in the kernel's form."""
    heads = card_table(setup.options).heads
    party = PARTY.new(
        heads=heads,
        habits=[number for each in habits for number in each],
        bids=[NO_BID] * SEATS,
        queued=len(table.queue),
        laying=table.phase == "lay",
    )
    bids = {bid.seat: bid.card for bid in table.queue} or sealed
    for seat, bid in bids.items():
        party.write("bids", seat, [bid])
    for number, row in enumerate(table.rows):
        if row:
            party.write("lengths", number, [len(row.cards)])
            party.write("buffaloes", number, [row.buffalo or 0])
            party.write("rows", number * ROW, row.cards)
    write_seats(party, table, heads)
    write_piles(party, table)
    return party


def write_seats(party: Record, table: PartyTable, heads: Sequence[int]) -> None:
    """What every seat has."""
    seats = range(len(table.hands))
    piles = [table.own_piles(seat) for seat in seats]
    party["seats"], party["full"] = len(seats), 20 * len(seats)
    party["letters"] = [LETTERS.index(letter) for letter in table.zeros]
    party["sizes"] = [len(hand) for hand in table.hands]
    party["won"] = [sum(won) for won in table.buffalo]
    party["waiting"] = [seat in table.bidders for seat in seats]
    party["piles"] = [len(own) for own in piles]
    for seat, hand in enumerate(table.hands):
        known = [card for card in hand if card in table.known[seat]]
        party.write("known", seat, [len(known)])
        party.write("hands", seat * CARDS, [*known, *(card for card in hand if card not in known)])
        party.write("tops", seat * PILES, [pile[-1] for pile in piles[seat]])
        party.write("sums", seat * PILES, pile_heads(piles[seat], heads))


def write_piles(party: Record, table: PartyTable) -> None:
    """What lies in the middle."""
    party["draw_size"], party["draw_pile"] = len(table.draw_pile), table.draw_pile
    party["discard_size"], party["discards"] = len(table.discards), table.discards
    party["rebuilt"], party["drawn"] = table.reshuffles > 0, table.drawn or 0
    party["buffalo_size"], party["buffalo_pile"] = len(table.buffalo_pile), table.buffalo_pile[::-1]
    party["box_size"], party["box"] = len(table.box), table.box
