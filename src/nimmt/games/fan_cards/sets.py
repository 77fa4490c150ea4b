"""Q-Y8: several fan cards on one table. The book recommends one at a time and forbids nothing."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from ...errors import BadSetup, quoted
from ...options import BaseOptions, ReversingOptions
from ..base import Base
from .caper import Caper
from .card import FanCard
from .climb import Climb
from .even_odd import EvenOdd
from .game import FanCardGame, with_fan_cards
from .reversed_digits import ReversedDigits

ORDER: tuple[type[FanCard], ...] = (Climb, EvenOdd, Caper, ReversedDigits)
"""Who acts first: after each take Climb moves, then Even/Odd; Caper jumps when all that is done (§3.4)."""

NAMED = {card.key: card for card in (EvenOdd, Climb, Caper, ReversedDigits)}
"""By their keys, in the order of the book."""


def chosen_rules(given: dict[str, Any]) -> tuple[type[Base], dict[str, Any]]:
    """The rules and options of the base game with these fan cards; a single card makes its own game."""
    cards = in_order(given["fan_cards"])
    others = {name: value for name, value in given.items() if name != "fan_cards"}
    if len(cards) > 1:
        return set_of(cards), {**others, "fan_cards": cards}
    return (with_fan_cards(NAMED[cards[0]]), others) if cards else (Base, others)


def in_order(chosen: object) -> tuple[str, ...]:
    """The keys of a set of fan cards, each once and in the book's order."""
    if isinstance(chosen, str) or not isinstance(chosen, Iterable):
        raise BadSetup("bad_option", f"The fan cards are a list of their keys, not {quoted(chosen)}.", "Q-Y8")
    wanted = tuple(chosen)
    for key in wanted:
        if not isinstance(key, str) or key not in NAMED:
            known = ", ".join(NAMED)
            raise BadSetup("unknown_fan_card", f"There is no fan card {quoted(key)}; there are: {known}.", "Q-Y8")
    return tuple(key for key in NAMED if key in wanted)


@cache
def set_of(keys: tuple[str, ...]) -> type[FanCardGame]:
    """The base game with these fan cards together."""

    class FanCardSet(FanCardGame):
        """Q-Y8: it keeps the key of the base game, and its options name the cards."""

        sections = (*Base.sections, "F", *(NAMED[key].section for key in keys))
        options_type = ReversingOptions if ReversedDigits.key in keys else BaseOptions
        kinds = tuple(card for card in ORDER if card.key in keys)

    return FanCardSet
