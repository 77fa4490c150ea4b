"""Parts of a table as drawings: rows, hands, players, revealed cards. Each is placed by its upper left corner."""

from collections.abc import Sequence

from msgspec import Struct

from ..actions import Play, PlayCard
from ..facts import RowFacts
from ..rows import Row
from .card import HEIGHT, WIDTH, card, danger, head_count, place, ring
from .marks import mark, special, stop_sign
from .markup import Value, box, group, tag, use, words
from .palette import AMBER, CREAM, DARK, GREEN, QUIET, RED, SHADE, STOP, WORDS, seat_colour
from .scene import ACROSS, Step, beside, places, standing

ROW_SCALE = 0.825
ROW_HEIGHT = 104
ROW_GAP = 8
STEP = 74  # from one card of a row to the next
LABEL = 58  # what a row costs is shown to its left
MARKER = 55  # markers lie between the two
MARKER_SCALE = 0.6


def panel(x: float, y: float, width: float, height: float, opacity: float = 0.32, **attributes: Value) -> str:
    """A darker part of the felt."""
    return box(x, y, width, height, 14, fill=SHADE, fill_opacity=opacity, **attributes)


class RowShape(Struct, frozen=True):
    """What the rows of one table have in common."""

    places: int
    marker: bool = False  # whether there is room for a marker beside the cards
    choosable: bool = False  # whether the viewer must take one of them

    @property
    def start(self) -> float:
        """Where the first card lies."""
        return LABEL + MARKER * self.marker

    @property
    def width(self) -> float:
        """From edge to edge."""
        return self.start + STEP * (self.places + 1) + 4


def row(content: Row, facts: RowFacts, number: int, x: float, y: float, shape: RowShape) -> str:
    """A row with its cost, its marks, its free places, and the place whose card takes it."""
    full, limit = facts.full, places(content, facts)
    return group(
        _row_panel(shape, full),
        words(str(number), 15, 20, 12, fill=QUIET),
        words(str(facts.heads), LABEL / 2, 54, 24, fill=AMBER if full else WORDS),
        use("head", LABEL / 2 - 9, 62, 18, fill=AMBER if full else QUIET),
        *(mark(kind, LABEL, 18, MARKER_SCALE) for kind in beside(content)),
        *_row_places(content, shape, limit, full),
        *(bar(shape, limit) for kind in content.marks if kind in ACROSS),
        x=x,
        y=y,
    )


def _row_panel(shape: RowShape, full: bool) -> str:
    """The background of a row: a full one glows, one that may be chosen has a bright edge."""
    size = shape.width, ROW_HEIGHT
    ground = panel(0, 0, *size)
    if full:
        glow = [box(0, 0, *size, 14, stroke_width=wide) for wide in (1.5, 4, 7, 10, 13)]
        ground += tag("g", *glow, fill=AMBER, fill_opacity=0.02, stroke=AMBER, stroke_opacity=0.13)
    if shape.choosable:
        ground += box(0, 0, *size, 14, fill="none", stroke=GREEN, stroke_width=2)
    return ground


def _row_places(content: Row, shape: RowShape, limit: int, full: bool) -> list[str]:
    top = (ROW_HEIGHT - HEIGHT * ROW_SCALE) / 2
    spots = [shape.start + STEP * count for count in range(limit + 1)]
    drawn = [card(number, spots[count], top, ROW_SCALE) for count, number in enumerate(content.cards)]
    between = enumerate(standing(content), len(drawn))
    drawn += [mark(kind, spots[count], top, ROW_SCALE) for count, kind in between]
    drawn += [place(spot, top, ROW_SCALE) for spot in spots[len(drawn) : limit]]
    return [*drawn, danger(limit + 1, spots[limit], top, ROW_SCALE, full)]


def bar(shape: RowShape, limit: int) -> str:
    """Stop: nothing enters or leaves this row, so its sign covers the place that would take it."""
    x, y = shape.start + STEP * (limit + 0.45), ROW_HEIGHT / 2
    beam = box(LABEL - 8, y - 10, x - LABEL, 10, 5, fill=STOP, stroke=WORDS, stroke_width=1.5)
    return beam + stop_sign(x, y, 24)


