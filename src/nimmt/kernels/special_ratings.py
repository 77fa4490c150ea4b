"""What answers in Surprise and the co-op are worth: each is carried out, and the round is played on."""

from collections.abc import Sequence
from itertools import permutations
from math import prod
from random import Random

from ..actions import Action, PlayCard, TakeRow
from ..games.surprise.actions import ExchangeSpecial, UseFifthRow, UseNegativePositive
from ..games.versus_ox import OxTable
from ..games.versus_ox.actions import RemoveStop, ReplaceCard, UseFirst, UseLast, UseOrder, Vote
from ..specials import SpecialTable
from ..specials.actions import Pass, UseInsert, UseReplace, UseSeven, UseSlide, UseSpecial, UseStop
from .calls import FINISH_TURNS, SPECIAL_FUTURES, SPECIAL_PLAYOUTS, new_stream
from .host import run
from .layout import Record, packed
from .special_layout import (
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
    SEATS,
    SLIDE,
    SPECIAL_ROUND,
    SPECIALS,
    SWAP,
    TAKE,
    UNMARK_STOP,
)
from .special_tables import open_record

THOUGHTFUL = 50
"""How many of 100 cards the players in playouts think about."""
ANY = -1
"""Instead of a place in the hand."""

Choice = list[int]
Heads = Sequence[float]
"""By seat; in the co-op the last seat is the Ox's."""


def future_heads(starts: Sequence[Record], seat: int, places: Sequence[int], playouts: int, rng: Random) -> list[Heads]:
    """Mean heads still to come in this round, by start, place in our hand that is played first, and seat."""
    seats = starts[0]["seats"]
    call = SPECIAL_PLAYOUTS.new(
        start_count=len(starts),
        seat=seat,
        seats=seats,
        places=places,
        count=len(places),
        thoughtful=THOUGHTFUL,
        playouts=playouts,
        stream=new_stream(rng),
    )
    call.attach("starts", joined(starts))
    found = answered(call, "special_playouts", "heads", "q", len(starts) * len(places), seats)
    return [[heads / playouts for heads in each] for each in found]


def rate_choices(
    starts: Sequence[Record], seat: int, choices: Sequence[Choice], playouts: int, rng: Random
) -> list[Sequence[float]]:
    """What each choice is worth to a seat, playout by playout, starting from these records in turn."""
    call = SPECIAL_FUTURES.new(
        start_count=len(starts), seat=seat, count=len(choices), playouts=playouts, stream=new_stream(rng)
    )
    call.attach("starts", joined(starts))
    call.attach("choices", numbers_of(choices))
    return answered(call, "special_futures", "worths", "d", len(choices), playouts)


def after_turn(starts: Sequence[Record], seat: int, choices: Sequence[Choice], rng: Random) -> list[Record]:
    """The records at the end of the turn, for each start and choice, if no other special is used."""
    count = len(starts) * len(choices)
    call = FINISH_TURNS.new(count=count, seat=seat, stream=new_stream(rng))
    call.attach("tables", joined([start for start in starts for _ in choices]))
    call.attach("choices", numbers_of([*choices] * len(starts)))
    run("finish_turns", call)
    size, tables = SPECIAL_ROUND.size, call.block("tables", count * SPECIAL_ROUND.size)
    return [Record(SPECIAL_ROUND, tables[place * size : (place + 1) * size]) for place in range(count)]


def costs_of_cards(
    starts: Sequence[Record], seat: int, choices: Sequence[Choice], playouts: int, rng: Random
) -> list[list[float]]:
    """What the rest of the round is expected to cost a seat, by start and card played now."""
    hand = hand_of(starts[0], seat)
    places = [hand.index(card) for _, card, *_ in choices]
    return [
        [counted_for(start, seat, heads) for heads in future_heads([start], seat, places, playouts, rng)]
        for start in starts
    ]


