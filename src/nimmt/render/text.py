"""A view as plain text: numbers with their heads above them, and signs that need no translation.

``55⁷`` is the 55 with its seven heads, ``∀`` a bull's head (as the letter A once was), ``·`` a free place.
"""

from collections.abc import Iterable, Mapping, Sequence

from ..actions import Play, PlayCard
from ..cards import HEADS
from ..events import Outcome
from ..facts import RowFacts
from ..games.versus_ox.table import OX
from ..games.versus_ox.view import OxView
from ..rows import Row
from ..views import TableView
from .scene import (
    OX_SIGN as HEAD,
)
from .scene import (
    STANDING,
    Step,
    end_sign,
    proposed,
    ranking,
    round_sign,
    seat_names,
    specials_left,
    standing,
    steps,
    tallies,
    turns,
)

Names = Mapping[int, str]
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
MARKS = {"odd": "1·3·5", "even": "2·4·6", "up": "↘ ▲", "down": "↘ ▼", "caper": "♞", "seven": "7", "stop": "⊘"}
SPECIALS = {
    "reversed_digits": "⇄",
    "seven": "7",
    "stop": "⊘",
    "insert": "↧",
    "slide": "↷",
    "replace": "⇆",
    "fifth_row": "5",
    "negative_positive": "±",
    "first": "⇤",
    "last": "⇥",
    "sort": "⇅",
}
INK = {1: "37", 2: "94", 3: "33", 4: "93", 5: "91", 6: "35", 7: "95"}
"""Terminal colours by heads, when colour is asked for."""


class Pen:
    """Writes cards, in colour or without."""

    def __init__(self, colour: bool, heads: Sequence[int] = HEADS) -> None:
        """Choose once for the whole picture; the heads are those of the base game unless others are given."""
        self.colour = colour
        self.heads = heads

    def card(self, number: int, width: int = 0) -> str:
        """A card with its heads, its number padded to a width."""
        heads = self.heads[number]
        shown = f"{number:>{width}}{str(heads).translate(RAISED)}"
        return f"\x1b[{INK[heads]}m{shown}\x1b[0m" if self.colour else shown

    def cards(self, numbers: Iterable[int]) -> str:
        """Cards separated by blanks."""
        return " ".join(map(self.card, numbers))

    def row(self, number: int, row: Row, facts: RowFacts) -> str:
        """A row: its number, its cost, its places, and a warning where the next card takes it."""
        between = [f"{MARKS[mark]:>3} " for mark in standing(row)]
        free = ["  · "] * (facts.capacity - len(row.cards))
        cards = " ".join([*(self.card(card, 3) for card in row.cards), *between, *free])
        danger = "!" if facts.full else " "
        signs = [MARKS.get(mark, mark) for mark in row.marks if mark not in STANDING]
        return f"{number}  {facts.heads:>2}{HEAD} │{cards} ┃{danger} {' '.join(signs)}".rstrip()

    def play(self, play: Play) -> str:
        """A revealed card, with its value where that differs from its number."""
        return self.card(play.card, 3) + (f"→{play.value}" if play.reversed else "")

    def step(self, step: Step, names: Names, next_one: bool) -> str:
        """A revealed card, where it went, what it took, and its owner."""
        gone = "" if step.row is None else f" ⇒ {step.row + 1}"
        cost = f" +{step.heads}{HEAD}" if step.heads else ""
        return f"{'▸' if next_one else ' '} {self.play(step.play)}{gone}{cost}  {names[step.play.seat]}"

    def hand(self, cards: Sequence[int], choice: PlayCard | None) -> str:
        """The seat's own hand; the chosen card stands in brackets."""
        chosen = choice.card if choice else None
        turned = " ⇄" if choice and choice.reverse else ""
        return " ".join(f"[{self.card(card)}{turned}]" if card == chosen else self.card(card) for card in cards)


def table(view: TableView, *, names: Sequence[str] = (), colour: bool = False) -> str:
    """A row game as text."""
    pen, called = Pen(colour), seat_names(view, names)
    parts = [
        [_heading(view)],
        [pen.row(number, *row) for number, row in enumerate(zip(view.rows, view.facts.rows, strict=True), 1)],
        _pool(view, pen),
        _steps(view, pen, called),
        _players(view, pen, called) if view.outcome is None else _ranking(view.outcome, called),
        _hand(view, pen),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _heading(view: TableView) -> str:
    _, total = turns(view)
    turn = f"▸{view.turn}/{total}" if total else ""
    words = [view.setup.key, f"↻{round_sign(view)}", turn, end_sign(view) and end_sign(view) + HEAD]
    return "  ".join(word for word in words if word)


def _pool(view: TableView, pen: Pen) -> list[str]:
    """The cards to draft from, ten numbers to a line."""
    tens = range(0, max(view.pool, default=-1) + 1, 10)
    lines = [[card for card in view.pool if ten < card <= ten + 10] for ten in tens]
    return [" ".join(pen.card(card, 3) for card in line) for line in lines if line]


def _steps(view: TableView, pen: Pen, names: Names) -> list[str]:
    if view.outcome is not None:
        return []
    shown = steps(view)
    waiting = len(view.queue)
    return [pen.step(step, names, len(shown) - place == waiting) for place, step in enumerate(shown)]


def _players(view: TableView, pen: Pen, names: Names) -> list[str]:
    """Everybody with their heads, whether they must act, their special cards, and the known cards of their hands."""
    lines = []
    for seat, (total, added) in enumerate(tallies(view)):
        state = "…" if seat in view.to_act else "✓" if view.sealed[seat] else " "
        known = [] if seat == view.seat else [pen.cards(view.known[seat])]
        words = [names[seat], "◂" if seat == view.seat else "", _specials(view, seat), *known]
        lines.append(f"{state} {total:>3}{HEAD} {f'+{added}':>3}  " + " ".join(word for word in words if word))
    return lines + (_ox(view, names) if isinstance(view, OxView) else [])


def _specials(view: TableView, seat: int) -> str:
    """The special cards of a seat, face down where nobody else may know them."""
    signs = [SPECIALS[special] for special in view.specials[seat]]
    return " ".join(signs) or "?" * specials_left(view)[seat]


def _ox(view: OxView, names: Names) -> list[str]:
    """The Ox, the specials that the team can use (the proposed one in brackets), and how many follow."""
    total, wanted = view.facts.opponent, proposed(view)
    shown = [f"[{SPECIALS[kind]}]" if kind == wanted else SPECIALS[kind] for kind in view.face_up]
    stock = [f"+{view.stock_left}"] if view.stock_left else []
    line = f"  {'?' if total is None else total:>3}{HEAD}      {names[OX]}"
    return [line, "", " ".join([*shown, *stock])] if shown else [line]


def _ranking(outcome: Outcome, names: Names) -> list[str]:
    """Places, totals and the heads of every round."""
    return [
        f"{one.rank:>2}.  {one.total:>3}{HEAD}  {' + '.join(map(str, one.rounds))}  {names[one.seat]}"
        for one in ranking(outcome)
    ]


def _hand(view: TableView, pen: Pen) -> list[str]:
    return [pen.hand(view.hand, view.choice)] if view.hand else []
