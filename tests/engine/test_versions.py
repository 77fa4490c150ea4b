"""Versions of the rules: what an older record says is played as it was meant, or refused."""

import pytest
from msgspec.structs import replace

import nimmt
from nimmt import BadRecord, BadSetup, Record, Recorder, SeededDealer, read_record, resume, verify, write_record
from nimmt.games.registry import CHANGED, GAMES, check_version, rules_of
from nimmt.setup import RULES, Setup, option_specs
from tests.engine.golden_records import FOLDER, read

UNCHANGED = [key for key in GAMES if key not in CHANGED and (FOLDER / f"{key}.jsonl").exists()]


def golden(key: str) -> Record:
    return read(FOLDER / f"{key}.jsonl")[0].record


@pytest.mark.parametrize("key", GAMES)
def test_a_setup_names_every_option_so_that_no_later_default_changes_an_old_game(key: str) -> None:
    rules = rules_of(key)
    setup = nimmt.game(key, players=rules.seats[0]).setup
    assert {option.name for option in option_specs(rules.options_type)} == set(setup.options)


@pytest.mark.parametrize("version", [0, RULES + 1, -1, True, "1", None])
def test_a_version_that_does_not_exist_is_refused_with_a_sentence(version: int) -> None:
    with pytest.raises(BadSetup) as error:
        nimmt.game_of(Setup("base", 2), version)
    assert "wrong_rules" == error.value.code
    assert error.value.sentence.startswith(f"This program knows the rules up to version {RULES}, not ")


def test_a_record_of_a_later_version_is_refused_with_a_sentence() -> None:
    record = Recorder(nimmt.game("base", players=2), SeededDealer.of(1)).record()
    line = write_record(record).replace(f'"rules":{RULES}', f'"rules":{RULES + 1}')
    with pytest.raises(BadRecord, match=f"up to version {RULES}, not {RULES + 1}") as error:
        verify(read_record(line))
    assert "wrong_rules" == error.value.code


@pytest.mark.parametrize("key", UNCHANGED)
def test_an_older_record_replays_if_the_rules_of_its_game_did_not_change_since(key: str) -> None:
    """Records of version 1 left out options that were younger than the format."""
    known = golden(key)
    younger = {"hand_size", "rows", "capacity", "deck", "fan_cards", "card_heads", "buffalo_heads"}
    options = {name: value for name, value in known.setup.options.items() if name not in younger}
    old = replace(known, rules=1, setup=Setup(known.setup.key, known.setup.players, options))
    assert known.outcome == verify(read_record(write_record(old))).outcome
    assert known == resume(replace(old, moves=known.moves)).record(), "played on, it is a record of the present version"


@pytest.mark.parametrize("key", CHANGED)
def test_an_older_record_of_a_game_that_has_changed_is_refused_in_one_sentence(key: str) -> None:
    for version in range(1, CHANGED[key]):
        with pytest.raises(BadRecord) as error:
            verify(replace(golden(key), rules=version))
        assert "wrong_rules" == error.value.code
        assert f"The rules of {key} have changed with version {CHANGED[key]}" in error.value.sentence
        assert 1 == error.value.sentence.count(".")
    check_version(key, CHANGED[key])


def test_what_has_changed_is_a_game_that_there_is() -> None:
    assert set(CHANGED) <= set(GAMES)
    assert all(1 < version <= RULES for version in CHANGED.values())
