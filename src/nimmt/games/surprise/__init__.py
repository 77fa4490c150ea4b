"""Surprise: seven kinds of special cards bend the rules when a card is placed."""

from .actions import SurpriseAction
from .events import SurpriseEvent
from .options import SurpriseOptions
from .rules import Surprise
from .table import SurpriseTable
from .view import SurpriseView

__all__ = [
    "Surprise",
    "SurpriseAction",
    "SurpriseEvent",
    "SurpriseOptions",
    "SurpriseTable",
    "SurpriseView",
]
