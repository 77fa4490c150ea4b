"""``nimmt review``: what each decision of a recorded game was worth."""

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..codec import to_json
from ..fast import available
from ..records import Record
from ..words import Words
from .files import naming_line, records_of
from .options import game_name, whole
from .problems import problem
from .program import Command
from .saves import record_in

if TYPE_CHECKING:  # the other commands need not wait for it
    from ..review import Decision, Review

STYLES = {"brilliant": "bold green", "fine": "green", "doubtful": "yellow", "mistake": "red", "blunder": "bold red"}
COLOURS = {"brilliant": "#1a7f37", "fine": "#57606a", "doubtful": "#9a6700", "mistake": "#bc4c00", "blunder": "#cf222e"}
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .5rem;border-bottom:1px solid #ddd}"
    "td.why{color:#57606a;font-size:.9em;padding-top:0}"
)


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(cls=Command)(review)


def review(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="file", help="record_file")],
    seat: Annotated[str, typer.Option("--seat", metavar="number", help="review_seat")] = "1",
    game: Annotated[str | None, typer.Option("--game", metavar="number", help="number")] = None,
    json: Annotated[bool, typer.Option("--json", help="review_json")] = False,
    html: Annotated[bool, typer.Option("--html", help="review_html")] = False,
    error: Annotated[float, typer.Option("--error", metavar="number", help="review_error")] = 0.15,
) -> None:
    """Judge the decisions of a seat."""
    words: Words = context.obj
    if not available():
        raise problem(words, "review_needs_fast", 1)
    if not error > 0:
        raise problem(words, "bad_error")
    lines, wanted = records_of(words, file, game)
    line, data = lines[wanted[0] - 1]
    with naming_line(words, line):
        record = record_in(data)
        found = _watched(words, record, _seat(words, record, seat), error)
    if json:
        typer.echo(to_json(found))
    elif html:
        typer.echo(as_page(words, record, found))
    else:
        _tell(words, record, found)


def _seat(words: Words, record: Record, text: str) -> int:
    number, players = whole(text), record.setup.players
    if number is None or not 1 <= number <= players:
        raise problem(words, "bad_seat", seat=text, players=players)
    return number - 1


def _watched(words: Words, record: Record, seat: int, error: float) -> "Review":
    from ..review import review as judge

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(words.say("review.progress"), total=None)
        return judge(record, seat, error, lambda done, count: progress.update(task, completed=done, total=count))


# --- Told ----------------------------------------------------------------------------------------


def _tell(words: Words, record: Record, found: "Review") -> None:
    from ..review.telling import why

    console = Console(highlight=False)
    console.print(_title(words, record, found), style="bold")
    console.print(words.say("review.model"), style="dim")
    for one in found.rounds:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for column in ("turn", "played", "better", "loss", "mark"):
            table.add_column(words.say(f"review.{column}"))
        for decision in [each for each in found.decisions if each.round == one.number]:
            table.add_row(*_cells(words, decision), style=STYLES[decision.mark])
        console.print("", table, sep="\n")
        for decision in [each for each in found.decisions if each.round == one.number]:
            if sentence := why(words, decision):
                console.print(f"{decision.turn}. {sentence}", markup=False)
    console.print("", _sums(words, found), sep="\n")
    for sentence in _closing(words, found):
        console.print(sentence)


def _title(words: Words, record: Record, found: "Review") -> str:
    who = found.name or words.say("table.seat", seat=found.seat + 1)
    return words.say("review.title", game=game_name(words, record.setup), who=who)


def _cells(words: Words, decision: "Decision") -> tuple[str, ...]:
    """Turn, what was played, what was better, what was lost, the mark."""
    better, loss = "", ""
    if decision.mark not in ("brilliant", "fine"):
        better = _choice(words, decision, decision.best)
        loss = f"{words.figure(decision.loss)} ± {words.figure(decision.loss_error)}"
    mark = words.say(f"review.marks.{decision.mark}")
    return str(decision.turn), _choice(words, decision, decision.picked), better, loss, mark


def _choice(words: Words, decision: "Decision", place: int) -> str:
    from ..review.telling import name

    text = name(decision, place)
    return words.say("review.took_row", row=text) if decision.kind == "row" else text


def _sums(words: Words, found: "Review") -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("round", "result", "par", "deal", "others", "own"):
        table.add_column(words.say(f"review.{column}"), justify="right")
    for one in found.rounds:
        figures = (one.par, one.deal, one.luck, one.skill)
        table.add_row(str(one.number), str(one.result), *(words.figure(figure) for figure in figures))
    return table


def _closing(words: Words, found: "Review") -> list[str]:
    par, error = words.figure(found.par), words.figure(found.par_error)
    given, given_error = words.figure(found.given_away), words.figure(found.given_away_error)
    sentences = [
        words.say("review.sum", par=par, error=error),
        words.say("review.given", given=given, error=given_error),
    ]
    return sentences + [words.say(f"review.{kind}") for kind in found.unjudged]


def as_page(words: Words, record: Record, found: "Review") -> str:
    """The same as a web page of its own."""
    from ..review.telling import why

    title = escape(_title(words, record, found))
    columns = "".join(
        f"<th>{escape(words.say(f'review.{column}'))}</th>"
        for column in ("round", "turn", "played", "better", "loss", "mark")
    )
    rows = []
    for decision in found.decisions:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in _cells(words, decision))
        rows.append(f'<tr style="color:{COLOURS[decision.mark]}"><td>{decision.round}</td>{cells}</tr>')
        if sentence := why(words, decision):
            rows.append(f'<tr><td class="why" colspan="6">{escape(sentence)}</td></tr>')
    notes = "".join(f"<p>{escape(text)}</p>" for text in [words.say("review.model"), *_closing(words, found)])
    return (
        f'<!doctype html><html lang="{words.language}"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style><h1>{title}</h1>{curve(found)}<table><tr>{columns}</tr>{''.join(rows)}</table>{notes}"
        "</html>"
    )


def curve(found: "Review") -> str:
    """What the round was expected to cost, decision by decision, as a picture."""
    worth = [decision.expected for decision in found.decisions]
    if not worth:
        return ""
    highest, step = max(worth) or 1.0, 700 / max(len(worth) - 1, 1)
    points = " ".join(f"{10 + step * place:.1f},{150 - 140 * each / highest:.1f}" for place, each in enumerate(worth))
    return (
        '<svg viewBox="0 0 720 160" role="img"><path d="M10 150H710" stroke="#bbb"/>'
        f'<polyline points="{points}" fill="none" stroke="#5b2a86" stroke-width="3"/></svg>'
    )
