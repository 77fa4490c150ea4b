"""Number cards as drawings: the bull's head, the cards themselves, and the places they lie in."""

from ..cards import HEADS
from .markup import Value, box, group, tag, use, words
from .palette import CREAM, CREAM_SHADE, FELT_DARK, FELT_LIGHT, GREEN, RED, SHADE, TINTS, Tint

WIDTH = 80
HEIGHT = 112
RADIUS = 9

HORNS = "M1.2.6C-.6 7 3.2 10.4 8 10.2h8C20.8 10.4 24.6 7 22.8.6 21.8 4.6 19.4 6 15.6 5.6h-7.2C4.6 6 2.2 4.6 1.2.6z"
FACE = "M7.4 8C7.2 12 8.4 13.6 8.6 16 8.8 18.6 10.2 20 12 20s3.2-1.4 3.4-4C15.6 13.6 16.8 12 16.6 8z"
EARS = "M8 9.6C5.4 9.4 3.6 10.8 3.2 13.2c2.4.6 4.6-.2 5.4-1.8zM16 9.6c2.6-.2 4.4 1.2 4.8 3.6-2.4.6-4.6-.2-5.4-1.8z"

ROWS_OF_HEADS = {1: (1,), 2: (2,), 3: (3,), 4: (2, 2), 5: (3, 2), 6: (3, 3), 7: (4, 3)}


def definitions() -> str:
    """What every picture uses; always the same, so that two pictures on one page do not interfere."""
    return tag(
        "defs",
        _fade("felt", FELT_LIGHT, FELT_DARK, kind="radialGradient", cx=0.5, cy=0.3, r=0.9),
        _fade("cream", CREAM, CREAM_SHADE, x2=0, y2=1),
        _stripes(),
        _head(),
        tag("g", *_paper(), id="nimmt-paper"),
        *(_face(heads, tint) for heads, tint in TINTS.items()),
    )


def _fade(name: str, start: str, end: str, kind: str = "linearGradient", **attributes: Value) -> str:
    stops = tag("stop", stop_color=start), tag("stop", offset=1, stop_color=end)
    return tag(kind, *stops, id=f"nimmt-{name}", **attributes)


def _stripes() -> str:
    """The sixth place is striped."""
    line = tag("path", d="M0 0v10", stroke=RED, stroke_width=6, stroke_opacity=0.22)
    size: dict[str, Value] = {"width": 10, "height": 10, "patternUnits": "userSpaceOnUse"}
    return tag("pattern", line, id="nimmt-stripes", patternTransform="rotate(45)", **size)


def _head() -> str:
    """A bull seen from the front, filled as its user wishes."""
    eyes = tag("path", d="M9.3 11.4a1 1 0 1 0 .01 0zM14.7 11.4a1 1 0 1 0 .01 0z", fill=CREAM)
    nose = tag("path", d="M10.7 16.7a.7.7 0 1 0 .01 0zM13.3 16.7a.7.7 0 1 0 .01 0z", fill=CREAM)
    return tag("g", tag("path", d=HORNS + FACE + EARS), eyes, nose, id="nimmt-head")


def _paper() -> tuple[str, ...]:
    """An empty card with a soft shadow: three faint layers look the same in every program."""
    shadows = [box(-grow, 2 - grow / 2, WIDTH + 2 * grow, HEIGHT + 2 * grow, RADIUS + grow) for grow in (0.5, 2, 3.5)]
    sheet = box(0, 0, WIDTH, HEIGHT, RADIUS, fill="url(#nimmt-cream)", stroke="#000", stroke_opacity=0.12)
    return tag("g", *shadows, fill="#000", fill_opacity=0.13), sheet


def _face(heads: int, tint: Tint) -> str:
    """The band and the heads of a class of cards; only the number is missing."""
    band = tag("path", d=f"M0 11V{RADIUS}a9 9 0 0 1 9-9h62a9 9 0 0 1 9 9v2z")
    return tag("g", use("paper"), band, *_heads_on(heads), id=f"nimmt-card-{heads}", fill=tint.band)


def _heads_on(heads: int) -> list[str]:
    size = {1: 22, 2: 20, 7: 16}.get(heads, 19)
    return [
        use("head", WIDTH / 2 + (place - count / 2) * (size + 2) + 1, 17 + line * 17, size)
        for line, count in enumerate(ROWS_OF_HEADS[heads])
        for place in range(count)
    ]


def card(number: int, x: float, y: float, scale: float = 1, heads: int | None = None, **attributes: Value) -> str:
    """A number card, with the heads of the base game unless others are given."""
    size, heads = 40 if number < 100 else 32, heads or HEADS[number]
    ink = words(str(number), WIDTH / 2, 77 + 0.36 * size, size, fill=TINTS[heads].ink)
    return group(use(f"card-{heads}"), ink, x=x, y=y, scale=scale, **attributes)


def ring(x: float, y: float, scale: float, colour: str = GREEN) -> str:
    """A bright edge around a card."""
    gap = 4
    size = WIDTH * scale + 2 * gap, HEIGHT * scale + 2 * gap
    return box(x - gap, y - gap, *size, RADIUS * scale + gap, fill="none", stroke=colour, stroke_width=3)


def place(x: float, y: float, scale: float) -> str:
    """A free place."""
    size = WIDTH * scale, HEIGHT * scale
    return box(
        x,
        y,
        *size,
        RADIUS * scale,
        fill=SHADE,
        fill_opacity=0.12,
        stroke="#fff",
        stroke_dasharray=DASHES,
        stroke_opacity=0.25,
    )


def danger(number: int, x: float, y: float, scale: float, near: bool) -> str:
    """The place whose card takes the row, brighter when that is the next card."""
    size = WIDTH * scale, HEIGHT * scale
    middle = x + size[0] / 2
    return group(
        box(x, y, *size, RADIUS * scale, fill="url(#nimmt-stripes)", stroke=RED, stroke_dasharray=DASHES),
        words(str(number), middle, y + size[1] * 0.5, 26 * scale),
        use("head", middle - 10 * scale, y + size[1] * 0.58, 20 * scale),
        fill=RED,
        opacity=1 if near else 0.8,
    )


DASHES = "5 4"


def head_count(count: int, x: float, y: float, size: float, fill: str, sign: str = "") -> str:
    """A number of heads followed by a head, right-aligned at x."""
    icon = size * 1.15
    text = words(f"{sign}{count}", x - icon - size * 0.25, y, size, text_anchor="end")
    return group(text, use("head", x - icon, y - size * 0.85, icon), fill=fill)
