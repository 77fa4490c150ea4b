"""Every game by its key, and what there is to know about each before it is made."""

from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct

from ..errors import BadSetup, quoted
from ..game import Game, Rulebook
from ..setup import OptionSpec, OptionValue, Setup, option_specs

GAMES = {
    "base": ".base:Base",
    "even_odd": ".fan_cards.even_odd:EvenOdd",
    "climb": ".fan_cards.climb:Climb",
    "caper": ".fan_cards.caper:Caper",
    "reversed_digits": ".fan_cards.reversed_digits:ReversedDigits",
    "surprise": ".surprise:Surprise",
    "versus_ox": ".versus_ox:VersusOx",
    "bullenparty": ".bullenparty:Bullenparty",
}
"""Where the rules of each game are; a fan card stands for the base game with that card on the table.

They are imported when they are first asked for: nobody waits for other games."""

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
    return (*GAMES, *PRESETS)


def spec(key: str) -> GameSpec:
    """Describe one game."""
    rules, preset = rules_of(key), _find(key)[1]
    return GameSpec(key, tuple(rules.seats), rules.sections, option_specs(rules.options_type), dict(preset))


def game(key: str, *, players: int, **options: OptionValue) -> Game:
    """Make a game; what cannot be played is refused with a sentence that says why."""
    return game_of(Setup(key, players, options))


def game_of(setup: Setup) -> Game:
    """Make the game that a view or a record names."""
    rules, preset = rules_of(setup.key), _find(setup.key)[1]
    return Game(rules(setup.players, rules.options_type.of({**preset, **setup.options})))


def rules_of(key: str) -> type[Rulebook[Any, Any]]:
    """The rules of a game, not yet bound to players and options."""
    return _load(_find(key)[0])


@cache
def _load(rules_key: str) -> type[Rulebook[Any, Any]]:
    module, _, name = GAMES[rules_key].partition(":")
    found: Any = getattr(import_module(module, __package__), name)
    return found if issubclass(found, Rulebook) else _with_fan_card(found)


def _with_fan_card(card: Any) -> type[Rulebook[Any, Any]]:
    from .fan_cards import with_fan_cards

    return with_fan_cards(card)


def _find(key: str) -> tuple[str, dict[str, OptionValue]]:
    if not isinstance(key, str) or key not in keys():
        raise BadSetup("unknown_game", f"There is no game {quoted(key)}; there are: {', '.join(keys())}.")
    if key in PRESETS:
        return PRESETS[key]
    return key, {}
