"""Which observer looks at which game."""

from functools import cache
from typing import Any

from ..game import Game
from ..games.bullenparty.rules import PartyRules
from ..games.surprise import Surprise
from ..games.versus_ox import VersusOx
from ..rules import Rules
from .observer import Observer
from .observing_party import PartyObserver
from .observing_rows import RowObserver
from .observing_specials import OxObserver, SurpriseObserver

KINDS: dict[type[Any], type[Any]] = {
    PartyRules: PartyObserver,
    VersusOx: OxObserver,
    Surprise: SurpriseObserver,
    Rules: RowObserver,
}


@cache
def observer_of(game: Game) -> Observer:
    """The observer of a game, made once."""
    made: Observer = next(kind for rules, kind in KINDS.items() if isinstance(game.rules, rules))(game)
    return made
