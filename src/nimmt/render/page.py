"""The page of a picture: green felt with a header, as wide as what lies on it."""

from msgspec import Struct

from .card import definitions
from .markup import box, escape, tag, use, words
from .palette import AMBER, QUIET, WORDS

EDGE = 20
GAP = 14
TOP = 64
FONTS = "ui-rounded,'SF Pro Rounded',system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"
ROUND_ARROW = "M15.5 5.2A8 8 0 1 0 17 9.8M16.6 0v5.8h-5.8"  # a circular arrow


class Page(Struct, frozen=True):
    """The width of the picture, and the height between its header and the hand."""

    width: float = 960
    area: float = 440

    @property
    def inside(self) -> float:
        """From edge to edge."""
        return self.width - 2 * EDGE

    @property
    def right(self) -> float:
        """The right edge."""
        return self.width - EDGE

    @property
    def bottom(self) -> float:
        """Where that part ends and something else may follow."""
        return TOP + self.area + GAP

    def picture(self, title: str, description: str, height: float, *inside: str) -> str:
        """The felt, and the drawing on it."""
        return tag(
            "svg",
            tag("title", escape(title)),
            tag("desc", escape(description)),
            definitions(),
            box(0, 0, self.width, height, 22, fill="url(#nimmt-felt)"),
            tag("g", *inside, font_family=FONTS, font_weight="700", text_anchor="middle", fill=WORDS),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {self.width:g} {height:g}",
            width=self.width,
            height=height,
            role="img",
        )

    def head_line(self, key: str, end: str, round_: str, played: int, turns: int) -> str:
        """The game on the left; on the right how many heads end it, the round, and the turns of the round."""
        left = self.right - 15 * turns
        return "".join(
            [
                use("head", EDGE + 4, 20, 30, fill=AMBER),
                words(key.replace("_", " "), EDGE + 46, 40, 20, text_anchor="start"),
                _end(end, left - 112) if end else "",
                tag("path", d=ROUND_ARROW, transform=f"translate({left - 62:g} 26)", **STROKE),
                words(round_, left - 36, 40, 17, text_anchor="start"),
                *(_pip(left + 15 * turn + 7, turn, played) for turn in range(turns)),
            ]
        )


STROKE: dict[str, str | float | None] = {"fill": "none", "stroke": QUIET, "stroke_width": 2.5}


def _end(sign: str, x: float) -> str:
    """How many heads end the game. The comparison is drawn: not every font has its sign."""
    drawn = "M9 0 0 4.5 9 9" + ("M0 13h9" if sign[0] == "≤" else "")
    left = x - 10.5 * len(sign[1:]) - 14
    comparison = tag("path", d=drawn, transform=f"translate({left:g} 27)", **STROKE)
    return (
        comparison + words(sign[1:], x, 40, 17, text_anchor="end", fill=QUIET) + use("head", x + 6, 25, 20, fill=QUIET)
    )


def _pip(x: float, turn: int, played: int) -> str:
    """A turn that is over, the present one, or one to come."""
    if turn == played:
        return tag("circle", cx=x, cy=34, r=5, fill="none", stroke=AMBER, stroke_width=2.5)
    return tag("circle", cx=x, cy=34, r=4, fill=WORDS, fill_opacity=1 if turn < played else 0.25)
