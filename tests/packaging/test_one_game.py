"""test --for KEY: which tests are run for a game."""

import subprocess
import sys

import pytest

import nimmt
from tests.books import WITH_PRO
from tests.one_game import LEFT_OUT, concerns
from tests.packaging.test_distribution import ROOT


@pytest.mark.parametrize(
    ("name", "rules", "games"),
    [
        ("tests/rules/test_caper.py::test_ca7_after_a_full_row", [], {"caper"}),
        ("tests/engine/test_golden.py::test_a_record[surprise-3]", [], {"surprise"}),
        ("tests/fast/test_matches.py::test_matches[even_odd+climb]", [], {"even_odd", "climb"}),
        ("tests/fast/test_matches.py::test_matches[even_odd+climb+caper]", [], set()),
        ("tests/review/test_review.py::test_all[base-surprise]", [], {"surprise"}),
        ("tests/server/test_examples.py::test_what_happens[SU-E2a]", [], {"surprise"}),
        ("tests/server/test_examples.py::test_what_happens[B-E5-002]", [], {"base"}),
        ("tests/rules/test_odd_cases.py::test_bp13_a_value_must_be_bid", [], {"bullenparty"}),
        ("tests/rules/test_fan_cards.py::test_two", ["F-2"], {"even_odd", "climb", "caper", "reversed_digits"}),
        ("tests/rules/test_odd_cases.py::test_one", ["P-1"], {"base", "pro"}),
        ("tests/rules/test_books.py::test_effects", [], {"surprise", "versus_ox"}),
        ("tests/rules/test_citations.py::test_all", [], {*WITH_PRO}),
        ("tests/server/test_database.py::test_one", [], set()),
        ("tests/arena/test_arena.py::test_one[caper]", [], set()),
    ],
)
def test_a_test_is_kept_for_the_games_that_it_names_or_cites(name: str, rules: list[str], games: set[str]) -> None:
    assert {key for key in nimmt.keys() if concerns(key, name, rules)} == games


def test_what_is_left_out_is_there() -> None:
    assert [name for name in LEFT_OUT if not (ROOT / name).exists()] == []


def test_an_unknown_game_is_refused_with_the_list() -> None:
    command = [sys.executable, "-m", "pytest", "--for", "capper", "--collect-only"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert f"No game 'capper'. The games: {', '.join(nimmt.keys())}." in done.stderr
    assert done.returncode == pytest.ExitCode.USAGE_ERROR


def test_only_what_is_kept_is_run() -> None:
    command = [sys.executable, "-m", "pytest", "--for", "caper", "--collect-only", "-q", "tests/rules/test_caper.py"]
    others = ["tests/rules/test_climb.py", "tests/arena"]
    done = subprocess.run([*command, *others], cwd=ROOT, capture_output=True, text=True)
    assert "test_caper.py::test_ca1" in done.stdout
    assert "test_climb.py::test_cl1" not in done.stdout
    assert "tests/arena" not in done.stdout
