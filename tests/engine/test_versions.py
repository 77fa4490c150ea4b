"""Versions of the rules: old records and tables are played on by the rulings that they began with."""

import pytest
from msgspec.structs import replace

import nimmt
from nimmt import BadRecord, BadSetup, Recorder, SeededDealer, read_record, resume, to_json, verify, write_record
from nimmt.games.registry import GAMES, OLD_GAMES, rules_of
from nimmt.setup import RULES, Setup
from tests.engine.golden_records import FOLDER, read


def test_a_setup_names_its_version_unless_it_is_the_present_one() -> None:
    assert b"rules" not in to_json(nimmt.game("base", players=2).setup)
    old = nimmt.game_of(Setup("base", 2, rules=1))
    assert b'"rules":1' in to_json(old.setup)
    assert old != nimmt.game("base", players=2)
    assert repr(old).startswith("nimmt.game_of(Setup(")


@pytest.mark.parametrize("version", [0, RULES + 1, -1, True, "1", None])
def test_a_version_that_does_not_exist_is_refused_with_a_sentence(version: int) -> None:
    with pytest.raises(BadSetup) as error:
        nimmt.game_of(Setup("base", 2, rules=version))
    assert "wrong_rules" == error.value.code
    assert error.value.sentence.startswith("This program plays versions 1 to 2 of the rules, not ")


def test_a_record_of_a_later_version_is_refused_with_a_sentence() -> None:
    record = Recorder(nimmt.game("base", players=2), SeededDealer.of(1)).record()
    line = write_record(record).replace(f'"rules":{RULES}', f'"rules":{RULES + 1}')
    with pytest.raises(BadRecord, match="not 3") as error:
        verify(read_record(line))
    assert "wrong_rules" == error.value.code


@pytest.mark.parametrize("key", GAMES)
def test_old_and_new_rules_have_the_same_key_and_only_changed_games_an_old_page(key: str) -> None:
    assert key == rules_of(key, 1).key
    assert (rules_of(key, 1) is not rules_of(key)) == (key in OLD_GAMES[1])


@pytest.mark.parametrize("key", GAMES)
def test_a_record_goes_on_by_its_own_version(key: str) -> None:
    golden = next(golden.record for golden in read(FOLDER / f"{key}.jsonl") if golden.record.rules == 1)
    begun = replace(golden, moves=golden.moves[:-1], outcome=None)
    recorder = resume(read_record(write_record(begun)))
    assert 1 == recorder.game.setup.rules == recorder.state.view(0).setup.rules
    recorder.step(golden.moves[-1].seat, golden.moves[-1].action)
    assert golden == recorder.record()


def test_a_setup_that_leaves_options_out_has_the_defaults_of_its_version() -> None:
    assert not nimmt.game_of(Setup("versus_ox", 3, rules=1)).setup.options["replace_anytime"]
    assert nimmt.game_of(Setup("versus_ox", 3)).setup.options["replace_anytime"]
