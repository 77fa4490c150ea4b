"""A table with specials as one small array, on which playouts of Surprise and Versus the Ox run.

`kernels/special_layout.py` says what is where."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cards import HEADS
from ..kernels.special_layout import COUNT, PLACES, ROWS, SEVEN, STOP, USUAL_ROWS
from .jit import inner

Cells = NDArray[np.int16]

MOST_ROWS, LIMIT = 5, 5
HEADS_ON = np.array(HEADS, np.int16)


@inner
def end_of(table: Cells, row: int) -> Any:
    """The last card of a row."""
    return table[row * PLACES + table[COUNT + row] - 1]


@inner
def heads_in(table: Cells, row: int) -> int:
    """What a row costs."""
    heads = 0
    for place in range(row * PLACES, row * PLACES + table[COUNT + row]):
        heads += HEADS_ON[table[place]]
    return heads


@inner
def is_full(table: Cells, row: int) -> bool:
    """SU-8, CO-10: whether the next card takes the row."""
    return bool(table[COUNT + row] >= LIMIT + table[SEVEN + row])


@inner
def target(table: Cells, card: int) -> int:
    """B-7, SU-13, SU-14: an empty row, else the one with the smallest difference that is not locked; -1: none."""
    best, smallest = -1, 1000
    for row in range(table[ROWS]):
        if table[COUNT + row] == 0:
            return row
        if table[STOP + row] == 0:
            gap = card - end_of(table, row)
            if 0 < gap < smallest:
                best, smallest = row, gap
    return best


@inner
def cheapest(table: Cells) -> int:
    """Q-B5: the unlocked row with the fewest heads, among equals the one with the highest end."""
    best, fewest = 0, 1000
    for row in range(table[ROWS]):
        if table[STOP + row] == 0:
            heads = heads_in(table, row)
            if heads < fewest or (heads == fewest and end_of(table, row) > end_of(table, best)):
                best, fewest = row, heads
    return best


@inner
def cost_of(table: Cells, card: int) -> int:
    """Heads that a card takes if it is placed now."""
    row = target(table, card)
    own = HEADS_ON[card] if table[ROWS] > USUAL_ROWS else 0
    if row < 0:
        return heads_in(table, cheapest(table)) + own
    return heads_in(table, row) + own if is_full(table, row) else 0


@inner
def take(table: Cells, row: int, card: int, stops_end: bool) -> int:
    """SU-7, SU-8, SU-15: the card takes the row and starts it again, or is taken with it where there are five rows."""
    heads = heads_in(table, row)
    if stops_end:
        table[STOP : STOP + MOST_ROWS] = 0
    table[SEVEN + row] = 0
    if table[ROWS] <= USUAL_ROWS:
        table[row * PLACES] = card
        table[COUNT + row] = 1
        return heads
    remove_row(table, row)
    return int(heads + HEADS_ON[card])


@inner
def remove_row(table: Cells, row: int) -> None:
    """SU-7: the rows below it move up."""
    for other in range(row, table[ROWS] - 1):
        for place in range(PLACES):
            table[other * PLACES + place] = table[(other + 1) * PLACES + place]
        for part in (COUNT, SEVEN, STOP):
            table[part + other] = table[part + other + 1]
    table[ROWS] -= 1


@inner
def land(table: Cells, card: int, stops_end: bool) -> int:
    """B-7 to B-9: place a card; returns the heads taken."""
    row = target(table, card)
    if row < 0:
        return take(table, cheapest(table), card, stops_end)
    if is_full(table, row):
        return take(table, row, card, stops_end)
    table[row * PLACES + table[COUNT + row]] = card
    table[COUNT + row] += 1
    return 0


@inner
def put_in(table: Cells, row: int, card: int) -> None:
    """SU-9: put a card where it keeps the row ascending."""
    place = table[COUNT + row]
    while place > 0 and table[row * PLACES + place - 1] > card:
        table[row * PLACES + place] = table[row * PLACES + place - 1]
        place -= 1
    table[row * PLACES + place] = card
    table[COUNT + row] += 1


@inner
def start_row(table: Cells, card: int) -> None:
    """SU-6: a fifth row."""
    row = table[ROWS]
    table[row * PLACES] = card
    table[COUNT + row], table[SEVEN + row], table[STOP + row] = 1, 0, 0
    table[ROWS] += 1


@inner
def roomiest(table: Cells, card: int, besides: int, inside: bool) -> int:
    """The shortest row that takes a card into it without overflowing (`inside`: not at its end); -1: none."""
    best, fewest = -1, 1000
    for row in range(table[ROWS]):
        if row == besides or table[STOP + row] > 0 or table[COUNT + row] == 0 or is_full(table, row):
            continue
        if (not inside or end_of(table, row) > card) and table[COUNT + row] < fewest:
            best, fewest = row, table[COUNT + row]
    return best
