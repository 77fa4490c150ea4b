"""``nimmt train``: teach the strongest bot again, from nothing or from where it stopped."""

from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from ..extras import need
from ..words import Words
from .arena import counted
from .problems import problem
from .program import Command
from .simulation import INTERRUPTED

if TYPE_CHECKING:  # the other commands need not wait for it
    from ..train.school import Progress, School


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(cls=Command)(train)


def train(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="folder", help="train_folder")],
    minutes: Annotated[float, typer.Option("--minutes", metavar="number", help="train_minutes")] = 60.0,
    seed: Annotated[int, typer.Option("--seed", metavar="number", help="train_seed")] = 1,
    groups: Annotated[str, typer.Option("--groups", metavar="names", help="train_groups")] = "",
    shipped: Annotated[bool, typer.Option("--shipped", help="train_shipped")] = False,
    jobs: Annotated[str | None, typer.Option("--jobs", metavar="number", help="arena_jobs")] = None,
    cluster: Annotated[str | None, typer.Option("--cluster", metavar="text", help="train_cluster")] = None,
    tiny: Annotated[bool, typer.Option("--tiny", help="train_tiny")] = False,
) -> None:
    """Train the strongest bot."""
    words: Words = context.obj
    need("fast", "nimmt train", "numba", "numpy")
    from ..fast.weights import shipped_minds
    from ..kernels.weights import GROUPS
    from ..train.curve import can_draw, draw_curve
    from ..train.school import TINY, Scale, School

    chosen = [name.strip() for name in groups.split(",") if name.strip()]
    for name in chosen:
        if name not in GROUPS:
            raise problem(words, "bad_choice", option="--groups", choices=", ".join(GROUPS), value=name)
    if not 0 < minutes < inf:
        raise problem(words, "bad_minutes", option="--minutes")
    count = None if jobs is None else counted(words, "--jobs", jobs)
    try:
        school = School(folder, seed, TINY if tiny else Scale(), chosen, shipped_minds() if shipped else None)
    except OSError:
        raise problem(words, "cannot_write", 1, file=folder) from None
    console = Console(highlight=False)
    console.print(
        words.say("train.begins", minutes=words.count("minutes", minutes), groups=", ".join(chosen or GROUPS))
    )
    try:
        tell = partial(_tell, words, console, school, minutes)
        school.train(minutes, tell, count, cluster)
    except KeyboardInterrupt:
        console.print(words.say("train.interrupted"))
        raise typer.Exit(INTERRUPTED) from None
    finally:
        if can_draw() and school.history:
            draw_curve(folder / "curve.png", school.history)
    console.print(words.say("train.done", folder=folder), soft_wrap=True)


def _tell(words: Words, console: Console, school: "School", minutes: float, progress: "Progress") -> None:
    console.print(line(words, school, progress, minutes), soft_wrap=True)


def line(words: Words, school: "School", progress: "Progress", minutes: float) -> str:
    """How far a group is, how strong it is by now, and how long all of it still takes."""
    from ..train.curve import running

    own = [each for each in school.history if each.group == progress.group]
    heuristic, flat = (f"{figure:+.2f}".replace("-", "−") for figure in running(own))
    left = max(minutes * (1 - progress.done), 0.0)
    return words.say(
        "train.progress", group=progress.group, iteration=progress.iteration, heuristic=heuristic, flat=flat,
        error=f"{progress.error:.1f}", minutes=words.count("minutes", round(left)),
    )  # fmt: skip
