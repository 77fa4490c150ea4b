"""Build the documents and an API reference into a site, build/site/index.html: python3 dev.py site."""

import os
import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
STAGE = ROOT / "build" / "site-pages"
SITE = ROOT / "build" / "site"
BESIDE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]*)(#[^)]*)?\)")


def sources() -> dict[str, str]:
    """Where each page of the site comes from: address in the repository → address on the site."""
    docs = ROOT / "docs"
    pages = {f"docs/{each}": each for each in (path.relative_to(docs).as_posix() for path in docs.rglob("*.md"))}
    return {**pages, **BESIDE}


def turned(text: str, source: str, pages: dict[str, str]) -> str:
    """A page whose links lead to pages of the site; what is not on the site keeps its words and loses its link."""
    here = pages[source]

    def link(found: re.Match[str]) -> str:
        label, target, anchor = found[1], found[2], found[3] or ""
        if not target or "://" in target:
            return found[0]
        there = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if there not in pages:
            there = next((page for page in pages if page.startswith(f"{there}/")), there)  # a folder: its first page
        if there not in pages:
            return label
        return f"[{label}]({posixpath.relpath(pages[there], posixpath.dirname(here) or '.')}{anchor})"

    return LINK.sub(link, text).replace("](docs/images/", "](images/")


def stage() -> None:
    """Lay pages and pictures out as the site has them."""
    shutil.rmtree(STAGE, ignore_errors=True)
    pages = sources()
    for source, page in sorted(pages.items()):
        (STAGE / page).parent.mkdir(parents=True, exist_ok=True)
        (STAGE / page).write_text(turned((ROOT / source).read_text("utf-8"), source, pages), "utf-8")
    shutil.copytree(ROOT / "docs" / "images", STAGE / "images")


def main() -> int:
    """Dead links, unknown names and pages that nobody can find are errors."""
    stage()
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--config-file", "docs/mkdocs.yml"]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}  # it advertises its successor
    status = subprocess.run([*command, "--site-dir", str(SITE)], cwd=ROOT, env=quiet).returncode
    if status == 0:
        sys.stdout.write(f"{SITE / 'index.html'}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
