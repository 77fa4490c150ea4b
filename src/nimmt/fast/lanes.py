"""Many rounds side by side: every step is one loop over lanes that the compiler turns into vector instructions.

A block is one flat array of 16-bit words in sections of `LANES` words; lane i of every section belongs to round i.
All sections lie in the same array at fixed distances: only so does the compiler know that they do not overlap.
There is no branch on a card anywhere: whatever may happen is computed for every lane, and masks choose. For the same
reason words are loaded before anything is asked about them, and offsets that are not constant go through `within`.

A card is ``value << 8 | natural << 7 | heads << 4 | seat``: words compare as the cards line up (B-5, RD-5).
A row is ``end << 8 | count << 5 | heads``: five cards have 27 heads at most, so all of it fits into 15 bits.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .jit import inner
from .modes import CAPER, CLIMB, EVEN_ODD, PLAIN, REVERSED

LANES = 128
Block = NDArray[np.int16]
word = np.int16  # numba computes in 64 bits unless every step says otherwise

ROW0, ROW1, ROW2, ROW3, CARD, TAKEN, CHOSEN, MARK, JUMPS = (LANES * section for section in range(9))
HEADS = LANES * 9  # one section for each of ten seats
DEALT = LANES * 19  # the first cards of the rows, then the cards of each turn by seat
SIZE = LANES * (19 + 4 + 100)

END, COUNT, ONE, FULL, COST = 0x7F00, 0xE0, 0x20, 0xA0, 0x1F
NATURAL = 0x80
NO_ROW = word(0x7FFF)


# --- Where a card goes ---------------------------------------------------------------------------


@inner
def refused(row: Any, number: int) -> Any:
    """The rating of a row that does not accept the card: negative, the cheapest row highest, then the first."""
    return word(~word(word(word(row & COST) << 2) | number))


@inner
def rate_plain(row: Any, value: Any, number: int, mark: Any) -> Any:
    """B-6, B-7: the highest of the lower ends; RD: an equal end is not lower."""
    return row if row < value else refused(row, number)


@inner
def rate_even_odd(row: Any, value: Any, number: int, mark: Any) -> Any:
    """EO-2: the marker shows the parity of its row's end (EO-6), and the other parity may not enter."""
    barred = (mark == number) & (word((row ^ value) & 0x100) != 0)
    return row if (row < value) & (not barred) else refused(row, number)


@inner
def rate_climb(row: Any, value: Any, number: int, mark: Any) -> Any:
    """CL-2 to CL-4: the smallest gap, downwards in the marked row, which also wins a tie."""
    marked = climbing(mark) == number
    rise = word(value - word(row & END))
    gap = word(-rise) if marked else rise
    rating = word(word(END - gap) + (1 if marked else 0))
    return rating if gap > 0 else refused(row, number)


@inner
def climbing(mark: Any) -> Any:
    """CL-8: the marker's way 3, 2, 1, 0, 1, 2 is counted by its steps."""
    return word(abs(word(3 - mark)))


@inner
def as_played(value: Any, card: Any) -> Any:
    """A card lies as the value it was played for."""
    return value


@inner
def as_printed(value: Any, card: Any) -> Any:
    """RD-7: once it lies, a reversed card has its printed number again."""
    number = word(value >> 8)
    tens = word(word(number * 205) >> 11)
    printed = word(word(number * 10) - word(tens * 99))
    return value if word(card & NATURAL) != 0 else word(printed << 8)


@inner
def always_five(row: Any, number: Any, mark: Any) -> Any:
    """B-8: the sixth card takes."""
    return word(row & COUNT) == FULL


@inner
def caper_fills_one(row: Any, number: Any, mark: Any) -> Any:
    """CA-3: Caper fills a place of its row."""
    return word(word(row & COUNT) + (ONE if number == mark else 0)) >= FULL


