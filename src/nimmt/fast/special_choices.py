"""Positions and answers of Surprise and Versus the Ox in the form of the kernel that rates answers."""

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..actions import Action, PlayCard, TakeRow
from ..cards import heads
from ..games.surprise.actions import ExchangeSpecial, UseFifthRow, UseNegativePositive
from ..games.surprise.table import SurpriseTable
from ..games.versus_ox import OX, OX_PILE, TEAM_PILE, OxTable
from ..games.versus_ox.actions import RemoveStop, ReplaceCard, UseFirst, UseLast, UseOrder, Vote
from ..games.versus_ox.view import counted
from ..specials import SpecialTable
from ..specials.actions import Pass, UseInsert, UseReplace, UseSeven, UseSlide, UseSpecial, UseStop
from .chance import new_stream
from .special_futures import (
    EXCHANGE,
    FIELDS,
    FIFTH,
    INSERT,
    MARK_SEVEN,
    MARK_STOP,
    MOVE,
    ORDER,
    PASS,
    PLAY,
    POSITIVE,
    REPLACE,
    SLIDE,
    SWAP,
    TAKE,
    UNMARK_STOP,
    finish_turns,
    special_futures,
)
from .special_players import ALONE, PLAIN
from .special_playouts import SPECIALS
from .special_search import ANY, as_record, future_heads

KEPT_SPECIAL = 200
"""Hundredths of a head: what a special is worth when it is kept for the next round."""

Choice = list[int]


def rate_choices(
    starts: NDArray[Any], seat: int, choices: Sequence[Choice], playouts: int, rng: Random
) -> NDArray[np.float64]:
    """What each choice is worth to a seat, playout by playout, starting from these records in turn."""
    return special_futures(starts, seat, np.array(choices, np.int16), playouts, new_stream(rng))


def open_records(tables: Sequence[SpecialTable], more_rounds: bool) -> NDArray[Any]:
    """Tables that a seat may be at, as records."""
    return np.concatenate([open_record(table, more_rounds) for table in tables])


def after_turn(starts: NDArray[Any], seat: int, choices: Sequence[Choice], rng: Random) -> NDArray[Any]:
    """The records at the end of the turn, for each start and choice, if no other special is used."""
    tables = np.repeat(starts, len(choices))
    finish_turns(tables, seat, np.array([*choices] * len(starts), np.int16), new_stream(rng))
    return tables


def costs_of_cards(
    starts: NDArray[Any], seat: int, choices: Sequence[Choice], playouts: int, rng: Random
) -> NDArray[np.float64]:
    """What the rest of the round is expected to cost a seat, by start and card played now."""
    hand = starts[0]["hands"][seat].tolist()
    places = [hand.index(card) for _, card, *_ in choices]
    to_come = [future_heads(start, seat, places, playouts, rng)[0] for start in np.split(starts, len(starts))]
    return counted_for(starts, seat, np.array(to_come))


def costs_of_answers(
    starts: NDArray[Any], seat: int, choices: Sequence[Choice], playouts: int, rng: Random
) -> NDArray[np.float64]:
    """The same for answers that play no card; at the end of a round, kept specials count in the seat's favour."""
    tables = after_turn(starts, seat, choices, rng)
    to_come = [future_heads(those, seat, [ANY], playouts, rng)[:, 0] for those in np.split(tables, len(starts))]
    kept = np.where(tables["left"] == 0, tables["keep"] / 100 * tables["held"][:, seat].sum(axis=1), 0)
    costs = costs_so_far(tables, seat) + counted_for(tables, seat, np.concatenate(to_come)) - kept
    return costs.reshape(len(starts), len(choices))


def costs_so_far(tables: NDArray[Any], seat: int) -> NDArray[np.float64]:
    """What this round has cost a seat so far."""
    return counted_for(tables, seat, tables["heads"][:, : tables[0]["seats"]])


def counted_for(tables: NDArray[Any], seat: int, heads: NDArray[Any]) -> NDArray[np.float64]:
    """Heads as they count for a seat: its own; for a team, the team's less those of the Ox, who sits last."""
    factor = int(tables[0]["factor"])
    return factor * heads[..., :-1].sum(axis=-1) - heads[..., -1] if factor else heads[..., seat]


def cards_to_play(table: SpecialTable) -> int:
    """How many cards a playout places at most: its time grows with them."""
    start = as_record(table)
    return int(start[0]["seats"] * (start[0]["left"] + 1))


