"""How one event is laid out on the screen."""

from rich.table import Table
from rich.text import Text

from .scene import Scene
from .sheets import chip


def line(scene: Scene, seat: int, text: str, card: int | None = None, style: str = "") -> Table:
    """A line: the card, its owner, and what happened."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=4)
    grid.add_column(style="bold", width=scene.longest_name, no_wrap=True)
    grid.add_column()
    grid.add_row(chip(card, faces=scene.faces) if card else "", Text(scene.name(seat)), Text(text, style=style))
    return grid
