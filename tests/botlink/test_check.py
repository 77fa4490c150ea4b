"""``nimmt bot check``: every game and odd situation, in plain words."""

import sys
from pathlib import Path

import pytest

import nimmt
from nimmt.botlink.checks import Checker
from nimmt.botlink.program_bot import command_of
from nimmt.words import LANGUAGES, words
from tests.cli.terminal import complaint_of, output_of, run

from .company import PROGRAMS, named

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "bot.py"


@pytest.mark.parametrize("command", [(f"cmd:{sys.executable} {EXAMPLE}",), (sys.executable, EXAMPLE)])
def test_a_sound_bot_passes(command: tuple[object, ...]) -> None:
    shown = output_of("bot", "check", *command)
    assert "Nothing is wrong with this bot." in shown
    assert "✗" not in shown
    for key in nimmt.keys():
        assert f"plays {key}, " in shown
    assert " decisions: " in shown


def test_odd_situations_do_come_up() -> None:
    checker = Checker(command_of(named()))
    failures = [(checked.what, checked.failure) for checked in checker.run() if checked.failure]
    assert [] == failures
    assert () == checker.unmet


FAULTS = [
    ("dies_at_once", "✗ starts and says hello: The program ended with status 7"),
    ("crash", "✗ plays base, 2 players: Question 2"),
    ("illegal", "is not one of the legal actions"),
    ("stays", "✗ ends when its input ends: It was still running"),
    ("deaf", "✗ ignores messages that it does not know: "),
    (
        "circles",
        "✗ plays bullenparty, 2 players: Question 40 (lay in bullenparty, seat 1, counted from 0): It gave 500 answers",
    ),
    ("old_number", "✗ answers the same decision twice"),
]


@pytest.mark.parametrize(("fault", "sentence"), FAULTS, ids=[fault for fault, _ in FAULTS])
def test_what_is_wrong_is_said_in_plain_words(fault: str, sentence: str) -> None:
    result = run("bot", "check", sys.executable, PROGRAMS, fault, COLUMNS="300")
    assert 1 == result.exit_code, result.output
    assert sentence in result.output
    assert "Checks that went wrong: " in result.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_every_language(language: str) -> None:
    shown = run("bot", "check", named("rude"), "--lang", language, COLUMNS="300").output
    assert f"✗ {words(language).say('check.hello')}" in shown
    assert words(language).say("help.command.check") in output_of("bot", "--help", "--lang", language, COLUMNS="300")


def test_the_whole_last_error_is_shown() -> None:
    broken = "def deep():\n    raise ValueError('first line\\nsecond \\x1b[31mline')\ndeep()"
    shown = run("bot", "check", sys.executable, "-c", broken, COLUMNS="300").output
    assert "    Traceback (most recent call last):\n" in shown
    assert "in deep\n" in shown
    assert "    ValueError: first line\n    second \\x1b[31mline\n" in shown
    once = run("bot", "check", sys.executable, "-c", "import sys; sys.exit('too old')", COLUMNS="300").output
    assert 1 == once.count("too old")


BAD = [(("cmd:",), "Name a program"), (("--seconds", "0", "x"), "--seconds"), (("--seconds", "nan", "x"), "--seconds")]


@pytest.mark.parametrize(("arguments", "sentence"), BAD)
def test_a_bad_command_line_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in complaint_of("bot", "check", *arguments, status=2)
