"""Surprise by version 1 of the rules."""

from ...events import RowTaken
from ..surprise import Surprise, SurpriseTable
from ..surprise.book import BOOK
from ..surprise.negative_positive import NegativePositive, Rules


class NegativePositive1(NegativePositive):
    """Q-X7: nobody is asked after an Insert or a Slide."""

    def follows(self, rules: Rules, table: SurpriseTable, take: RowTaken) -> bool:
        """Whatever the options."""
        return False


class Surprise1(Surprise):
    """What Q-Y6 has changed."""

    book = tuple(NegativePositive1() if effect.key == "negative_positive" else effect for effect in BOOK)
