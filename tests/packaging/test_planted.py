"""The planted faults still fit the code that they are planted in, and what notices them is judged rightly."""

import sys
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest
from benchmarks import planted
from benchmarks.planted import DoesNotApply, Edit, Fault, Result

FAULTS = planted.faults()
CODE = "def more(number):\n    return number + 1\n"


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_can_be_planted_and_names_tests_that_there_are(fault: Fault) -> None:
    for place, text in planted.changed(fault, planted.ROOT).items():
        assert text != place.read_text("utf-8")
    assert fault.tests
    for test in fault.tests:
        path, _, name = test.partition("::")
        assert (planted.ROOT / path).exists(), test
        assert not name or f"def {name.partition('[')[0]}(" in (planted.ROOT / path).read_text("utf-8"), test


def test_there_are_enough_faults_and_half_of_them_are_fixes_taken_back() -> None:
    assert dict.fromkeys({fault.name for fault in FAULTS}, 1) == Counter(fault.name for fault in FAULTS)
    if len(list(planted.FOLDER.glob("*.toml"))) > 1:
        assert len(FAULTS) >= 80
    assert 2 * sum(bool(fault.taken_back) for fault in FAULTS) >= len(FAULTS)
    assert set(get_args(planted.Area)) == {fault.area for fault in FAULTS}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree of one module and one test of it."""
    (tmp_path / "code.py").write_text(CODE)
    monkeypatch.setattr(planted, "ROOT", tmp_path)
    return tmp_path


def fault(*edits: Edit) -> Fault:
    return Fault(name="less", area="engine", says="Less instead of more.", tests=["test_code.py"], edits=[*edits])


def test_a_fault_changes_its_file(tree: Path) -> None:
    text = CODE.replace("number + 1", "number - 1")
    assert {tree / "code.py": text} == planted.changed(fault(Edit("code.py", "number + 1", "number - 1")), tree)


@pytest.mark.parametrize(
    "edit",
    [
        Edit("code.py", "number * 1", "number - 1"),  # is not there
        Edit("code.py", "number", "other"),  # is there twice
        Edit("code.py", "number + 1", "number + 1"),  # changes nothing
        Edit("gone.py", "number + 1", "number - 1"),
    ],
)
def test_a_fault_that_does_not_apply_is_an_error(tree: Path, edit: Edit) -> None:
    with pytest.raises(DoesNotApply):
        planted.changed(fault(edit), tree)


@pytest.mark.parametrize(
    ("status", "said", "found"),
    [
        (0, "1 passed", None),
        (5, "no tests ran", None),
        (1, "FAILED tests/test_code.py::test_more - assert 0 == 2", "FAILED tests/test_code.py::test_more"),
        (planted.HUNG, "", "did not end"),
    ],
)
def test_only_a_failed_test_notices_a_fault(status: int, said: str, found: str | None) -> None:
    how = planted.tried(lambda arguments, seconds: (status, said), ["-m", "pytest"], 1.0)
    assert how == found or (found and how and how.startswith(found))


@pytest.mark.parametrize(("status", "said"), [(2, "ERROR tests/test_code.py"), (4, "no such file"), (1, "killed")])
def test_tests_that_do_not_run_notice_nothing(status: int, said: str) -> None:
    with pytest.raises(DoesNotApply):
        planted.tried(lambda arguments, seconds: (status, said), ["-m", "pytest"], 1.0)


def test_a_miss_runs_the_whole_suite_quick_tests_first() -> None:
    ran: list[list[str]] = []

    def run(arguments: list[str], seconds: float) -> tuple[int, str]:
        ran.append(arguments)
        return (1, "FAILED tests/test_a.py::test_a") if "thorough" in arguments else (0, "")

    assert planted.by_whole(run).by == "thorough"
    assert [[part for part in each if "thorough" in part] for each in ran[-2:]] == [["not thorough"], ["thorough"]]


def test_misses_make_the_benchmark_fail(capsys: pytest.CaptureFixture[str]) -> None:
    def results(*by: str) -> dict[str, Result]:
        return {str(number): Result(each) for number, each in enumerate(by)}  # type: ignore[arg-type]

    assert planted.told(results(*["named"] * 19, "thorough")) == 0
    assert planted.told(results(*["named"] * 18, "thorough", "thorough")) == 1
    assert planted.told(results(*["named"] * 39, "missed")) == 1
    assert planted.told(results(*["named"] * 39, "ERROR")) == 1
    assert "quick suite: noticed 19 of 20, 95.0%" in capsys.readouterr().out


def test_what_does_not_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planted, "python_of", lambda copy: sys.executable)
    hanging = ["-c", "import threading; threading.Event().wait()"]
    assert (planted.HUNG, "") == planted.run_python(tmp_path, {}, hanging, 0.0)
