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

ARGUMENTS = "nimmt.arguments"
"""Where a command keeps the words that followed it, so that its help can look for a game among them."""


class Command(TyperCommand):
    """A command whose help is in the player's language."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Remember what was typed: help is asked for before it is understood."""
        ctx.meta[ARGUMENTS] = list(args)
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write our own page."""
        formatter.write(_on_screen(help_page(ctx, ctx.meta.get(ARGUMENTS, ()))))


class Program(TyperGroup):
    """All commands. `--lang` may stand anywhere."""

    def main(self, args: Sequence[str] | None = None, *parser: Any, **settings: Any) -> None:
        """Run a command and leave with its status; what goes wrong is one sentence on the error output."""
        _never_fail_to_print()
        given = list(sys.argv[1:] if args is None else args)
        speech = words(language_of(os.environ))
        try:
            rest, language = take_language(given, speech)
            speech = words(language)
            status = super().main(rest, prog_name=program(), standalone_mode=False, obj=speech)
        except (Problem, NimmtError, USAGE_ERROR, OSError) as error:
            sentence, status = explain(speech, error)
            with suppress(OSError):  # where even this cannot be written, the status says it
                Console(stderr=True, highlight=False, markup=False, soft_wrap=True).print(sentence)
        _drop_unwritten()
        sys.exit(status or 0)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Suggest a command where there is no such one."""
        if args[0] not in self.commands:
            raise unknown_command(ctx.obj, args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write our own page."""
        formatter.write(_on_screen(help_page(ctx, ())))


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
    """A terminal that lacks a sign shows a question mark instead."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")


def _drop_unwritten() -> None:
    """Output that could not be written was complained of; Python would try it once more and complain again."""
    try:
        with suppress(AttributeError):  # the output may be closed from the start; there is none then
            sys.stdout.flush()
    except OSError:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
