"""What there is to play, and its rules."""

from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

import nimmt

from ..setup import OptionSpec
from ..words import Words, rulebook, rules_page
from .commands import program
from .help import say_default
from .options import flag, say_help


def list_games(words: Words) -> None:
    """A table of all games."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("key", "game", "players", "sentence"):
        table.add_column(words.say(f"show.{column}"), no_wrap=column in ("key", "players"))
    for key in nimmt.keys():
        name, sentence = words.say(f"games.{key}.name"), words.say(f"games.{key}.sentence")
        table.add_row(f"[bold cyan]{key}[/]", Text(name), players_of(key), Text(sentence))
    console = Console(highlight=False)
    console.print(table)
    console.print(Text(words.say("show.games", command=f"{program()} play base")))


def players_of(key: str) -> str:
    """How many can play, such as 2–10."""
    players = nimmt.spec(key).players
    return f"{players[0]}–{players[-1]}"


def show_rules(words: Words, key: str, ids: bool) -> None:
    """What the registry knows about a game, its rules in our words, and on request the rule ids."""
    console = Console(highlight=False)
    console.print(Markdown(rules_page(words.language, key)))
    console.print()
    console.print(Text(words.say("show.seats", players=players_of(key)), style="bold"))
    console.print(Text(words.say("show.length", length=words.say(f"games.{key}.length")), style="bold"))
    console.print(_option_table(words, key))
    if ids:
        console.print(Text(words.say("show.ids"), style="bold"))
        console.print(_id_table(key))
    console.print(Text(words.say("show.play", command=f"{program()} play {key}")))


def _option_table(words: Words, key: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("option", "values", "default", "rule", "meaning"):
        table.add_column(words.say(f"show.{column}"), overflow="fold")
    for option in nimmt.spec(key).options:
        usual = say_default(words, option, key)
        table.add_row(
            f"[cyan]{flag(option.name)}[/]", _values(words, option), usual, option.rule, Text(say_help(words, option))
        )
    return table


def _values(words: Words, option: OptionSpec) -> str:
    if option.kind == "switch":
        return f"{words.say('show.on')}, {words.say('show.off')}"
    if option.choices:
        return ", ".join(option.choices)
    if option.kind == "numbers":
        return words.say("help.numbers", count=option.count, low=option.minimum, high=option.maximum)
    numbers = words.say("show.number", low=option.minimum, high=option.maximum)
    return words.say("show.or_none", values=numbers) if option.may_be_none else numbers


def _id_table(key: str) -> Table:
    grid = Table.grid(padding=(0, 1))
    for rule, sentence in _rules_of(key):
        grid.add_row(Text(rule, style="cyan"), Text(sentence))
    return grid


def _rules_of(key: str) -> Iterator[tuple[str, str]]:
    """The ids of the sections that apply to a game, and the rulings on them."""
    sections = nimmt.spec(key).sections
    for rule, sentence in rulebook().items():
        section = rule.removeprefix("Q-").rstrip("0123456789b").rstrip("-")
        if section in sections:
            yield rule, sentence