def hand(
    cards: Sequence[int], choice: PlayCard | None, specials: Sequence[str], x: float, y: float, width: float
) -> str:
    """The viewer's hand, as large as fits; the chosen card is raised."""
    count = len(cards) + len(specials)
    scale = min(1.0, (width - 24) / (max(count, 1) * (WIDTH + 8)))
    step = (WIDTH + 8) * scale
    left = (width - step * count + 8 * scale) / 2
    drawn = [_hand_card(number, choice, left + step * spot, 20, scale) for spot, number in enumerate(cards)]
    lift = 14 if choice and choice.reverse else 0  # RD-2: the special card is played together with the number
    drawn += [special(kind, left + step * (len(cards) + spot), 20 - lift, scale) for spot, kind in enumerate(specials)]
    return group(panel(0, 0, width, HAND_HEIGHT, 0.45), *drawn, x=x, y=y)


HAND_HEIGHT = HEIGHT + 34


def _hand_card(number: int, choice: PlayCard | None, x: float, y: float, scale: float) -> str:
    if choice is None or choice.card != number:
        return card(number, x, y, scale)
    raised = card(number, x, y - 14, scale) + ring(x, y - 14, scale)
    return raised + (turned(x + WIDTH * scale / 2, y - 14 + HEIGHT * scale) if choice.reverse else "")


def turned(x: float, y: float, radius: float = 11) -> str:
    """The sign of reversed digits: a disc with two arrows."""
    disc = tag("circle", r=11, fill=GREEN, stroke=DARK, stroke_width=1.5)
    arrows = tag("path", d="M-6-3H6L3-6M6 3H-6L-3 6", fill="none", stroke=DARK, stroke_width=2)
    return group(disc, arrows, x=x, y=y, scale=radius / 11)


def avatar(name: str, seat: int, x: float, y: float, radius: float) -> str:
    """A disc in the colour of the seat with the first letter of its name, or its number; the Ox has its head."""
    disc = tag("circle", cx=x, cy=y, r=radius, fill=seat_colour(seat))
    if seat < 0:
        return disc + use("head", x - radius * 0.7, y - radius * 0.6, radius * 1.4, fill=DARK)
    letter = name if name.isdigit() else name[0].upper()
    return disc + words(letter[:2], x, y + radius * 0.36, radius, fill=DARK)


def label(name: str, seat: int, x: float, y: float, size: float, width: float) -> str:
    """A name beside its disc, cut where it is too long; a number stands in the disc already."""
    shown = "" if seat < 0 or name == str(seat + 1) else shorten(name, int(width / size * 1.7))
    return words(shown, x, y, size, text_anchor="start") if shown else ""


def shorten(name: str, room: int) -> str:
    """Cut a name to this many letters; wide letters, such as Chinese ones, count twice."""
    used = 0
    for place_, letter in enumerate(name):
        used += 2 if ord(letter) > 0x10FF else 1
        if used > room:
            return name[: max(place_ - 1, 1)] + "…"
    return name


class Player(Struct, frozen=True, kw_only=True):
    """What is shown of a player."""

    seat: int
    name: str
    total: int | None  # None: hidden
    added: int = 0  # heads in this round
    own: bool = False
    owes: bool = False  # whether the others wait for this player
    sealed: bool = False
    limit: int | None = None  # the total that ends the game
    known: tuple[int, ...] = ()  # cards that everybody knows are in this hand
    reverses: bool = False  # whether the digits of a card may still be reversed
    specials: int = 0  # how many special cards are in the hand


def player(shown: Player, x: float, y: float, width: float, height: float) -> str:
    """One player: who, how many heads, and whether the others wait."""
    radius = min(16, height / 2 - 5)
    lower = _lower_line(shown, height * 0.8, width - 98)
    upper = height * 0.47 if lower or shown.added else height / 2 + 5
    size = 15 if height > 48 else 13
    return group(
        panel(0, 0, width, height, stroke=GREEN if shown.own else None, stroke_width=1.5),
        avatar(shown.name, shown.seat, 26, height / 2, radius),
        _state(shown, 26 + radius * 0.8, height / 2 + radius * 0.75),
        turned(26 + radius * 0.8, height / 2 - radius * 0.75, 7) if shown.reverses else "",
        label(shown.name, shown.seat, 50, upper, size, width - 112),
        "" if shown.total is None else head_count(shown.total, width - 12, upper, size, fill=WORDS),
        words(f"+{shown.added}", width - 12, height * 0.8 + 1, 12, fill=QUIET, text_anchor="end")
        if shown.added
        else "",
        lower,
        x=x,
        y=y,
        fill=WORDS,
    )


