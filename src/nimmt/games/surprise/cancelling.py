"""Negative = Positive: which heads a card that turns positive cancels (SU-16, Q-SU18, Q-SU20)."""

from ...cards import HEADS, heads
from ...table import Cards


def best_cards(pile: Cards, limit: int) -> Cards:
    """Q-SU18, Q-X2: whole cards up to the limit: the most heads, then the fewest cards, then the lowest numbers."""
    best: dict[int, Cards] = {0: ()}  # the best choice by its heads; a limit is at most 7
    for card in sorted(pile, reverse=True):
        for total, cards in sorted(best.items(), reverse=True):
            more = total + HEADS[card]
            if more <= limit:
                choice = (card, *cards)
                best[more] = min(best.get(more, choice), choice, key=lambda found: (len(found), found))
    return best[max(best)]


def best_points(pile: Cards, limit: int, credit: int) -> int:
    """Q-SU20: plain points, never more than the pile still counts."""
    return min(limit, heads(pile) - credit)
