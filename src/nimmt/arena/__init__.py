"""Bots against bots: every deal is played from every seat, and the figures are trustworthy and reproducible."""

from .plan import Plan, Tables
from .results import DealPlayed, Failure, GamePlayed
from .run import Arena, Report
from .standings import Line, Standing

__all__ = ["Arena", "DealPlayed", "Failure", "GamePlayed", "Line", "Plan", "Report", "Standing", "Tables"]
