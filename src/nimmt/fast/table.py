"""One table as one small array, card by card, for every game: what the replay and the matches are made of.

First come the cards of the rows, `WIDTH` places each; then how many lie there; then the sizes of the table and the
markers. A marker is stored as its row, that of Climb as the steps it has made. It shares nothing with the engine but
the heads on the cards.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cards import HEADS
from ..kernels.constants import (
    CAPACITY,
    CAPER,
    CAPER_ROW,
    CLIMB,
    COUNTS,
    EVEN_ODD,
    PARITY,
    PARITY_ROW,
    ROW_COUNT,
    STEPS,
    WIDTH,
)
from .game import FastGame
from .jit import inner

Cells = NDArray[np.int16]

HEADS_ON = np.array(HEADS, np.int16)

PLACED, SIXTH, CHOSEN, LANDED, MOVED = range(5)
COLUMNS = 6 + WIDTH

ODD, EVEN, UP, DOWN, JUMPING = range(5)
"""The faces of markers, as a log names them."""

Log = NDArray[np.int32]
"""What happened, line by line: kind, seat, card (of MOVED: the face), row, heads (of MOVED: from where), number of
cards taken, those cards. The first line has only their number. A log without lines is not kept."""


@inner
def new_log(room: int) -> Log:
    """A log with room for this many lines."""
    log = np.full((room + 1 if room > 0 else 0, COLUMNS), -1, np.int32)
    log[:1] = 0
    return log


@inner
def end_of(table: Cells, row: int) -> Any:
    """The last number card of a row."""
    return table[row * WIDTH + table[COUNTS + row] - 1]


@inner
def row_heads(table: Cells, row: int) -> int:
    """What taking a row costs."""
    heads = 0
    for place in range(row * WIDTH, row * WIDTH + table[COUNTS + row]):
        heads += HEADS_ON[table[place]]
    return heads


@inner
def climbing_row(table: Cells) -> Any:
    """CL-8: the marker goes from the last row to the first and back."""
    return abs(table[ROW_COUNT] - 1 - table[STEPS])


@inner
def gap(table: Cells, parts: int, row: int, value: int) -> Any:
    """B-6, EO-2, CL-2: the distance to a row's end; not above 0 where the card may not go."""
    if parts & EVEN_ODD and row == table[PARITY_ROW] and (table[PARITY] ^ value) & 1:
        return 0
    rise = value - end_of(table, row)
    return -rise if parts & CLIMB and row == climbing_row(table) else rise


@inner
def target(table: Cells, parts: int, value: int) -> int:
    """B-7, CL-4: the row with the smallest gap, the descending one of two; -1 where the card fits nowhere."""
    best, smallest = -1, 1000
    for row in range(table[ROW_COUNT]):
        distance = gap(table, parts, row, value)
        if distance > 0 and (distance < smallest or (distance == smallest and row == climbing_row(table))):
            best, smallest = row, distance
    return best


@inner
def lowest_end(table: Cells, besides: int) -> int:
    """The row with the lowest end, one row left out."""
    best, lowest = -1, 1000
    for row in range(table[ROW_COUNT]):
        if row != besides and end_of(table, row) < lowest:
            best, lowest = row, end_of(table, row)
    return best


@inner
def note(log: Log, kind: int, seat: int, card: int, row: int, heads: int, count: int) -> None:
    """Write a line into the log, if it is kept."""
    if len(log) > 0:
        log[0, 0] += 1
        line = log[log[0, 0]]
        line[0], line[1], line[2], line[3], line[4], line[5] = kind, seat, card, row, heads, count


@inner
def note_taken(log: Log, kind: int, seat: int, card: int, row: int, taken: Cells) -> int:
    """Write down which cards are taken; returns their heads."""
    heads = 0
    for taken_card in taken:
        heads += HEADS_ON[taken_card]
    note(log, kind, seat, card, row, heads, len(taken))
    if len(log) > 0:
        log[log[0, 0], 6 : 6 + len(taken)] = taken
    return heads


# --- Markers -------------------------------------------------------------------------------------


@inner
def lay_out(table: Cells, game: FastGame, first: Cells, log: Log) -> None:
    """B-3, CL-1, EO-1, CA-1: a card starts each row, and the markers get their places."""
    table[ROW_COUNT], table[CAPACITY] = game.rows, game.capacity
    for row in range(game.rows):
        table[row * WIDTH] = first[row]
        table[COUNTS + row] = 1
    table[STEPS], table[PARITY_ROW], table[CAPER_ROW] = -1, -1, -1
    follow(table, game.parts, log)
    if game.parts & CAPER:
        move_caper(table, log)


