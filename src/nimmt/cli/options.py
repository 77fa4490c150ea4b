"""The games' options on the command line, made from the registry."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

import nimmt

from ..games.registry import PRESETS
from ..setup import OptionSpec, OptionValue, Setup
from ..words import Words
from .problems import problem


def flag(name: str) -> str:
    """The option as it is typed: ``point_limit`` is ``--point-limit``."""
    return f"--{name.replace('_', '-')}"


def offered() -> dict[str, OptionSpec]:
    """Every option of any game by name, each once."""
    return {option.name: option for key in reversed(nimmt.keys()) for option in nimmt.spec(key).options}


def games_with(name: str) -> tuple[str, ...]:
    """The games that have this option."""
    return tuple(key for key in nimmt.keys() if any(option.name == name for option in nimmt.spec(key).options))


def with_game_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command a parameter for every option of every game; left out, they are None."""
    signature = inspect.signature(command)
    own = [parameter for parameter in signature.parameters.values() if parameter.kind is not parameter.VAR_KEYWORD]
    made = [_parameter(option) for option in offered().values()]
    command.__signature__ = signature.replace(parameters=[*own, *made])  # type: ignore[attr-defined]
    return command


def _parameter(option: OptionSpec) -> inspect.Parameter:
    name = flag(option.name)
    annotation: Any = (
        Annotated[bool | None, typer.Option(f"{name}/--no-{name[2:]}")]
        if option.kind == "switch"
        else Annotated[str | None, typer.Option(name, metavar=option.kind)]
    )
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def read_options(words: Words, key: str, given: dict[str, Any]) -> dict[str, OptionValue]:
    """The options that were given, as the game wants them."""
    specs = {option.name: option for option in nimmt.spec(key).options}
    typed = {name: value for name, value in given.items() if value is not None}
    for name in typed.keys() - specs.keys():
        raise problem(words, "not_an_option_here", game=words.say(f"games.{key}.name"), option=flag(name))
    return {name: _read(words, specs[name], value) for name, value in typed.items()}


def _read(words: Words, option: OptionSpec, value: bool | str) -> OptionValue:
    if isinstance(value, bool):
        return value
    return _read_choice(words, option, value) if option.kind == "choice" else _read_number(words, option, value)


def _read_choice(words: Words, option: OptionSpec, value: str) -> str:
    for choice in (value.lower(), value.lower().replace("-", "_")):
        if choice in option.choices:
            return choice
    raise problem(words, "bad_choice", option=flag(option.name), choices=", ".join(option.choices), value=value)


def _read_number(words: Words, option: OptionSpec, value: str) -> int | None:
    if option.may_be_none and value.lower() in ("none", words.say("show.none")):
        return None
    number = whole(value)
    low, high = option.minimum, option.maximum
    if number is not None and (low is None or low <= number) and (high is None or number <= high):
        return number
    key = "bad_number_or_none" if option.may_be_none else "bad_number"
    raise problem(words, key, option=flag(option.name), low=low, high=high, value=value)


def whole(text: str) -> int | None:
    """The whole number that is written here, or None."""
    try:
        return int(text)
    except ValueError:
        return None


def say_value(words: Words, option: OptionSpec, value: OptionValue) -> str:
    """An option's value in words."""
    if value is None:
        return words.say("show.none")
    if isinstance(value, bool):
        return words.say("show.on" if value else "show.off")
    choice = f"options.{option.name}.choices.{value}"
    return words.say(choice) if choice in words else str(value)


def say_help(words: Words, option: OptionSpec) -> str:
    """What an option means."""
    key = f"options.{option.name}.help"
    return words.say(key) if key in words else option.description


def say_options(words: Words, key: str, options: dict[str, OptionValue]) -> str:
    """The options of a setup that are not the usual ones, in words."""
    return words.row(
        words.say("show.pair", label=words.say(f"options.{option.name}.label"), value=say_value(words, option, value))
        for option in nimmt.spec(key).options
        if (value := options.get(option.name, option.default)) != option.default
    )


def known_as(setup: Setup) -> str:
    """The key that the players know a game by: a preset's where its options are those of the preset."""
    for key, (base, preset) in PRESETS.items():
        if setup.key == base and preset.items() <= setup.options.items():
            return key
    return setup.key


def game_name(words: Words, setup: Setup) -> str:
    """What a game is called."""
    return words.say(f"games.{known_as(setup)}.name")
