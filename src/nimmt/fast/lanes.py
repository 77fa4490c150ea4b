"""Many rounds side by side: every step is one loop over lanes that the compiler turns into vector instructions.

A block is one flat array of 16-bit words in sections of `LANES` words; lane i of every section belongs to round i.
All sections lie in the same array at fixed distances: only so does the compiler know that they do not overlap.
There is no branch on a card anywhere: whatever may happen is computed for every lane, and masks choose. For the same
reason words are loaded before anything is asked about them, and offsets that are not constant go through `within`.

A card is ``value << 8 | natural << 7 | heads << 4 | seat``: words compare as the cards line up (B-5, RD-5).
A row is ``end << 8 | count << 5 | heads``: five cards have 27 heads at most, so all of it fits into 15 bits.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels import constants
from ..kernels.constants import CAPER, CLIMB, EVEN_ODD, NATURAL, ODD, REVERSED
from ..kernels.constants import LANE_CAPACITY as CAPACITY
from ..kernels.constants import LANE_ROWS as ROWS
from .game import FastGame
from .jit import exact

LANES = 128
GROUP = 16
Block = NDArray[np.int16]
word = np.int16  # numba computes in 64 bits unless every step says otherwise

ROW0, ROW1, ROW2, ROW3, CARD, TAKEN, QUEUE, STEPS, PARITY, CAPER_ROW, FULL = (LANES * at for at in range(11))
HEADS = LANES * 11  # one section for each of ten seats
DEALT = LANES * 21  # the first cards of the rows, then the cards of each turn by seat
SIZE = LANES * (21 + 104)

END, COUNT, ONE, COST = 0x7F00, 0xE0, 0x20, 0x1F
KEPT, NUMBER = END | COUNT, 3
NO_ROW = word(constants.NO_ROW)
AT = 0xFF  # where the marker of Even/Odd has its row, beside what it shows
NOWHERE = word(constants.NOWHERE)


class LaneGame(NamedTuple):
    """What the lanes must know of a game."""

    parts: int
    players: int
    hand_size: int
    rows: int
    capacity: int


def fits(game: FastGame) -> bool:
    """Whether the lanes have room for the tables of a game."""
    return game.rows <= ROWS and game.capacity <= CAPACITY


@exact
def in_lanes(game: FastGame) -> LaneGame:
    """That part of a game."""
    return LaneGame(game.parts, game.players, game.hand_size, game.rows, game.capacity)


@exact
def pick(condition: Any, one: Any, other: Any) -> Any:
    """One of two words, without a branch: of a word that may stay as it is the compiler would make a store for each
    lane."""
    return word(other ^ word(word(one ^ other) & word(-word(condition))))


# --- Where a card goes ---------------------------------------------------------------------------


@exact
def refused(row: Any, number: int) -> Any:
    """The rating of a row that does not accept the card: negative, the cheapest row highest, then the first."""
    return word(~word(word(word(row & COST) << 2) | number))


@exact
def rate_plain(row: Any, value: Any, number: int, climbing: Any, parity: Any) -> Any:
    """B-6, B-7: the highest of the lower ends; RD: an equal end is not lower."""
    return row if row < value else refused(row, number)


@exact
def barred(value: Any, number: int, parity: Any) -> Any:
    """EO-2: whether the card has the other parity than this row demands."""
    return (word(parity & AT) == number) & (word((parity ^ value) & ODD) != 0)


@exact
def rate_even_odd(row: Any, value: Any, number: int, climbing: Any, parity: Any) -> Any:
    """EO-2: the highest of the lower ends where the card may enter."""
    return row if (row < value) & (not barred(value, number, parity)) else refused(row, number)


@exact
def rate_climb(row: Any, value: Any, number: int, climbing: Any, parity: Any) -> Any:
    """CL-2 to CL-4: the smallest gap, downwards in the descending row, which also wins a tie."""
    descends = word(-word(climbing == number))  # all bits, which turn a gap around and make it one less
    gap = word(word(value - word(row & END)) ^ descends)
    return word(END - gap) if gap > descends else refused(row, number)


@exact
def rate_both(row: Any, value: Any, number: int, climbing: Any, parity: Any) -> Any:
    """EO-2 before CL-2 to CL-4."""
    descends = word(-word(climbing == number))  # all bits, which turn a gap around and make it one less
    gap = word(word(value - word(row & END)) ^ descends)
    return word(END - gap) if (gap > descends) & (not barred(value, number, parity)) else refused(row, number)


@exact
def as_played(value: Any, card: Any) -> Any:
    """A card lies as the value it was played for."""
    return value


@exact
def as_printed(value: Any, card: Any) -> Any:
    """RD-7: once it lies, a reversed card has its printed number again."""
    tens = word(word(word(value >> 8) * 205) >> 11)
    printed = word(word(value * 10) - word(tens * word(99 << 8)))
    return value if word(card & NATURAL) != 0 else printed


def placer(climb: bool, even_odd: bool, caper: bool, lying: Callable[..., Any]) -> Callable[[Block, LaneGame], None]:
    """Make the step that puts one card of every round into its row (B-7 to B-9, CA-3), and lets the markers follow
    (CL-8, EO-5, CA-4); a game pays only for the fan cards it has."""
    rate = ((rate_plain, rate_even_odd), (rate_climb, rate_both))[climb][even_odd]

    @exact
    def place(block: Block, game: LaneGame) -> None:
        last, capacity = word(game.rows - 1), word(game.capacity << 5)
        all_steps = word(2 * last)
        for lane in range(LANES):
            row0, row1 = block[ROW0 + lane], block[ROW1 + lane]
            row2, row3 = block[ROW2 + lane], block[ROW3 + lane]
            card, steps = block[CARD + lane], block[STEPS + lane]
            parity, mark = block[PARITY + lane], block[CAPER_ROW + lane]
            value, climbing = word(card & END), word(abs(word(last - steps)))
            rated0, rated1 = rate(row0, value, 0, climbing, parity), rate(row1, value, 1, climbing, parity)
            rated2, rated3 = rate(row2, value, 2, climbing, parity), rate(row3, value, 3, climbing, parity)
            left = rated0 if rated0 > rated1 else rated1
            right = rated2 if rated2 > rated3 else rated3
            best = left if left > right else right
            here0, here1, here2, here3 = rated0 == best, rated1 == best, rated2 == best, rated3 == best
            row01 = word(row0 if here0 else 0) | word(row1 if here1 else 0)
            row23 = word(row2 if here2 else 0) | word(row3 if here3 else 0)
            row = word(row01 | row23)
            chosen = word(word(1 if here1 else 0) | word(word(2 if here2 else 0) | word(3 if here3 else 0)))
            count = word(row & COUNT)
            if caper:
                count = word(count + (ONE if chosen == mark else 0))
            takes = (best < 0) | (count >= capacity)
            alone = word(word(lying(value, card) | ONE) + word(word(card >> 4) & 7))
            joined = word(alone + word(row & (COUNT | COST)))
            after = alone if takes else joined
            block[TAKEN + lane] = word(row & COST) if takes else word(0)
            row0, row1 = after if here0 else row0, after if here1 else row1
            row2, row3 = after if here2 else row2, after if here3 else row3
            block[ROW0 + lane], block[ROW1 + lane] = row0, row1
            block[ROW2 + lane], block[ROW3 + lane] = row2, row3
            if climb:
                block[STEPS + lane] = pick(takes, climbed(steps, all_steps), steps)
            if even_odd or caper:
                lowest, second = two_lowest(row0, row1, row2, row3)
            if even_odd:
                block[PARITY + lane] = pick(takes, moved_parity(lowest, second, parity), parity)
            if caper:
                onto = other(lowest, second, mark)
                jumps = word(-word(chosen == mark))
                block[CAPER_ROW + lane] = word(mark ^ word(word(mark ^ word(onto & NUMBER)) & jumps))
                block[FULL + lane] = jumps & word(word(onto & COUNT) == capacity)

    return place


place_plain = placer(False, False, False, as_played)
place_reversed = placer(False, False, False, as_printed)
place_with_even_odd = placer(False, True, False, as_printed)
place_with_climb = placer(True, False, False, as_printed)
place_with_both = placer(True, True, False, as_printed)
place_with_caper = placer(False, False, True, as_printed)
place_with_caper_and_even_odd = placer(False, True, True, as_printed)
place_with_caper_and_climb = placer(True, False, True, as_printed)
place_with_all = placer(True, True, True, as_printed)


# --- Markers -------------------------------------------------------------------------------------


@exact
def climbed(steps: Any, all_steps: Any) -> Any:
    """CL-8: from the last row to the first and back, and after all these steps the marker is where it began."""
    return word(0) if word(steps + 1) == all_steps else word(steps + 1)


@exact
def two_lowest(row0: Any, row1: Any, row2: Any, row3: Any) -> Any:
    """The two lowest ends, each as a row that has its number in the place of its heads."""
    row0, row1 = word(row0 & KEPT), word(word(row1 & KEPT) | 1)
    row2, row3 = word(word(row2 & KEPT) | 2), word(word(row3 & KEPT) | 3)
    low0, high0 = row0 if row0 < row1 else row1, row1 if row0 < row1 else row0
    low1, high1 = row2 if row2 < row3 else row3, row3 if row2 < row3 else row2
    lowest, second = low0 if low0 < low1 else low1, low1 if low0 < low1 else low0
    high = high0 if high0 < high1 else high1
    return lowest, second if second < high else high


@exact
def other(lowest: Any, second: Any, mark: Any) -> Any:
    """EO-5, CA-4: the lowest end of the rows without the marker."""
    return second if word(lowest & NUMBER) == mark else lowest


@exact
def moved_parity(lowest: Any, second: Any, mark: Any) -> Any:
    """EO-5, EO-6: to the lowest end of the other rows, whose parity it shows until it moves again."""
    return word(other(lowest, second, word(mark & AT)) & (NUMBER | ODD))


@exact
def lay_marks(block: Block, game: LaneGame) -> None:
    """CL-1, EO-1, CA-1: Climb starts at the last row, the others beside the lowest card."""
    climb, even_odd, caper = game.parts & CLIMB != 0, game.parts & EVEN_ODD != 0, game.parts & CAPER != 0
    for lane in range(LANES):
        row0, row1, row2, row3 = block[ROW0 + lane], block[ROW1 + lane], block[ROW2 + lane], block[ROW3 + lane]
        lowest, second = two_lowest(row0, row1, row2, row3)
        block[STEPS + lane] = word(0) if climb else NOWHERE
        block[PARITY + lane] = moved_parity(lowest, second, NOWHERE) if even_odd else NOWHERE
        block[CAPER_ROW + lane] = word(lowest & NUMBER) if caper else NOWHERE


@exact
def empty_full_rows(block: Block, game: LaneGame) -> None:
    """CA-7: where Caper has jumped to a full row, more follows. Groups of lanes in which that is so are written down
    first, without a branch: the processor would often guess wrong."""
    waiting = 0
    for first in range(0, LANES, GROUP):
        block[within(QUEUE + waiting)] = word(first)
        waiting += any_full(block, first)
    for place in range(waiting):
        first = int(block[within(QUEUE + place)])
        overflow(block, game, first)
        while any_full(block, first):
            overflow(block, game, first)


@exact
def any_full(block: Block, first: int) -> int:
    """1 if Caper is in a full row in one of a group of lanes."""
    here, found = within(FULL + first), word(0)
    for lane in range(GROUP):
        found = word(found | block[here + lane])
    return int(found)


@exact
def overflow(block: Block, game: LaneGame, first: int) -> None:
    """CA-7, CA-8: all but the end of Caper's full row is taken, the other markers follow, and Caper jumps on."""
    full, all_steps, start = word(game.capacity << 5), word(2 * game.rows - 2), within(first)
    climb, even_odd = word(game.parts & CLIMB != 0), word(game.parts & EVEN_ODD != 0)
    for lane in range(start, start + GROUP):
        row0, row1, row2, row3 = block[ROW0 + lane], block[ROW1 + lane], block[ROW2 + lane], block[ROW3 + lane]
        overflows, mark, taken = block[FULL + lane], block[CAPER_ROW + lane], block[TAKEN + lane]
        steps, parity = block[STEPS + lane], block[PARITY + lane]
        here0, here1 = overflows & word(mark == 0), overflows & word(mark == 1)
        here2, here3 = overflows & word(mark == 2), overflows & word(mark == 3)
        row = word(pick(here0, row0, pick(here1, row1, pick(here2, row2, row3))))
        left = heads_on(word(row >> 8))
        after = word(word(word(row & END) | ONE) + left)
        row0, row1 = pick(here0, after, row0), pick(here1, after, row1)
        row2, row3 = pick(here2, after, row2), pick(here3, after, row3)
        lowest, second = two_lowest(row0, row1, row2, row3)
        onto = other(lowest, second, mark)
        block[ROW0 + lane], block[ROW1 + lane] = row0, row1
        block[ROW2 + lane], block[ROW3 + lane] = row2, row3
        block[TAKEN + lane] = word(taken + word(overflows * word(word(row & COST) - left)))
        block[STEPS + lane] = pick(overflows & climb, climbed(steps, all_steps), steps)
        block[PARITY + lane] = pick(overflows & even_odd, moved_parity(lowest, second, parity), parity)
        block[CAPER_ROW + lane] = pick(overflows, word(onto & NUMBER), mark)
        block[FULL + lane] = overflows & word(word(onto & COUNT) == full)


