"""What a seat is shown of a table that takes part in a step: its observation, and which actions it has.

Observations and action numbers are those of `nimmt.envs`; `Places` says where each field begins.
"""

from typing import Any, NamedTuple

from ..kernels.constants import (
    CAPACITY,
    CAPER,
    CAPER_ROW,
    CLIMB,
    COUNTS,
    EVEN_ODD,
    PARITY,
    PARITY_ROW,
    REVERSED,
    ROW_COUNT,
    STEPS,
    WIDTH,
)
from .drafting import drafter, show_known
from .game import FastGame
from .jit import Record, copied, inner
from .table import Cells, climbing_row, row_heads

CARD, ROW, DRAFT, OVER = range(4)
NOBODY, EVERYBODY = -1, -2
"""Instead of a seat that is asked."""


class Places(NamedTuple):
    """Where the fields of an observation begin, -1 for those that it has not."""

    asked: int
    hand: int
    unseen: int
    known: int
    pool: int
    rows: int
    room: int
    row_heads: int
    marks: int
    queue: int
    heads: int
    totals: int
    left: int
    round: int
    reversals: int
    longest: int
    mark_count: int
    up: int
    down: int
    odd: int
    even: int
    caper: int
    highest: int  # the highest card; among the actions, reversed cards come behind it
    takes: int  # the action that takes the first row
    drafts: int  # the action that drafts the lowest card


@copied
def show_rows(parts: int, rows: Cells, places: Places, out: Any) -> None:
    """Cards, room, cost and marks of each row."""
    row_count = rows[ROW_COUNT]
    for row in range(row_count):
        count = rows[COUNTS + row]
        for place in range(count):
            out[places.rows + row * places.longest + place] = rows[row * WIDTH + place]
        beside = 1 if parts & CAPER and row == rows[CAPER_ROW] else 0
        out[places.room + row] = max(rows[CAPACITY] - beside - count, 0)
        out[places.row_heads + row] = row_heads(rows, row)
    if parts & CLIMB:
        face = places.up if rows[STEPS] < row_count - 1 else places.down
        out[places.marks + climbing_row(rows) * places.mark_count + face] = 1
    if parts & EVEN_ODD:
        face = places.odd if rows[PARITY] else places.even
        out[places.marks + rows[PARITY_ROW] * places.mark_count + face] = 1
    if parts & CAPER:
        out[places.marks + rows[CAPER_ROW] * places.mark_count + places.caper] = 1


@copied
def show_cards(table: Record, turn: Record, places: Places, seat: int, out: Any, mask: Any) -> None:
    """The hand, what may be played of it, and what the seat has not seen."""
    choosing, reverses = turn.phase == CARD, table.parts & REVERSED and table.reversals[seat] > 0
    left = turn.left - 1 if turn.phase == ROW else turn.left
    if places.pool >= 0:
        show_known(table, turn, places, seat, out)
        left = turn.held[seat] if turn.phase == DRAFT else left
    else:
        unseen = out[places.unseen : places.unseen + places.highest]  # the deck is all cards up to the highest
        for number in range(places.highest):
            unseen[number] = table.hidden[number + 1]
    for place in range(left):
        card = table.hands[seat, place]
        out[places.hand + card - 1] = 1
        out[places.unseen + card - 1] = 0
        if choosing:
            mask[card] = 1
            if reverses and table.turned[card] > 0:
                mask[places.highest + card] = 1
    out[places.left] = left


@copied
def show_heads(table: Record, turn: Record, places: Places, seat: int, out: Any) -> None:
    """Everybody's heads from one's own seat on, who may still reverse a card, and the round."""
    players, reverses = table.players, table.parts & REVERSED
    out[places.round] = turn.rounds if turn.phase == OVER else turn.rounds + 1
    for step in range(players):
        other = seat + step if seat + step < players else seat + step - players
        out[places.heads + step] = table.heads[other]
        out[places.totals + step] = turn.totals[other]
        if reverses:
            out[places.reversals + step] = table.reversals[other]


@copied
def show_question(table: Record, turn: Record, places: Places, asked: int, seat: int, out: Any, mask: Any) -> None:
    """What is asked now, the cards that wait, and what else may be answered than a card."""
    phase, players, first = turn.phase, table.players, turn.at
    if asked != seat and asked != EVERYBODY:
        mask[0] = 1
    else:
        out[places.asked + phase] = 1
    if phase == ROW:
        for at in range(first, players):
            begin, other = places.queue + 3 * (at - first), turn.order[at]
            out[begin] = 1 + (other - seat if other >= seat else other - seat + players)
            out[begin + 1], out[begin + 2] = table.plays[other], table.values[other]
    if asked == seat and phase == ROW:
        for row in range(table.rows[ROW_COUNT]):
            mask[places.takes + row] = 1
    if asked == seat and phase == DRAFT:
        for number in range(places.highest):
            mask[places.drafts + number] = out[places.pool + number]


@inner
def asked_seat(game: FastGame, turn: Record) -> int:
    """The seat that is asked, everybody, or nobody."""
    if turn.phase == ROW:
        return int(turn.order[turn.at])
    if turn.phase == DRAFT:
        return int(drafter(game, turn))
    return EVERYBODY if turn.phase == CARD else NOBODY


@copied
def show(game: FastGame, table: Record, turn: Record, places: Places, seats: Cells, seen: Any, masks: Any) -> None:
    """What every asked seat sees of a table."""
    asked = asked_seat(game, turn)
    for number in range(len(seats)):
        out, mask, seat = seen[number], masks[number], seats[number]
        for place in range(len(out)):
            out[place] = 0
        for action in range(len(mask)):
            mask[action] = 0
        if number > 0:  # the rows look the same from everywhere
            for place in range(places.rows, places.queue):
                out[place] = seen[0, place]
        elif turn.phase != DRAFT:
            show_rows(table.parts, table.rows, places, out)
        show_cards(table, turn, places, seat, out, mask)
        show_heads(table, turn, places, seat, out)
        show_question(table, turn, places, asked, seat, out, mask)
