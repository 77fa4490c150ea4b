"""How well somebody plays: what was given away a round, over many games, with its uncertainty."""

from collections.abc import Sequence
from statistics import fmean, stdev

from msgspec import Struct

from .report import Measure, Review


class Rating(Struct, frozen=True):
    """Over the rounds of games that are measured alike."""

    measure: Measure
    games: int
    rounds: int
    given_away: float  # per round, against the best choices
    error: float  # the standard error: how much rounds differ, the sampling of the reviews included


def ratings(reviews: Sequence[Review]) -> tuple[Rating, ...]:
    """One rating for each way of measuring, in the order in which they first come."""
    return tuple(_rating(measure, reviews) for measure in dict.fromkeys(each.measure for each in reviews))


def _rating(measure: Measure, reviews: Sequence[Review]) -> Rating:
    own = [each for each in reviews if each.measure == measure]
    lost = [one.lost for each in own for one in each.rounds]
    error = stdev(lost) / len(lost) ** 0.5 if len(lost) > 1 else own[0].given_away_error
    return Rating(measure, len(own), len(lost), fmean(lost), error)
