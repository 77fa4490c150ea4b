"""``nimmt arena``: tables to read, files for programs, and sentences for what is wrong."""

import csv
import json
import re
from io import StringIO
from math import nan
from pathlib import Path

import pytest
from msgspec import structs
from rich.console import Console

from nimmt.arena.standings import Line
from nimmt.cli.arena import by_table, overall, running_figures
from nimmt.words import LANGUAGES, Words, words
from tests.cli.terminal import complaint_of, output_of

QUICK = ("--players", 2, "--max-rounds", 1, "--deals", 3, "--seed", 5, "--jobs", 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_tells_in_every_language(language: str) -> None:
    shown = output_of("arena", "base", "--bots", "greedy,random", *QUICK, "--lang", language, COLUMNS="160")
    speech = words(language)
    for column in ("bot", "against", "margin_column", "wins", "rating"):
        assert set(speech.say(f"arena.{column}").split()) <= set(shown.split())
    assert speech.say("arena.ended.deals", deals=speech.count("deals", 3)) in shown


FIGURES = Line("greedy", ("random", "random"), 1, 6, -33.5, nan, 0.5, 1.0, 34.33, 12.25)
"""One deal: its standard error is not known."""


BUSY = Line("mc_rollout(24,4)", ("mc_rollout(200,4)",) * 3, 1000, 36000, -33.51, 12.34, 0.515, 0.257, 134.33, 1112.25)
"""Long names and large figures."""


LONG = structs.replace(BUSY, bot="cmd:python3 /home/ada/bots/in/a/deep/folder/bot.py", against=("cmd:./mybot",) * 3)
"""A program with its path."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", [FIGURES, BUSY, LONG], ids=["one deal", "many deals", "a program"])
@pytest.mark.parametrize("width", [80, 100])
def test_a_narrow_terminal_breaks_no_heading_and_cuts_no_figure(language: str, line: Line, width: int) -> None:
    speech = words(language)
    console = Console(width=width, file=StringIO(), record=True)
    for table in (overall(speech, (line,)), by_table(speech, (line,))):
        console.print(table)
    shown = console.export_text()
    for column in ("bot", "against", "games", "deals", "margin_column", "sure", "wins", "total", "time"):
        assert set(speech.say(f"arena.{column}").split()) <= set(shown.split())
    assert {speech.figure(number) for number in (line.total, line.milliseconds)} <= set(shown.split())
    assert {str(line.deals), str(line.games), *line.against, *line.bot.split()[:1]} <= set(shown.split())
    figures = running_figures(speech, [line]).removeprefix(f"{line.bot} ")
    assert [2, 2, 2] == [shown.count(figure) for figure in (figures, *percentages(speech, line))]


def percentages(speech: Words, line: Line) -> tuple[str, str]:
    return speech.figure(line.sure, ".1%"), speech.figure(line.wins, ".1%")


@pytest.mark.parametrize(("language", "shown"), [("en", "−33.50"), ("fr", "−33,50"), ("de", "−33,50")])
def test_the_progress_line_has_the_language_s_figures(language: str, shown: str) -> None:
    assert f"greedy {shown}" == running_figures(words(language), [FIGURES])


def test_it_writes_files_that_agree(tmp_path: Path) -> None:
    output_of("arena", "base", "--bots", "greedy,random", *QUICK, "--out", tmp_path)
    data = json.loads((tmp_path / "results.json").read_text("utf-8"))
    rows = list(csv.DictReader((tmp_path / "table.csv").read_text("utf-8").splitlines()))
    assert {"greedy", "random"} == {line["bot"] for line in data["bots"]} == {line["bot"] for line in data["ratings"]}
    assert len(rows) == len(data["bots"]) + len(data["tables"])
    assert [line["margin"] for line in data["bots"]] == [float(row["margin"]) for row in rows[:2]]
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    assert 4 == len((tmp_path / "games.jsonl").read_bytes().splitlines())


def test_the_same_command_goes_on(tmp_path: Path) -> None:
    command = ("arena", "base", "--bots", "greedy,random", *QUICK, "--out", tmp_path)
    output_of(*command)
    before = (tmp_path / "games.jsonl").read_bytes()
    output_of(*command)
    assert before == (tmp_path / "games.jsonl").read_bytes()


def test_until_the_error_is_small_it_goes_on_beyond_a_hundred_deals() -> None:
    bots, limit = ("--bots", "random,careless(100)"), ("--until-se", 0.7)
    told = output_of("arena", "base", *bots, *limit, "--players", 2, "--max-rounds", 1, "--seed", 5, "--jobs", 1)
    found = re.search(r"Settled after (\d+) deals", told)
    assert found
    assert int(found[1]) > 100
    few = output_of("arena", "base", *bots, "--until-se", 0.01, *QUICK)
    assert "not settled yet" in few


def test_a_failing_bot_is_named() -> None:
    bots = "greedy,random,tests.arena.bad_bots:Raises"
    assert "bad_bots:Raises failed and is out: RuntimeError: no idea" in output_of(
        "arena", "base", "--bots", bots, *QUICK, COLUMNS="200"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("base --bots greedy,gredy", "There is no bot 'gredy'"),
        ("base --bots greedy", "2 to 50 bots"),
        ("base --bots greedy,random --tables three", "--tables is one of one, two, mixed, same"),
        ("base --bots greedy,random --players 3 --tables two", "even number"),
        ("base --bots greedy,random --deals 0", "--deals needs a whole number, 1 or more."),
        ("base --bots greedy,random --jobs none", "--jobs needs a whole number, 1 or more."),
        ("base --bots greedy,random --on-failure cry", "--on-failure is one of go_on, stop"),
        ("base --bots greedy,random --players 11", "not 11"),
        ("base --bots greedy,random --until-se small", "The value of --until-se cannot be read."),
        ("chess", "There is no game"),
    ],
)
def test_what_is_wrong_is_said(arguments: str, sentence: str) -> None:
    assert sentence in complaint_of("arena", *arguments.split(), status=2)