def costs_of_answers(
    starts: Sequence[Record], seat: int, choices: Sequence[Choice], playouts: int, rng: Random
) -> list[list[float]]:
    """The same for answers that play no card; at the end of a round, kept specials count in the seat's favour."""
    tables, count = after_turn(starts, seat, choices, rng), len(choices)
    costs = []
    for first in range(0, len(tables), count):
        those = tables[first : first + count]
        to_come = future_heads(those, seat, [ANY], playouts, rng)
        costs.append(
            [
                cost_so_far(table, seat) + counted_for(table, seat, heads) - worth_of_kept(table, seat)
                for table, heads in zip(those, to_come, strict=True)
            ]
        )
    return costs


def cost_so_far(table: Record, seat: int) -> float:
    """What this round has cost a seat so far."""
    return counted_for(table, seat, table["heads"][: table["seats"]])


def counted_for(table: Record, seat: int, heads: Heads) -> float:
    """Heads as they count for a seat: its own; for a team, the team's less those of the Ox, who sits last."""
    factor = table["factor"]
    return factor * sum(heads[:-1]) - heads[-1] if factor else heads[seat]


def worth_of_kept(table: Record, seat: int) -> float:
    """What the specials that a seat still holds are worth at the end of the round."""
    if table["left"] or not table["keep"]:
        return 0.0
    return float(table["keep"] / 100 * sum(held_by(table, seat)))


def hand_of(table: Record, seat: int) -> Sequence[int]:
    """The number cards of a seat."""
    return _of_seat(table["hands"], seat)


def held_by(table: Record, seat: int) -> Sequence[int]:
    """How many specials of each kind a seat holds."""
    return _of_seat(table["held"], seat)


def _of_seat(numbers: Sequence[int], seat: int) -> Sequence[int]:
    each = len(numbers) // SEATS
    return numbers[seat * each : (seat + 1) * each]


# --- Orders of the waiting cards -------------------------------------------------------------------------


def best_orders(table: OxTable, count: int, first: Sequence[int] = ()) -> list[tuple[int, ...]]:
    """The orders of all waiting cards, `first` before the others, that cost the team least in this turn; best first."""
    rest = [play.card for play in table.queue if play.card not in first]
    orders = [(*first, *others) for others in permutations(rest)]
    worths = worths_now(table, [[ORDER, 0, 0, -1, *order, *[0] * (SEATS - len(order))] for order in orders])
    return [orders[number] for number in sorted(range(len(orders)), key=lambda number: -worths[number])[:count]]


def is_idle(table: SpecialTable, choice: Choice) -> bool:
    """Whether it only changes the order of the waiting cards, and gains nothing by that in this turn."""
    if choice[0] not in (MOVE, ORDER):
        return False
    passed, moved = worths_now(table, [[PASS, 0, 0, -1, *[0] * SEATS], [*choice[:3], -1, *choice[4:]]])
    return moved <= passed


def worths_now(table: SpecialTable, choices: Sequence[Choice]) -> list[float]:
    """What choices are worth in this turn alone, with no other special."""
    start = open_record(table, False)
    start["left"], start["holders"] = 0, [-1] * SEATS
    return [worth for (worth,) in rate_choices([start], 0, choices, 1, Random(0))]


# --- Numbers for the kernels -----------------------------------------------------------------------------


def joined(records: Sequence[Record]) -> bytes:
    """Records one after another."""
    return b"".join(record.memory for record in records)


def numbers_of(choices: Sequence[Choice]) -> bytes | bytearray:
    """Choices one after another."""
    return packed("h", [number for choice in choices for number in choice])


def answered(call: Record, kernel: str, block: str, form: str, *shape: int) -> list[Sequence[float]]:
    """Run a kernel, and read a table of numbers that it answers with, row by row."""
    call.reserve(block, 8 * prod(shape))
    run(kernel, call)
    numbers, width = call.numbers(block, form, prod(shape)), shape[1]
    return [numbers[place : place + width] for place in range(0, len(numbers), width)]


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
