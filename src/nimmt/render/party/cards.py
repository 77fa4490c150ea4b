"""The cards of Bullenparty as drawings: value cards by their table of heads, zero cards, buffalo cards, and piles."""

from collections.abc import Sequence

from ..card import DASHES, HEIGHT, RADIUS, WIDTH, card, head_count, ring
from ..ending import crown
from ..markup import Value, box, group, tag, use, words
from ..palette import AMBER, CREAM, DARK, FELT, GREEN, QUIET, WORDS
from .scene import Pile

Heads = Sequence[int]
EDGES = 4  # at most this many cards show under the top one of a pile
PILE_SCALE = 0.46
PILE_STEP = 106  # from one pile to the next, in the size of its cards


def zero(letter: str, x: float, y: float, scale: float, **attributes: Value) -> str:
    """A zero card with its letter on a disc."""
    disc = tag("circle", cx=WIDTH / 2, cy=84, r=17)
    mark = words(letter, WIDTH / 2, 92, 23, fill=CREAM)
    nought = words("0", WIDTH / 2, 54, 52)
    return group(use("paper"), nought, disc, mark, x=x, y=y, scale=scale, fill=FELT, **attributes)


def letter_sign(letter: str, x: float, y: float) -> str:
    """A small zero card, for one that everybody has seen."""
    return group(box(0, 0, 26, 18, 4, fill=CREAM), words(f"0{letter}", 13, 13.5, 12, fill=DARK), x=x, y=y)


def buffalo(heads: int, x: float, y: float, scale: float) -> str:
    """A buffalo card: dark paper with a golden edge, and what it adds."""
    paper = box(0, 0, WIDTH, HEIGHT, RADIUS, fill=FELT, stroke=AMBER, stroke_width=4)
    shadow = box(-1, 2, WIDTH + 2, HEIGHT + 2, RADIUS, fill="#000", fill_opacity=0.25)
    value = words(f"+{heads}", WIDTH / 2 - 2, 96, 36)
    return group(shadow, paper, use("head", 15, 16, 50), value, x=x, y=y, scale=scale, fill=AMBER)


def buffalo_place(x: float, y: float, scale: float) -> str:
    """Where the fifth card of a row brings a buffalo card."""
    edge = box(0, 0, WIDTH, HEIGHT, RADIUS, fill="none", stroke=AMBER, stroke_dasharray=DASHES)
    return group(edge, use("head", 22, 41, 36), x=x, y=y, scale=scale, fill=AMBER, opacity=0.45)


def buffalo_stack(heads: Sequence[int], x: float, y: float, scale: float) -> str:
    """A stack of buffalo cards, the last one on top."""
    lower = [
        box(0, -4.0 * edge, WIDTH, HEIGHT, RADIUS, fill=FELT, stroke=AMBER, stroke_width=4)
        for edge in range(min(len(heads) - 1, EDGES), 0, -1)
    ]
    return group(*lower, x=x, y=y, scale=scale) + buffalo(heads[-1], x, y, scale)


def pile(shown: Pile, heads: Heads, x: float, y: float, scale: float) -> str:
    """A pile: its top card above the edges of the others, its heads, and a crown if it is the best."""
    top = shown.cards[-1]
    edges = [use("paper", 0, -4.0 * edge) for edge in range(min(len(shown.cards) - 1, EDGES), 0, -1)]
    middle = x + WIDTH * scale / 2
    return "".join(
        [
            group(*edges, x=x, y=y, scale=scale) if edges else "",
            card(top, x, y, scale, heads[top]),
            ring(x, y, scale, GREEN) if shown.laid else "",
            crown(middle, y - 32 * scale, scale) if shown.best else "",
            _count(shown.heads, middle, y + HEIGHT * scale, scale, AMBER if shown.best else QUIET),
        ]
    )


def _count(heads: int, middle: float, y: float, scale: float, fill: str) -> str:
    """The heads of a pile under the middle of its cards."""
    size = 26 * scale
    width = size * (1.4 + 0.6 * len(str(heads)))
    return head_count(heads, middle + width / 2, y + size * 1.4, size, fill)


def piles(shown: Sequence[Pile], won: Sequence[int], heads: Heads, x: float, y: float, width: float) -> str:
    """All piles of a seat side by side, as large as fits, followed by the buffalo cards it has won."""
    slots = len(shown) + bool(won)
    scale = min(PILE_SCALE, width / (max(slots, 1) * PILE_STEP))
    step, top = PILE_STEP * scale, y - HEIGHT * scale / 2
    drawn = [pile(one, heads, x + step * place, top, scale) for place, one in enumerate(shown)]
    if won:
        left = x + step * len(shown)
        drawn.append(buffalo_stack(won, left, top, scale))
        drawn.append(_count(sum(won), left + WIDTH * scale / 2, top + HEIGHT * scale, scale, AMBER))
    return group(*drawn, fill=WORDS)
