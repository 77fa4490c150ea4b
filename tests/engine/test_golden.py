"""Records of finished games replay to the same events, byte for byte."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import nimmt
from nimmt import BadRecord, PlayCard, Record, replay, verify
from nimmt.setup import RULES
from tests.books import BOOKS
from tests.engine.golden_records import FOLDER, Case, Golden, add, digest, read

FILES = sorted(FOLDER.glob("*.jsonl"))
CORPUS = [
    pytest.param(golden, id=f"{file.stem}-{number}") for file in FILES for number, golden in enumerate(read(file), 1)
]
RECORDS: list[Record] = [golden.record for file in FILES for golden in read(file)]


@pytest.mark.parametrize("golden", CORPUS)
def test_a_golden_record_replays_to_the_same_events(golden: Golden) -> None:
    assert verify(golden.record).outcome is not None
    assert golden.sha256 == digest(golden.record)


def test_every_game_has_golden_records() -> None:
    few = [key for key in nimmt.keys() if len(read(FOLDER / f"{key}.jsonl")) < 2]
    assert not few, "add two cases to tests/engine/golden_records.py and run: python -m tests.engine.golden_records"
    assert {file.stem for file in FILES} == set(nimmt.keys())


SPECIAL = ("surprise", "versus_ox")


def test_the_corpus_has_every_decision_of_the_games_with_specials() -> None:
    """Golden records would not notice a ruling that none of them meets."""
    asked = {(key, step.state.phase) for key in SPECIAL for record in of(key) for step in replay(record)}
    assert {(key, phase) for key in SPECIAL for phase in nimmt.game(key, players=2).rules.questions} == {
        (key, phase) for key, phase in asked if phase != "over"
    }


def of(key: str) -> list[Record]:
    return [record for record in RECORDS if record.setup.key == key]


def test_the_corpus_has_every_option_of_the_games_of_the_books() -> None:
    """Every choice and both sides of every switch; whether scores are shown changes nothing in a record."""
    missing = []
    for key in BOOKS:
        used = [record.setup.options for record in RECORDS if record.setup.key == key]
        for option in nimmt.spec(key).options:
            values = option.choices or ((False, True) if option.kind == "switch" else ())
            if option.kind == "set":
                seen = {choice for options in used for choice in options.get(option.name, ())}  # type: ignore[union-attr]
            else:
                seen = {options.get(option.name, option.default) for options in used}
            missing += [(key, option.name, value) for value in values if value not in seen]
    assert [] == [entry for entry in missing if entry[1] not in ("show_scores", "show_ox_score")]


def test_the_corpus_has_the_rare_ends() -> None:
    """Limits that are reached exactly, ties that the last round breaks, and extra rounds."""
    row_games = [record for record in RECORDS if "tie_break" in record.setup.options]
    assert {True} == {exact(record) for record in row_games if record.setup.options["end_rule"] == "gte"}
    assert {True} == {tied(record) for record in row_games if record.setup.options["tie_break"] == "last_round"}
    assert {2} == {rounds(record) for record in row_games if record.setup.options["tie_break"] == "extra_round"}
    reversals = [move.action for record in RECORDS for move in record.moves if isinstance(move.action, PlayCard)]
    assert any(action.reverse and action.card < 10 for action in reversals)


def exact(record: Record) -> bool:
    assert record.outcome
    return max(record.outcome.totals) == record.setup.options["point_limit"]


def tied(record: Record) -> bool:
    assert record.outcome
    best, second, *_ = sorted(record.outcome.totals)
    return best == second and 1 == len(record.outcome.winners)


def rounds(record: Record) -> int:
    assert record.outcome
    return len(record.outcome.rounds)


@pytest.mark.parametrize("record", RECORDS[::9], ids=lambda record: str(record.setup.key))
def test_a_golden_record_that_was_changed_is_noticed(record: Record) -> None:
    shorter = replace(record, moves=record.moves[:-1])
    with pytest.raises(BadRecord):
        verify(shorter)
    assert digest(shorter) != digest(record)
    with pytest.raises(BadRecord):
        verify(replace(record, rules=RULES + 1))


def test_a_record_is_added_once_and_what_is_there_stays(tmp_path: Path) -> None:
    case = Case("base", 2, 1, {"max_rounds": 1})
    assert add(case, tmp_path)
    first = (tmp_path / "base.jsonl").read_bytes()
    assert not add(case, tmp_path)
    assert add(case._replace(seed=2), tmp_path)
    assert (tmp_path / "base.jsonl").read_bytes().startswith(first)
    assert [case.play(), case._replace(seed=2).play()] == [golden.record for golden in read(tmp_path / "base.jsonl")]