def placer(rate: Callable[..., Any], lying: Callable[..., Any], full: Callable[..., Any]) -> Callable[[Block], None]:
    """Make the step that puts one card of every round into its row (B-7 to B-9)."""

    @inner
    def place(block: Block) -> None:
        for lane in range(LANES):
            row0, row1 = block[ROW0 + lane], block[ROW1 + lane]
            row2, row3 = block[ROW2 + lane], block[ROW3 + lane]
            card, mark = block[CARD + lane], block[MARK + lane]
            value = word(card & END)
            rated0, rated1 = rate(row0, value, 0, mark), rate(row1, value, 1, mark)
            rated2, rated3 = rate(row2, value, 2, mark), rate(row3, value, 3, mark)
            left = rated0 if rated0 > rated1 else rated1
            right = rated2 if rated2 > rated3 else rated3
            best = left if left > right else right
            here0, here1, here2, here3 = rated0 == best, rated1 == best, rated2 == best, rated3 == best
            row01 = word(row0 if here0 else 0) | word(row1 if here1 else 0)
            row23 = word(row2 if here2 else 0) | word(row3 if here3 else 0)
            row = word(row01 | row23)
            chosen = word(word(1 if here1 else 0) | word(word(2 if here2 else 0) | word(3 if here3 else 0)))
            takes = (best < 0) | full(row, chosen, mark)
            alone = word(word(lying(value, card) | ONE) + word(word(card >> 4) & 7))
            joined = word(alone + word(row & (COUNT | COST)))
            after = alone if takes else joined
            block[TAKEN + lane] = word(row & COST) if takes else word(0)
            block[CHOSEN + lane] = chosen
            block[ROW0 + lane] = after if here0 else row0
            block[ROW1 + lane] = after if here1 else row1
            block[ROW2 + lane] = after if here2 else row2
            block[ROW3 + lane] = after if here3 else row3

    return place


place_plain = placer(rate_plain, as_played, always_five)
place_even_odd = placer(rate_even_odd, as_played, always_five)
place_climb = placer(rate_climb, as_played, always_five)
place_caper = placer(rate_plain, as_played, caper_fills_one)
place_reversed = placer(rate_plain, as_printed, always_five)


# --- Markers -------------------------------------------------------------------------------------


@inner
def other_lowest(block: Block, lane: int, mark: Any) -> Any:
    """EO-5, CA-4: the lowest end of the rows without the marker."""
    row0, row1, row2, row3 = block[ROW0 + lane], block[ROW1 + lane], block[ROW2 + lane], block[ROW3 + lane]
    row0, row1 = NO_ROW if mark == 0 else row0, NO_ROW if mark == 1 else row1
    row2, row3 = NO_ROW if mark == 2 else row2, NO_ROW if mark == 3 else row3
    left = row0 if row0 < row1 else row1
    right = row2 if row2 < row3 else row3
    return left if left < right else right


@inner
def number_of(block: Block, lane: int, row: Any) -> Any:
    """Which row it is: no two are equal."""
    second, third = word(1 if row == block[ROW1 + lane] else 0), word(2 if row == block[ROW2 + lane] else 0)
    return word(word(second | third) | word(3 if row == block[ROW3 + lane] else 0))


@inner
def start_at_lowest(block: Block) -> None:
    """EO-1, CA-1: the marker starts at the lowest card."""
    for lane in range(LANES):
        block[MARK + lane] = number_of(block, lane, other_lowest(block, lane, word(-1)))


@inner
def start_climb(block: Block) -> None:
    """CL-1: no step has been made."""
    for lane in range(LANES):
        block[MARK + lane] = word(0)


@inner
def move_even_odd(block: Block) -> None:
    """EO-4: every taking moves the marker."""
    for lane in range(LANES):
        mark = block[MARK + lane]
        there = number_of(block, lane, other_lowest(block, lane, mark))
        block[MARK + lane] = there if block[TAKEN + lane] > 0 else mark


@inner
def move_climb(block: Block) -> None:
    """CL-7: every taking is a step, and after six the marker is where it began."""
    for lane in range(LANES):
        mark = word(block[MARK + lane] + (1 if block[TAKEN + lane] > 0 else 0))
        block[MARK + lane] = word(0) if mark == 6 else mark


@inner
def move_caper(block: Block) -> None:
    """CA-4 to CA-8: Caper jumps when its row got the card, and goes on jumping from rows that are full."""
    for lane in range(LANES):
        block[JUMPS + lane] = word(1 if block[CHOSEN + lane] == block[MARK + lane] else 0)
    while somebody_jumps(block):
        jump(block)


@inner
def somebody_jumps(block: Block) -> Any:
    """Whether Caper must still jump in any lane."""
    jumps = word(0)
    for lane in range(LANES):
        jumps = word(jumps | block[JUMPS + lane])
    return jumps != 0


