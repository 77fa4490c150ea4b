"""The table of a row game as a drawing: players to the left, rows in the middle, revealed cards to the right."""

from collections.abc import Mapping, Sequence

from ..events import Outcome
from ..games.versus_ox.table import OX
from ..games.versus_ox.view import OxView
from ..views import TableView
from .card import HEIGHT, WIDTH, card, place, ring
from .ending import race, ranks
from .marks import back, special
from .markup import group, tag
from .page import EDGE, GAP, TOP, Page
from .palette import AMBER, seat_colour
from .parts import HAND_HEIGHT, ROW_GAP, ROW_HEIGHT, Player, RowShape, hand, panel, player, row, step
from .scene import (
    beside,
    end_sign,
    limit,
    places,
    proposed,
    ranking,
    round_sign,
    seat_names,
    specials_left,
    steps,
    tallies,
    turns,
)
from .text import table as as_text

SIDES = 330  # players and revealed cards need this much beside the rows
LANE = 146


FACE_UP = 96  # the specials of a team need this much under its players
Names = Mapping[int, str]


def table(view: TableView, *, names: Sequence[str] = ()) -> str:
    """A row game as SVG."""
    called = seat_names(view, names)
    page, shape = page_of(view), shape_of(view)
    height = page.bottom - GAP + EDGE
    if view.outcome is not None:
        body = _ending(view, page, shape, view.outcome, called)
        height += 60
    else:
        body = _draft(view, page, called) if view.pool else _table(view, page, shape, called)
    if view.hand or view.pool:
        body += _hand(view, page)
        height += GAP + HAND_HEIGHT
    head = page.head_line(view.setup.key, end_sign(view), round_sign(view), *turns(view))
    return page.picture(f"nimmt · {view.setup.key}", as_text(view, names=names), height, head, body)


def shape_of(view: TableView) -> RowShape:
    """How the rows of this table are drawn."""
    return RowShape(
        places=max(map(places, view.rows, view.facts.rows), default=0),
        marker=any(map(beside, view.rows)),
        choosable=view.phase == "row" and view.seat in view.to_act,
    )


def page_of(view: TableView) -> Page:
    """A page that is big enough for the rows."""
    high = max(len(view.rows), 4) * (ROW_HEIGHT + ROW_GAP) - ROW_GAP
    return Page(width=max(960, shape_of(view).width + SIDES + 2 * (GAP + EDGE)), area=high)


def _table(view: TableView, page: Page, shape: RowShape, names: Names) -> str:
    """Players, rows, and the cards of the turn."""
    sides = page.inside - shape.width - 2 * GAP
    left = sides - LANE if any(view.known) or shape.marker else sides * 0.54
    middle = EDGE + left + GAP
    rows = [
        row(content, facts, number + 1, middle, TOP + number * (ROW_HEIGHT + ROW_GAP), shape)
        for number, (content, facts) in enumerate(zip(view.rows, view.facts.rows, strict=True))
    ]
    return _players(view, page, names, left) + "".join(rows) + _lane(view, page, names, sides - left)


def _players(view: TableView, page: Page, names: Names, width: float) -> str:
    """Everybody at the table; under the team its specials."""
    shown = [_player(view, seat, names[seat]) for seat in range(view.setup.players)]
    room = page.area
    specials = ""
    if isinstance(view, OxView):
        shown.append(Player(seat=OX, name=names[OX], total=view.facts.opponent))
        room -= FACE_UP + GAP
        specials = _face_up(view, TOP + page.area - FACE_UP, width)
    gap = 6
    each = min(58, (room + gap) / len(shown) - gap)
    drawn = [player(one, EDGE, TOP + line * (each + gap), width, each) for line, one in enumerate(shown)]
    return "".join(drawn) + specials


def _player(view: TableView, seat: int, name: str) -> Player:
    total, added = tallies(view)[seat]
    return Player(
        seat=seat,
        name=name,
        total=total,
        added=added,
        own=seat == view.seat,
        owes=seat in view.to_act,
        sealed=view.sealed[seat],
        limit=limit(view),
        known=() if seat == view.seat else view.known[seat],
        reverses="reversed_digits" in view.specials[seat],
        specials=specials_left(view)[seat],
    )