def _state(shown: Player, x: float, y: float) -> str:
    """Three dots for somebody we wait for, a tick for somebody who has chosen."""
    return dots(x, y) if shown.owes else tick(x, y) if shown.sealed else ""


def dots(x: float, y: float) -> str:
    """The others wait for this player."""
    drawn = "".join(tag("circle", cx=x + gap, cy=y, r=1.3, fill=DARK) for gap in (-3.5, 0, 3.5))
    return tag("circle", cx=x, cy=y, r=7, fill=AMBER, stroke=DARK, stroke_width=1.5) + drawn


def tick(x: float, y: float) -> str:
    """This player has chosen."""
    drawn = tag("path", d=f"M{x - 3.2:g} {y:g}l2.4 2.5 4-5", fill="none", stroke=DARK, stroke_width=2)
    return tag("circle", cx=x, cy=y, r=7, fill=GREEN, stroke=DARK, stroke_width=1.5) + drawn


def _lower_line(shown: Player, y: float, width: float) -> str:
    """What else there is to know of a player: specials and cards in hand, or how far the total has come."""
    if not (shown.known or shown.specials):
        return _bar(shown, y - 5, width) if shown.limit and shown.total is not None else ""
    backs = [box(50 + 11 * count, y - 9, 8, 11, 2, fill=CREAM) for count in range(shown.specials)]
    return "".join(backs) + (numbers(shown.known, 50 + 11 * shown.specials, y, width) if shown.known else "")


def _bar(shown: Player, y: float, width: float) -> str:
    """How far the total is on its way to the limit."""
    part = min((shown.total or 0) / (shown.limit or 1), 1)
    line = box(50, y, width, 4, 2, fill="#fff", fill_opacity=0.14)
    return line + (box(50, y, width * part, 4, 2, fill=seat_colour(shown.seat)) if part else "")


def numbers(cards: Sequence[int], x: float, y: float, width: float) -> str:
    """The cards that everybody knows are in a hand, squeezed where there are many."""
    written = " ".join(map(str, cards))
    squeeze: dict[str, Value] = {"textLength": width, "lengthAdjust": "spacingAndGlyphs"}
    attributes = squeeze if len(written) * 6 > width else {}
    return words(written, x, y + 1, 11, fill=QUIET, text_anchor="start", font_weight="400", **attributes)


def step(shown: Step, name: str, x: float, y: float, width: float, height: float, is_next: bool) -> str:
    """A revealed card, its owner, where it went and what it took; the next one to be placed stands out."""
    scale = (height - 10) / HEIGHT
    disc = 22 + WIDTH * scale
    line = height * (0.36 if shown.row is not None or shown.play.reversed else 0.5)
    return group(
        panel(0, 0, width, height, 0.5, stroke=AMBER, stroke_width=2) if is_next else "",
        card(shown.play.card, 10, 5, scale, opacity=None if shown.row is None else 0.8),
        avatar(name, shown.play.seat, disc, line, 8),
        label(name, shown.play.seat, disc + 13, line + 5, 13, width - disc - 13),
        group(_fate(shown, width - disc), x=disc - 8, y=height * 0.84, text_anchor="start"),
        x=x,
        y=y,
        fill=WORDS,
    )


def _fate(shown: Step, width: float) -> str:
    """What the card counts for where it is reversed; the row it went to; the heads it took."""
    value = reversal(shown.play) if shown.play.reversed else ""
    row_ = "" if shown.row is None else arrow(0, -4, QUIET) + words(str(shown.row + 1), 14, 0, 12, fill=QUIET)
    cost = head_count(shown.heads, width, 0, 12, RED, "+") if shown.heads else ""
    return value + (group(row_, x=52) if value and row_ else row_) + cost


def reversal(play: Play) -> str:
    """The printed number and what it counts for."""
    value = words(str(play.card), 0, 0, 12) + arrow(18, -4, AMBER) + words(str(play.value), 31, 0, 12)
    return group(value, fill=AMBER)


def arrow(x: float, y: float, colour: str) -> str:
    """An arrow to the right, drawn because not every font has one."""
    return tag("path", d=f"M{x:g} {y:g}h9m-3.5-3.5 3.5 3.5-3.5 3.5", fill="none", stroke=colour, stroke_width=1.8)
