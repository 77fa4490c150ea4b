"""Cards and scores as they look in the terminal."""

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..cards import HEADS
from ..events import Outcome
from .scene import Scene

STYLES = {1: "", 2: "cyan", 3: "yellow", 5: "red", 7: "white on magenta"}
"""The colour of a card by its heads; the small figure says the same without colour."""

SMALL = {1: "¹", 2: "²", 3: "³", 5: "⁵", 7: "⁷"}


def chip(card: int, bold: bool = False) -> Text:
    """A card with its heads as a small figure."""
    heads = HEADS[card]
    return Text(f"{card:>3}{SMALL[heads]}", style=f"{'bold ' if bold else ''}{STYLES[heads]}")


def score_sheet(scene: Scene, scores: Sequence[Sequence[int]]) -> RenderableType:
    """Heads by round and seat, and the totals."""
    words = scene.words
    title = words.say("events.round_ended.title", round=len(scores))
    table = Table(title=title, box=box.SIMPLE_HEAD, show_footer=True, title_style="bold", pad_edge=False)
    totals = [sum(column) for column in zip(*scores, strict=True)] if scores else []
    table.add_column(words.say("table.round"), footer=words.say("table.sum"))
    for seat, total in enumerate(totals):
        best = "bold green" if total == min(totals) else ""
        table.add_column(Text(scene.name(seat)[:10]), footer=Text(str(total), style=best), justify="right")
    for number, heads in enumerate(scores, 1):
        table.add_row(str(number), *map(str, heads))
    return table


def ranking(scene: Scene, outcome: Outcome) -> RenderableType:
    """The places, who won, and why."""
    words = scene.words
    title = words.say("events.game_ended.title")
    table = Table(title=title, box=box.SIMPLE_HEAD, title_style="bold", pad_edge=False)
    table.add_column(words.say("table.place"), justify="right")
    table.add_column(words.say("table.player"))
    table.add_column(words.say("table.heads"), justify="right")
    for seat in sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat]):
        style = "bold green" if outcome.ranks[seat] == 1 else ""
        table.add_row(str(outcome.ranks[seat]), Text(scene.name(seat)), str(outcome.totals[seat]), style=style)
    return Group(table, Text(f"{winners(scene, outcome)} {words.say('events.game_ended.rule')}", style="bold"))


def winners(scene: Scene, outcome: Outcome) -> str:
    """One sentence about who won."""
    first, *others = outcome.winners
    heads = scene.heads(outcome.totals[first])
    names = ", ".join(scene.name(seat) for seat in outcome.winners)
    key = "winners" if others else "winner"
    return scene.words.say(f"events.game_ended.{key}", you=scene.addressed(first), who=names, heads=heads)
