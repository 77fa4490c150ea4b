"""``nimmt benchmark``: how good a bot is, as one table that can be cited."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from ..words import Words
from .arena import counted, figures_table, with_error
from .problems import problem
from .program import Command
from .simulation import INTERRUPTED

if TYPE_CHECKING:  # the other commands need not wait for it
    from ..arena import Arena
    from ..arena.benchmark import Result, Score
    from ..setup import Setup


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(cls=Command)(benchmark)


def benchmark(
    context: typer.Context,
    bot: Annotated[str, typer.Argument(metavar="bot", help="one_bot")],
    deals: Annotated[str, typer.Option("--deals", metavar="number", help="benchmark_deals")] = "100",
    out: Annotated[Path | None, typer.Option("--out", metavar="folder", help="benchmark_out")] = None,
    jobs: Annotated[str | None, typer.Option("--jobs", metavar="number", help="arena_jobs")] = None,
) -> None:
    """Measure a bot with the benchmark."""
    from ..arena.benchmark import knows, setups, to_markdown
    from ..botlink import split_names

    words: Words = context.obj
    name = split_names("", [bot])[0]
    count, workers = counted(words, "--deals", deals), None if jobs is None else counted(words, "--jobs", jobs)
    if out is not None:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError:
            raise problem(words, "cannot_write", 1, file=out) from None
    knows(name, setups()[0])  # a bot that there is not is named before anything is shown
    result = _watched(words, name, count, out, workers)
    _tell(words, result)
    if out is not None:
        file = out / "benchmark.md"
        file.write_text(to_markdown(result, datetime.now(UTC).date()), "utf-8")
        Console(highlight=False).print(words.say("arena.written", file=file), soft_wrap=True)
    failed = any(score.failure for score in result.scores)
    raise typer.Exit(INTERRUPTED if result.ended == "interrupted" else int(failed))


def _watched(words: Words, bot: str, deals: int, out: Path | None, jobs: int | None) -> "Result":
    from ..arena.benchmark import TABLES
    from ..arena.benchmark import benchmark as run
    from ..games.registry import known_as

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task, begun = progress.add_task("", total=deals * len(TABLES)), [-1]

        def watch(setup: "Setup", arena: "Arena | None") -> None:
            begun[0] += arena is None
            said = f"{words.say(f'games.{known_as(setup)}.name')}, {words.count('players', setup.players)}"
            progress.update(task, description=said, completed=begun[0] * deals + (arena.done if arena else 0))

        return run(bot, deals, out, jobs, watch)


def _tell(words: Words, result: "Result") -> None:
    from ..arena.benchmark import DEALS, OPPONENT, TABLES, VERSION

    console = Console(highlight=False)
    deals = words.count("deals", result.deals)
    console.print(
        words.say("benchmark.title", version=VERSION, bot=result.bot, opponent=OPPONENT, deals=deals), markup=False
    )
    console.print("", _scores(words, result), "", sep="\n")
    for score in result.scores:
        if score.failure:
            game = words.say(f"games.{score.game}.name")
            failed = words.say("benchmark.failed", bot=result.bot, game=game, reason=score.failure.sentence)
            console.print(failed, markup=False)
    mean, error = result.total
    played = sum(bool(score.deals) for score in result.scores)
    overall = with_error(words, _signed(words, mean, "+.3f"), error, ".3f")
    console.print(words.say("benchmark.overall", tables=played, all=len(TABLES), score=overall))
    console.print(words.say("benchmark.meaning"))
    if not result.complete:
        console.print(words.say("benchmark.partial", version=VERSION, deals=words.count("deals", DEALS)))


def _scores(words: Words, result: "Result") -> Table:
    columns = ("benchmark.game", "benchmark.players", "benchmark.score", "arena.margin_column", "arena.wins")
    rows = [_row(words, score) for score in result.scores]
    return figures_table(words, [*columns, "arena.time"], rows)


def _row(words: Words, score: "Score") -> tuple[str, ...]:
    head = (score.game, str(score.players))
    if not score.deals:
        return *head, words.say("benchmark.not_played") if not score.failure else "✗", "–", "–", "–"
    return (
        *head,
        with_error(words, _signed(words, score.score, "+.3f"), score.error, ".3f"),
        with_error(words, _signed(words, score.margin, "+.2f"), score.margin_error),
        words.figure(score.wins, ".1%"),
        words.figure(score.milliseconds),
    )


def _signed(words: Words, number: float, form: str) -> str:
    return words.figure(number, form).replace("-", "−")
