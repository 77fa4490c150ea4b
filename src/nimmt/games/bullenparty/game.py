"""Bullenparty, complete with its positions as text."""

from ...table import Scores
from .notation import read
from .rules import PartyRules
from .table import PartyTable


class Bullenparty(PartyRules):
    """BP-1 to BP-20."""

    def read(self, text: str, scores: Scores = ()) -> PartyTable:
        """A table where bids are asked for, or a lay-down."""
        return read(self, text, scores)