@exact
def heads_on(card: Any) -> Any:
    """B-2 as arithmetic: a table would have to be read lane by lane."""
    five = word(word(word(word(card * 205) >> 10) * 5) == card)
    ten = word(five & ~card)
    doublet = word(word(word(word(card * 187) >> 11) * 11) == card)
    both = word(five & doublet)  # 55
    return word(word(word(1 + five) + word(ten + both)) + word(doublet << 2))


# --- Turns and rounds ----------------------------------------------------------------------------


@exact
def within(offset: int) -> int:
    """Show the compiler that an offset is not negative: Python counts negative ones from the end."""
    return offset & 0x3FFF


@exact
def line_up(block: Block, first: int, players: int) -> None:
    """B-5: sort the cards of a turn in every lane."""
    for last in range(players - 1, 0, -1):
        for place in range(last):
            here = within(first + place * LANES)
            for lane in range(LANES):
                one, other = block[here + lane], block[here + LANES + lane]
                block[here + lane] = one if one < other else other
                block[here + LANES + lane] = other if one < other else one


@exact
def credit(block: Block, seat: int) -> None:
    """B-10: what was taken goes to the seat of the card."""
    pile, own = within(HEADS + seat * LANES), word(seat)
    for lane in range(LANES):
        taken, owner = block[TAKEN + lane], word(block[CARD + lane] & 15)
        block[pile + lane] = word(block[pile + lane] + (taken if owner == own else word(0)))


