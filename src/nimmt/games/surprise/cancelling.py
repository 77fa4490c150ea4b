"""Negative = Positive: which heads a card that turns positive cancels (SU-16, Q-SU18, Q-SU20, Q-Z2)."""

from collections import defaultdict

from ...cards import HEADS, heads
from ...table import Cards


def ways_to_cancel(pile: Cards, limit: int, take: Cards) -> tuple[Cards, ...]:
    """Q-SU18, Q-Z2: whole cards with the most heads up to the limit, one way for each count of cards by heads.

    Cards with equal heads are interchangeable: those of this take go first, then the lowest. The way with the fewest
    cards comes first, then the one with the lowest numbers; there are ten ways at most.
    """
    by_heads: dict[int, list[int]] = defaultdict(list)
    for card in sorted(pile, key=lambda card: (card not in take, card)):
        by_heads[HEADS[card]].append(card)
    ways: list[Cards] = [()]
    for value, cards in by_heads.items():
        ways = [
            (*way, *cards[:count])
            for way in ways
            for count in range(len(cards) + 1)
            if heads(way) + count * value <= limit
        ]
    most = max(map(heads, ways))
    found = (tuple(sorted(way)) for way in ways if heads(way) == most)
    return tuple(sorted(found, key=lambda way: (len(way), way)))


def best_points(pile: Cards, limit: int, credit: int) -> int:
    """Q-SU20: plain points, never more than the pile still counts."""
    return min(limit, heads(pile) - credit)
