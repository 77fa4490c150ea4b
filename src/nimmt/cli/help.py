"""Help pages, drawn from the commands themselves, in the player's language."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import nimmt

from ..bots import LEVELS, known_names
from ..setup import OptionSpec
from ..words import Words
from .commands import program
from .options import games_with, offered, say_help, say_value

Entry = tuple[str, str]


def help_page(ctx: Any, typed: Sequence[str]) -> RenderableType:
    """How to call a command, what it does, and its arguments and options."""
    words: Words = ctx.obj
    game = next((word for word in typed if word in nimmt.keys()), None)
    command = f"help.command.{ctx.command.name}"
    parts: list[RenderableType] = [
        _usage(words, ctx),
        Padding(words.say(command if command in words else "help.program"), (1, 1)),
    ]
    for title, entries in _sections(words, ctx, game):
        if entries:
            parts += [Text(title, style="bold"), _listing(entries)]
    if ctx.parent is None:
        parts += [Padding(words.say("help.start", command=program()), (0, 1))]
    return Group(*parts)


def _usage(words: Words, ctx: Any) -> Text:
    pieces = [ctx.command_path, f"[{words.say('help.value.options')}]"]
    for parameter in _arguments(ctx):
        value = words.say(f"help.value.{parameter.metavar}")
        pieces.append(value if parameter.required else f"[{value}]")
    if hasattr(ctx.command, "commands"):
        pieces.append(words.say("help.value.command"))
    return Text.assemble((words.say("help.usage"), "bold"), " ", " ".join(pieces))


def _sections(words: Words, ctx: Any, game: str | None) -> Iterator[tuple[str, list[Entry]]]:
    """The parts of a page: commands, arguments, options, and the options of the game, or of all games."""
    yield words.say("help.commands"), _commands(words, ctx)
    yield words.say("help.arguments"), [_argument(words, parameter) for parameter in _arguments(ctx)]
    options = {param.name: param for param in ctx.command.params if param.param_type_name == "option"}
    general = [_option(words, parameter) for name, parameter in options.items() if name not in offered()]
    always = [("--lang", words.say("help.lang")), ("--help, -h", words.say("help.help_option"))]
    yield words.say("help.options"), [*general, *always]
    if game:
        chosen = [option for option in nimmt.spec(game).options if option.name in options]
        yield _of_games(words, (game,)), [_game_option(words, options[each.name], each, game) for each in chosen]
    else:
        yield from _by_games(words, options)


def _by_games(words: Words, options: dict[str, Any]) -> Iterator[tuple[str, list[Entry]]]:
    """Every option of any game, grouped by the games that have it."""
    specs = [option for option in offered().values() if option.name in options]
    for games in dict.fromkeys(games_with(option.name) for option in specs):
        own = [option for option in specs if games_with(option.name) == games]
        yield _of_games(words, games), [_game_option(words, options[each.name], each, None) for each in own]


def _of_games(words: Words, games: Sequence[str]) -> str:
    return words.say("help.game_options", games=", ".join(games))


def _arguments(ctx: Any) -> list[Any]:
    return [parameter for parameter in ctx.command.params if parameter.param_type_name == "argument"]


def _commands(words: Words, ctx: Any) -> list[Entry]:
    return [(name, words.say(f"help.command.{name}")) for name in getattr(ctx.command, "commands", {})]


def _argument(words: Words, parameter: Any) -> Entry:
    return words.say(f"help.value.{parameter.metavar}"), words.say(
        f"help.parameter.{parameter.help}", command=program()
    )


def _option(words: Words, parameter: Any) -> Entry:
    value = f" {words.say(f'help.value.{parameter.metavar}')}" if parameter.metavar else ""
    text = words.say(f"help.parameter.{parameter.help}", names=", ".join(known_names()), levels=", ".join(LEVELS))
    default = parameter.default
    if default not in (None, False, ""):
        typed = f"{default:g}" if isinstance(default, float) else default
        text += f" ({words.say('help.default', value=typed)})"
    return f"{', '.join(parameter.opts)}{value}", text


def _game_option(words: Words, parameter: Any, option: OptionSpec, game: str | None) -> Entry:
    typed = " / ".join([*parameter.opts, *parameter.secondary_opts])
    meanings = {choice: say_value(words, option, choice) for choice in option.choices}
    notes = [f"{choice} = {meaning}" for choice, meaning in meanings.items() if choice != meaning]
    if option.kind == "numbers":
        notes.append(words.say("help.numbers", count=option.count, low=option.minimum, high=option.maximum))
    notes.append(words.say("help.default", value=say_default(words, option, game)))
    return f"{typed}{_value(words, option)}", f"{say_help(words, option)} ({', '.join(notes)})"


def say_default(words: Words, option: OptionSpec, game: str | None) -> str:
    """An option's default as it is typed; a preset may have defaults of its own."""
    usual = nimmt.spec(game).preset.get(option.name, option.default) if game else option.default
    return str(usual) if option.kind == "choice" else say_value(words, option, usual)


def _value(words: Words, option: OptionSpec) -> str:
    if option.kind == "choice":
        return f" {'|'.join(option.choices)}"
    if option.kind == "set":
        return f" {','.join(option.choices)}"
    value = {"number": "number", "numbers": "file"}.get(option.kind)
    if value is None:
        return ""
    typed = words.say(f"help.value.{value}")
    return f" {typed}|{words.say('show.none')}" if option.kind == "number" and option.may_be_none else f" {typed}"


def _listing(entries: Iterable[Entry]) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 1), expand=False)
    table.add_column(style="cyan", max_width=34)
    table.add_column()
    for name, text in entries:
        table.add_row(Text(name), Text(text))
    return Padding(table, (0, 0, 1, 0))