@exact
def bring(block: Block, source: int) -> None:
    """Make this section the cards that are placed next."""
    here = within(source)
    for lane in range(LANES):
        block[CARD + lane] = block[here + lane]


@exact
def settle(block: Block, game: LaneGame) -> None:
    """Place the present cards, and let the markers follow."""
    climb, even_odd, caper = game.parts & CLIMB != 0, game.parts & EVEN_ODD != 0, game.parts & CAPER != 0
    if caper:
        if climb and even_odd:
            place_with_all(block, game)
        elif climb:
            place_with_caper_and_climb(block, game)
        elif even_odd:
            place_with_caper_and_even_odd(block, game)
        else:
            place_with_caper(block, game)
        empty_full_rows(block, game)
    elif climb and even_odd:
        place_with_both(block, game)
    elif climb:
        place_with_climb(block, game)
    elif even_odd:
        place_with_even_odd(block, game)
    elif game.parts & REVERSED:
        place_reversed(block, game)
    else:
        place_plain(block, game)


@exact
def start(block: Block, game: LaneGame) -> None:
    """B-3: every dealt card starts its row, and the markers get their places."""
    block[ROW0 : ROW3 + LANES] = NO_ROW
    for row in range(game.rows):
        here, dealt = within(row * LANES), within(DEALT + row * LANES)
        for lane in range(LANES):
            card = block[dealt + lane]
            block[here + lane] = word(word(word(card & END) | ONE) + word(word(card >> 4) & 7))
    lay_marks(block, game)


@exact
def play_turn(block: Block, game: LaneGame, first: int) -> None:
    """B-4 to B-9: the cards that begin at this section, one of each seat."""
    line_up(block, first, game.players)
    for place in range(game.players):
        bring(block, first + place * LANES)
        settle(block, game)
        for seat in range(game.players):
            credit(block, seat)


@exact
def play_block(block: Block, game: LaneGame) -> None:
    """B-11: all turns of every round that was dealt."""
    start(block, game)
    block[HEADS : HEADS + game.players * LANES] = 0
    for turn in range(game.hand_size):
        play_turn(block, game, DEALT + (game.rows + turn * game.players) * LANES)
