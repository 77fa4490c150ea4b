"""The table of a row game as it looks in the terminal."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ..cards import HEADS, heads
from ..facts import RowFacts
from ..game import Game
from ..games.versus_ox import TEAM_PILE
from ..render.scene import places, standing
from ..rows import Row
from ..views import TableView
from .options import game_name
from .phrases import plays_in_words, special_names
from .scene import OPPONENT, Scene
from .sheets import chip

Entry = tuple[Text, str]
"""What to type, and what it leads to."""

WIDE = 74
"""From this many columns up, the scores stand beside the rows."""


def row_board(scene: Scene, game: Game, view: TableView, width: int) -> RenderableType:
    """The rows, the scores, the specials, and cards that wait for their turn."""
    scores = team_scores(scene, view) if scene.is_team else _scores(scene, view)
    parts: list[RenderableType] = [scores] if view.scores else []
    if view.rows:
        rows = _rows(scene, game, view)
        parts = [_beside(rows, scores)] if width >= WIDE else [rows, scores]
    parts += [Text(text) for text in _specials(scene, view)]
    if view.queue and view.phase not in ("window", "order"):
        parts.append(Text(scene.words.say("table.coming", plays=plays_in_words(scene, view.queue))))
    return Group(*parts)


def _beside(left: RenderableType, right: RenderableType) -> Table:
    grid = Table.grid(padding=(0, 1))
    grid.add_row(left, right)
    return grid


# --- Rows ----------------------------------------------------------------------------------------


def _rows(scene: Scene, game: Game, view: TableView) -> Panel:
    words = scene.words
    lines = [_places(scene, row, facts) for row, facts in zip(view.rows, view.facts.rows, strict=True)]
    most = max(map(len, lines))
    marked = any(_mark(scene, row) for row in view.rows)
    grid = Table.grid(padding=(0, 1))
    for at, row in enumerate(view.rows):
        mark = [Text(_mark(scene, row), style="magenta")] if marked else []
        rest = [Text("")] * (most - len(lines[at]))
        heads = Text(scene.heads(view.facts.rows[at].heads), style="dim", justify="right")
        grid.add_row(f"[bold]{at + 1}[/]", *mark, *lines[at], *rest, heads)
    title = words.say("table.title", game=game_name(words, game.setup), round=view.round, turn=view.turn)
    marks = dict.fromkeys(mark for row in view.rows for mark in row.marks)
    legend = [Text(words.say(f"marks.{mark}.legend"), style="magenta") for mark in marks]
    return Panel(Group(grid, *legend), title=title, subtitle=words.say("table.legend"), expand=False, box=box.ROUNDED)


def _mark(scene: Scene, row: Row) -> str:
    """What lies beside a row; Caper lies in it."""
    return " ".join(scene.words.say(f"marks.{mark}.short") for mark in row.marks if mark not in standing(row))


def _places(scene: Scene, row: Row, facts: RowFacts) -> list[Text]:
    """The cards from left to right, the places that are left, and the one where a card takes the row."""
    cards = [chip(card, bold=card == row.cards[-1]) for card in row.cards]
    between = [Text(f"{scene.words.say(f'marks.{mark}.short'):>3} ", style="magenta") for mark in standing(row)]
    free = [Text("  · ", style="dim")] * (facts.capacity - len(cards))
    danger = places(row, facts) + 1
    last = Text(f"▶{danger}", style="bold red") if facts.full else Text(f" {danger}", style="dim")
    return [*cards, *between, *free, last]


# --- Scores and specials -------------------------------------------------------------------------


def _scores(scene: Scene, view: TableView) -> Panel:
    """Heads in this round and in total; an option hides them while the round is played."""
    words, running = scene.words, view.facts.running or (view.scores[-1] if view.outcome else None)
    grid = Table.grid(padding=(0, 1))
    grid.add_row("", *(Text(words.say(f"table.{word}"), style="dim") for word in ("this_round", "total")))
    for seat, total in enumerate(view.facts.totals):
        name = Text(_seat_name(scene, view, seat), style="bold" if seat == scene.you else "")
        grid.add_row(name, f"{running[seat] if running else '?':>5}", f"{total:>5}")
    return Panel(grid, title=words.say("table.scores"), expand=False, box=box.ROUNDED)


def _seat_name(scene: Scene, view: Any, seat: int) -> str:
    """The name, and a sign for each special card that everybody knows the seat has."""
    count = getattr(view, "specials_left", None)
    held = count[seat] if count else len(view.specials[seat]) if view.specials else 0
    return f"{scene.name(seat)[:12]} {'★' * held}"


def team_scores(scene: Scene, view: Any) -> Panel:
    """The team's heads, and the Ox's: a question mark unless the option shows them."""
    words = scene.words
    ox = "?" if view.facts.opponent is None else view.facts.opponent
    grid = Table.grid(padding=(0, 1))
    grid.add_row(words.say("table.team"), f"{view.facts.totals[0]:>5}")
    grid.add_row(scene.name(OPPONENT), f"{ox:>5}")
    return Panel(grid, title=words.say("table.scores"), expand=False, box=box.ROUNDED)


def team_pile(scene: Scene, view: Any, width: int) -> RenderableType:
    """CO-5, Q-Y10: the pile that the team shares, for whoever wants to look through it; the Ox's is not shown."""
    pile = view.piles[TEAM_PILE]
    if not pile:
        return Text(scene.words.say("table.no_pile"))
    return card_grid(scene.words.say("table.team_pile", heads=scene.heads(heads(pile))), pile, width)


def _specials(scene: Scene, view: Any) -> list[str]:
    """The specials that you could use, and how many more there are."""
    words = scene.words
    face_up = getattr(view, "face_up", None)
    if face_up is not None:
        names = special_names(words, face_up) or words.say("show.none")
        return [words.say("table.face_up", specials=names, left=view.stock_left)] if view.setup.players > 1 else []
    own = view.specials[view.seat] if view.specials and view.seat is not None else ()
    return [words.say("table.own_specials", specials=special_names(words, own))] if own else []


# --- Cards to choose from ------------------------------------------------------------------------


def card_grid(title: str, cards: Sequence[int], width: int, faces: Sequence[int] = HEADS) -> Panel:
    """Cards that lie face up or in a hand."""
    across = max(1, min(len(cards), (width - 4) // 5))
    grid = Table.grid(padding=(0, 1, 0, 0))
    for start in range(0, len(cards), across):
        grid.add_row(*(chip(card, faces=faces) for card in cards[start : start + across]))
    return Panel(grid, title=title, expand=False, box=box.ROUNDED)


def choices(title: str, entries: Sequence[Entry], width: int) -> Panel:
    """What can be chosen and what it would lead to, in two columns where there is room."""
    half = -(-len(entries) // 2)
    columns = [entries[:half], entries[half:]] if len(entries) > 4 else [entries]
    return in_columns(title, columns, width)


def in_columns(title: str, columns: Sequence[Sequence[Entry]], width: int) -> Panel:
    """Columns of entries beside one another, or below one another where they would be too wide."""
    wide = sum(max(len(sign) for sign, _ in column) + max(len(what) for _, what in column) + 4 for column in columns)
    beside = columns if wide + 2 <= width else [[entry for column in columns for entry in column if entry[1]]]
    grid = Table.grid(padding=(0, 1))
    for line in zip_longest(*beside, fillvalue=(Text(""), "")):
        grid.add_row(*(cell for sign, what in line for cell in (sign, Text(f"{what}  " if len(line) > 1 else what))))
    return Panel(grid, title=title, expand=False, box=box.ROUNDED)
