"""Cards without a number as drawings: markers and specials."""

from collections.abc import Callable

from .card import DASHES, HEIGHT, RADIUS, WIDTH
from .markup import box, group, tag, use, words
from .palette import FELT, GREEN, STOP, WORDS


def mark(kind: str, x: float, y: float, scale: float) -> str:
    """A marker, which is a card too; its dark paper sets it apart from number cards."""
    paper = box(0, 0, WIDTH, HEIGHT, RADIUS, fill=FELT, stroke=GREEN, stroke_width=3)
    shadow = box(-1, 2, WIDTH + 2, HEIGHT + 2, RADIUS, fill="#000", fill_opacity=0.25)
    drawing = MARKS[kind]() if kind in MARKS else words(kind, WIDTH / 2, HEIGHT / 2, 16)
    return group(shadow, paper, drawing, x=x, y=y, scale=scale, fill=GREEN)


def _digits(*spots: tuple[str, float, float]) -> str:
    return "".join(words(digit, x, y + 10, 30) for digit, x, y in spots)


def _odd() -> str:
    """The odd digits, laid out like a five on a die."""
    return _digits(("1", 22, 28), ("3", 58, 28), ("5", 40, 56), ("7", 22, 84), ("9", 58, 84))


def _even() -> str:
    """The even digits in pairs."""
    return _digits(("2", 22, 36), ("4", 58, 36), ("6", 22, 78), ("8", 58, 78))


def _arrow(up: bool) -> str:
    """The direction in which the marker moves next, above steps that descend as its row does."""
    arrow = tag("path", d="M40 12 62 38H49V62H31V38H18z", transform=None if up else "rotate(180 40 37)")
    steps = tag("path", d="M14 74h17v9h17v9h18v10H14z", fill_opacity=0.75)
    return arrow + steps


def _caper() -> str:
    """A bull in mid-leap."""
    leap = tag(
        "path",
        d="M12 96q14-22 28-2M44 94q12-20 24-2",
        fill="none",
        stroke=GREEN,
        stroke_width=4,
        stroke_dasharray=DASHES,
    )
    head = tag("g", use("head", 0, 0, 56), transform="translate(11 26)rotate(-14 28 24)")
    return head + leap


def _seven() -> str:
    """Only the seventh card takes this row."""
    return words("7", WIDTH / 2, 66, 60) + use("head", 24, 78, 32)


MARKS: dict[str, Callable[[], str]] = {
    "odd": _odd,
    "even": _even,
    "up": lambda: _arrow(True),
    "down": lambda: _arrow(False),
    "caper": _caper,
    "seven": _seven,
}


def special(kind: str, x: float, y: float, scale: float) -> str:
    """A special card: cream like a number card, with a sign in place of the number."""
    drawing = SPECIALS[kind]() if kind in SPECIALS else words(kind, WIDTH / 2, HEIGHT / 2, 16)
    return group(use("paper"), drawing, x=x, y=y, scale=scale, fill=FELT)


def back(count: int, x: float, y: float, scale: float) -> str:
    """A pile of face-down cards, and how many there are."""
    paper = box(0, 0, WIDTH, HEIGHT, RADIUS, fill=FELT, stroke=WORDS, stroke_width=3, stroke_opacity=0.7)
    number = words(str(count), WIDTH / 2, 96, 30, fill=WORDS)
    return group(paper, use("head", 18, 18, 44, fill=GREEN), number, x=x, y=y, scale=scale)


def stop_sign(x: float, y: float, radius: float) -> str:
    """No entry."""
    disc = tag("circle", r=24, fill=STOP, stroke=WORDS, stroke_width=3)
    return group(disc, box(-14, -4, 28, 8, 1, fill=WORDS), x=x, y=y, scale=radius / 24)


def _turned_digits() -> str:
    """Two digits that change places."""
    arrows = _stroke("M20 48q20-16 40 0M60 66q-20 16-40 0") + tag("path", d="M64 52 52 51 61 41zM16 62 28 63 19 73z")
    return words("12", 40, 36, 26) + arrows + words("21", 40, 98, 26)


def _stroke(path: str) -> str:
    return tag("path", d=path, fill="none", stroke=FELT, stroke_width=5)


def _small_card(x: float, y: float) -> str:
    return box(x, y, 22, 32, 4, fill="none", stroke=FELT, stroke_width=4)


def _insert() -> str:
    """A card that comes down between two others."""
    return _small_card(10, 62) + _small_card(48, 62) + tag("path", d="M40 68 26 48h9V18h10v30h9z")


def _slide() -> str:
    """A card that moves sideways to another row."""
    return _small_card(10, 18) + _small_card(48, 62) + _stroke("M21 60v20h16") + tag("path", d="M46 80 34 71v18z")


def _replace() -> str:
    """One card goes back and another one comes."""
    arrows = _stroke("M14 54V40q0-14 18-14M66 58v14q0 14-18 14") + tag("path", d="M40 26 28 17v18zM40 86 52 77v18z")
    return _small_card(46, 18) + _small_card(12, 62) + arrows


def _fifth_row() -> str:
    """Four rows and a new one."""
    rows = [box(16, 22 + 13 * line, 48, 6, 3, fill_opacity=0.55) for line in range(4)]
    return "".join(rows) + box(16, 78, 48, 10, 4) + words("5", 40, 108, 22)


def _negative_positive() -> str:
    """Minus becomes plus."""
    return _stroke("M24 30h32M22 54h36M22 62h36M40 72v28M26 86h28")


def _order(first: bool) -> str:
    """A card that goes to one end of the queue."""
    arrow = tag("path", d="M18 56 40 36v12h24v16H40v12z") + _stroke("M14 34v44")
    return arrow if first else tag("g", arrow, transform="matrix(-1 0 0 1 80 0)")


def _sort() -> str:
    """Bars in order of their length."""
    return "".join(box(14, 24 + 17 * line, 16 + 12 * line, 10, 3) for line in range(4))


SPECIALS: dict[str, Callable[[], str]] = {
    "reversed_digits": _turned_digits,
    "seven": _seven,
    "stop": lambda: stop_sign(WIDTH / 2, HEIGHT / 2, 26),
    "insert": _insert,
    "slide": _slide,
    "replace": _replace,
    "fifth_row": _fifth_row,
    "negative_positive": _negative_positive,
    "first": lambda: _order(True),
    "last": lambda: _order(False),
    "sort": _sort,
}
