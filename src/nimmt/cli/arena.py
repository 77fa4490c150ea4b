"""``nimmt arena``: which bot is how strong, with figures that can be played again."""

import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..words import Words
from .options import whole, with_game_options
from .problems import find_game, problem
from .program import Command
from .simulation import INTERRUPTED
from .sitting import make_game, split_names

if TYPE_CHECKING:  # the other commands need not wait for it
    from ..arena import Arena, Line, Report

SECONDS_BETWEEN_FIGURES = 2.0
TABLES = ("one", "two", "mixed", "same")
ON_FAILURE = ("go_on", "stop")


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(cls=Command)(with_game_options(arena))


def arena(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="game", help="game")],
    bots: Annotated[str, typer.Option("--bots", metavar="names", help="arena_bots")] = "greedy,random",
    players: Annotated[str | None, typer.Option("--players", metavar="number", help="all_players")] = None,
    tables: Annotated[str | None, typer.Option("--tables", metavar="text", help="arena_tables")] = None,
    deals: Annotated[str, typer.Option("--deals", metavar="number", help="arena_deals")] = "100",
    until_se: Annotated[float | None, typer.Option("--until-se", metavar="number", help="arena_until_se")] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="text", help="seed")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="file", help="arena_out")] = None,
    jobs: Annotated[str | None, typer.Option("--jobs", metavar="number", help="arena_jobs")] = None,
    cluster: Annotated[str | None, typer.Option("--cluster", metavar="text", help="arena_cluster")] = None,
    seconds: Annotated[float, typer.Option("--seconds", metavar="number", help="arena_seconds")] = 60.0,
    on_failure: Annotated[str, typer.Option("--on-failure", metavar="text", help="arena_on_failure")] = "go_on",
    **options: Any,
) -> None:
    """Find out which bot is how strong."""
    from ..arena import Arena, Plan
    from ..arena.export import write_all

    words: Words = context.obj
    key = find_game(words, game)
    made = make_game(words, key, players, options)
    chosen = _choice(words, "--tables", tables or ("same" if made.rules.is_team else "one"), TABLES)
    plan = Plan(made.setup, tuple(split_names(bots)), chosen, seed or str(secrets.randbelow(10**9)), seconds)  # type: ignore[arg-type]
    stop = _choice(words, "--on-failure", on_failure, ON_FAILURE) == "stop"
    path = _results_file(words, out)
    work = Arena(plan, _count(words, "--deals", deals), path, until_se, stop)
    report = _watched(words, work, None if jobs is None else _count(words, "--jobs", jobs), cluster)
    _tell(words, report)
    if out:
        for file in write_all(out, report):
            Console(highlight=False).print(words.say("arena.written", file=file), soft_wrap=True)
    raise typer.Exit({"interrupted": INTERRUPTED, "failure": 1}.get(report.ended, 0))


def _choice(words: Words, option: str, value: str, choices: tuple[str, ...]) -> str:
    found = value.lower().replace("-", "_")
    if found not in choices:
        raise problem(words, "bad_choice", option=option, choices=", ".join(choices), value=value)
    return found


def _count(words: Words, option: str, text: str) -> int:
    number = whole(text)
    if number is None or number < 1:
        raise problem(words, "bad_count", option=option)
    return number


def _results_file(words: Words, folder: Path | None) -> Path | None:
    """The file with all games, in a folder that can be written."""
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise problem(words, "cannot_write", 1, file=folder) from None
    return folder / "games.jsonl"


# --- While it runs -------------------------------------------------------------------------------


def _watched(words: Words, work: "Arena", jobs: int | None, cluster: str | None) -> "Report":
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(words.say("arena.progress"), total=work.deals, completed=work.done)
        shown = [time.monotonic()]

        def watch() -> None:
            progress.update(task, completed=work.done)
            if time.monotonic() - shown[0] > SECONDS_BETWEEN_FIGURES:
                progress.update(task, description=running_figures(words, work.report().standing.bots))
                shown[0] = time.monotonic()

        return work.run(jobs, cluster, watch)


def running_figures(words: Words, lines: Sequence["Line"]) -> str:
    """The best three so far."""
    return " · ".join(f"{line.bot} {_margin(words, line)}" for line in lines[:3])


# --- Afterwards ----------------------------------------------------------------------------------


def _tell(words: Words, report: "Report") -> None:
    console = Console(highlight=False)
    plan = report.plan
    console.print(
        words.say("arena.title", game=words.say(f"games.{plan.setup.key}.name"), seed=plan.seed,
                  players=words.count("players", plan.setup.players), deals=words.count("deals", report.deals))
    )  # fmt: skip
    if report.standing.bots:
        console.print(_overall(words, report))
        console.print(by_table(words, report.standing.tables))
        console.print(words.say("arena.margin"))
    for failure in report.failures:
        console.print(words.say(f"arena.failed.{failure.kind}", bot=failure.bot, reason=failure.sentence), markup=False)
    console.print(words.say(f"arena.ended.{report.ended}", deals=words.count("deals", report.deals)))


def _overall(words: Words, report: "Report") -> Table:
    from ..arena.export import rated

    ratings = {rating.bot: rating for rating in rated(report)}
    table = _table(words, "bot", "games", "margin", "sure", "wins", "total", "time", *(("rating",) if ratings else ()))
    for line in report.standing.bots:
        rating = ratings.get(line.bot)
        strength = (f"{words.figure(rating.mu, '.1f')} ± {words.figure(rating.sigma, '.1f')}",) if rating else ()
        table.add_row(line.bot, str(line.games), *_figures(words, line), *strength)
    return table


def by_table(words: Words, lines: Sequence["Line"]) -> Table:
    """How each bot did against each company."""
    table = _table(words, "bot", "against", "deals", "margin", "sure", "wins", "total", "time")
    for line in lines:
        table.add_row(line.bot, opponents(line.against), str(line.deals), *_figures(words, line))
    return table


def _table(words: Words, *columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for column in columns:
        justify: Any = "left" if column in ("bot", "against") else "right"
        title = words.say("arena.margin_column" if column == "margin" else f"arena.{column}")
        longest = max(map(len, title.split()))  # a narrow terminal breaks headings between words only
        table.add_column(title, justify=justify, overflow="fold", min_width=longest)
    return table


def _figures(words: Words, line: "Line") -> tuple[str, ...]:
    shares = (words.figure(line.sure, ".1%"), words.figure(line.wins, ".1%"))
    return _margin(words, line), *shares, words.figure(line.total), words.figure(line.milliseconds)


def _margin(words: Words, line: "Line") -> str:
    """A difference with its sign, a minus that is one, and its standard error."""
    return f"{words.figure(line.margin, '+.2f').replace('-', '−')} ± {words.figure(line.error)}"


def opponents(names: tuple[str, ...]) -> str:
    """Who sat there too: ``3 × heuristic``."""
    counted = {name: names.count(name) for name in names}
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in counted.items())
