"""The table of a row game as it looks in the terminal."""

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ..game import Game
from ..rows import Row
from ..rules import Rules
from ..views import TableView
from .options import game_name
from .scene import Scene
from .sheets import chip
from .tell import plays_in_words

WIDE = 74
"""From this many columns on, the scores stand beside the rows."""


def board(scene: Scene, game: Game, view: TableView, width: int) -> RenderableType:
    """The rows, the scores, and cards that wait for their turn."""
    scores = _scores(scene, view)
    parts: list[RenderableType] = [scores]
    if view.rows:
        parts = [_beside(_rows(scene, game, view), scores)] if width >= WIDE else [_rows(scene, game, view), scores]
    if view.queue:
        parts.append(Text(scene.words.say("table.coming", plays=plays_in_words(scene, view.queue))))
    return Group(*parts)


def _beside(left: RenderableType, right: RenderableType) -> Table:
    grid = Table.grid(padding=(0, 1))
    grid.add_row(left, right)
    return grid


def _rows(scene: Scene, game: Game, view: TableView) -> Panel:
    assert isinstance(game.rules, Rules)
    words = scene.words
    limit = game.rules.row_limit
    marked = any(mark for row in view.rows for mark in row.marks if mark != "caper")
    grid = Table.grid(padding=(0, 1))
    heading = ["", *([""] if marked else []), *[""] * limit, words.say("table.sixth"), words.say("table.heads")]
    grid.add_row(*(Text(word, style="dim") for word in heading))
    for number, row in enumerate(view.rows, 1):
        mark = [Text(" ".join(words.say(f"marks.{m}.short") for m in row.marks if m != "caper"), style="magenta")]
        places = _places(scene, row, limit)
        full = len(row.cards) >= game.rules.capacity(row)
        grid.add_row(f"[bold]{number}[/]", *(mark if marked else []), *places, _sixth(scene, full), f"{row.heads:>3}")
    key = "title" if view.phase != "draft" else "title_draft"
    title = words.say(f"table.{key}", game=game_name(words, game.setup), round=view.round, turn=view.turn)
    legend = [Text(words.say(f"marks.{mark}.legend"), style="magenta") for row in view.rows for mark in row.marks]
    return Panel(Group(grid, *legend), title=title, subtitle=words.say("table.legend"), expand=False, box=box.ROUNDED)


def _places(scene: Scene, row: Row, limit: int) -> list[Text]:
    """The cards from left to right, and the places that are left."""
    cards = [chip(card, bold=card == row.end) for card in row.cards]
    if row.has("caper"):
        cards.append(Text(f"{scene.words.say('marks.caper.short'):>3} ", style="magenta"))
    return [*cards, *[Text("  · ", style="dim")] * (limit - len(cards))]


def _sixth(scene: Scene, full: bool) -> Text:
    """The place where a card takes the row: a warning once the row is full."""
    return Text(f"▶ {scene.words.say('table.taken')}", style="bold red") if full else Text("  ·", style="dim")


def _scores(scene: Scene, view: TableView) -> Panel:
    """Heads of this round and in all; an option hides them while the round is played."""
    words = scene.words
    shown = bool(view.setup.options.get("show_scores", True))
    grid = Table.grid(padding=(0, 1))
    grid.add_row("", *(Text(words.say(f"table.{word}"), style="dim") for word in ("this_round", "total")))
    totals = view.totals if shown else tuple(map(sum, zip(*view.scores, strict=True))) or (0,) * len(view.piles)
    for seat, heads in enumerate(view.heads):
        name = Text(scene.name(seat)[:12], style="bold" if seat == scene.you else "")
        grid.add_row(name, f"{heads if shown else '?':>5}", f"{totals[seat]:>5}")
    return Panel(grid, title=words.say("table.scores"), expand=False, box=box.ROUNDED)


def card_grid(title: str, cards: Sequence[int], width: int) -> Panel:
    """Cards that lie face up or in a hand."""
    across = max(1, min(len(cards), (width - 4) // 5))
    grid = Table.grid(padding=(0, 1, 0, 0))
    for start in range(0, len(cards), across):
        grid.add_row(*map(chip, cards[start : start + across]))
    return Panel(grid, title=title, expand=False, box=box.ROUNDED)


def choices(title: str, entries: Sequence[tuple[Text, str]], width: int) -> Panel:
    """What can be chosen and what would come of it, in two columns where there is room."""
    longest = max((len(what) for _, what in entries), default=0)
    columns = 2 if width >= 2 * (longest + 8) + 4 and len(entries) > 4 else 1
    height = -(-len(entries) // columns)
    grid = Table.grid(padding=(0, 1))
    for line in range(height):
        cells = [entries[place] for place in range(line, len(entries), height)]
        grid.add_row(*(cell for card, what in cells for cell in (card, Text(f"{what}  ", style=""))))
    return Panel(grid, title=title, expand=False, box=box.ROUNDED)
