"""The screens on which the table must fit, as real devices leave them to a page, with letters of two sizes."""

from msgspec import Struct

from tests.browser.visits import DESKTOP, LAPTOP, PHONE, SMALL, Size

LAPTOPS = (
    Size("laptop 1536", 1536, 730),
    Size("laptop 1440", 1440, 760),
    DESKTOP,
    LAPTOP,
    Size("laptop 1280", 1280, 600),
    Size("1280 by 720", 1280, 720),
    Size("1280 by 800", 1280, 800),
    Size("netbook", 1024, 600),
    Size("zoom of 200 %", 960, 470),
    Size("full HD", 1920, 1080),
    Size("wall", 3840, 2160),
)
HANDHELDS = (
    Size("tablet", 768, 1024, touch=True),
    PHONE,
    SMALL,
    Size("smallest phone", 320, 568, touch=True),
    Size("phone on its side", 844, 390, touch=True),
    Size("small phone on its side", 640, 360, touch=True),
)
CLOSE = tuple(size for size in (*LAPTOPS, *HANDHELDS) if size.height <= 600 or size.width <= 768)
"""Where a slip finds no room beside the table."""
TVS = (Size("old TV", 1280, 720), Size("TV", 1920, 1080), Size("large TV", 3840, 2160))


class Letters(Struct, frozen=True):
    """How large letters are by the browser's settings, and how small other things may then be; mostly in pixels."""

    pixels: int
    finger: int  # what a finger must hit
    number: float  # on a card
    name: int = 3  # letters that are left of a name, however wide they are
    row_number: float = 16  # on a card in a row, on a handheld


LETTERS = (
    Letters(16, finger=40, number=11),  # the default
    Letters(24, finger=30, number=9.5, row_number=9.5),  # where words take more room; WCAG 2.2 asks for targets of 24
)
# for the default letters on a phone that has no room to spare
CRAMPED = Letters(16, finger=30, number=9.5, row_number=12)
LOW = {
    16: Letters(16, finger=24, number=9.5),
    24: Letters(24, finger=24, number=9.5, row_number=9.5),
}  # where the rows come before the hand


OVERFULL = Letters(16, finger=19, number=7, row_number=7)  # for tables with more cards than any box has


def limits(size: Size, letters: Letters, overfull: bool = False) -> Letters:
    """How small things may be on this screen."""
    if overfull:
        return OVERFULL
    if size.height < 380:
        return LOW[letters.pixels]
    if size.height < 400 and letters == LETTERS[0]:
        return Letters(16, finger=30, number=9.5)
    return CRAMPED if size.width < 360 else letters
