"""The screens on which the table must fit, as real devices leave them to a page, with letters of two sizes."""

from msgspec import Struct

from tests.browser.visits import Size

LAPTOPS = (
    Size("laptop 1536", 1536, 730),
    Size("laptop 1440", 1440, 760),
    Size("desktop", 1440, 900),
    Size("laptop 1366", 1366, 650),
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
    Size("phone", 390, 844, touch=True),
    Size("small phone", 360, 640, touch=True),
    Size("phone on its side", 844, 390, touch=True),
    Size("small phone on its side", 640, 360, touch=True),
)
TVS = (Size("old TV", 1280, 720), Size("TV", 1920, 1080), Size("large TV", 3840, 2160))


class Letters(Struct, frozen=True):
    """How large letters are by the browser's settings, and how small other things may then be; all in pixels."""

    pixels: int
    finger: int  # what a finger must hit
    number: float  # on a card


LETTERS = (
    Letters(16, finger=40, number=11),  # the default
    Letters(24, finger=30, number=9.5),  # where words take more room; WCAG 2.2 asks for targets of 24
)
