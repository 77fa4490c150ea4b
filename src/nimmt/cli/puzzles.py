"""``nimmt puzzles``: positions to practise with, from play of the bots or from one's own mistakes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..codec import from_json, to_json
from ..kernels.host import available
from ..setup import Setup
from ..words import Words
from .arena import counted
from .files import lines_of, naming_line
from .problems import find_game, problem
from .program import Command
from .saves import record_in
from .simulation import INTERRUPTED
from .sitting import make_game, read_seat

if TYPE_CHECKING:  # the other commands need not wait for it
    from ..review.asking import Asked
    from ..review.puzzles import Puzzle, Theme

USUAL_COUNT = 10


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(cls=Command)(puzzles)


def puzzles(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="game", help="puzzles_game")] = "base",
    players: Annotated[str | None, typer.Option("--players", metavar="number", help="all_players")] = None,
    fan_cards: Annotated[str | None, typer.Option("--fan-cards", metavar="names")] = None,
    number: Annotated[str | None, typer.Option("--count", metavar="number", help="puzzles_count")] = None,
    theme: Annotated[str | None, typer.Option("--theme", metavar="text", help="puzzles_theme")] = None,
    source: Annotated[Path | None, typer.Option("--from", metavar="file", help="puzzles_from")] = None,
    seat: Annotated[str, typer.Option("--seat", metavar="number", help="review_seat")] = "1",
    seed: Annotated[str, typer.Option("--seed", metavar="text", help="puzzles_seed")] = "1",
    out: Annotated[Path | None, typer.Option("--out", metavar="file", help="puzzles_out")] = None,
) -> None:
    """Look for puzzles."""
    words: Words = context.obj
    if not available():
        raise problem(words, "review_needs_kernels", 1)
    most = counted(words, "--count", number) if number else inf if source else USUAL_COUNT
    chosen, known = _theme(words, theme), _known(words, out)
    if source:
        questions = _questions(words, source, seat)
        looked, steps = _mistakes(questions, chosen), len(questions)
    else:
        made = make_game(words, find_game(words, game), players, {"fan_cards": fan_cards})
        looked, steps = _searched(words, made.setup, f"{seed} {len(known)}", chosen), max(int(most) - len(known), 0)
    new, interrupted = 0, False
    with _opened(words, out) as write, _progress() as progress:
        task = progress.add_task(words.say("puzzles.progress"), total=steps)
        try:
            while len(known) < most and not progress.finished:
                puzzle = next(looked)
                if puzzle and puzzle.code not in known:
                    with without_bar(progress):
                        write(to_json(puzzle) + b"\n")
                    known.add(puzzle.code)
                    new += 1
                progress.update(task, completed=new) if not source else progress.advance(task)
        except KeyboardInterrupt:
            interrupted = True
    console = Console(highlight=False, stderr=out is None)
    key = "interrupted" if interrupted else "done"
    console.print(words.say(f"puzzles.{key}", new=words.count("puzzles", new), all=len(known)), soft_wrap=True)
    raise typer.Exit(INTERRUPTED if interrupted else 0)


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


@contextmanager
def without_bar(progress: Progress) -> Iterator[None]:
    """On a terminal the bar makes way for what is written there, or both would share a line."""
    if progress.console.is_terminal:
        progress.stop()
    yield
    if progress.console.is_terminal:
        progress.start()


def _theme(words: Words, text: str | None) -> "Theme | None":
    from ..review.puzzles import THEMES

    if text is None:
        return None
    for theme in THEMES:
        if theme == text.lower().replace("-", "_"):
            return theme
    raise problem(words, "bad_choice", option="--theme", choices=", ".join(THEMES), value=text)


# --- Where they come from --------------------------------------------------------------------------


def _searched(words: Words, setup: Setup, seed: str, theme: "Theme | None") -> "Iterator[Puzzle | None]":
    """Puzzles from rounds of the bots."""
    from ..review.puzzles import search
    from ..review.reviewing import checked_positions

    checked_positions(setup)
    has_fan_cards = setup.key != "base" or bool(setup.options.get("fan_cards"))
    if theme and has_fan_cards != (theme == "fan_cards"):
        key = "puzzles_with_fan_cards" if has_fan_cards else "puzzles_without_fan_cards"
        raise problem(words, key, theme=theme, option="--fan-cards")
    return search(setup, seed, theme)


def _questions(words: Words, path: Path, seat: str) -> "list[Asked]":
    """The cards that a seat chose in the games of a file."""
    from ..review.reviewing import asked, checked, checked_positions

    found: list[Asked] = []
    lines = list(lines_of(words, path))
    if not lines:
        raise problem(words, "no_records", 1, file=path)
    for line, data in lines:
        with naming_line(words, line):
            record = record_in(data)
            place = read_seat(words, seat, record.setup.players)
            checked_positions(record.setup)
            checked(record, place)
            found += [one for one in asked(record, place) if one.view.phase == "card"]
    return found


def _mistakes(questions: "list[Asked]", theme: "Theme | None") -> "Iterator[Puzzle | None]":
    from ..review.puzzles import mistake

    for one in questions:
        puzzle = mistake(one)
        yield puzzle if puzzle and theme in (None, puzzle.theme) else None


# --- Where they go ---------------------------------------------------------------------------------


def _known(words: Words, path: Path | None) -> set[str]:
    """The codes of the puzzles that a file holds already."""
    from ..review.puzzles import Puzzle

    if path is None or not path.exists():
        return set()
    known = set()
    for line, data in lines_of(words, path):
        with naming_line(words, line):
            known.add(from_json(Puzzle, data).code)
    return known


@contextmanager
def _opened(words: Words, path: Path | None) -> Iterator[Callable[[bytes], object]]:
    """Write line by line, so that what was found is never lost."""
    if path is None:
        yield lambda line: typer.echo(line, nl=False)
        return
    try:
        with path.open("ab", buffering=0) as file:
            yield file.write
    except OSError:
        raise problem(words, "cannot_write", 1, file=path) from None
