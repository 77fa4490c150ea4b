"""Extras: which there are, what a plain install can do without, and what is said where one is missing."""

import json
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from importlib.util import find_spec
from pathlib import Path

import pytest

from nimmt import extras
from nimmt.extras import NotInstalled, install_command, need, packages
from nimmt.server.databases import store_for
from nimmt.words import LANGUAGES
from tests.cli.terminal import complaint_of

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = ["arena", "cluster", "dev", "envs", "fast", "mcp", "openspiel", "postgres", "sb3"]
OPTIONAL = [
    "asyncpg", "distributed", "gymnasium", "llvmlite", "matplotlib", "mcp", "numba", "numpy", "openskill", "pettingzoo",
    "PIL", "pyspiel", "resvg_py", "sb3_contrib", "stable_baselines3",
]  # fmt: skip
PLAY = """
import json, sys
missing = {missing!r}
sys.modules.update(dict.fromkeys(missing))  # importing one of them fails
import nimmt.cli.play, nimmt.cli.serve, nimmt.server.run, nimmt.review, nimmt.client
from nimmt.server import app, settings
app.application(settings.Settings())
from nimmt.bots import LEVELS
import nimmt.cli
print(json.dumps(sorted(set(missing) & {{name for name, module in sys.modules.items() if module}})))
"""


def without(monkeypatch: pytest.MonkeyPatch, *missing: str) -> None:
    """As if these packages were not installed."""
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name in missing else find_spec(name))


def name_of(requirement: str) -> str:
    return re.split("[<>=;[ ]", requirement)[0].replace("_", "-")


def test_there_are_these_extras_and_no_others() -> None:
    assert sorted(PROJECT["optional-dependencies"]) == EXTRAS


def test_a_plain_install_has_no_compiler_and_no_numpy() -> None:
    assert [line for line in PROJECT["dependencies"] if re.match("numba|numpy|nodejs|llvmlite", line)] == []


def test_the_game_imports_no_package_of_an_extra() -> None:
    done = subprocess.run([sys.executable, "-c", PLAY.format(missing=OPTIONAL)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert [] == json.loads(done.stdout)


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_command_names_what_the_extra_asks_for(extra: str) -> None:
    asked, named = PROJECT["optional-dependencies"][extra], packages(extra)
    assert sorted(map(name_of, asked)) == sorted(map(name_of, named))
    assert install_command(extra).startswith(f"{sys.executable} -m pip install ")
    assert all(f'"{package}"' in install_command(extra) for package in packages(extra))


def test_without_pip_the_command_is_uvs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    without(monkeypatch, "pip")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert install_command("postgres").startswith(f"uv pip install --python {tmp_path}/python")
    (tmp_path / "uv").touch()
    assert install_command("postgres").startswith(f"{tmp_path}/uv pip install --python {tmp_path}/python")


def test_a_copy_that_was_not_installed_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise PackageNotFoundError

    monkeypatch.setattr(extras, "requires", fail)
    assert install_command("postgres").endswith(' -m pip install "nimmt[postgres]"')


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("command", "package", "extra"),
    [
        (["mcp"], "mcp", "mcp"),
        (["train", "folder"], "numba", "fast"),
        (["serve", "--database", "postgresql://127.0.0.1:9/nimmt"], "asyncpg", "postgres"),
    ],
)
def test_commands_say_what_to_install(
    command: list[str], package: str, extra: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, package)
    assert install_command(extra) in complaint_of(*command, "--lang", language, status=2)


def test_parts_of_the_library_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "numba", "pettingzoo", "asyncpg")
    for module, name, extra in (("nimmt.fast", "play_random", "fast"), ("nimmt.envs", "parallel", "envs")):
        with pytest.raises(NotInstalled, match=f"“{extra}”") as refused:
            getattr(import_module(module), name)
        assert install_command(extra) in refused.value.sentence
    with pytest.raises(NotInstalled, match="“postgres”"):
        store_for("postgresql://127.0.0.1/nimmt")


def test_nothing_is_said_where_nothing_is_missing() -> None:
    need("fast", "Arrays", "numba", "numpy")
