#!/usr/bin/env python3
"""Sets up .venv from the lock and builds the page where needed, then plays, tests or measures. Needs Python alone."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
LOCK = ROOT / "requirements.lock"
PROJECT = ROOT / "pyproject.toml"
BENCHMARKS = ROOT / "benchmarks"
PAGE = ROOT / "web" / "build.py"
KERNELS = ROOT / "wasm" / "build.py"
VENV = ROOT / ".venv"
STAMP = VENV / "installed.sha256"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
SUFFIX = ".exe" if os.name == "nt" else ""
PYTHON = SCRIPTS / f"python{SUFFIX}"
UV = SCRIPTS / f"uv{SUFFIX}"
NIMMT = SCRIPTS / f"nimmt{SUFFIX}"

COMMANDS = """commands:
  play [...]    play in the browser; the rest goes to "nimmt" (try: play --help)
  play --terminal [...]
                play in the terminal; the rest goes to "nimmt play" (try: play --terminal surprise)
  test          all linters, then all tests, those of the page included
  test ...      pytest alone, with these arguments (try: test -x tests/rules)
  check         the linters alone: ruff, mypy, import-linter, svelte-check
  web           build the page if its sources have changed
  web ...       npm in web/, with these arguments (try: web run dev)
  bench [name]  run one benchmark of benchmarks/, or all of them
  kernels       compile the kernels that play needs into one file, if their sources have changed
  docs          write the pages that are generated (docs/games) anew
  site          build the documents and an API reference into build/site; a dead link is an error
  lock [...]    renew requirements.lock from pyproject.toml; --upgrade also takes newer versions
"""
CHECKS: dict[str, list[object]] = {
    "ruff check": ["-m", "ruff", "check", "--quiet", "."],
    "ruff format": ["-m", "ruff", "format", "--quiet", "--diff", "."],
    "mypy": ["-m", "mypy", "--no-error-summary"],
    "import-linter": ["-c", "from importlinter.cli import lint_imports_command as main; main()", "--no-logo"],
    "svelte-check": [PAGE, "run", "check"],
}
FIRST: dict[str, list[object]] = {
    # or every worker would compile the kernels for itself; the longest first, so that all cores are busy to the end
    "compiling the other kernels": ["-m", "tests.fast.compiling", "rest"],
    "compiling the bots' kernels": ["-m", "tests.fast.compiling", "bots"],
    "vitest": [PAGE, "test"],
}
LAST_FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
TIMED = ("tests/browser/", "tests/client/", "tests/server/")
"""Tests that wait for other processes: a machine that is busy elsewhere can make them fail."""
MOST_SHAKY = 4
FIRST_IMPORTS = """
import sys
sys.dont_write_bytecode = False  # whatever PYTHONDONTWRITEBYTECODE says: every start would compile all of it again
import nimmt.cli.play, nimmt.cli.serve, nimmt.server.run
from nimmt.server import app, settings
app.application(settings.Settings())  # it imports more
"""
COMPILE = "pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header"
UNLOCKED = ("sb3",)  # extras that are not locked: that one brings torch, gigabytes with CUDA, for one example


class Failure(Exception):
    """A step went wrong; the text says what to do about it."""


def say(text: str, end: str = "\n") -> None:
    """Print one line of our own, told apart from the tools' output."""
    print(f"dev: {text}", end=end, flush=True)


def attempt(command: list[object]) -> tuple[str, str | None]:
    """Run a command quietly: how it went and how long it took, and its output if it failed."""
    began = time.monotonic()
    done = subprocess.run([str(part) for part in command], cwd=ROOT, capture_output=True, text=True, errors="replace")
    verdict = f"{'FAILED' if done.returncode else 'ok'} ({time.monotonic() - began:.1f} s)"
    return verdict, f"{done.stdout}\n{done.stderr}".strip() if done.returncode else None


def step(label: str, command: list[object], hint: str = "") -> None:
    """Run a command quietly on one line; show its output only if it fails."""
    say(f"{label} ... ", end="")
    verdict, output = attempt(command)
    print(verdict, flush=True)
    if output is not None:
        raise Failure("\n".join(part for part in (output, hint) if part))


