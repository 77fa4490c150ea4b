"""What is wrong with a command line, in the player's language."""

import errno
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import typer

import nimmt

from ..botlink import BotFailed
from ..errors import BadSetup, NimmtError
from ..extras import NotInstalled
from ..words import Words
from .commands import program
from .scene import printable

USAGE_ERROR: Any = typer.BadParameter.__mro__[1]
"""The base class of every error of the command line's parser, which typer exports only through this subclass."""

OUTPUT_ERRORS = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EPIPE)
"""The errors with which the system refuses further output."""


class Problem(Exception):
    """Something that the person at the keyboard can fix: one sentence and an exit status, no traceback."""

    def __init__(self, sentence: str, status: int = 2) -> None:
        """Keep the sentence and the status."""
        super().__init__(sentence)
        self.status = status


def problem(words: Words, key: str, status: int = 2, **values: Any) -> Problem:
    """Make a problem from its words."""
    return Problem(words.say(f"problems.{key}", **values), status)


def explain(words: Words, error: Exception) -> tuple[str, int]:
    """One sentence and the exit status for any error that a command raises on purpose."""
    if isinstance(error, Problem):
        return str(error), error.status
    if isinstance(error, NotInstalled):
        return words.say("problems.missing_extra", extra=error.extra, command=error.remedy), 2
    if isinstance(error, BotFailed):
        return printable(error.told(words)), 2 if error.bot else 1
    if isinstance(error, NimmtError):
        return printable(words.error(error)), 2 if isinstance(error, BadSetup) else 1
    if isinstance(error, OSError):
        return _refused_by_system(words, error), 1
    return _usage(words, error), 2


def _refused_by_system(words: Words, error: OSError) -> str:
    """Errors about files name them; one without a name is about the output, or rare."""
    if error.filename is not None:
        return words.say("problems.no_file", file=error.filename)
    if error.errno in OUTPUT_ERRORS:
        return words.say("problems.no_output")
    return words.say("problems.system", reason=error.strerror or str(error) or type(error).__name__)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Name the file in errors raised while it is read; the system names it only on opening."""
    try:
        yield
    except OSError as error:
        error.filename = path
        raise


def _usage(words: Words, error: Any) -> str:
    """What the parser could not read; its own sentences are in English only."""
    command = error.ctx.command_path if error.ctx else program()
    hint = words.say("problems.try_help", command=f"{command} --help")
    match type(error).__name__:
        case "NoSuchOption":
            near = [f"{name}" for name in error.possibilities or ()]
            return words.say("problems.unknown_option", option=error.option_name, hint=near_hint(words, near) or hint)
        case "BadOptionUsage":
            return words.say("problems.missing_value", option=error.option_name)
        case "BadParameter":
            return words.say("problems.bad_value", option=error.param.opts[0])
        case "MissingParameter":
            return words.say("problems.missing_argument", argument=_argument(words, error.param))
        case _:
            return words.say("problems.usage", hint=hint)


def _argument(words: Words, parameter: Any) -> str:
    return words.say(f"help.value.{parameter.metavar}") if parameter.metavar else str(parameter.opts[0])


def near_hint(words: Words, near: Sequence[str]) -> str:
    """Suggest what may have been meant, if anything is close."""
    return words.say("problems.near", names=", ".join(near)) if near else ""


def unknown_command(words: Words, name: str, commands: Iterable[str]) -> Problem:
    """Suggest a command."""
    known = list(commands)
    near = near_hint(words, get_close_matches(name, known))
    return problem(
        words, "unknown_command", name=name, hint=near or words.say("problems.all_commands", names=", ".join(known))
    )


def find_game(words: Words, name: str) -> str:
    """The key of the game that is meant; where there is none, close names are suggested."""
    key = name.lower().replace("-", "_")
    if key in nimmt.keys():
        return key
    spoken = {words.say(f"games.{known}.name").lower(): known for known in nimmt.keys()}
    if name.lower() in spoken:
        return spoken[name.lower()]
    close = get_close_matches(key, [*nimmt.keys(), *spoken])
    near = near_hint(words, list(dict.fromkeys(spoken.get(found, found) for found in close)))
    hint = near or words.say("problems.all_games", names=", ".join(nimmt.keys()))
    raise problem(words, "unknown_game", name=name, hint=hint)
