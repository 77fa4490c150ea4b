"""Results for other programs: CSV, JSON, and a plot."""

import csv
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any

from msgspec import structs

from ..codec import to_json
from .ratings import Rating, can_rate, ratings
from .run import Report
from .standings import Line

COLUMNS = ("bot", "against", "deals", "games", "margin", "error", "sure", "wins", "total", "milliseconds")


def write_all(folder: Path, report: Report) -> tuple[Path, ...]:
    """Write the files, with a plot where matplotlib is installed; returns their paths."""
    files = {"table.csv": to_csv(report).encode(), "results.json": to_json(as_data(report))}
    for name, content in files.items():
        (folder / name).write_bytes(content)
    paths = [folder / name for name in files]
    if can_plot() and report.standing.bots:
        paths.append(plot(folder / "plot.png", report))
    return tuple(paths)


def to_csv(report: Report) -> str:
    """A line for each bot against everybody, then one for each bot at each table."""
    text = StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for line in (*report.standing.bots, *report.standing.tables):
        writer.writerow({**structs.asdict(line), "against": " ".join(line.against)})
    return text.getvalue()


def as_data(report: Report) -> dict[str, Any]:
    """Everything but the individual games."""
    return {
        "plan": report.plan,
        "deals": report.deals,
        "ended": report.ended,
        "bots": report.standing.bots,
        "tables": report.standing.tables,
        "ratings": rated(report),
        "failures": report.failures,
    }


def rated(report: Report) -> tuple[Rating, ...]:
    """The ratings, if openskill is installed."""
    return ratings(report.played, report.out) if can_rate() else ()


def can_plot() -> bool:
    """Whether matplotlib is installed (the extra `arena`)."""
    return find_spec("matplotlib") is not None


def plot(path: Path, report: Report) -> Path:
    """Draw strength with error bars, and strength against time."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    lines = report.standing.bots[::-1]
    figure = Figure(figsize=(11, 1.5 + 0.45 * max(len(lines), 5)), layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)
    left.errorbar(
        [line.margin for line in lines], [line.bot for line in lines], xerr=_errors(lines), fmt="o", capsize=3
    )
    left.axvline(0, color="grey", linewidth=0.8)
    left.set_xlabel("margin ± standard error (above 0 is better)")
    times = [max(line.milliseconds, 1e-3) for line in lines]
    right.errorbar(times, [line.margin for line in lines], yerr=_errors(lines), fmt="o", capsize=3)
    for line, time in zip(lines, times, strict=True):
        right.annotate(line.bot, (time, line.margin), textcoords="offset points", xytext=(5, 5))
    right.set_xscale("log")
    right.set_xlabel("milliseconds per answer")
    right.set_ylabel("margin")
    players, deals = report.plan.setup.players, report.deals
    figure.suptitle(f"{report.plan.setup.key}, {players} player{'s' * (players > 1)}, {deals} deal{'s' * (deals != 1)}")
    figure.savefig(path, dpi=120)
    return path


def _errors(lines: tuple[Line, ...]) -> list[float]:
    return [line.error if line.error < float("inf") else 0.0 for line in lines]
