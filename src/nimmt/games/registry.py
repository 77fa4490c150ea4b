"""Every game by its key, and what there is to know about each before it is made."""

from typing import Any

from msgspec import Struct

from ..errors import BadSetup, shown
from ..game import Game, Rulebook
from ..setup import OptionSpec, OptionValue, Setup, option_specs
from .base import Base
from .bullenparty import Bullenparty
from .caper import Caper
from .climb import Climb
from .even_odd import EvenOdd
from .reversed_digits import ReversedDigits
from .surprise import Surprise
from .versus_ox import VersusOx

RULES: dict[str, type[Rulebook[Any, Any]]] = {
    rules.key: rules for rules in (Base, EvenOdd, Climb, Caper, ReversedDigits, Surprise, VersusOx, Bullenparty)
}

PRESETS: dict[str, tuple[str, dict[str, OptionValue]]] = {
    "pro": ("base", {"known_deck": True, "draft": True}),
}
"""A name for a game with options that belong together (Q-P1)."""


class GameSpec(Struct, frozen=True):
    """What command line, web page and documents are generated from."""

    key: str
    players: tuple[int, ...]
    sections: tuple[str, ...]
    options: tuple[OptionSpec, ...]
    preset: dict[str, OptionValue]


def keys() -> tuple[str, ...]:
    """Every name that `game` takes."""
    return (*RULES, *PRESETS)


def spec(key: str) -> GameSpec:
    """Describe one game."""
    rules_key, preset = _find(key)
    rules = RULES[rules_key]
    return GameSpec(key, tuple(rules.seats), rules.sections, option_specs(rules.options_type), preset)


def game(key: str, *, players: int, **options: OptionValue) -> Game:
    """Make a game; what cannot be played is refused with a sentence that says why."""
    return game_of(Setup(key, players, options))


def game_of(setup: Setup) -> Game:
    """Make the game that a view or a record names."""
    rules_key, preset = _find(setup.key)
    rules = RULES[rules_key]
    return Game(rules(setup.players, rules.options_type.of({**preset, **setup.options})))


def _find(key: str) -> tuple[str, dict[str, OptionValue]]:
    if not isinstance(key, str) or key not in keys():
        raise BadSetup("unknown_game", f"There is no game {shown(key)}; there are: {', '.join(keys())}.")
    if key in PRESETS:
        return PRESETS[key]
    return key, {}
