"""The number cards and the bull heads printed on them."""

from functools import lru_cache
from typing import Literal

HIGHEST = 104
DECK = tuple(range(1, HIGHEST + 1))

Special = Literal[
    "seven", "stop", "insert", "replace", "slide", "fifth_row", "negative_positive", "first", "last", "sort"
]
"""The special cards of Surprise and Versus the Ox; five of them are in both boxes."""


def _heads_on(card: int) -> int:
    """B-2: 55 is the worst card, then doublets, round tens, fives, and the rest."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


HEADS = (0, *map(_heads_on, DECK))
"""Heads by card number; there is no card 0."""


@lru_cache(1 << 14)
def heads(cards: tuple[int, ...]) -> int:
    """How many bull heads are on these cards."""
    return sum([HEADS[card] for card in cards])


def known_deck(players: int, hand_size: int = 10, rows: int = 4) -> tuple[int, ...]:
    """P-2: just as many of the lowest cards as are dealt, so that every card is in play."""
    return DECK[: hand_size * players + rows]


def without(cards: tuple[int, ...], gone: int) -> tuple[int, ...]:
    """These cards without one of them, if it is there at all."""
    if gone not in cards:
        return cards
    place = cards.index(gone)
    return cards[:place] + cards[place + 1 :]
