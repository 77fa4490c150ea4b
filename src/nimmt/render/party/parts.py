"""Parts of a table of Bullenparty as drawings: rows, seats, stocks, bids, the hand."""

from ...facts import RowFacts
from ...games.bullenparty.actions import ZERO, Bid, LayCard
from ...games.bullenparty.table import ROW_LIMIT, PartyRow, Tally
from ...table import Cards
from ..card import DASHES, HEIGHT, WIDTH, card, place, ring
from ..ending import crown
from ..marks import back
from ..markup import box, escape, group, tag, use, words
from ..palette import AMBER, CREAM, DARK, GREEN, QUIET, RED, WORDS
from ..parts import (
    HAND_HEIGHT,
    LABEL,
    ROW_HEIGHT,
    ROW_SCALE,
    STEP,
    arrow,
    avatar,
    dots,
    label,
    numbers,
    panel,
    tick,
)
from .cards import Heads, buffalo, buffalo_place, letter_sign, piles, zero
from .scene import OUT, OWES, SEALED, Seat, Step, signed

ROW_WIDTH = LABEL + STEP * (ROW_LIMIT + 1) + 4
PILES_LEFT = 186  # a seat's piles begin so far to the right
STOCK_SCALE = 0.57


def row(
    content: PartyRow | None,
    facts: RowFacts | None,
    number: int,
    heads: Heads,
    x: float,
    y: float,
    bright: bool,
    joins: bool,
) -> str:
    """A row with its heads, its places, and that of its buffalo card; of a taken row only the background is left."""
    corner = words(str(number), 15, 20, 12, fill=QUIET)
    if content is None or facts is None:
        edge = box(0, 0, ROW_WIDTH, ROW_HEIGHT, 14, fill="none", stroke="#fff", stroke_dasharray=DASHES)
        return group(edge, corner, x=x, y=y, opacity=0.3)
    return group(
        panel(0, 0, ROW_WIDTH, ROW_HEIGHT, stroke=GREEN if bright else None, stroke_width=2),
        corner,
        words(str(facts.heads), LABEL / 2, 54, 24),
        use("head", LABEL / 2 - 9, 62, 18, fill=QUIET),
        *_places(content, facts, heads, joins),
        x=x,
        y=y,
    )


def _places(content: PartyRow, facts: RowFacts, heads: Heads, joins: bool) -> list[str]:
    top = (ROW_HEIGHT - HEIGHT * ROW_SCALE) / 2
    spots = [LABEL + STEP * count for count in range(facts.capacity + 1)]
    drawn = [card(number, spots[at], top, ROW_SCALE, heads[number]) for at, number in enumerate(content.cards)]
    drawn += [place(spot, top, ROW_SCALE) for spot in spots[len(drawn) : facts.capacity]]
    if content.buffalo is not None:
        return [*drawn, buffalo(content.buffalo, spots[-1], top, ROW_SCALE)]
    return [*drawn, buffalo_place(spots[-1], top, ROW_SCALE)] if joins and not facts.full else drawn


def seat(shown: Seat, heads: Heads, x: float, y: float, width: float, rank: int | None = None) -> str:
    """A seat: its name, its score and how that is made up, what it holds, and its piles; at the end, its rank first."""
    won, start = rank == 1, 0 if rank is None else 44
    edge = AMBER if won else GREEN if shown.own and rank is None else None
    who = [
        avatar(shown.name, shown.seat, 26, 28, 16),
        _doing(shown.doing, 39, 40),
        label(shown.name, shown.seat, 50, 33, 15, PILES_LEFT - 84),
        letter_sign(shown.letter, PILES_LEFT - 36, 19) if shown.letter else "",
        _score(shown.tally, AMBER if won else WORDS),
        _holds(shown),
    ]
    return group(
        panel(0, 0, width, ROW_HEIGHT, stroke=edge, stroke_width=2 if won else 1.5),
        "" if rank is None else crown(28, ROW_HEIGHT / 2) if won else words(str(rank), 28, 59, 20, fill=QUIET),
        group(*who, x=start),
        piles(shown.piles, shown.buffalo, heads, start + PILES_LEFT, 53, width - start - PILES_LEFT),
        x=x,
        y=y,
    )


def _doing(doing: str, x: float, y: float) -> str:
    """Waited for, has chosen, or has a row already."""
    if doing == OUT:
        disc = tag("circle", cx=x, cy=y, r=7, fill=QUIET, stroke=DARK, stroke_width=1.5)
        return disc + tag("path", d=f"M{x:g} {y - 4:g}v7m-3-3 3 3 3-3", fill="none", stroke=DARK, stroke_width=1.8)
    return dots(x, y) if doing == OWES else tick(x, y) if doing == SEALED else ""


def _score(counted: Tally, fill: str) -> str:
    """The score, and under it the best pile, the buffalo cards and all other piles."""
    score = signed(counted.score)
    parts = [
        tag("tspan", str(counted.best), fill=WORDS),
        tag("tspan", f"+ {counted.buffalo}", dx=4, fill=AMBER),
        tag("tspan", f"− {counted.others}", dx=4, fill=RED),
    ]
    return group(
        words(score, 50, 64, 22, text_anchor="start", fill=fill),
        use("head", 54 + 13.5 * len(score), 47, 20, fill=fill),
        tag("text", *parts, x=50, y=81, font_size=12, text_anchor="start"),
    )


def _holds(shown: Seat) -> str:
    """How many cards a seat holds, and those that everybody saw it take."""
    if not shown.cards_left:
        return ""
    count = box(50, 87, 7, 10, 2, fill=CREAM) + words(str(shown.cards_left), 61, 96.5, 11, text_anchor="start")
    return count + (numbers(shown.known, 78, 95.5, PILES_LEFT - 90) if shown.known else "")