def open_record(table: SpecialTable, more_rounds: bool) -> NDArray[Any]:
    """The table as a record, with the waiting cards and with what a seat cannot see."""
    start = as_record(table)
    here = start[0]
    seats = int(here["seats"])
    cards = [play.card for play in table.queue]
    here["queued"] = len(cards)
    here["queue"][: len(cards)] = cards
    here["queue_seats"][: len(cards)] = [seats - 1 if play.seat == OX else play.seat for play in table.queue]
    here["aside_size"] = len(table.aside)
    here["aside"][: len(table.aside)] = table.aside
    for seat, hand in enumerate(table.hands):
        known = [card for card in hand if card in table.known[seat]]
        here["known"][seat] = len(known)
        here["hands"][seat, : len(hand)] = [*known, *(card for card in hand if card not in known)]
    if isinstance(table, OxTable):
        here["habits"], here["unseen"] = ALONE if len(table.hands) == 1 else PLAIN, unseen_up_to(table)
        here["factor"] = counted(1, len(table.hands))
        here["heads"][0], here["heads"][seats - 1] = heads(table.piles[TEAM_PILE]), heads(table.piles[OX_PILE])
    if isinstance(table, SurpriseTable):
        here["habits"] = PLAIN
        here["keep"] = KEPT_SPECIAL if more_rounds else 0
        here["heads"][: len(table.piles)] = [heads(pile) for pile in table.piles]
        here["turning"] = table.turning
        here["decided"] = bool(table.queue) and table.queue[0] == table.decided
        pile = table.stock or table.discards
        here["draws_size"] = len(pile)
        here["draws"][: len(pile)] = [SPECIALS.index(special) for special in pile]
    return start


def unseen_up_to(table: OxTable) -> NDArray[np.int64]:
    """How many cards up to each number have never been on the table; a team of one knows its own hand."""
    hands = table.hands if len(table.hands) > 1 else ()
    return np.bincount([*table.aside, *table.ox, *(card for hand in hands for card in hand)], minlength=105).cumsum()


def as_choice(action: Action, table: SpecialTable) -> Choice:
    """The kernel's form of an answer."""
    kind, first, second = _numbers(action, table)
    spent = SPECIALS.index(action.special) if isinstance(action, UseSpecial | ExchangeSpecial) else -1
    if isinstance(action, UseReplace) and isinstance(table, OxTable):
        spent = -1  # it was spent when the team agreed
    order = action.order if isinstance(action, UseOrder) else ()
    return [kind, first, second, spent, *order, *[0] * (FIELDS - 4 - len(order))]


def _numbers(action: Action, table: SpecialTable) -> tuple[int, int, int]:
    match action:
        case PlayCard(card=card):
            return PLAY, card, 0
        case TakeRow(row):
            return TAKE, row, 0
        case UseSeven(row):
            return MARK_SEVEN, row, 0
        case UseStop(row):
            return MARK_STOP, row, 0
        case RemoveStop(row):
            return UNMARK_STOP, row, 0
        case UseInsert(row):
            return INSERT, row, 0
        case UseSlide(card, row):
            return SLIDE, card, row
        case UseReplace(card):
            return REPLACE, card, 0
        case ReplaceCard(card):
            return SWAP, card, 0
        case UseFirst(card):
            assert isinstance(table, OxTable)
            ahead = [play.card for play in table.queue if play.card in table.firsts]
            return MOVE, card, ahead.index(card) if card in ahead else len(ahead)
        case UseLast(card):
            return MOVE, card, len(table.queue) - 1
        case UseOrder():
            return ORDER, 0, 0
        case UseFifthRow():
            return FIFTH, 0, 0
        case UseNegativePositive():
            return POSITIVE, 0, 0
        case ExchangeSpecial():
            return EXCHANGE, 0, 0
        case Pass() | Vote():
            return PASS, 0, 0
    raise TypeError(action)


def best_orders(table: OxTable, count: int, first: Sequence[int] = ()) -> list[tuple[int, ...]]:
    """The orders of all waiting cards, `first` before the others, that cost the team least in this turn; best first."""
    rest = [play.card for play in table.queue if play.card not in first]
    orders = [(*first, *others) for others in permutations(rest)]
    choices = np.zeros((len(orders), FIELDS), np.int16)
    choices[:, 0], choices[:, 4 : 4 + len(orders[0])] = ORDER, orders
    return [orders[number] for number in np.argsort(-worths_now(table, choices), kind="stable")[:count]]


def is_idle(table: SpecialTable, choice: Choice) -> bool:
    """Whether it only changes the order of the waiting cards, and gains nothing by that in this turn."""
    if choice[0] not in (MOVE, ORDER):
        return False
    worths = worths_now(table, np.array([[PASS] + [0] * (FIELDS - 1), choice], np.int16))
    return bool(worths[1] <= worths[0])


def worths_now(table: SpecialTable, choices: NDArray[np.int16]) -> NDArray[np.float64]:
    """What choices are worth in this turn alone, with no other special."""
    start = open_record(table, False)
    start[0]["left"], start[0]["holders"] = 0, -1
    choices[:, 3] = -1
    return special_futures(start, 0, choices, 1, new_stream(Random(0)))[:, 0]
