"""The command line itself: help, lists, rules, and bad input in three languages."""

import os
import re
import sqlite3
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import nimmt
from nimmt.words import LANGUAGES, words

from .terminal import INSTALLED, complaint_of, output_of, run

COMMANDS = ("games", "rules", "play", "simulate", "arena", "replay", "verify", "examples")


def test_help_names_every_command() -> None:
    shown = output_of("--help")
    assert shown == output_of("-h")
    assert all(command in shown for command in (*COMMANDS, "serve", "--no-browser"))


@pytest.mark.parametrize("arguments", ["games", "rules base", "--help", "play --help"])
def test_commands_are_shown_as_they_can_be_typed(
    arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the set-up of a clone no shell finds ``nimmt`` by its name."""
    program = Path(sys.executable).with_name("nimmt.exe" if os.name == "nt" else "nimmt")
    monkeypatch.chdir(program.parents[2])
    below = str(program.relative_to(program.parents[2]).with_suffix(""))
    wide = {"COLUMNS": "200", "PATH": str(tmp_path)}
    assert f" {below} " in output_of(*arguments.split(), **wide)
    assert below not in output_of(*arguments.split(), **{**wide, "PATH": INSTALLED})


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--workers", value) for value in ("0", "65")),
        *(("--port", value) for value in ("-1", "99999")),
        *(("--pace", value) for value in ("nan", "-1", "inf")),
        ("--keep-days", "-1"),
        ("--bot-seconds", "0"),
        ("--proxies", "-1"),
        ("--log-level", "LOUD"),
        ("--metrics", "some"),
        *(("--database", value) for value in ("mysql://host/tables", "postgress://host/tables", "http://host")),
        *(
            ("--hosts", value)
            for value in ("http://example.org", "example.org:8766", "example.org/", "a b", "*.*", "ö.org")
        ),
        *(("--origins", value) for value in ("example.org", "https://example.org/", "https://example.org:443", "null")),
        *(("--origins", value) for value in ("https://Example.org", "ftp://example.org", "https://a@example.org", "*")),
    ],
)
def test_a_server_does_not_start_with_nonsense(option: str, value: str) -> None:
    assert option in complaint_of("serve", option, value, status=2)


NO_STORE = {
    "postgresql://ada:secret@127.0.0.1:1/tables": "postgresql://127.0.0.1:1/tables",  # nobody listens there
    "sqlite:/no/such/folder/nimmt.db": "/no/such/folder/nimmt.db",
    "{folder}": "{folder}",
    "{folder}/text": "{folder}/text",
    "{folder}/newer": "{folder}/newer",
}


@pytest.mark.parametrize(("database", "workers"), [*((each, 1) for each in NO_STORE), (next(iter(NO_STORE)), 2)])
def test_a_server_without_its_store_does_not_start(database: str, workers: int, tmp_path: Path) -> None:
    """One sentence that names the store and no password, an exit status, and nobody is told that tables are open."""
    (tmp_path / "text").write_text("This is no database. " * 100)
    with sqlite3.connect(tmp_path / "newer") as newer:
        newer.execute("PRAGMA user_version=99")
    newer.close()
    address, shown = (each.replace("{folder}", str(tmp_path)) for each in (database, NO_STORE[database]))
    said = complaint_of("serve", "--port", "0", "--database", address, "--workers", workers, status=1)
    assert shown in said
    assert "secret" not in said


def test_the_version() -> None:
    assert f"nimmt {version('nimmt')}\n" == output_of("--version")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_in_every_language(command: str, language: str) -> None:
    shown = output_of(command, "--help", "--lang", language)
    assert words(language).say(f"help.command.{command}") in " ".join(shown.split())


def test_help_shows_the_options_of_the_game_that_is_named() -> None:
    base, reversed_digits, every = (output_of("play", *game, "--help") for game in (["base"], ["reversed_digits"], []))
    assert "--point-limit NUMBER" in base
    assert "--draft-order clockwise|snake" in base
    assert "--single-digit" not in base
    assert "--single-digit" in reversed_digits
    assert "--single-digit" in every
    assert "(default: off)" in base
    assert "--draft / --no-draft" in output_of("play", "pro", "--help")
    assert "(default: off)" not in output_of("play", "pro", "--help")


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_lists_every_game(language: str) -> None:
    shown = output_of("games", "--lang", language)
    for key in nimmt.keys():
        players = nimmt.spec(key).players
        [line] = [line for line in shown.splitlines() if re.match(rf"\s*{key}\s", line)]
        assert f"{players[0]}–{players[-1]}" in line
        assert words(language).say(f"games.{key}.name") in line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", nimmt.keys())
def test_rules_show_the_page_and_the_options(key: str, language: str) -> None:
    shown = output_of("rules", key, "--lang", language, COLUMNS="200")
    for option in nimmt.spec(key).options:
        [line] = [line for line in shown.splitlines() if re.match(rf"\s*--{option.name.replace('_', '-')}\s", line)]
        assert option.rule in line
        assert all(choice in line for choice in option.choices)
    assert words(language).say(f"games.{key}.name").split()[0] in shown.splitlines()[0]


def test_rules_by_id() -> None:
    shown = output_of("rules", "climb", "--ids", COLUMNS="200")
    ids = [line.split()[0] for line in shown.splitlines() if re.match(r"(Q-)?[A-Z]+-?\d+b? ", line)]
    assert {"B-7", "CL-8", "Q-CL1", "F-3", "P-3", "Q-P2"} <= set(ids)
    assert not {rule for rule in ids if re.match(r"(Q-)?(CA|RD|EO|SU|CO|BP)-?\d", rule)}
    assert "CL-8" not in output_of("rules", "climb", COLUMNS="200")


def test_the_language_comes_from_the_system_or_the_command_line() -> None:
    assert "Reihe" in output_of("games", LANG="de_DE.UTF-8")
    assert "rangée" in output_of("--lang", "fr", "games", LANG="de_DE.UTF-8")
    assert "rangée" in output_of("games", "--lang=fr")


# --- Bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("play bse", "Did you mean base"),
        ("play evenodd", "Did you mean even_odd"),
        ("rules chess", "There are: base"),
        ("simulate cape", "Did you mean caper"),
        ("ply", "Did you mean play"),
        ("chess", "There are: games"),
        ("play base --players 11", "6 nimmt! is for 2 to 10 players, not 11."),
        ("play base --players 1", "6 nimmt! is for 2 to 10 players, not 1."),
        ("play base --players many", "not many"),
        ("play base --seat 5", "the seats 1 to 4"),
        ("play base --seat x", "the seats 1 to 4"),
        ("play base --bots greedy,nobody", "There is no bot “nobody”; there are: "),
        ("play base --bots ,", "There is no bot"),
        ("play base --bots flat(0)", "The bot flat(0) needs 1 to 1000000 playouts."),
        ("play bullenparty --bots mcs(10)", "The bot mcs(10) does not play bullenparty here."),
        ("play base --level brutal", "--level is one of beginner, easy, medium, hard, master, not “brutal”."),
        ("play base --level easy --bots greedy", "give one of the two"),
        (
            "play base --point-limit abc",
            "--point-limit needs a whole number from 1 to 1000 or the word none, not “abc”.",
        ),
        ("play base --point-limit 0", "--point-limit needs a whole number"),
        ("play base --point-limit none", "Set a point limit or a number of rounds"),
        ("play base --tie-break coin", "--tie-break is one of shared, last_round, extra_round, not “coin”."),
        ("play base --single-digit no_effect", "6 nimmt! has no option --single-digit."),
        ("play base --sead 3", "There is no option --sead here. Did you mean --seed, --seat"),
        ("play base --xyz", "There is no option --xyz here. Help: nimmt play --help"),
        ("play base --seed", "--seed needs a value."),
        ("serve --port web", "The value of --port cannot be read."),
        ("play base extra", "cannot be read. Help: nimmt play --help"),
        ("rules", "GAME is missing."),
        ("simulate", "GAME is missing."),
        ("replay", "FILE is missing."),
        ("games --lang nl", f"“nl” is not one of the languages: {', '.join(LANGUAGES)}."),
        ("games --lang", "is not one of the languages"),
        ("simulate base --games 0", "--games needs a whole number, 1 or more."),
        ("simulate base --games some", "--games needs a whole number, 1 or more."),
        ("simulate base --players 99", "not 99"),
    ],
)
def test_bad_input_gets_one_clear_sentence(arguments: str, sentence: str) -> None:
    assert sentence in complaint_of(*arguments.split(), status=2)


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize(
    "arguments",
    [
        "play bse",
        "ply",
        "play base --players 11",
        "play base --point-limit none",
        "play base --tie-break coin",
        "play base --sead 3",
        "play base --xyz",
        "play base --seed",
        "play base extra",
        "rules",
        "replay no_such_file",
        "examples no_such_file",
        "play --resume no_such_file",
        "verify pyproject.toml",
    ],
)
def test_bad_input_is_answered_in_the_language(arguments: str, language: str) -> None:
    """The sentence is another than the English one, and has none of its small words."""
    told = [run(*arguments.split(), "--lang", spoken).output for spoken in ("en", language)]
    assert told[0] != told[1] != ""
    assert not re.search(r"\b(the|there|is|not|needs|you|of|cannot|with|missing)\b", told[1]), told[1]


def test_games_can_be_called_by_their_names() -> None:
    assert "Kletterpartie" in output_of("rules", "kletterpartie", "--lang", "de")
    assert "Even/Odd" in output_of("rules", "Even-Odd")


def test_a_pipe_that_is_closed_early_is_no_disaster() -> None:
    command = f"{sys.executable} -c 'from nimmt.cli import main; main()' rules base | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert "Traceback" not in done.stderr


def test_a_terminal_without_our_signs_shows_something_else() -> None:
    program = [sys.executable, "-c", "from nimmt.cli import main; main()", "games", "--lang", "fr"]
    environment = {"PYTHONIOENCODING": "ascii", "PATH": "", "PYTHONUTF8": "0"}
    done = subprocess.run(program, capture_output=True, env=environment)
    assert (0, b"") == (done.returncode, done.stderr)
    assert b"base" in done.stdout


def test_the_engine_does_not_need_the_command_line() -> None:
    program = "import sys, nimmt; print(*[name for name in ('rich', 'typer', 'nimmt.cli') if name in sys.modules])"
    assert "\n" == subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout
