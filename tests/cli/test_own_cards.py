"""Heads of one's own cards from a file, in the terminal (Q-Y9)."""

import json
from pathlib import Path
from typing import Any

import pytest

import nimmt
from nimmt.words import LANGUAGES

from .terminal import complaint_of, output_of

CARDS = [1 + card % 7 for card in range(1, 101)]
BUFFALO = [7, 6, 5, 4, 4, 4, 4, 5, 6, 7]
WRONG = {
    "99 numbers": ([1] * 99, "--card-heads needs 100 numbers from 1 to 7; {file} has 99."),
    "an 8": ([1] * 52 + [8] + [1] * 47, "--card-heads needs 100 numbers from 1 to 7; number 53 in {file} is 8."),
    "text": (["one"] * 100, "number 1 in {file} is 'one'."),
    "no list": ({"card_heads": CARDS}, "a list of 100 numbers from 1 to 7; {file} holds something else."),
}


def written(folder: Path, name: str, value: Any) -> Path:
    path = folder / name
    path.write_text(json.dumps(value))
    return path


@pytest.fixture
def owned(tmp_path: Path) -> tuple[object, ...]:
    """Options that name two files."""
    cards, buffalo = written(tmp_path, "cards.json", CARDS), written(tmp_path, "buffalo.json", BUFFALO)
    return "--card-heads", cards, "--buffalo-heads", buffalo


@pytest.mark.rule("Q-Y9")
def test_a_game_with_own_cards_is_played_recorded_and_told(owned: tuple[object, ...], tmp_path: Path) -> None:
    records = tmp_path / "records"
    shown = output_of(
        "simulate", "bullenparty", *owned, "--games", 1, "--bots", "greedy", "--seed", 1, "--out", records
    )
    note = "Heads read off real cards: Own value cards; Own buffalo cards"
    assert note in shown
    [record] = [nimmt.read_record(line) for line in records.read_text().splitlines()]
    assert (tuple(CARDS), tuple(sorted(BUFFALO))) == tuple(
        record.setup.options[n] for n in ("card_heads", "buffalo_heads")
    )
    story = output_of("replay", records)
    assert note in story
    assert "Own value cards: 100 numbers, sum 397; Own buffalo cards: 10 numbers, sum 52" in " ".join(story.split())


@pytest.mark.rule("Q-Y9")
def test_the_table_shows_the_heads_of_these_cards(
    owned: tuple[object, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    shown = output_of("play", "bullenparty", *owned, "--seed", 1, "--bots", "random", COLUMNS="120")
    small = {card: "⁰¹²³⁴⁵⁶⁷"[heads] for card, heads in enumerate(CARDS, 1)}
    view: Any = nimmt.game("bullenparty", players=4, card_heads=tuple(CARDS)).start(1).view(0)
    cards = [*view.hand, *(card for row in view.rows for card in row.cards)]
    assert [] == [card for card in cards if f"{card}{small[card]}" not in shown]


@pytest.mark.rule("Q-Y9")
@pytest.mark.parametrize("wrong", WRONG)
def test_what_no_cards_can_show_is_named(wrong: str, tmp_path: Path) -> None:
    value, complaint = WRONG[wrong]
    file = written(tmp_path, "cards.json", value)
    assert complaint.format(file=file) in complaint_of("play", "bullenparty", "--card-heads", file, status=2)


@pytest.mark.rule("Q-Y9")
@pytest.mark.parametrize("language", LANGUAGES)
def test_files_that_cannot_be_read_are_named(language: str, tmp_path: Path) -> None:
    missing, broken = tmp_path / "missing.json", tmp_path / "broken.json"
    broken.write_text("1, 2, 3")
    assert str(missing) in complaint_of("play", "bullenparty", "--card-heads", missing, "--lang", language, status=1)
    assert str(broken) in complaint_of("play", "bullenparty", "--card-heads", broken, "--lang", language, status=2)
    assert "--card-heads" in complaint_of("play", "base", "--card-heads", broken, "--lang", language, status=2)


def test_help_and_rules_say_what_the_file_holds() -> None:
    assert "JSON list of 100 numbers from 1 to 7" in " ".join(output_of("play", "bullenparty", "--help").split())
    assert "JSON list of 10 numbers from 4 to 7" in " ".join(output_of("rules", "bullenparty", COLUMNS="200").split())
