"""Kernels that fail or cannot run in the terminal: one sentence each time, and the game goes on."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from nimmt.kernels import host
from nimmt.words import LANGUAGES, words
from tests.kernels.faulty import faulty

from .terminal import complaint_of, output_of, run

ROUND = ("--players", 2, "--max-rounds", 1, "--seed", 7)
TYPED = "".join(f"{word}\n" for word in ("1", "2", "3", "4", *map(str, range(1, 105)))) * 10
"""Whatever is asked: one of these lines is an answer, all others are typing errors."""


def sentence_of(*arguments: object) -> str:
    """The one line that stands on the error output of a command that failed, below where its bar was."""
    result = run(*arguments)
    assert 1 == result.exit_code, result.output
    (line,) = filter(None, result.stderr.splitlines())
    return line


@pytest.fixture
def without_wasmtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    host._has_wasmtime.cache_clear()
    host._portable.cache_clear()
    monkeypatch.setitem(sys.modules, "nimmt.kernels.wasm", None)
    yield
    host._has_wasmtime.cache_clear()
    host._portable.cache_clear()


def test_a_game_goes_on_with_the_default(tmp_path: Path) -> None:
    with faulty("traps", tmp_path / "cache"):
        saved = tmp_path / "game"
        shown = output_of("play", *ROUND, "--bots", "heuristic", "--save", saved, typed=TYPED)
    assert "unreachable" in shown
    assert "Traceback" not in shown
    assert f"nimmt replay {saved}" in shown, "it was played to its end"


def test_a_review_says_in_one_sentence_that_it_failed(tmp_path: Path) -> None:
    saved = tmp_path / "game"
    output_of("play", *ROUND, "--bots", "greedy", "--save", saved, typed=TYPED)
    with faulty("traps", tmp_path / "cache"):
        assert "unreachable" in sentence_of("review", saved)
        assert "Die Berechnung ist fehlgeschlagen" in sentence_of("review", saved, "--lang", "de")
    assert 0 == run("review", saved, "--error", 9).exit_code


def test_looking_for_puzzles_says_in_one_sentence_that_it_failed(tmp_path: Path) -> None:
    with faulty("traps", tmp_path / "cache"):
        assert "unreachable" in sentence_of("puzzles", "--count", 1, "--out", tmp_path / "puzzles")


@pytest.mark.usefixtures("without_wasmtime")
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_wasmtime_lower_levels_play_and_one_sentence_says_so(language: str, tmp_path: Path) -> None:
    told = words(language).say("levels.without_kernels")
    options = ("--save", tmp_path / "game", "--lang", language)
    shown = output_of("play", *ROUND, "--level", "medium", *options, typed=TYPED, COLUMNS="400")
    assert 1 == shown.count(told)
    refused = complaint_of("play", *ROUND, "--level", "master", "--lang", language, status=2)
    assert "wasmtime" in refused


def test_nothing_is_said_where_all_levels_play(tmp_path: Path) -> None:
    shown = output_of("play", *ROUND, "--level", "medium", "--save", tmp_path / "game", typed=TYPED, COLUMNS="400")
    assert "wasmtime" not in shown
