"""Which table is drawn for which view."""

from collections.abc import Callable
from typing import Any

from rich.console import RenderableType

from ..game import Game
from ..games.bullenparty import PartyView
from ..views import View
from .party import party_board
from .scene import Scene
from .table import row_board

Board = Callable[[Scene, Game, Any, int], RenderableType]

BOARDS: dict[type[View], Board] = {PartyView: party_board}
"""Every other view is of a row game."""


def board(scene: Scene, game: Game, view: View, width: int) -> RenderableType:
    """The table as a seat sees it."""
    return BOARDS.get(type(view), row_board)(scene, game, view, width)
