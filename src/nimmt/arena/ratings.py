"""Ratings of many bots over many tables, by a model for games with several players."""

from collections.abc import Iterable
from importlib.util import find_spec
from statistics import fmean
from typing import Any

from msgspec import Struct

from .results import DealPlayed, GamePlayed

OPPONENT = "*"
"""The name under which a team's opponent is rated."""


class Rating(Struct, frozen=True):
    """Strength and how uncertain it is, on a scale that begins at 25 ± 8.3."""

    bot: str
    mu: float
    sigma: float


def can_rate() -> bool:
    """Whether openskill is installed (the extra `arena`)."""
    return find_spec("openskill") is not None


def ratings(deals: Iterable[DealPlayed], without: frozenset[str] = frozenset()) -> tuple[Rating, ...]:
    """Rate all bots by their places, deal by deal; the best comes first."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated: dict[str, Any] = {}
    for deal in deals:
        for game in deal.games:
            places = places_of(game)
            if game.failure or len(places) < 2 or without & set(game.bots):
                continue
            before = [[rated.setdefault(name, model.rating(name=name))] for name in places]
            for name, [after] in zip(places, model.rate(before, ranks=list(places.values())), strict=True):
                rated[name] = after
    found = [Rating(name, rating.mu, rating.sigma) for name, rating in rated.items()]
    return tuple(sorted(found, key=lambda each: -each.mu))


def places_of(game: GamePlayed) -> dict[str, float]:
    """The mean place of each bot's seats; a team is before its opponent, or after it."""
    if game.failure:
        return {}
    if game.opponent is not None:
        return {game.bots[0]: float(game.ranks[0]), OPPONENT: 1.5}
    names = dict.fromkeys(game.bots)
    return {name: fmean(rank for rank, bot in zip(game.ranks, game.bots, strict=True) if bot == name) for name in names}
