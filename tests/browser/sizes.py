"""The screens on which the table must fit: what real devices leave of themselves to a page."""

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