def together(steps: dict[str, list[object]]) -> int:
    """Let Python run these side by side, each to its end, so that one run shows all there is to mend."""
    say(f"side by side: {', '.join(steps)}")
    failed = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        begun = {pool.submit(attempt, [PYTHON, *command]): name for name, command in steps.items()}
        for done in as_completed(begun):
            verdict, output = done.result()
            say(f"{begun[done]} ... {verdict}")
            if output is not None:
                print(output, flush=True)
                failed.append(begun[done])
    if failed:
        say(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


def run(*command: object) -> int:
    """Run a command in the foreground; Ctrl-C is the command's to handle."""
    process = subprocess.Popen([str(part) for part in command], cwd=ROOT)
    while True:
        try:
            status = process.wait()
            return status if status >= 0 else 128 - status  # ended by a signal: as a shell tells it
        except KeyboardInterrupt:
            continue


# Setting up


def fingerprint() -> str:
    """What the environment was made from: the lock, the project file and the folder."""
    return hashlib.sha256(LOCK.read_bytes() + PROJECT.read_bytes() + bytes(ROOT)).hexdigest()


def works(program: Path) -> bool:
    """Whether the program is there and starts (its Python may have been removed since)."""
    return program.exists() and subprocess.run([program, "--version"], capture_output=True).returncode == 0


def make_venv() -> None:
    """Make .venv; without the ensurepip module, make it without pip and let this Python's pip fill it."""
    label = f"making .venv with Python {sys.version.split()[0]}"
    remedy = f"On Debian or Ubuntu: sudo apt install python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    try:
        step(label, [sys.executable, "-m", "venv", "--clear", VENV])
    except Failure:
        step(f"{label}, without pip", [sys.executable, "-m", "venv", "--clear", "--without-pip", VENV], remedy)
        if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode:
            shutil.rmtree(VENV)
            raise Failure(f"This Python has neither ensurepip nor pip. {remedy}") from None


def locked_uv() -> str:
    """The part of the lock that pins uv, hashes included."""
    found = re.search(r"^uv==.*\\\n(?: +--hash=.*\n)+", LOCK.read_text("utf-8"), re.MULTILINE)
    if not found:
        raise Failure(f"{LOCK.name} does not pin uv.")
    return found[0]


def install_uv() -> None:
    """Install the locked uv with pip: the venv's own, or this Python's where the venv has none."""
    pin = VENV / "uv.txt"
    pin.write_text(locked_uv(), "utf-8")
    version = locked_uv().split()[0].replace("==", " ")
    own_pip = next((VENV / "Lib" if os.name == "nt" else VENV / "lib").rglob("pip/__init__.py"), None)
    pip = [PYTHON, "-m", "pip"] if own_pip else [sys.executable, "-m", "pip", "--python", PYTHON]
    arguments = ["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes", "-r", pin]
    step(f"installing {version}", [*pip, *arguments], "Could not install uv. Is there a network connection?")


def set_up(only_uv: bool = False) -> None:
    """Bring .venv up to date with the lock and the project file; does nothing if it is."""
    if STAMP.exists() and STAMP.read_text() == fingerprint() and works(PYTHON):
        return
    if not works(PYTHON):
        make_venv()
    install_uv()
    if only_uv:
        return
    packages = len(re.findall(r"^\S+==", LOCK.read_text("utf-8"), re.MULTILINE))
    hint = "Could not install the packages. Is there a network connection?"
    sync = [UV, "pip", "sync", "--quiet", "--python", PYTHON, "--require-hashes", LOCK]
    step(f"installing {packages} locked packages", sync, hint)
    editable = ["--no-deps", "--no-build-isolation", "--editable", ROOT]
    step("installing nimmt", [UV, "pip", "install", "--quiet", "--python", PYTHON, *editable])
    step("compiling what the first start needs", [PYTHON, "-c", FIRST_IMPORTS])
    stale = "The lock lacks what pyproject.toml asks for; renew it: python3 dev.py lock"
    step("checking the lock", [UV, "pip", "check", "--quiet", "--python", PYTHON], stale)
    STAMP.write_text(fingerprint())


def build_page() -> None:
    """Bring the built page up to date with its sources; does nothing if it is."""
    if subprocess.run([PYTHON, PAGE, "--stale"]).returncode == 0:
        hint = "Could not build the page; the first time that needs a network connection."
        step("building the page, about half a minute the first time", [PYTHON, PAGE], hint)


# The commands


def play(arguments: list[str]) -> int:
    """Play in the browser, or in the terminal if that is the first wish."""
    if arguments[:1] == ["--terminal"]:
        return run(NIMMT, "play", *arguments[1:])
    build_page()
    return run(NIMMT, *arguments)


def check(arguments: list[str]) -> int:
    """Run every linter."""
    if arguments:
        raise Failure("check takes no arguments.")
    return together(CHECKS)


def test(arguments: list[str]) -> int:
    """Run the linters and then the tests on all cores, or pytest alone with the given arguments."""
    if arguments:
        return run(PYTHON, "-m", "pytest", *arguments)
    build_page()
    if together(FIRST | CHECKS):
        return 1
    workers = (os.cpu_count() or 1) + 1  # browsers, servers and clocks are waited for: one more than there are cores
    # each has a stretch of its own, so that what a module's tests share is made once, and helps the others at the end
    status = run(PYTHON, "-m", "pytest", "--cache-clear", "-n", str(workers), "--dist", "worksteal")
    return once_more() if status == 1 else status


def once_more() -> int:
    """Run the few tests that failed in the crowd again, alone. What passes now is named as shaky, to be mended."""
    failed = sorted(json.loads(LAST_FAILED.read_text("utf-8")))
    if len(failed) > MOST_SHAKY or not all(name.startswith(TIMED) for name in failed):
        return 1
    say(f"once more, alone: {', '.join(failed)}")
    status = run(PYTHON, "-m", "pytest", *failed)
    if status == 0:
        say(f"SHAKY, these passed only alone: {', '.join(failed)}")
    return status


def web(arguments: list[str]) -> int:
    """Build the page, or run npm in its folder."""
    if arguments:
        return run(PYTHON, PAGE, *arguments)
    build_page()
    return 0


def bench(arguments: list[str]) -> int:
    """Run the named benchmarks, or all of them; the exit status is the first that is not 0."""
    known = sorted(path.stem for path in BENCHMARKS.glob("*.py") if not path.name.startswith("_"))
    say(f"benchmarks: {', '.join(known) or 'none yet'}")
    unknown = [name for name in arguments if name not in known]
    if unknown:
        raise Failure(f"No such benchmark: {', '.join(unknown)}.")
    statuses = [run(PYTHON, BENCHMARKS / f"{name}.py") for name in arguments or known]
    return next((status for status in statuses if status), 0)


def kernels(arguments: list[str]) -> int:
    """Compile the portable kernels; what numba keeps on disk is optimised for this machine and must not get in."""
    os.environ["NIMMT_CACHE"] = os.devnull
    return run(PYTHON, KERNELS, *arguments)


def docs(arguments: list[str]) -> int:
    """Write the game pages from the registry."""
    return run(PYTHON, ROOT / "docs" / "generate.py", *arguments)


def site(arguments: list[str]) -> int:
    """Build the documents into a site."""
    return run(PYTHON, ROOT / "docs" / "site.py", *arguments)


def lock(arguments: list[str]) -> int:
    """Renew the lock; it must never hold the address of a package index."""
    import tomllib  # here, so that an older Python is told what it lacks

    extras = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    locked = [f"--extra={name}" for name in extras if name not in UNLOCKED]
    options = [*COMPILE.split(), *locked, "--quiet", "--output-file", LOCK.name, *arguments]
    step("renewing requirements.lock", [UV, *options], "Could not renew the lock. Is there a network connection?")
    if "://" in LOCK.read_text("utf-8"):
        raise Failure(f"{LOCK.name} holds an address; do not commit it.")
    return 0


def main() -> int:
    """Read the command line, set up, run."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=COMMANDS, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    every = (play, test, check, web, bench, kernels, docs, site, lock)
    commands = {command.__name__: command for command in every}
    parser.add_argument("command", choices=commands)
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="passed on to the command")
    chosen = parser.parse_args()
    if sys.version_info < OLDEST:
        parser.exit(2, f"nimmt needs Python 3.11 or newer; this is {sys.version.split()[0]} ({sys.executable}).\n")
    try:
        set_up(only_uv=chosen.command == "lock")
        return commands[chosen.command](chosen.arguments)
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