@inner
def jump(block: Block) -> None:
    """CA-7: let Caper jump where it must; where it lands in a full row, it takes all but the end and must again."""
    for lane in range(LANES):
        row0, row1, row2, row3 = block[ROW0 + lane], block[ROW1 + lane], block[ROW2 + lane], block[ROW3 + lane]
        jumps, mark, taken = block[JUMPS + lane], block[MARK + lane], block[TAKEN + lane]
        row = other_lowest(block, lane, mark)
        there = number_of(block, lane, row)
        overflow = jumps if word(row & COUNT) == FULL else word(0)
        left = heads_on(word(row >> 8))
        after = word(word(word(row & END) | ONE) + left)
        fallen = row if overflow != 0 else NO_ROW
        block[TAKEN + lane] = word(taken + word(overflow * word(word(row & COST) - left)))
        block[ROW0 + lane] = after if row0 == fallen else row0
        block[ROW1 + lane] = after if row1 == fallen else row1
        block[ROW2 + lane] = after if row2 == fallen else row2
        block[ROW3 + lane] = after if row3 == fallen else row3
        block[MARK + lane] = there if jumps != 0 else mark
        block[JUMPS + lane] = overflow


@inner
def heads_on(card: Any) -> Any:
    """B-2 as arithmetic: a table would have to be read lane by lane."""
    fives = word(word(card * 205) >> 10)
    tens = word(word(card * 205) >> 11)
    elevens = word(word(card * 187) >> 11)
    five = word(1 if word(fives * 5) == card else 0)
    ten = word(1 if word(tens * 10) == card else 0)
    doublet = word(4 if word(elevens * 11) == card else 0)
    return word(word(word(1 + five) + word(ten + doublet)) + (1 if card == 55 else 0))


# --- Turns and rounds ----------------------------------------------------------------------------


@inner
def within(offset: int) -> int:
    """Show the compiler that an offset is not negative: Python counts negative ones from the end."""
    return offset & 0x3FFF


@inner
def line_up(block: Block, first: int, players: int) -> None:
    """B-5: sort the cards of a turn in every lane."""
    for last in range(players - 1, 0, -1):
        for place in range(last):
            here = within(first + place * LANES)
            for lane in range(LANES):
                one, other = block[here + lane], block[here + LANES + lane]
                block[here + lane] = one if one < other else other
                block[here + LANES + lane] = other if one < other else one


@inner
def credit(block: Block, seat: int) -> None:
    """B-10: what was taken goes to the seat of the card."""
    pile, own = within(HEADS + seat * LANES), word(seat)
    for lane in range(LANES):
        taken, owner = block[TAKEN + lane], word(block[CARD + lane] & 15)
        block[pile + lane] = word(block[pile + lane] + (taken if owner == own else word(0)))


@inner
def bring(block: Block, source: int) -> None:
    """Make this section the cards that are placed next."""
    here = within(source)
    for lane in range(LANES):
        block[CARD + lane] = block[here + lane]


@inner
def settle(block: Block, mode: int) -> None:
    """Place the present cards, and let the markers follow."""
    if mode == PLAIN:
        place_plain(block)
    elif mode == REVERSED:
        place_reversed(block)
    elif mode == EVEN_ODD:
        place_even_odd(block)
        move_even_odd(block)
    elif mode == CLIMB:
        place_climb(block)
        move_climb(block)
    else:
        place_caper(block)
        move_caper(block)


@inner
def start(block: Block, mode: int) -> None:
    """B-3: every dealt card starts its row, and the marker gets its place."""
    for row in range(4):
        for lane in range(LANES):
            card = block[DEALT + row * LANES + lane]
            block[row * LANES + lane] = word(word(word(card & END) | ONE) + word(word(card >> 4) & 7))
    if mode in (EVEN_ODD, CAPER):
        start_at_lowest(block)
    else:
        start_climb(block)


@inner
def play_turn(block: Block, mode: int, players: int, first: int) -> None:
    """B-4 to B-9: the cards that begin at this section, one of each seat."""
    line_up(block, first, players)
    for place in range(players):
        bring(block, first + place * LANES)
        settle(block, mode)
        for seat in range(players):
            credit(block, seat)


@inner
def play_block(block: Block, mode: int, players: int) -> None:
    """B-11: ten turns of every round that was dealt."""
    start(block, mode)
    block[HEADS : HEADS + players * LANES] = 0
    for turn in range(10):
        play_turn(block, mode, players, DEALT + (4 + turn * players) * LANES)
