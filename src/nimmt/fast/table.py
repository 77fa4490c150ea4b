"""One table as one small array, card by card, for every mode: what the replay and the matches are made of.

Places 0 to 19 are the cards of the rows, five places each; 20 to 23 how many lie there; 24 the marker: its row, or
in Climb the steps it has made. It shares nothing with the engine but the heads on the cards.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cards import HEADS
from .jit import inner
from .modes import CAPER, CLIMB, EVEN_ODD, PLAIN, REVERSED

Cells = NDArray[np.int16]

COUNTS, MARK, CELLS = 20, 24, 25
HEADS_ON = np.array(HEADS, np.int16)

PLACED, SIXTH, CHOSEN, LANDED, MOVED = range(5)
COLUMNS = 11


Log = NDArray[np.int32]
"""What happened, line by line: kind, seat, card, row, heads (of MOVED: from where), number of cards taken, those cards.
The first line has only their number. A log without lines is not kept."""


@inner
def new_log(room: int) -> Log:
    """A log that has room for so many lines."""
    log = np.full((room + 1 if room > 0 else 0, COLUMNS), -1, np.int32)
    log[:1] = 0
    return log


@inner
def end_of(table: Cells, row: int) -> Any:
    """The last number card of a row."""
    return table[row * 5 + table[COUNTS + row] - 1]


@inner
def row_heads(table: Cells, row: int) -> int:
    """What taking a row costs."""
    heads = 0
    for place in range(row * 5, row * 5 + table[COUNTS + row]):
        heads += HEADS_ON[table[place]]
    return heads


@inner
def marked_row(table: Cells, mode: int) -> Any:
    """Where the marker lies, -1 if there is none."""
    if mode == CLIMB:
        return abs(3 - table[MARK])
    return -1 if mode in (PLAIN, REVERSED) else table[MARK]


@inner
def gap(table: Cells, mode: int, row: int, value: int) -> Any:
    """B-6, EO-2, CL-2: the distance to a row's end; not above 0 where the card may not go."""
    end = end_of(table, row)
    if row == marked_row(table, mode):
        if mode == CLIMB:
            return end - value
        if mode == EVEN_ODD and (end ^ value) & 1:
            return 0
    return value - end


@inner
def target(table: Cells, mode: int, value: int) -> int:
    """B-7, CL-4: the row with the smallest gap, the marked one of two; -1 where the card fits nowhere."""
    best, smallest = -1, 1000
    for row in range(4):
        distance = gap(table, mode, row, value)
        if distance > 0 and (distance < smallest or (distance == smallest and row == marked_row(table, mode))):
            best, smallest = row, distance
    return best


@inner
def lowest_end(table: Cells, besides: int) -> int:
    """The row with the lowest end, one row left out."""
    best, lowest = -1, 1000
    for row in range(4):
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


@inner
def lay_out(table: Cells, mode: int, first: Cells, log: Log) -> None:
    """B-3, EO-1, CL-1, CA-1: four cards start the rows, and the marker gets its place."""
    for row in range(4):
        table[row * 5] = first[row]
        table[COUNTS + row] = 1
    table[MARK] = lowest_end(table, -1) if mode in (EVEN_ODD, CAPER) else 0
    if marked_row(table, mode) >= 0:
        note(log, MOVED, -1, 0, marked_row(table, mode), -1, 0)


@inner
def move_mark(table: Cells, mode: int, log: Log) -> None:
    """EO-5, CL-7, CA-4: the marker goes on."""
    source = marked_row(table, mode)
    table[MARK] = (table[MARK] + 1) % 6 if mode == CLIMB else lowest_end(table, source)
    note(log, MOVED, -1, 0, marked_row(table, mode), source, 0)


@inner
def land(table: Cells, mode: int, seat: int, card: int, row: int, chosen: bool, log: Log) -> int:
    """B-7 to B-9: the card joins the row or takes it, and the marker follows; heads taken."""
    count = table[COUNTS + row]
    beside_caper = mode == CAPER and row == table[MARK]
    taken = 0
    if chosen or count >= (4 if beside_caper else 5):
        taken = note_taken(log, CHOSEN if chosen else SIXTH, seat, card, row, table[row * 5 : row * 5 + count])
        table[row * 5] = card
        table[COUNTS + row] = 1
    else:
        table[row * 5 + count] = card
        table[COUNTS + row] = count + 1
        note(log, PLACED, seat, card, row, 0, 0)
    if taken > 0 and mode in (EVEN_ODD, CLIMB):
        move_mark(table, mode, log)
    return taken + (caper_jumps(table, seat, card, log) if beside_caper else 0)


@inner
def caper_jumps(table: Cells, seat: int, card: int, log: Log) -> int:
    """CA-4, CA-7, CA-8: Caper jumps, and from full rows again; heads taken on its way."""
    taken = 0
    while True:
        move_mark(table, CAPER, log)
        row = table[MARK]
        if table[COUNTS + row] < 5:
            return taken
        taken += note_taken(log, LANDED, seat, card, row, table[row * 5 : row * 5 + 4])
        table[row * 5] = table[row * 5 + 4]
        table[COUNTS + row] = 1


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
def cheapest_row(table: Cells, first_of_equals: bool) -> int:
    """The row with the fewest heads; of equals the first one, or that with the highest end (Q-B5)."""
    best = 0
    for row in range(1, 4):
        less = row_heads(table, row) - row_heads(table, best)
        higher = end_of(table, row) > end_of(table, best) and not first_of_equals
        if less < 0 or (less == 0 and higher):
            best = row
    return best
