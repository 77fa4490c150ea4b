"""Versus the Ox: one round, everybody together against a blind opponent."""

from .actions import OxAction, TeamUse
from .events import OxEvent
from .options import OxOptions
from .rules import VersusOx
from .table import OX, OX_PILE, TEAM_PILE, OxTable, Proposal
from .view import OxView

__all__ = [
    "OX",
    "OX_PILE",
    "TEAM_PILE",
    "OxAction",
    "OxEvent",
    "OxOptions",
    "OxTable",
    "OxView",
    "Proposal",
    "TeamUse",
    "VersusOx",
]
