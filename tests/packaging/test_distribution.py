"""The wheel and the sdist, each built, installed into an empty environment and used there."""

import os
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "nimmt"
LOCK = ROOT / "requirements.lock"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def run(*command: object, cwd: Path = ROOT) -> str:
    """The command's output; the test fails with all of it if the command does."""
    # this project's own environment must not lend its packages to the empty one
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def uv(*arguments: object) -> str:
    return run(sys.executable, "-m", "uv", "--quiet", *arguments)


def build(kind: str, folder: Path) -> Path:
    """Build a distribution with the locked build backend, in isolation as an installer would."""
    options = ["--python", sys.executable, "--build-constraint", LOCK, "--out-dir", folder]
    uv("build", f"--{kind}", *options, ROOT)
    return next(folder.glob("nimmt-*.whl" if kind == "wheel" else "nimmt-*.tar.gz"))


def install(distribution: Path, venv: Path) -> Path:
    """Install into a new, empty environment; gives the folder of its programs."""
    uv("venv", "--python", sys.executable, venv)
    uv("pip", "install", "--python", venv, "--constraint", LOCK, "--build-constraint", LOCK, distribution)
    return venv / ("Scripts" if os.name == "nt" else "bin")


def files(package: Path) -> set[str]:
    paths = (path.relative_to(package) for path in package.rglob("*") if path.is_file())
    return {path.as_posix() for path in paths if "__pycache__" not in path.parts}


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_an_installed_distribution_is_complete_and_plays(kind: str, tmp_path: Path) -> None:
    programs = install(build(kind, tmp_path / "dist"), tmp_path / "venv")
    show = "import importlib.metadata, nimmt; print(nimmt.__file__, importlib.metadata.version('nimmt'), sep='\\n')"
    location, version = run(programs / "python", "-c", show, cwd=tmp_path).splitlines()
    assert Path(location).is_relative_to(tmp_path)
    assert version == VERSION
    assert files(Path(location).parent) == files(SOURCE)
    assert "base" in run(programs / "nimmt", "games", cwd=tmp_path)


def test_the_sdist_can_be_tested_and_developed(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    here = Path(__file__).relative_to(ROOT).as_posix()
    assert {"pyproject.toml", "requirements.lock", "dev.py", "LICENSE", "CHANGELOG.md", here} <= names
    assert not any(name.startswith((".git/", ".venv/")) for name in names)
