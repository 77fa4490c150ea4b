"""``nimmt arena``: how strong bots are, with figures that can be reproduced."""

import secrets
import time
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..extras import need
from ..words import Words
from .options import whole, with_game_options
from .problems import find_game, problem
from .program import Command
from .simulation import INTERRUPTED
from .sitting import bots_named, make_game

if TYPE_CHECKING:  # the other commands need not wait for it
    from ..arena import Arena, Line, Report
    from ..arena.ratings import Rating

SECONDS_BETWEEN_FIGURES = 2.0
DEALS, MOST_DEALS = 100, 100_000
"""How many deals are played unless --deals says so: without, and with --until-se."""
TABLES = ("one", "two", "mixed", "same")
ON_FAILURE = ("go_on", "stop")
LONGEST_NAME = 17
"""Letters of a bot's name that stand in one line, where there is little room."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(cls=Command)(with_game_options(arena))


def arena(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="game", help="game")],
    bots: Annotated[str, typer.Option("--bots", metavar="names", help="arena_bots")] = "greedy,random",
    bot: Annotated[list[str] | None, typer.Option("--bot", metavar="text", help="bot")] = None,
    players: Annotated[str | None, typer.Option("--players", metavar="number", help="all_players")] = None,
    tables: Annotated[str | None, typer.Option("--tables", metavar="text", help="arena_tables")] = None,
    deals: Annotated[str, typer.Option("--deals", metavar="number", help="arena_deals")] = "",
    until_se: Annotated[float | None, typer.Option("--until-se", metavar="number", help="arena_until_se")] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="text", help="seed")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="folder", help="arena_out")] = None,
    jobs: Annotated[str | None, typer.Option("--jobs", metavar="number", help="arena_jobs")] = None,
    cluster: Annotated[str | None, typer.Option("--cluster", metavar="text", help="arena_cluster")] = None,
    seconds: Annotated[float, typer.Option("--seconds", metavar="number", help="arena_seconds")] = 60.0,
    on_failure: Annotated[str, typer.Option("--on-failure", metavar="text", help="arena_on_failure")] = "go_on",
    jit: Annotated[bool, typer.Option("--jit", help="arena_jit")] = False,
    **options: Any,
) -> None:
    """Measure how strong bots are."""
    from ..arena import Arena, Plan
    from ..arena.export import write_all

    words: Words = context.obj
    key = find_game(words, game)
    made = make_game(words, key, players, options)
    chosen = _choice(words, "--tables", tables or ("same" if made.rules.is_team else "one"), TABLES)
    named, seeded = tuple(bots_named(context, bots, bot)), seed or str(secrets.randbelow(10**9))
    plan = Plan(made.setup, named, chosen, seeded, seconds)  # type: ignore[arg-type]
    stop = _choice(words, "--on-failure", on_failure, ON_FAILURE) == "stop"
    path = _results_file(words, out)
    most = counted(words, "--deals", deals or str(DEALS if until_se is None else MOST_DEALS))
    if jit:
        need("fast", "nimmt arena --jit", "numba", "numpy")
    work = Arena(plan, most, path, until_se, stop, jit)
    report = _watched(words, work, None if jobs is None else counted(words, "--jobs", jobs), cluster)
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


def counted(words: Words, option: str, text: str) -> int:
    """A number from 1 on, as it was typed."""
    number = whole(text)
    if number is None or number < 1:
        raise problem(words, "bad_count", option=option)
    return number


def _results_file(words: Words, folder: Path | None) -> Path | None:
    """The file that will hold all games, in a folder that we can write to."""
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
        tables = (
            overall(words, report.standing.bots),
            _ratings(words, report),
            by_table(words, report.standing.tables),
        )
        for table in filter(None, tables):
            console.print("", table, sep="\n")
        console.print("", words.say("arena.margin"), sep="\n")
    for failure in report.failures:
        console.print(words.say(f"arena.failed.{failure.kind}", bot=failure.bot, reason=failure.sentence), markup=False)
    console.print(words.say(f"arena.ended.{report.ended}", deals=words.count("deals", report.deals)))


def overall(words: Words, lines: Sequence["Line"]) -> Table:
    """How each bot did against everybody."""
    columns = ("bot", "games", "margin", "sure", "wins", "total", "time")
    return figures_table(words, columns, [_overall_row(words, line) for line in lines])


def _overall_row(words: Words, line: "Line") -> tuple[str, ...]:
    figures = _figures(words, line)
    return line.bot, str(line.games), *figures, words.figure(line.total), words.figure(line.milliseconds)


def _ratings(words: Words, report: "Report") -> Table | None:
    """Ratings, in a separate table: with the other figures they would not fit into 80 columns."""
    from ..arena.export import rated

    def figures(rating: "Rating") -> str:
        return f"{words.figure(rating.mu, '.1f')} ± {words.figure(rating.sigma, '.1f')}"

    ratings = [(rating.bot, figures(rating)) for rating in rated(report)]
    return figures_table(words, ("bot", "rating"), ratings) if ratings else None


def by_table(words: Words, lines: Sequence["Line"]) -> Table:
    """How each bot did against each set of opponents."""
    columns = ("bot", "against", "deals", "margin", "sure", "wins")
    rows = [(line.bot, opponents(line.against), str(line.deals), *_figures(words, line)) for line in lines]
    return figures_table(words, columns, rows)


def figures_table(words: Words, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table that fits a narrow terminal: headings, names and opponents wrap between words, figures never do."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    for column, cells in zip(columns, zip(*rows, strict=True), strict=True):
        title = words.say(
            column if "." in column else "arena.margin_column" if column == "margin" else f"arena.{column}"
        )
        can_break = column in ("bot", "against")
        parts = [part for cell in cells for part in (cell.split(" ") if can_break else [cell])]
        width = max(map(len, [*parts, *title.split(" ")]))
        if can_break:
            width = min(width, LONGEST_NAME)  # a program's path may be longer than any terminal is wide
        justify: Any = "left" if column in ("bot", "against", "benchmark.game") else "right"
        heading = fill(title, width)
        table.add_column(heading, justify=justify, no_wrap=not can_break, min_width=width, overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def _figures(words: Words, line: "Line") -> tuple[str, ...]:
    return _margin(words, line), words.figure(line.sure, ".1%"), words.figure(line.wins, ".1%")


def _margin(words: Words, line: "Line") -> str:
    """A difference with its sign (a true minus, not a hyphen) and its standard error."""
    margin = words.figure(round(line.margin, 2) + 0.0, "+.2f")  # never a minus before nothing
    return with_error(words, margin.replace("-", "−"), line.error)


def with_error(words: Words, figure: str, error: float, form: str = ".2f") -> str:
    """A figure with its standard error; a single deal has none."""
    return f"{figure} ± {words.figure(error, form)}" if isfinite(error) else figure


def opponents(names: tuple[str, ...]) -> str:
    """The other bots at a table: ``3 × heuristic``."""
    counted = {name: names.count(name) for name in names}
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in counted.items())
