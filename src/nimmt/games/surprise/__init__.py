"""Surprise: seven kinds of special cards bend the rules when a card is placed."""

from .rules import Surprise
from .view import SurpriseView

__all__ = ["Surprise", "SurpriseView"]
