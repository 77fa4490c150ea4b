"""The games' options on the command line, made from the registry."""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

import nimmt

from ..codec import from_json
from ..errors import Malformed, quoted
from ..games.registry import known_as, options_with
from ..setup import OptionSpec, OptionValue, Setup
from ..words import Words
from .problems import problem, reading


def flag(name: str) -> str:
    """The option as it is typed: ``point_limit`` is ``--point-limit``."""
    return f"--{name.replace('_', '-')}"


def offered() -> dict[str, OptionSpec]:
    """Every option of any game, once for each name."""
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
        else Annotated[str | None, typer.Option(name, metavar="file" if option.kind == "numbers" else option.kind)]
    )
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def read_options(words: Words, key: str, given: dict[str, Any]) -> dict[str, OptionValue]:
    """The options that were given, converted to the game's types."""
    typed = {name: value for name, value in given.items() if value is not None}
    sets = {option.name: option for option in nimmt.spec(key).options if option.kind == "set"}
    read = {name: _read_set(words, option, typed.pop(name)) for name, option in sets.items() if name in typed}
    specs = {option.name: option for option in options_with(key, read)}  # fan cards may bring their own
    for name in typed.keys() - specs.keys():
        raise problem(words, "not_an_option_here", game=words.say(f"games.{key}.name"), option=flag(name))
    return read | {name: _read(words, specs[name], value) for name, value in typed.items()}


def _read(words: Words, option: OptionSpec, value: bool | str) -> OptionValue:
    if isinstance(value, bool):
        return value
    if option.kind == "numbers":
        return _read_numbers(words, option, Path(value))
    return _read_choice(words, option, value) if option.kind == "choice" else _read_number(words, option, value)


def _read_choice(words: Words, option: OptionSpec, value: str) -> str:
    for choice in (value.lower(), value.lower().replace("-", "_")):
        if choice in option.choices:
            return choice
    raise problem(words, "bad_choice", option=flag(option.name), choices=", ".join(option.choices), value=value)


def _read_set(words: Words, option: OptionSpec, value: str) -> OptionValue:
    """Choices separated by commas, in any order."""
    return tuple(_read_choice(words, option, part.strip()) for part in value.split(",") if part.strip())


def _read_number(words: Words, option: OptionSpec, value: str) -> int | None:
    if option.may_be_none and value.lower() in ("none", words.say("show.none")):
        return None
    number = whole(value)
    low, high = option.minimum, option.maximum
    if number is not None and (low is None or low <= number) and (high is None or number <= high):
        return number
    key = "bad_number_or_none" if option.may_be_none else "bad_number"
    raise problem(words, key, option=flag(option.name), low=low, high=high, value=value)


def _read_numbers(words: Words, option: OptionSpec, path: Path) -> tuple[int, ...]:
    """The numbers that a file holds as a JSON list."""
    about: dict[str, Any] = {"option": flag(option.name), "file": path, "count": option.count}
    about |= {"low": option.minimum, "high": option.maximum}
    with reading(path):
        text = path.read_bytes()
    try:
        found = from_json(list[Any], text)
    except Malformed:
        raise problem(words, "no_numbers", **about) from None
    if len(found) != option.count:
        raise problem(words, "numbers_count", **about, found=len(found))
    wrong = option.wrong_place(found)
    if wrong is not None:
        raise problem(words, "numbers_value", **about, place=wrong + 1, value=quoted(found[wrong]))
    return tuple(found)


def whole(text: str) -> int | None:
    """The whole number that a text stands for, or None."""
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
    if isinstance(value, tuple):
        return _say_list(words, option, value)
    known = (f"options.{option.name}.choices.{value}", f"games.{value}.name" if option.kind == "set" else "")
    return next((words.say(key) for key in known if key in words), str(value))


def _say_list(words: Words, option: OptionSpec, values: tuple[int | str, ...]) -> str:
    """The names in a set, or how many numbers a list has."""
    if option.kind == "numbers":
        return words.say("show.numbers", count=len(values), sum=sum(map(int, values)))
    return ", ".join(say_value(words, option, value) for value in values) or words.say("show.none")


def say_help(words: Words, option: OptionSpec) -> str:
    """What an option means."""
    key = f"options.{option.name}.help"
    return words.say(key) if key in words else option.description


def say_options(words: Words, key: str, options: Mapping[str, OptionValue]) -> str:
    """The options of a setup that differ from the defaults, in words."""
    return words.row(
        words.say("show.pair", label=words.say(f"options.{option.name}.label"), value=say_value(words, option, value))
        for option in options_with(key, options)
        if (value := options.get(option.name, option.default)) != option.default
    )


def fan_cards(setup: Setup) -> tuple[str, ...]:
    """The fan cards that lie on the table together (Q-Y8)."""
    cards = setup.options.get("fan_cards", ())
    return tuple(map(str, cards)) if isinstance(cards, tuple) else ()


def game_name(words: Words, setup: Setup) -> str:
    """What a game is called; several fan cards give it all their names."""
    return " + ".join(words.say(f"games.{key}.name") for key in fan_cards(setup) or (known_as(setup),))
