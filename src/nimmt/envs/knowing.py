"""Observations and actions without an environment: from views, and in words."""

from typing import Any

from ..game import Game
from ..views import View
from .layout import Vector
from .numbering import numbering_of
from .observing import observer_of


def observe(game: Game, view: View) -> Vector:
    """The observation of the seat that has this view."""
    return observer_of(game).from_view(view)


def explain(game: Game, observation: Any) -> str:
    """An observation in words, field by field."""
    return observer_of(game).layout.explain(observation)


def action_name(game: Game, number: int) -> str:
    """What an action number means: ``PlayCard(card=37, reverse=False)``."""
    return numbering_of(game).name(number)
