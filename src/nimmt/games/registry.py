"""Every game by its key, and what there is to know about each before it is made."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct

from ..errors import BadSetup, quoted
from ..game import Game, Rulebook
from ..setup import RULES, OptionSpec, OptionValue, Setup, option_specs

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

They are imported when first needed, so that nobody waits for other games."""

CHANGED = {"versus_ox": 2, "surprise": 3}
"""The version of the rules that last changed a game; the others are played as they always were."""

PRESETS: dict[str, tuple[str, dict[str, OptionValue]]] = {
    "pro": ("base", {"known_deck": True, "draft": True}),
}
"""A name for a game with options that belong together (Q-P1)."""

CHOOSERS = {"fan_cards": ".fan_cards.sets:chosen_rules"}
"""Options that select other rules, and the function that finds those (Q-Y8)."""


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


def game_of(setup: Setup, version: int = RULES) -> Game:
    """Make the game that a view, a record or a log names; refused if its rules have changed since this version."""
    if not isinstance(setup, Setup) or not isinstance(setup.options, Mapping):
        raise BadSetup("bad_option", f"A setup has a key, players and a dictionary of options, unlike {quoted(setup)}.")
    check_version(setup.key, version)
    rules, options = rules_with(setup.key, setup.options)
    return Game(rules(setup.players, rules.options_type.of(options)))


def check_version(key: str, version: int) -> None:
    """Raise BadSetup unless this program plays a game by this version of the rules."""
    changed = CHANGED.get(_find(key)[0], 1)
    if type(version) is not int or not 1 <= version <= RULES:
        raise BadSetup("wrong_rules", f"This program knows the rules up to version {RULES}, not {quoted(version)}.")
    if version < changed:
        since = f"The rules of {key} have changed with version {changed}"
        raise BadSetup("wrong_rules", f"{since}; this program no longer plays it by version {version}.")


def _pickled(made: Game) -> tuple[Any, ...]:
    """A game by its setup; one of rules that are registered nowhere, or not with this setup, by these rules."""
    setup = made.setup
    registered = setup.key in GAMES and type(made.rules) is rules_with(setup.key, setup.options)[0]
    return (game_of, (setup,)) if registered else (Game, (made.rules,))


Game.__reduce__ = _pickled  # type: ignore[method-assign, assignment]


def options_with(key: str, options: Mapping[str, OptionValue]) -> tuple[OptionSpec, ...]:
    """The options of a game once these are chosen: a fan card may bring one of its own."""
    return option_specs(rules_with(key, options)[0].options_type)


def rules_with(key: str, options: Mapping[str, OptionValue]) -> tuple[type[Rulebook[Any, Any]], dict[str, Any]]:
    """The rules that these options select, and the options for them, those of a preset included."""
    rules, given = rules_of(key), {**_find(key)[1], **options}
    for name, home in CHOOSERS.items():
        if given.get(name, ()) != () and name in rules.options_type.__struct_fields__:
            rules, given = _at(home)(given)
    return rules, given


def rules_of(key: str) -> type[Rulebook[Any, Any]]:
    """The rules of a game, not yet bound to players and options."""
    return _load(GAMES[_find(key)[0]])


@cache
def _load(place: str) -> type[Rulebook[Any, Any]]:
    found = _at(place)
    return found if issubclass(found, Rulebook) else _with_fan_card(found)


def _at(home: str) -> Any:
    module, _, name = home.partition(":")
    return getattr(import_module(module, __package__), name)


def _with_fan_card(card: Any) -> type[Rulebook[Any, Any]]:
    from .fan_cards import with_fan_cards

    return with_fan_cards(card)


def known_as(setup: Setup) -> str:
    """The key that the players know a game by: a preset's where its options are those of the preset."""
    for key, (base, preset) in PRESETS.items():
        if setup.key == base and preset.items() <= setup.options.items():
            return key
    return setup.key


def _find(key: str) -> tuple[str, dict[str, OptionValue]]:
    if not isinstance(key, str) or key not in keys():
        raise BadSetup("unknown_game", f"There is no game {quoted(key)}; there are: {', '.join(keys())}.")
    if key in PRESETS:
        return PRESETS[key]
    return key, {}
