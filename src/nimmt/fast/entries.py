"""The kernels that play needs, as the portable file has them: each takes the address of one record.

`kernels/calls.py` says what is in the records. `dev.py kernels` compiles the entries for WebAssembly, and `jit_host.py`
compiles them for this machine.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from numba import types
from numba.extending import intrinsic
from numba.np.numpy_support import from_dtype

from ..kernels import calls, party_layout, special_layout
from ..kernels.constants import HEIGHT, HIDDEN, MODEL_HEIGHT, TAIL, TRAITS, TYPES, UNITS
from ..kernels.layout import Layout
from . import nets, opponents
from .futures import model_rounds, rates_of_turn, weigh_choices
from .game import Cells, FastGame
from .jit import carray, dtype_of, inner
from .opponents import Models
from .party_playouts import party_futures, party_playouts
from .playouts import playout_heads
from .rating import heuristic_costs
from .rollouts import rollout_heads
from .special_futures import finish_turns, special_futures
from .special_playouts import special_playouts
from .thinking import rate_drafts, rate_plays, rate_rows, watch_turn

if (nets.HEIGHT, nets.TAIL, nets.WIDTH, opponents.TRAITS, opponents.HIDDEN, opponents.HEIGHT) != (
    HEIGHT, TAIL, UNITS, TRAITS, HIDDEN, MODEL_HEIGHT,
):  # fmt: skip
    raise AssertionError("The sizes of the weights in kernels/constants.py are not those that the kernels have.")


class Entry(NamedTuple):
    """A kernel of the portable file."""

    function: Callable[[int], None]
    layout: Layout


def at(kind: Any) -> Any:
    """What reads an address as that of numbers of this kind, or of records."""
    pointer = types.CPointer(kind)  # type: ignore[no-untyped-call]

    def pointer_to(_: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(pointer))

        return pointer(types.int64), generate

    return intrinsic(pointer_to)


def records(layout: Layout) -> Any:
    """The same for records of this layout."""
    return at(from_dtype(dtype_of(layout)))


words_at, wholes_at, floats_at, doubles_at = at(types.int16), at(types.int64), at(types.float32), at(types.float64)
lane_position_at, table_at, known_at = records(calls.LANE_POSITION), records(calls.TABLE), records(calls.KNOWN_HANDS)
round_at, party_at = records(special_layout.SPECIAL_ROUND), records(party_layout.PARTY)
heuristic_costs_at, playout_heads_at = records(calls.HEURISTIC_COSTS), records(calls.PLAYOUT_HEADS)
rollout_heads_at, watch_turn_at = records(calls.ROLLOUT_HEADS), records(calls.WATCH_TURN)
rate_plays_at, rate_rows_at, rate_drafts_at = map(records, (calls.RATE_PLAYS, calls.RATE_ROWS, calls.RATE_DRAFTS))
rates_of_turn_at, weigh_choices_at = records(calls.RATES_OF_TURN), records(calls.WEIGH_CHOICES)
model_rounds_at, special_playouts_at = records(calls.MODEL_ROUNDS), records(calls.SPECIAL_PLAYOUTS)
special_futures_at, finish_turns_at = records(calls.SPECIAL_FUTURES), records(calls.FINISH_TURNS)
party_playouts_at, party_futures_at = records(calls.PARTY_PLAYOUTS), records(calls.PARTY_FUTURES)
FIELDS, PARTY_FIELDS = special_layout.FIELDS, party_layout.FIELDS


@inner
def game_of(call: Any) -> FastGame:
    """The game of a record that has one."""
    return FastGame(
        call.parts, call.players, call.hand_size, call.row_count, call.capacity, call.deck[: call.deck_size],
        call.turned, False, False, call.ascending != 0, 0, 0, False, False, False,
    )  # fmt: skip


@inner
def models_of(call: Any) -> Models:
    """The models of opponents of a record that has some."""
    sums = carray(floats_at(call.sums), (TRAITS, TYPES))
    return Models(sums, carray(floats_at(call.net), (MODEL_HEIGHT, HIDDEN)))


# --- Simple bots -----------------------------------------------------------------------------------------


def heuristic_costs_entry(address: int) -> None:
    """Heads that each play is expected to cost now."""
    call = carray(heuristic_costs_at(address), 1)[0]
    count = call.count
    call.costs[:count] = heuristic_costs(
        call.table, call.parts, call.cards[:count], call.values[:count], call.hidden, call.others
    )


def playout_heads_entry(address: int) -> None:
    """Heads until the end of the round when everybody plays at random, and how often each play was tried."""
    call = carray(playout_heads_at(address), 1)[0]
    count, start = call.count, carray(lane_position_at(address + call.position), 1)
    heads, tries = playout_heads(start, call.plays[:count], call.places[:count], call.playouts, call.stream)
    call.heads[:count], call.tries[:count] = heads, tries


def rollout_heads_entry(address: int) -> None:
    """The same when everybody plays the heuristic."""
    call = carray(rollout_heads_at(address), 1)[0]
    start, known = carray(table_at(address + call.start), 1), carray(known_at(address + call.known), 1)
    call.heads[: call.count] = rollout_heads(start, known, call.choices[: call.count], call.rollouts, call.stream)


# --- The master in row games -----------------------------------------------------------------------------


def watch_turn_entry(address: int) -> None:
    """What a turn tells of the others: `held` and `types` are changed."""
    call = carray(watch_turn_at(address), 1)[0]
    players = call.players
    watch_turn(
        call.table, call.parts, call.hidden, call.hand[: call.left], call.plays[:players], call.seat,
        call.held[:players], call.types[:players], models_of(call),
    )  # fmt: skip


def rate_plays_entry(address: int) -> None:
    """What each play is expected to cost until the end of the round."""
    call = carray(rate_plays_at(address), 1)[0]
    count, players = call.count, call.players
    call.costs[:count] = rate_plays(
        call.table, call.parts, call.hidden, call.hand[: call.left], call.places[:count], call.values[:count],
        call.seat, call.reversals, call.held[:players], call.types[:players], models_of(call),
        carray(words_at(call.weights), (HEIGHT, UNITS)), carray(floats_at(call.tail), TAIL), call.worlds, call.envy,
        call.stream,
    )  # fmt: skip


def rate_rows_entry(address: int) -> None:
    """What taking each row is expected to cost."""
    call = carray(rate_rows_at(address), 1)[0]
    call.costs[:] = rate_rows(
        call.table, call.parts, call.hidden, call.hand[: call.left], call.card, call.cards[: call.others],
        call.values[: call.others], call.players, call.reversals, carray(words_at(call.weights), (HEIGHT, UNITS)),
        carray(floats_at(call.tail), TAIL),
    )  # fmt: skip


def rate_drafts_entry(address: int) -> None:
    """What each card of the pool is expected to cost in our hand."""
    call = carray(rate_drafts_at(address), 1)[0]
    call.costs[: call.count] = rate_drafts(
        call.pool[: call.count], call.hand[: call.left], game_of(call), carray(words_at(call.weights), (HEIGHT, UNITS)),
        carray(floats_at(call.tail), TAIL), call.deals, call.envy, call.stream,
    )  # fmt: skip


# --- Reviews ---------------------------------------------------------------------------------------------


def rates_of_turn_entry(address: int) -> None:
    """How likely the model is to play each card."""
    call = carray(rates_of_turn_at(address), 1)[0]
    model = carray(floats_at(call.model), TRAITS)
    call.rates[:] = rates_of_turn(call.table, call.parts, call.hidden, call.left, model)


def weigh_choices_entry(address: int) -> None:
    """Heads until the end of the round, and those of this turn, summed up over the worlds."""
    call = carray(weigh_choices_at(address), 1)[0]
    count, turns = call.count, call.turns
    totals, now = weigh_choices(
        call.table, call.parts, call.turned, call.hidden, carray(known_at(address + call.known), 1), call.reversals,
        call.choices[:count], call.queue[: call.queued], call.rates[:turns], call.played[:turns],
        carray(floats_at(call.model), TRAITS), call.worlds, call.stream,
    )  # fmt: skip
    sum_up(totals, now, call.before, call)


@inner
def sum_up(totals: Cells, now: Cells, before: int, call: Any) -> None:
    """By choice: sums, products and counts over the worlds."""
    for world in range(len(totals)):
        half = (before + world) & 1
        for one in range(totals.shape[1]):
            value = int(totals[world, one])
            call.sums[half, one] += value
            for other in range(totals.shape[1]):
                call.products[half, one, other] += value * totals[world, other]
            call.now[one] += now[world, one]
            call.costly[one] += 1 if now[world, one] > 0 else 0
            if world == 0:
                call.first[one] = now[world, one]


def model_rounds_entry(address: int) -> None:
    """Heads by round and seat where everybody is the model."""
    call = carray(model_rounds_at(address), 1)[0]
    found = model_rounds(game_of(call), carray(floats_at(call.model), TRAITS), call.rounds, call.stream)
    carray(words_at(address + call.heads), (call.rounds, call.players))[:] = found


# --- Surprise and the co-op ------------------------------------------------------------------------------


def special_playouts_entry(address: int) -> None:
    """Heads by start, choice and seat."""
    call = carray(special_playouts_at(address), 1)[0]
    starts, places = carray(round_at(address + call.starts), call.start_count), call.places[: call.count]
    found = special_playouts(starts, call.seat, places, call.thoughtful, call.playouts, call.stream)
    carray(wholes_at(address + call.heads), (call.start_count, call.count, call.seats))[:] = found


def special_futures_entry(address: int) -> None:
    """What each choice is worth in each playout."""
    call = carray(special_futures_at(address), 1)[0]
    starts = carray(round_at(address + call.starts), call.start_count)
    choices = carray(words_at(address + call.choices), (call.count, FIELDS))
    found = special_futures(starts, call.seat, choices, call.playouts, call.stream)
    carray(doubles_at(address + call.worths), (call.count, call.playouts))[:] = found


def finish_turns_entry(address: int) -> None:
    """Carry choices out and place what waits: the tables are changed."""
    call = carray(finish_turns_at(address), 1)[0]
    tables = carray(round_at(address + call.tables), call.count)
    choices = carray(words_at(address + call.choices), (call.count, FIELDS))
    finish_turns(tables, call.seat, choices, call.stream)


# --- Bullenparty -----------------------------------------------------------------------------------------


def party_playouts_entry(address: int) -> None:
    """Points by seat."""
    call = carray(party_playouts_at(address), 1)[0]
    start = carray(party_at(address + call.start), 1)
    call.points[: call.seats] = party_playouts(start, call.playouts, call.stream)


def party_futures_entry(address: int) -> None:
    """Points by choice and seat."""
    call = carray(party_futures_at(address), 1)[0]
    choices = carray(words_at(address + call.choices), (call.count, PARTY_FIELDS))
    start = carray(party_at(address + call.start), 1)
    found = party_futures(start, call.seat, choices, call.playouts, call.stream)
    carray(wholes_at(address + call.points), (call.count, call.seats))[:] = found


ENTRIES = {name: Entry(globals()[f"{name}_entry"], layout) for name, layout in calls.CALLS.items()}