def _face_up(view: OxView, y: float, width: float) -> str:
    """CO-7: the specials that the team can use, and how many follow; a proposed one stands out."""
    scale = (FACE_UP - 16) / HEIGHT
    step = WIDTH * scale + 10
    drawn = [special(kind, EDGE + 10 + step * spot, y + 8, scale) for spot, kind in enumerate(view.face_up)]
    if view.stock_left:
        drawn.append(back(view.stock_left, EDGE + 10 + step * len(drawn), y + 8, scale))
    wanted = proposed(view)
    if wanted in view.face_up:
        drawn.append(ring(EDGE + 10 + step * view.face_up.index(wanted), y + 8, scale, AMBER))
    return panel(EDGE, y, width, FACE_UP) + "".join(drawn) if drawn else ""


def _lane(view: TableView, page: Page, names: Names, width: float) -> str:
    """The cards of the turn in the order in which they are placed."""
    shown = steps(view)
    if not shown:
        return ""
    x = page.right - width
    each = min(54, (page.area - 10) / len(shown))
    waiting = len(shown) - len(view.queue)
    drawn = [
        step(one, names[one.play.seat], x + 5, TOP + 6 + line * each, width - 10, each - 2, line == waiting)
        for line, one in enumerate(shown)
    ]
    return panel(x, TOP, width, each * len(shown) + 10) + "".join(drawn)


def _draft(view: TableView, page: Page, names: Names) -> str:
    """P-3: the cards to choose from, each in its place; where one is gone, the colour of its taker remains."""
    left = 230
    x, width = EDGE + left + GAP, page.inside - left - GAP
    deck = sorted(view.seen)
    columns, scale = fit(len(deck), width - 20, page.area - 20)
    takers = {number: seat for seat, cards in enumerate(view.known) for number in cards}
    drawn = []
    for spot, number in enumerate(deck):
        line, column = divmod(spot, columns)
        corner = x + 13 + column * (width - 20) / columns, TOP + 13 + line * (HEIGHT * scale + 6)
        drawn.append(card(number, *corner, scale) if number in view.pool else _gone(takers[number], *corner, scale))
    return _players(view, page, names, left) + panel(x, TOP, width, page.area) + "".join(drawn)


def fit(cards: int, width: float, height: float) -> tuple[int, float]:
    """The number of columns in which the cards are largest, and their scale."""

    def scale(columns: int) -> float:
        lines = -(-cards // columns)
        return min((width / columns - 6) / WIDTH, (height / lines - 6) / HEIGHT, 1)

    best = max(range(1, cards + 1), key=scale)
    return best, scale(best)


def _gone(seat: int, x: float, y: float, scale: float) -> str:
    dot = tag("circle", cx=x + WIDTH * scale / 2, cy=y + HEIGHT * scale / 2, r=5 * scale + 2, fill=seat_colour(seat))
    return place(x, y, scale) + dot


def _hand(view: TableView, page: Page) -> str:
    specials = () if view.seat is None else view.specials[view.seat]
    return hand(view.hand, view.choice, specials, EDGE, page.bottom, page.inside)


def _ending(view: TableView, page: Page, shape: RowShape, outcome: Outcome, names: Names) -> str:
    """The ranking, the race, and below them the rows as they lay at the end."""
    left = 400
    each = (page.inside + GAP) / len(view.rows)
    scale = (each - GAP) / shape.width
    rows = [
        group(row(content, facts, number + 1, 0, 0, shape), x=EDGE + number * each, y=page.bottom, scale=scale)
        for number, (content, facts) in enumerate(zip(view.rows, view.facts.rows, strict=True))
    ]
    standings = ranking(outcome)
    chart = race(standings, names, limit(view), EDGE + left + GAP, TOP, page.inside - left - GAP, page.area)
    return ranks(standings, names, EDGE, TOP, left, page.area) + chart + "".join(rows)
