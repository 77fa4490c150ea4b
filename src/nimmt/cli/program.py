"""The program around the commands: it finds the language, shows help, and turns errors into sentences."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from rich.console import Console
from typer.core import TyperCommand, TyperGroup

from ..errors import NimmtError
from ..words import LANGUAGES, Words, language_of, words
from .commands import program
from .help import help_page
from .problems import USAGE_ERROR, Problem, explain, problem, unknown_command
from .wrapping import keep_together

ARGUMENTS = "nimmt.arguments"
"""Where a command keeps its arguments, so that its help can look for a game among them."""


class Command(TyperCommand):
    """A command whose help is in the player's language."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Remember the arguments: help is shown before they are parsed."""
        ctx.meta[ARGUMENTS] = list(args)
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write our own page."""
        formatter.write(_on_screen(help_page(ctx, ctx.meta.get(ARGUMENTS, ()))))


class CommandGroup(TyperGroup):
    """Commands under one name."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Suggest a command where the name is unknown."""
        if args[0] not in self.commands:
            raise unknown_command(ctx.obj, args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write our own page."""
        formatter.write(_on_screen(help_page(ctx, ())))


class Program(CommandGroup):
    """All commands. `--lang` may stand anywhere."""

    def main(self, args: Sequence[str] | None = None, *parser: Any, **settings: Any) -> None:
        """Run a command and exit with its status; an error is one sentence on standard error."""
        _never_fail_to_print()
        keep_together()
        given = list(sys.argv[1:] if args is None else args)
        speech = words(language_of(os.environ))
        try:
            rest, language = take_language(given, speech)
            speech = words(language)
            status = super().main(rest, prog_name=program(), standalone_mode=False, obj=speech)
        except (Problem, NimmtError, USAGE_ERROR, OSError) as error:
            sentence, status = explain(speech, error)
            with suppress(OSError):  # where even this cannot be written, only the status tells
                Console(stderr=True, highlight=False, markup=False, soft_wrap=True).print(sentence)
        _drop_unwritten()
        sys.exit(status or 0)


def take_language(args: list[str], speech: Words) -> tuple[list[str], str]:
    """Take ``--lang fr`` or ``--lang=fr`` out of the arguments; the last one counts."""
    rest: list[str] = []
    language = speech.language
    waiting = iter(args)
    for word in waiting:
        name, equals, value = word.partition("=")
        if name != "--lang":
            rest.append(word)
            continue
        language = value if equals else next(waiting, "")
        if language not in LANGUAGES:
            raise problem(speech, "bad_language", name=language, names=", ".join(LANGUAGES))
    return rest, language


def _on_screen(page: Any) -> str:
    console = Console(highlight=False)
    with console.capture() as captured:
        console.print(page)
    return captured.get()


def _never_fail_to_print() -> None:
    """A terminal that lacks a character shows a question mark instead."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")


def _drop_unwritten() -> None:
    """Discard unwritten output, which was reported already: Python would try again at exit and report it twice."""
    try:
        with suppress(AttributeError):  # there is no output at all if it was closed from the start
            sys.stdout.flush()
    except OSError:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
