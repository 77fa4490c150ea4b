"""Bots against bots: every deal from every seat, with figures that can be trusted and played again."""

from .plan import Plan, Tables
from .results import DealPlayed, Failure, GamePlayed
from .run import Arena, Report
from .standings import Line, Standing

__all__ = ["Arena", "DealPlayed", "Failure", "GamePlayed", "Line", "Plan", "Report", "Standing", "Tables"]
