"""The fan cards: each is one page that says what changes while it lies on the table of the base game."""

from .card import FanCard
from .game import FanCardGame, with_fan_cards

__all__ = ["FanCard", "FanCardGame", "with_fan_cards"]
