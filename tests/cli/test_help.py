"""Help pages: set as each language is set, with what may be typed and what holds if nothing is."""

import re

import pytest

from nimmt.words import LANGUAGES

from .terminal import output_of

COMMANDS = (
    "games",
    "rules",
    "play",
    "simulate",
    "arena",
    "benchmark",
    "puzzles",
    "replay",
    "verify",
    "examples",
    "serve",
    "bot",
    "join",
    "mcp",
)
WIDTHS = (50, 80, 120)


def help_of(*command: str, language: str = "en", width: int = 80) -> str:
    return output_of(*command, "--help", "--lang", language, COLUMNS=str(width))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=lambda command: " ".join(command))
def test_no_punctuation_of_french_begins_a_line(command: tuple[str, ...], width: int) -> None:
    torn = re.compile(r"(^|  )[!?:;»]|«\s*$", re.MULTILINE)
    assert [] == [match[0] for match in torn.finditer(help_of(*command, language="fr", width=width))]


DEFAULTS = [
    ("simulate", "--games", "100"),
    ("simulate", "--bots", "greedy"),
    ("play", "--seat", "1"),
    ("review", "--seat", "1"),
    ("puzzles", "--seat", "1"),
    ("arena", "--seconds", "60"),
    ("benchmark", "--deals", "100"),
    ("serve", "--port", "8766"),
    ("serve", "--keep-days", "30"),
]


def entry(page: str, option: str) -> str:
    """What a page says about an option, in one line."""
    found = re.search(rf"^{option}\b.*\n(?: .*\n)*", page, re.MULTILINE)
    assert found, option
    return " ".join(found[0].split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("command", "option", "value"), DEFAULTS)
def test_help_gives_defaults_once(command: str, option: str, value: str, language: str) -> None:
    told = entry(help_of(command, language=language), option)
    assert re.search(rf": {value}\)$", told)
    assert 1 == told.count(f": {value})")


NONE = [("en", "NUMBER|none"), ("fr", "NOMBRE|aucune"), ("de", "ZAHL|keine")]


@pytest.mark.parametrize(("language", "value"), NONE)
@pytest.mark.parametrize("option", ["--point-limit", "--max-rounds"])
def test_help_says_what_takes_away_a_limit(option: str, language: str, value: str) -> None:
    page = help_of("simulate", language=language)
    assert entry(page, option).startswith(f"{option} {value} ")
    word = value.partition("|")[2]
    limits = [other for other in ("--point-limit", "--max-rounds") if other != option]
    output_of("simulate", "base", "--games", 1, option, word, *limits, 1, "--bots", "random", "--lang", language)


@pytest.mark.parametrize(("language", "value"), [("en", "FOLDER"), ("fr", "DOSSIER"), ("de", "ORDNER")])
def test_help_says_that_an_arena_writes_a_folder(language: str, value: str) -> None:
    assert entry(help_of("arena", language=language), "--out").startswith(f"--out {value} ")
