"""Cards and scores as they look in the terminal."""

from collections.abc import Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..cards import HEADS
from .scene import Scene

STYLES = {1: "", 2: "cyan", 3: "yellow", 4: "bright_yellow", 5: "red", 6: "bright_red", 7: "white on magenta"}
"""The colour of a card by its heads; the small figure says the same without colour."""

SMALL = "⁰¹²³⁴⁵⁶⁷"


def chip(card: int, bold: bool = False, faces: Sequence[int] = HEADS) -> Text:
    """A card with its heads (from `faces`, by card) as a small figure."""
    heads = faces[card]
    return Text(f"{card:>3}{SMALL[heads]}", style=f"{'bold ' if bold else ''}{STYLES[heads]}")


def score_sheet(scene: Scene, scores: Sequence[Sequence[int]]) -> RenderableType:
    """Points by round and seat, and the totals; the leaders are green."""
    words = scene.words
    title = words.say("events.round_ended.title", round=len(scores)) if scores else None
    table = Table(title=title, box=box.SIMPLE_HEAD, show_footer=True, title_style="bold", pad_edge=False)
    totals = [sum(column) for column in zip(*scores, strict=True)] if scores else [0] * scene.players
    best = max(totals) if scene.most_points_win else min(totals)
    table.add_column(words.say("table.round"), footer=words.say("table.total"))
    for seat, total in enumerate(totals):
        front = "bold green" if total == best else ""
        table.add_column(Text(scene.name(seat)[:10]), footer=Text(str(total), style=front), justify="right")
    for number, points in enumerate(scores, 1):
        table.add_row(str(number), *map(str, points))
    return table
