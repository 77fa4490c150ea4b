"""What a copy of nimmt may lack, extras and the page for the browser, and the commands that get it there."""

import json
import os
import re
import sys
from importlib.metadata import PackageNotFoundError, distribution, requires
from importlib.util import find_spec
from pathlib import Path

from .errors import NimmtError


class NotInstalled(NimmtError, ImportError):
    """Something needs an extra that is not installed; says how to install it."""

    def __init__(self, what: str, extra: str) -> None:
        """Name what needs the extra, and the command that installs it."""
        self.extra, self.remedy = extra, install_command(extra)
        super().__init__("missing_extra", f"{what} needs the extra “{extra}”, which this installs: {self.remedy}")


def need(extra: str, what: str, *packages: str) -> None:
    """Raise NotInstalled unless all of these packages are there."""
    if any(find_spec(package) is None for package in packages):
        raise NotInstalled(what, extra)


def install_command(extra: str) -> str:
    """What to type. It names the packages, not nimmt, so it is right for a copy from a wheel, a clone or an index."""
    return typed([*_installer(), *(packages(extra) or [f"nimmt[{extra}]"])])


def page_command() -> str:
    """What to type where the page is missing: dev.py builds it in a clone, and an install from one can be repeated."""
    clone = Path(__file__).parents[2] / "dev.py"
    if clone.exists():
        return typed([sys.executable, str(clone), "web"])
    try:
        source = json.loads(distribution("nimmt").read_text("direct_url.json") or "{}").get("url", "nimmt")
    except PackageNotFoundError:
        source = "nimmt"
    setting = "set NIMMT_PAGE=yes&&" if os.name == "nt" else "NIMMT_PAGE=yes"
    return f"{setting} {typed([*_installer(), '--force-reinstall', '--no-deps', source])}"


def typed(words: list[str]) -> str:
    """A command as any shell reads it."""
    return " ".join(f'"{word}"' if re.search(r"[^\w./:\\-]", word) else word for word in words)


def packages(extra: str) -> list[str]:
    """The packages of an extra with their versions, as this copy's metadata lists them."""
    try:
        listed = requires("nimmt") or []
    except PackageNotFoundError:  # run from its sources, not installed
        return []
    wanted = re.compile(rf"""extra == ['"]{extra}['"]""")
    return [package.strip() for package, _, marker in (line.partition(";") for line in listed) if wanted.search(marker)]


def _installer() -> list[str]:
    """Environments that uv made have no pip; those of dev.py have a uv of their own."""
    if find_spec("pip") is not None:
        return [sys.executable, "-m", "pip", "install"]
    own = Path(sys.executable).with_name("uv.exe" if sys.platform == "win32" else "uv")
    return [str(own) if own.exists() else "uv", "pip", "install", "--python", sys.executable]
