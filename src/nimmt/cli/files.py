"""Commands on files: replaying and verifying records, running examples."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from ..codec import to_json
from ..dealer import SeededDealer
from ..errors import NimmtError
from ..games.registry import known_as
from ..records import Record, Replayed, replay, verify
from ..words import Words
from .options import game_name, say_options, whole
from .party import heads_notes
from .problems import Problem, problem, reading
from .saves import record_in
from .scene import Scene, nameless, printable
from .tell import tell

if TYPE_CHECKING:
    from ..examples import Result


LONGEST_LINE = 64_000_000
"""Bytes: a game of thousands of rounds has fewer, and memory is not for whatever else a file may be."""


def lines_of(words: Words, path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that are not blank, with their numbers."""
    with reading(path), path.open("rb") as file:
        for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE + 1), b""), 1):
            if len(line) > LONGEST_LINE:
                raise problem(words, "line_too_long", 1, file=path, line=number, millions=LONGEST_LINE // 10**6)
            if line.strip():
                yield number, line


# --- Replay ------------------------------------------------------------------------------------


def run_replay(words: Words, path: Path, events: bool, game: str | None) -> None:
    """Tell the story of one record of a file or of all, or write their events, up to the first that cannot be read."""
    lines, wanted = records_of(words, path, game)
    for number in wanted:
        line, data = lines[number - 1]
        with naming_line(words, line):
            record = record_in(data)
            _write_events(record) if events else _tell_story(words, record, number, len(lines))


def records_of(words: Words, path: Path, game: str | None) -> tuple[list[tuple[int, bytes]], range]:
    """The lines of a file with their numbers, and which records are wanted, counted from 1: one of them, or all."""
    lines = list(lines_of(words, path))
    if not lines:
        raise problem(words, "no_records", 1, file=path)
    if not game:
        return lines, range(1, len(lines) + 1)
    number = whole(game)
    if number is None or not 1 <= number <= len(lines):
        held = words.count("records", len(lines))
        raise problem(words, "no_such_game_number", number=game, file=path, records=held)
    return lines, range(number, number + 1)


@contextmanager
def naming_line(words: Words, line: int) -> Iterator[None]:
    """Say in which line of the file it was that something went wrong."""
    try:
        yield
    except NimmtError as error:
        raise Problem(_failure(words, line, error), 1) from None


def _failure(words: Words, line: int, error: NimmtError) -> str:
    return words.say("verify.failure", line=line, code=error.code, sentence=printable(words.error(error)))


def _write_events(record: Record) -> None:
    for step in replay(record):
        for event in step.events:
            typer.echo(to_json(event))


def _tell_story(words: Words, record: Record, number: int, count: int) -> None:
    console = Console(highlight=False)
    steps = replay(record)
    first = next(steps)  # a record that cannot even begin has no heading
    faces = first.state.game.rules.heads
    scene = Scene(words, known_as(record.setup), record.names, record.setup.players, nameless(record.names), faces)
    _heading(words, console, record, number, count)
    for note in heads_notes(words, first.state.view(None)):
        console.print(note)
    for step in chain([first], steps):
        for piece in tell(scene, step.events, _scores(step)):
            console.print(piece)
    if record.outcome is None:
        console.print(Text(words.say("replay.unfinished"), style="yellow"))


def _scores(step: Replayed) -> tuple[tuple[int, ...], ...]:
    """Heads of all finished rounds."""
    return getattr(step.state.view(None), "scores", ())


def _heading(words: Words, console: Console, record: Record, number: int, count: int) -> None:
    setup = record.setup
    players = words.count("players", setup.players)
    title = words.say("replay.title", number=number, count=count, game=game_name(words, setup), players=players)
    console.print(Rule(Text(title, style="bold"), style="cyan"))
    options = say_options(words, setup.key, setup.options)
    if options:
        console.print(Text(words.say("replay.setup", options=options)))
    if isinstance(record.dealer, SeededDealer):
        console.print(Text(words.say("replay.deal", seed=record.dealer.seed), style="dim"))


# --- Verify ------------------------------------------------------------------------------------


def run_verify(words: Words, path: Path) -> int:
    """Check every record of a file; returns the exit status."""
    console = Console(highlight=False, soft_wrap=True)
    checked = failed = 0
    for line, data in lines_of(words, path):
        checked += 1
        try:
            verify(record_in(data))
        except NimmtError as error:
            failed += 1
            console.print(Text(_failure(words, line, error), style="red"))
    if not checked:
        raise problem(words, "no_records", 1, file=path)
    records = words.count("records", checked)
    console.print(words.say("verify.failed" if failed else "verify.passed", failed=failed, records=records))
    return 1 if failed else 0


# --- Examples ----------------------------------------------------------------------------------


def run_examples(words: Words, paths: list[Path]) -> int:
    """Run the examples of these files, or the built-in ones; returns the exit status."""
    from ..examples import builtin, run

    if not paths:
        results = [run(example) for group in builtin().values() for example in group]
        _show_results(words, results)
        return _sum_up(words, results)
    groups = [_run_file(words, path) for path in paths]
    broken = None in groups
    results = [result for group in groups for result in group or ()]
    if broken and not results:
        return 1
    return max(_sum_up(words, results), int(broken))


def _run_file(words: Words, path: Path) -> "list[Result] | None":
    """Run the examples of one file and show the results; None if it holds something else."""
    from ..examples import run_file

    try:
        results = run_file(path)
    except NimmtError as error:
        sentence = words.say("show.pair", label=path, value=words.error(error).removeprefix(f"{path}: "))
        Console(stderr=True, highlight=False, soft_wrap=True).print(Text(printable(sentence)))
        return None
    _show_results(words, results)
    return results


def _show_results(words: Words, results: "list[Result]") -> None:
    console = Console(highlight=False, soft_wrap=True)
    for result in results:
        mark = Text(words.say(f"examples.{'passed' if result.passed else 'failed'}"))
        mark.stylize("green" if result.passed else "bold red")
        said = f" {result.id}: {result.message}" if result.message else f" {result.id}"
        console.print(Text.assemble(mark, printable(said)))


def _sum_up(words: Words, results: "list[Result]") -> int:
    passed = sum(result.passed for result in results)
    summary = words.say("examples.summary", passed=passed, examples=words.count("examples", len(results)))
    Console(highlight=False, soft_wrap=True).print(summary)
    return 0 if passed == len(results) else 1
