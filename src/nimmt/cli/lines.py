"""How one thing that happened stands on the screen."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..actions import Play
from .scene import Scene
from .sheets import chip


def line(scene: Scene, seat: int, text: str, card: int | None = None, style: str = "") -> Table:
    """The card, whose it is, and what came of it."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=4)
    grid.add_column(style="bold", width=scene.longest_name, no_wrap=True)
    grid.add_column()
    grid.add_row(chip(card) if card else "", Text(scene.name(seat)), Text(text, style=style))
    return grid


def aside(text: str) -> RenderableType:
    """Something that nobody did: a marker moves, a card is turned up."""
    return Padding(Text(text, style="magenta"), (0, 0, 0, 5))


def plays_in_words(scene: Scene, plays: Sequence[Play]) -> str:
    """Cards with their owners, and what they count for where that is something else."""
    return " · ".join(f"{_card(scene, play)} {scene.name(play.seat)}" for play in plays)


def _card(scene: Scene, play: Play) -> str:
    if not play.reversed:
        return str(play.card)
    return scene.words.say("events.cards_revealed.reversed", card=play.card, value=play.value)
