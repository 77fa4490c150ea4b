"""``nimmt bot``: for authors of bots."""

from textwrap import indent
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from ..botlink import BotFailed, command_of
from ..words import Words
from .problems import problem
from .program import Command, CommandGroup


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(cls=CommandGroup, add_completion=False, no_args_is_help=True)
    group.callback()(lambda: None)
    settings = {"ignore_unknown_options": True, "allow_interspersed_args": False}
    group.command(cls=Command, context_settings=settings)(check)
    app.add_typer(group, name="bot")


def check(
    context: typer.Context,
    command: Annotated[list[str], typer.Argument(metavar="command", help="check_command")],
    seconds: Annotated[float, typer.Option("--seconds", metavar="number", help="arena_seconds")] = 10.0,
) -> None:
    """Try everything that a bot in any language should be able to do."""
    from ..botlink.checks import Checked, Checker

    words: Words = context.obj
    if not seconds > 0:
        raise problem(words, "bad_value", option="--seconds")
    console = Console(highlight=False)
    checker = Checker(read_command(words, command), seconds)
    failed = 0

    def show(checked: Checked) -> None:
        values = {**checked.values, "players": words.count("players", int(str(checked.values.get("players", 1))))}
        line = words.say(f"check.{checked.what}", **values)
        if checked.failure:
            line = words.say("check.failed", what=line, reason=checked.failure.told(words))
        console.print(Text(f"{'✗' if checked.failure else '✓'} {line}", style="red" if checked.failure else ""))
        if checked.failure and checked.failure.error_output not in ("", checked.failure.last_words):
            console.print(Text(indent(checked.failure.error_output, "    ")), soft_wrap=True)

    for checked in checker.run():
        failed += checked.failure is not None
        show(checked)
    count, usual, longest = checker.speed
    if count:
        console.print(
            words.say(
                "check.speed",
                count=words.count("decisions", count),
                median=words.figure(usual),
                longest=words.figure(longest, ".1f"),
            )
        )
    console.print(words.say("check.wrong" if failed else "check.fine", count=failed))
    raise typer.Exit(1 if failed else 0)


def read_command(words: Words, given: list[str]) -> tuple[str, ...]:
    """One text that is split like a shell would, with or without ``cmd:``, or words that a shell has split already."""
    if len(given) > 1:
        return (given[0].removeprefix("cmd:"), *given[1:])
    try:
        return command_of(given[0])
    except BotFailed as failure:
        raise failure.of(given[0]) from None
