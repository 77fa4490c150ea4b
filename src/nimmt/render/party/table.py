"""The table of Bullenparty as a drawing: seats with their piles to the left, the rows, stocks and bids to the right."""

from collections.abc import Sequence

from ...events import Outcome
from ...games.bullenparty.view import PartyView
from ..ending import race
from ..markup import group
from ..page import EDGE, GAP, TOP, Page
from ..parts import HAND_HEIGHT, ROW_GAP, ROW_HEIGHT, panel
from ..scene import ranking, seat_names
from .parts import ROW_WIDTH, bid, flag, hand, row, seat, stock, table_note
from .scene import Names, choosable, heads_of, seats, steps, table_notes
from .text import table as as_text

SEAT_WIDTH = 424
RANK_WIDTH = 540  # at the end a seat has more room
LANE = 186  # stocks and bids
ROW_STEP = ROW_HEIGHT + ROW_GAP  # there are as many rows as seats, and they stand side by side


def table(view: PartyView, *, names: Sequence[str] = ()) -> str:
    """A game of Bullenparty as SVG."""
    called = seat_names(view, names)
    page = Page(
        width=SEAT_WIDTH + ROW_WIDTH + LANE + 2 * (GAP + EDGE),
        area=view.setup.players * ROW_STEP - ROW_GAP,
    )
    height = page.bottom - GAP + EDGE
    body = _table(view, page, called) if view.outcome is None else _ending(view, view.outcome, page, called)
    if view.seat is not None and view.outcome is None:
        body += _hand(view, page)
        height += GAP + HAND_HEIGHT
    return page.picture(f"nimmt · {view.setup.key}", as_text(view, names=names), height, _head_line(view, page), body)


def _head_line(view: PartyView, page: Page) -> str:
    """Besides what all games have: which numbers are not the printed ones, and whether this is the last round."""
    notes = [table_note(*note, x=236 + 118 * at) for at, note in enumerate(table_notes(view))]
    last = flag(page.right - 104, 23) if view.last_round else ""
    return page.head_line(view.setup.key, "", str(view.round), 0, 0) + "".join(notes) + last


def _table(view: PartyView, page: Page, names: Names) -> str:
    """Seats, rows, and what comes next."""
    heads, middle = heads_of(view), EDGE + SEAT_WIDTH + GAP
    players = [seat(one, heads, EDGE, TOP + at * ROW_STEP, SEAT_WIDTH) for at, one in enumerate(seats(view, names))]
    rows = [
        row(content, facts, at + 1, heads, middle, TOP + at * ROW_STEP, choosable(view, facts), bool(view.buffalo_pile))
        for at, (content, facts) in enumerate(zip(view.rows, view.facts.rows, strict=True))
    ]
    lane = stock(view.draw_left, view.drawn, view.buffalo_pile, heads, page.right - LANE, TOP, LANE)
    return "".join([*players, *rows, lane, _bids(view, page, names)])


def _bids(view: PartyView, page: Page, names: Names) -> str:
    """The revealed bids in the order in which they are carried out."""
    shown, heads = steps(view), heads_of(view)
    if not shown:
        return ""
    x, y = page.right - LANE, TOP + ROW_STEP
    each = min(54, (page.area - ROW_STEP - 10) / len(shown))
    drawn = [
        bid(one, names[one.bid.seat], heads, x + 5, y + 6 + at * each, LANE - 10, each - 2)
        for at, one in enumerate(shown)
    ]
    return panel(x, y, LANE, each * len(shown) + 10) + "".join(drawn)


def _hand(view: PartyView, page: Page) -> str:
    drawn = hand(view.letter or "", view.hand, view.choice, view.laid, view.to_lay, heads_of(view), page.inside)
    return group(drawn, x=EDGE, y=page.bottom)


def _ending(view: PartyView, outcome: Outcome, page: Page, names: Names) -> str:
    """The ranking with everybody's piles, and the race."""
    everybody, standings = seats(view, names), ranking(outcome)
    ranks = [
        seat(everybody[one.seat], heads_of(view), EDGE, TOP + at * ROW_STEP, RANK_WIDTH, one.rank)
        for at, one in enumerate(standings)
    ]
    x = EDGE + RANK_WIDTH + GAP
    return "".join(ranks) + race(standings, names, None, x, TOP, page.right - x, page.area, most_wins=True)
