"""dev.py: where "play" leads, when the page is built, and which tests get a second chance."""

import json
import subprocess
from pathlib import Path

import dev
import pytest
from web import build


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What dev.py did, instead of doing it."""
    done: list[list[str]] = []

    def note(*command: object) -> int:
        done.append([str(part) for part in command])
        return 0

    monkeypatch.setattr(dev, "run", note)
    monkeypatch.setattr(dev, "build_page", lambda: note("build the page"))
    return done


def test_play_builds_the_page_and_opens_it(ran: list[list[str]]) -> None:
    assert dev.play(["--no-browser"]) == 0
    assert ran == [["build the page"], [str(dev.NIMMT), "--no-browser"]]


def test_play_in_the_terminal_needs_no_page(ran: list[list[str]]) -> None:
    assert dev.play(["--terminal", "surprise", "--players", "5"]) == 0
    assert ran == [[str(dev.NIMMT), "play", "surprise", "--players", "5"]]


def test_web_builds_or_runs_npm(ran: list[list[str]]) -> None:
    assert dev.web([]) == dev.web(["run", "dev"]) == 0
    assert ran == [["build the page"], [str(dev.PYTHON), str(dev.PAGE), "run", "dev"]]


@pytest.mark.parametrize(
    ("failed", "repeated"),
    [
        (["tests/browser/test_tv.py::test_a[phone]"], True),
        (["tests/browser/test_tv.py::test_a[phone]", "tests/rules/test_base.py::test_b"], False),  # waits for nobody
        ([f"tests/server/test_play.py::test_{number}" for number in range(5)], False),  # too many for bad luck
    ],
)
@pytest.mark.parametrize("alone", [0, 1])
def test_only_a_few_tests_that_wait_for_others_are_run_again(
    failed: list[str], repeated: bool, alone: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[str]] = []
    statuses = iter([1, alone])

    def pretend(*command: object) -> int:
        ran.append([str(part) for part in command[1:]])
        return next(statuses)

    remembered = tmp_path / "lastfailed"
    remembered.write_text(json.dumps(dict.fromkeys(failed, True)))
    for name, value in {"run": pretend, "build_page": lambda: None, "together": lambda steps: 0}.items():
        monkeypatch.setattr(dev, name, value)
    monkeypatch.setattr(dev, "LAST_FAILED", remembered)
    assert dev.test([]) == (alone if repeated else 1)
    assert ran[1:] == ([["-m", "pytest", *failed]] if repeated else [])


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of one file in a project of its own; building it copies the file."""
    web, package = tmp_path / "web", tmp_path / "src" / "nimmt"
    for folder in (web / "src", web / "node_modules", package / "words", package / "server" / "schema"):
        folder.mkdir(parents=True)
    (web / "src" / "page.ts").write_text("one")
    (web / "package-lock.json").write_text("{}")
    monkeypatch.setattr(build, "WEB", web)
    monkeypatch.setattr(build, "PACKAGE", package)
    monkeypatch.setattr(build, "STATIC", package / "server" / "static")
    return tmp_path


@pytest.fixture
def npm(project: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    calls: list[str] = []

    def pretend(*arguments: object, cwd: Path | None = None) -> None:
        calls.append(str(arguments[0]))
        if arguments[0] == "run":
            out = Path(str(arguments[arguments.index("--outDir") + 1]))
            out.mkdir()
            (out / "index.html").write_text((project / "web" / "src" / "page.ts").read_text())

    monkeypatch.setattr(build, "npm", pretend)
    return calls


@pytest.mark.parametrize(
    "source", ["web/src/page.ts", "web/src/new.svelte", "src/nimmt/words/fr.toml", "src/nimmt/server/schema/m.ts"]
)
def test_the_page_is_built_again_when_a_source_changes(source: str, project: Path, npm: list[str]) -> None:
    build.build()
    build.build()
    assert npm == ["ci", "run"]
    (project / source).write_text("two")
    build.build()
    assert npm == ["ci", "run", "run"]
    page = project / "web" / "src" / "page.ts"
    assert (build.STATIC / "index.html").read_text() == page.read_text()
    assert sorted(path.name for path in build.STATIC.parent.iterdir()) == ["schema", "static"]


def test_packages_are_installed_again_when_their_lock_changes(project: Path, npm: list[str]) -> None:
    build.build()
    (project / "web" / "package-lock.json").write_text("{ }")
    build.build()
    assert npm == ["ci", "run", "ci", "run"]


def test_a_failed_build_leaves_the_page_as_it_was(
    project: Path, npm: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    build.build()
    (project / "web" / "src" / "page.ts").write_text("wrong")

    def fail(*arguments: object) -> None:
        raise subprocess.CalledProcessError(1, "npm")

    monkeypatch.setattr(build, "npm", fail)
    with pytest.raises(subprocess.CalledProcessError):
        build.build()
    assert (build.STATIC / "index.html").read_text() == "one"
    assert not build.current(build.STATIC, build.sources())