@inner
def follow(table: Cells, parts: int, log: Log) -> None:
    """CL-7, EO-5: where the markers go when a row was taken, Climb's before that of Even/Odd."""
    if parts & CLIMB:
        move_climb(table, log)
    if parts & EVEN_ODD:
        move_even_odd(table, log)


@inner
def move_climb(table: Cells, log: Log) -> None:
    """CL-1, CL-7, CL-8: to the last row, and from there one step after another."""
    last, source = table[ROW_COUNT] - 1, climbing_row(table) if table[STEPS] >= 0 else -1
    table[STEPS] = (table[STEPS] + 1) % (2 * last)
    note(log, MOVED, -1, UP if table[STEPS] < last else DOWN, climbing_row(table), source, 0)


@inner
def move_even_odd(table: Cells, log: Log) -> None:
    """EO-5, EO-6: to the lowest end of the other rows, whose parity it shows until it moves again."""
    source = table[PARITY_ROW]
    table[PARITY_ROW] = lowest_end(table, source)
    table[PARITY] = end_of(table, table[PARITY_ROW]) & 1
    note(log, MOVED, -1, ODD if table[PARITY] else EVEN, table[PARITY_ROW], source, 0)


@inner
def move_caper(table: Cells, log: Log) -> None:
    """CA-4: to the lowest end of the other rows."""
    source = table[CAPER_ROW]
    table[CAPER_ROW] = lowest_end(table, source)
    note(log, MOVED, -1, JUMPING, table[CAPER_ROW], source, 0)


# --- Cards ---------------------------------------------------------------------------------------


@inner
def land(table: Cells, parts: int, seat: int, card: int, row: int, chosen: bool, log: Log) -> int:
    """B-7 to B-9: the card joins the row or takes it, and the markers follow; heads taken."""
    first, count = row * WIDTH, table[COUNTS + row]
    beside_caper = parts & CAPER and row == table[CAPER_ROW]
    taken = 0
    if chosen or count >= table[CAPACITY] - (1 if beside_caper else 0):
        taken = note_taken(log, CHOSEN if chosen else SIXTH, seat, card, row, table[first : first + count])
        table[first] = card
        table[COUNTS + row] = 1
        follow(table, parts, log)
    else:
        table[first + count] = card
        table[COUNTS + row] = count + 1
        note(log, PLACED, seat, card, row, 0, 0)
    return taken + (caper_jumps(table, parts, seat, card, log) if beside_caper else 0)


@inner
def caper_jumps(table: Cells, parts: int, seat: int, card: int, log: Log) -> int:
    """CA-4, CA-7, CA-8: Caper jumps, and from full rows again; heads taken on its way."""
    taken = 0
    while True:
        move_caper(table, log)
        row = table[CAPER_ROW]
        first, before_end = row * WIDTH, table[COUNTS + row] - 1
        if before_end + 1 < table[CAPACITY]:
            return taken
        taken += note_taken(log, LANDED, seat, card, row, table[first : first + before_end])
        table[first] = table[first + before_end]
        table[COUNTS + row] = 1
        follow(table, parts, log)


@inner
def reversed_digits(card: int) -> int:
    """RD-2: the digits read backwards."""
    return card % 10 * 10 + card // 10


@inner
def line_up(values: Cells, natural: Cells, order: Cells, players: int) -> None:
    """B-5, RD-5: the seats in the order of their cards."""
    for seat in range(players):
        key = 2 * values[seat] + natural[seat]
        place = seat
        while place > 0 and 2 * values[order[place - 1]] + natural[order[place - 1]] > key:
            order[place] = order[place - 1]
            place -= 1
        order[place] = seat


@inner
def sort_cards(cards: Cells) -> None:
    """Put a few cards into ascending order."""
    for place in range(1, len(cards)):
        card, before = cards[place], place
        while before > 0 and cards[before - 1] > card:
            cards[before] = cards[before - 1]
            before -= 1
        cards[before] = card


@inner
def cheapest_row(table: Cells, first_of_equals: bool) -> int:
    """The row with the fewest heads; of equals the first one, or that with the highest end (Q-B5)."""
    best, fewest = 0, row_heads(table, 0)
    for row in range(1, table[ROW_COUNT]):
        heads = row_heads(table, row)
        higher = end_of(table, row) > end_of(table, best) and not first_of_equals
        if heads < fewest or (heads == fewest and higher):
            best, fewest = row, heads
    return best
