"""Output that cannot be written, files that cannot be read to their end, and texts that would command a terminal."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from nimmt import BadRecord
from nimmt.cli.problems import explain
from nimmt.words import LANGUAGES, words

from .terminal import complaint_of, output_of, run

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")


def into_full(*arguments: object) -> tuple[int, str]:
    """Run the program as a process whose output cannot be written; its status and what it says."""
    program = [sys.executable, "-c", "from nimmt.cli import main; main()", *map(str, arguments), "--lang", "en"]
    with FULL.open("w") as full:
        result = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    return result.returncode, result.stderr


@needs_full
def test_output_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    output_of("simulate", "base", "--games", 1, "--max-rounds", 1, "--bots", "random", "--out", tmp_path / "records")
    expected = 1, "The output cannot be written: perhaps the disk is full.\n"
    assert expected == into_full("games")
    assert expected == into_full("replay", tmp_path / "records", "--events")


@needs_full
def test_records_that_cannot_be_written_are_named() -> None:
    command = ("simulate", "base", "--games", 1, "--max-rounds", 1, "--bots", "random", "--out", FULL)
    result = run(*command)
    assert (1, "") == (result.exit_code, result.stdout)
    assert "/dev/full cannot be written." == result.stderr.splitlines()[-1]  # what comes before it is the progress


def test_a_closed_output_is_no_disaster() -> None:
    program = f"{shlex.quote(sys.executable)} -c 'from nimmt.cli import main; main()' games >&-"
    result = subprocess.run(["sh", "-c", program], stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (0, "") == (result.returncode, result.stderr)


def test_a_file_that_fails_while_it_is_read_is_named() -> None:
    unreadable = Path("/proc/self/mem")  # opens, but its first byte cannot be read
    if not unreadable.exists():
        pytest.skip("this system has no such file")
    assert complaint_of("verify", unreadable, status=1).startswith("/proc/self/mem cannot be read")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("error", [OSError(), OSError(98, "Address in use"), OSError(28, "No space left on device")])
def test_no_sentence_speaks_of_none(language: str, error: OSError) -> None:
    sentence, status = explain(words(language), error)
    assert "None" not in sentence
    assert 1 == status


HOSTILE = "\x1b[2J\x1b]0;title\x07\x9b31mEve\u202e\r\n"


def commands_in(shown: str) -> set[str]:
    return {sign for sign in shown if sign in "\x1b\x07\x9b\u202e\r"}


def test_names_in_a_record_cannot_command_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "records"
    output_of("simulate", "base", "--games", 1, "--max-rounds", 1, "--bots", "random", "--out", path)
    record = json.loads(path.read_text())
    path.write_text(json.dumps({**record, "names": [HOSTILE, "Ada", "\x1b", "Zoé\u00a0B"]}))
    shown = output_of("replay", path)
    assert set() == commands_in(shown)
    assert all(name in shown for name in ("Eve", "Ada", "Seat 3", "Zoé\u00a0B"))


def test_other_texts_in_files_cannot_either(tmp_path: Path) -> None:
    (tmp_path / "records").write_text(json.dumps({"format": HOSTILE, HOSTILE: 1}))
    (tmp_path / "examples").write_text(json.dumps([{"id": HOSTILE, "mode": HOSTILE}]))
    for command, file in (("verify", "records"), ("replay", "records"), ("examples", "examples")):
        result = run(command, tmp_path / file)
        assert 1 == result.exit_code
        assert set() == commands_in(result.output)


def test_whatever_an_error_repeats_cannot_either() -> None:
    sentence, _ = explain(words("en"), BadRecord("malformed", f"This is not a record: {HOSTILE}."))
    assert set() == commands_in(sentence)
    assert "Eve" in sentence
