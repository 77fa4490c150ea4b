"""``nimmt review``: what each decision of a recorded game was worth."""

from collections.abc import Iterator
from html import escape
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from ..codec import to_json
from ..games.registry import known_as
from ..kernels.host import available
from ..records import Record
from ..words import Words
from .files import naming_line, records_of
from .options import game_name, whole
from .problems import problem
from .program import Command
from .saves import record_in
from .scene import Scene, nameless

if TYPE_CHECKING:  # the other commands need not wait for it
    from ..review import Decision, Review

STYLES = {
    "brilliant": "bold green", "fine": "green", "doubtful": "yellow", "mistake": "red", "blunder": "bold red",
    "unclear": "dim",
}  # fmt: skip
COLOURS = {
    "brilliant": "#1a7f37", "fine": "#57606a", "doubtful": "#9a6700", "mistake": "#bc4c00", "blunder": "#cf222e",
    "unclear": "#57606a",
}  # fmt: skip
MARKED = ("doubtful", "mistake", "blunder")
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
    files: Annotated[list[Path], typer.Argument(metavar="file", help="review_files")],
    seat: Annotated[str, typer.Option("--seat", metavar="number", help="review_seat")] = "1",
    name: Annotated[str | None, typer.Option("--name", metavar="text", help="review_name")] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="number", help="number")] = None,
    json: Annotated[bool, typer.Option("--json", help="review_json")] = False,
    html: Annotated[bool, typer.Option("--html", help="review_html")] = False,
    rating: Annotated[bool, typer.Option("--rating", help="review_rating")] = False,
    error: Annotated[float, typer.Option("--error", metavar="number", help="review_error")] = 0.15,
) -> None:
    """Judge the decisions of a seat."""
    words: Words = context.obj
    if not available():
        raise problem(words, "review_needs_kernels", 1)
    if not error > 0:
        raise problem(words, "bad_error")
    chosen = Chosen(words, seat, name, error)
    if rating or len(files) > 1:
        played = [found for file in files for found in chosen.reviews(file, game)]
    else:
        played = [*islice(chosen.reviews(files[0], game), 1)]
    if not played:
        raise problem(words, "no_such_name", name=name)
    record, found = played[0]
    if rating or len(files) > 1:
        rate(words, played, json)
    elif json:
        typer.echo(to_json(found))
    elif html:
        typer.echo(as_page(words, record, found))
    else:
        _tell(words, record, found)


class Chosen(NamedTuple):
    """Whose decisions are wanted: a seat's, or those of a name wherever it sits."""

    words: Words
    seat: str
    name: str | None
    error: float

    def reviews(self, file: Path, game: str | None) -> "Iterator[tuple[Record, Review]]":
        """One game of a file after the other; where a name is wanted, those that it played in."""
        lines, wanted = records_of(self.words, file, game)
        for number in wanted:
            line, data = lines[number - 1]
            with naming_line(self.words, line):
                record = record_in(data)
                place = self._place(record)
                if place is not None:
                    yield record, _watched(self.words, record, place, self.error)

    def _place(self, record: Record) -> int | None:
        if self.name is not None:
            return record.names.index(self.name) if self.name in record.names else None
        number, players = whole(self.seat), record.setup.players
        if number is None or not 1 <= number <= players:
            raise problem(self.words, "bad_seat", seat=self.seat, players=players)
        return number - 1


def rate(words: Words, played: "list[tuple[Record, Review]]", json: bool) -> None:
    """What was given away a round, game by game and in all."""
    from ..review.rating import ratings
    from ..review.telling import NOUNS, given

    found = ratings([review for _, review in played])
    if json:
        typer.echo(to_json(found))
        return
    console = Console(highlight=False)
    table = Table(title=words.say("review.rating.title"), box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("game", "who", "given"):
        table.add_column(words.say(f"review.rating.{column}"))
    for record, review in played:
        table.add_row(game_name(words, record.setup), _who(words, record, review), given(words, review))
    console.print(table)
    for each in found:
        lost = words.amount(NOUNS[each.measure], each.given_away, each.error, ".2f")
        console.print(words.say(f"review.rating.{each.measure}", rounds=words.count("rounds", each.rounds), given=lost))


def _watched(words: Words, record: Record, seat: int, error: float) -> "Review":
    from ..review import review as judge
    from ..review.reviewing import checked

    checked(record, seat)  # or a bar would stand before the complaint
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(words.say("review.progress"), total=None)
        return judge(record, seat, error, lambda done, count: progress.update(task, completed=done, total=count))


# --- Told ----------------------------------------------------------------------------------------


def _tell(words: Words, record: Record, found: "Review") -> None:
    from ..review.telling import model, why

    console = Console(highlight=False)
    console.print(_title(words, record, found), style="bold")
    console.print(model(words, found), style="dim")
    for one in found.rounds:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for column in ("turn", "played", "better", "loss", "mark"):
            table.add_column(words.say(f"review.{column}"))
        for decision in [each for each in found.decisions if each.round == one.number]:
            table.add_row(*_cells(words, decision), style=STYLES[decision.mark])
        console.print("", Text(words.say("review.heading", round=one.number), "bold"), table, sep="\n")
        for decision in [each for each in found.decisions if each.round == one.number]:
            if sentence := why(words, decision, found.measure):
                console.print(f"{decision.turn}. {sentence}", markup=False)
    if found.par is not None:
        console.print("", _sums(words, found), sep="\n")
    for sentence in _closing(words, found):
        console.print(sentence)


def _title(words: Words, record: Record, found: "Review") -> str:
    return words.say("review.title", game=game_name(words, record.setup), who=_who(words, record, found))


def _who(words: Words, record: Record, found: "Review") -> str:
    players = record.setup.players
    return Scene(words, known_as(record.setup), record.names, players, nameless(record.names)).name(found.seat)


def _cells(words: Words, decision: "Decision") -> tuple[str, ...]:
    """Turn, what was played, what was better, what was lost, the mark."""
    better, loss = "", ""
    if decision.mark in MARKED:
        better = _choice(words, decision, decision.best)
        loss = f"{words.figure(decision.loss)} ± {words.figure(decision.loss_error)}"
    mark = words.say(f"review.marks.{decision.mark}")
    return str(decision.turn), _choice(words, decision, decision.picked), better, loss, mark


def _choice(words: Words, decision: "Decision", place: int) -> str:
    from ..review.telling import name

    return name(words, decision, place)


def _sums(words: Words, found: "Review") -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("round", "result", "par", "deal", "others", "own"):
        table.add_column(words.say(f"review.{column}"), justify="right")
    for one in found.rounds:
        figures = (one.par, one.deal, one.luck, one.skill)
        table.add_row(
            str(one.number), words.figure(one.result, "g"), *(words.figure(figure or 0.0) for figure in figures)
        )
    return table


def _closing(words: Words, found: "Review") -> list[str]:
    from ..review.telling import given, unjudged

    sentences = []
    if found.par is not None and found.par_error is not None:
        sentences.append(words.say("review.sum", par=words.figure(found.par), error=words.figure(found.par_error)))
    key = "given" if found.measure == "heads" else f"given_{found.measure}"
    return [*sentences, words.say(f"review.{key}", given=given(words, found)), *unjudged(words, found)]


def as_page(words: Words, record: Record, found: "Review") -> str:
    """The same as a web page of its own."""
    from ..review.telling import model, why

    title = escape(_title(words, record, found))
    columns = "".join(
        f"<th>{escape(words.say(f'review.{column}'))}</th>"
        for column in ("round", "turn", "played", "better", "loss", "mark")
    )
    rows = []
    for decision in found.decisions:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in _cells(words, decision))
        rows.append(f'<tr style="color:{COLOURS[decision.mark]}"><td>{decision.round}</td>{cells}</tr>')
        if sentence := why(words, decision, found.measure):
            rows.append(f'<tr><td class="why" colspan="6">{escape(sentence)}</td></tr>')
    notes = "".join(f"<p>{escape(text)}</p>" for text in [model(words, found), *_closing(words, found)])
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
    lowest = min(*worth, 0.0)
    span, step = max(*worth, 0.0) - lowest or 1.0, 700 / max(len(worth) - 1, 1)
    points = " ".join(
        f"{10 + step * place:.1f},{150 - 140 * (each - lowest) / span:.1f}" for place, each in enumerate(worth)
    )
    return (
        '<svg viewBox="0 0 720 160" role="img"><path d="M10 150H710" stroke="#bbb"/>'
        f'<polyline points="{points}" fill="none" stroke="#5b2a86" stroke-width="3"/></svg>'
    )