def stock(draw_left: int, drawn: int | None, pile: Cards, heads: Heads, x: float, y: float, width: float) -> str:
    """The draw pile, the card just drawn, and the buffalo pile with its next card."""
    step, top = (width - 18) / 3, (ROW_HEIGHT - HEIGHT * STOCK_SCALE) / 2
    first, second, third = (9 + step * (at + 0.5) - WIDTH * STOCK_SCALE / 2 for at in range(3))
    parts = [
        back(draw_left, first, top, STOCK_SCALE),
        place(second, top, STOCK_SCALE) if drawn is None else _drawn(drawn, heads, second, top),
        buffalo(pile[0], third, top, STOCK_SCALE) if pile else place(third, top, STOCK_SCALE),
        _badge(len(pile), third + WIDTH * STOCK_SCALE, top) if pile else "",
    ]
    return group(panel(0, 0, width, ROW_HEIGHT), *parts, x=x, y=y)


def _drawn(number: int, heads: Heads, x: float, y: float) -> str:
    return card(number, x, y, STOCK_SCALE, heads[number]) + ring(x, y, STOCK_SCALE, AMBER)


def _badge(count: int, x: float, y: float) -> str:
    disc = tag("circle", cx=x, cy=y, r=10, fill=AMBER, stroke=DARK, stroke_width=1.5)
    return disc + words(str(count), x, y + 4.5, 12, fill=DARK)


def bid(shown: Step, name: str, heads: Heads, x: float, y: float, width: float, height: float) -> str:
    """A revealed bid, its owner, and what became of it; the next one stands out."""
    scale = (height - 10) / HEIGHT
    disc = 24 + WIDTH * scale
    faded = None if shown.waits else 0.8
    face = shown.bid.card
    line = height * (0.5 if shown.row is None else 0.34)
    return group(
        panel(0, 0, width, height, 0.5, stroke=AMBER, stroke_width=2) if shown.is_next else "",
        zero(shown.bid.letter or "", 10, 5, scale, opacity=faded)
        if face == ZERO
        else card(face, 10, 5, scale, heads[face], opacity=faded),
        avatar(name, shown.bid.seat, disc, line, 9),
        label(name, shown.bid.seat, disc + 14, line + 5, 13, width - disc - 18),
        group(_fate(shown), x=disc - 8, y=height * 0.84, text_anchor="start") if shown.row is not None else "",
        x=x,
        y=y,
    )


def _fate(shown: Step) -> str:
    """The card that was drawn, and the row that got it or was taken."""
    drawn = "" if shown.drawn is None else words(f"+{shown.drawn}", 0, 0, 12)
    start = 30 if drawn else 0
    return drawn + arrow(start, -4, QUIET) + words(str((shown.row or 0) + 1), start + 14, 0, 12, fill=QUIET)


def hand(
    letter: str, cards: Cards, choice: Bid | None, laid: tuple[LayCard, ...], to_lay: int, heads: Heads, width: float
) -> str:
    """The seat's own zero card and value cards, the sealed bid raised; beside them places for the cards to be laid."""
    places = len(laid) + to_lay
    count = 1 + len(cards) + 0.7 * places + (0.5 if places else 0)
    scale = min(1.0, (width - 24) / (count * (WIDTH + 8)))
    step = (WIDTH + 8) * scale
    left = (width - step * count + 8 * scale) / 2
    top = 20 + HEIGHT * (1 - scale) / 2
    drawn = [_held(face, letter, choice, heads, left + step * at, top, scale) for at, face in enumerate((ZERO, *cards))]
    left += step * (len(cards) + 1.5)
    drawn += [_laid(laid, at, heads, left + 0.7 * step * at, 20 + HEIGHT * 0.15, 0.7 * scale) for at in range(places)]
    return group(panel(0, 0, width, HAND_HEIGHT, 0.45), *drawn)


def _held(face: int, letter: str, choice: Bid | None, heads: Heads, x: float, y: float, scale: float) -> str:
    chosen = choice is not None and choice.card == face
    y -= 14 * chosen
    drawn = zero(letter, x, y, scale) if face == ZERO else card(face, x, y, scale, heads[face])
    return drawn + (ring(x, y, scale) if chosen else "")


def _laid(laid: tuple[LayCard, ...], at: int, heads: Heads, x: float, y: float, scale: float) -> str:
    if at >= len(laid):
        return place(x, y, scale)
    number = laid[at].card
    return card(number, x, y, scale, heads[number])


def flag(x: float, y: float) -> str:
    """The last round: a chequered flag."""
    checks = "".join(box(3.0 + 6 * (at % 4), 6.0 * (at // 4), 6, 6, 0) for at in range(12) if (at + at // 4) % 2 == 0)
    edge = box(3, 0, 24, 18, 1, fill="none", stroke=AMBER, stroke_width=1.5)
    return group(box(0, -2, 3, 28, 1.5), checks, edge, x=x, y=y, fill=AMBER)


def table_note(sign: str, option: str, name: str, x: float) -> str:
    """A note on a table of heads: a substitute for printed numbers, or read off somebody's own cards."""
    note = tag("title", escape(f"{sign} {option}: {name}"))
    colour = AMBER if option.startswith("buffalo") else QUIET
    parts = use("head", 0, -12, 16, fill=colour), words(f"{sign} {name}", 22, 0, 13, fill=QUIET, font_weight="400")
    return group(note, *parts, x=x, y=39, text_anchor="start")
