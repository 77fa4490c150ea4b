"""``nimmt arena``: tables to read, files for programs, and sentences for what is wrong."""

import csv
import json
from io import StringIO
from math import nan
from pathlib import Path

import pytest
from rich.console import Console

from nimmt.arena.standings import Line
from nimmt.cli.arena import by_table, running_figures
from nimmt.words import LANGUAGES, words
from tests.cli.terminal import complaint_of, output_of

QUICK = ("--players", 2, "--max-rounds", 1, "--deals", 3, "--seed", 5, "--jobs", 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_tells_in_every_language(language: str) -> None:
    shown = output_of("arena", "base", "--bots", "greedy,random", *QUICK, "--lang", language, COLUMNS="160")
    speech = words(language)
    for column in ("bot", "against", "margin_column", "wins", "rating"):
        assert speech.say(f"arena.{column}") in shown
    assert speech.say("arena.ended.deals", deals=speech.count("deals", 3)) in shown


FIGURES = Line("greedy", ("random", "random"), 1, 6, -33.5, nan, 0.5, 1.0, 34.33, 12.25)
"""One deal: its standard error is not known."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_terminal_breaks_no_heading_and_cuts_no_figure(language: str) -> None:
    speech = words(language)
    console = Console(width=80, file=StringIO(), record=True)
    console.print(by_table(speech, (FIGURES,)))
    shown = console.export_text().split()
    for column in ("bot", "against", "deals", "margin_column", "sure", "wins", "total", "time"):
        assert set(speech.say(f"arena.{column}").split()) <= set(shown)
    assert {speech.figure(number) for number in (34.33, 12.25)} <= set(shown)


@pytest.mark.parametrize(("language", "shown"), [("en", "−33.50 ± –"), ("fr", "−33,50 ± –"), ("de", "−33,50 ± –")])
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
