"""The documents as a site, and how to cite the project."""

import subprocess
import sys
import tomllib
from pathlib import Path

import yaml  # type: ignore[import-untyped]

import nimmt

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "site"


def test_the_site_builds_without_a_warning_and_documents_every_public_name() -> None:
    """Strictly: dead links, unknown names and pages that are missing from its contents are errors."""
    done = subprocess.run([sys.executable, ROOT / "docs" / "site.py"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    reference = (SITE / "reference" / "engine.html").read_text("utf-8")
    assert [name for name in nimmt.__all__ if not documented(name, reference)] == []
    pages = [page.read_text("utf-8") for page in SITE.rglob("*.html")]
    assert not any("fonts.googleapis" in page for page in pages), "readers load nothing from elsewhere"


def documented(name: str, reference: str) -> bool:
    """Under its public address, or where it is defined."""
    home = getattr(getattr(nimmt, name), "__module__", "nimmt")
    return any(f'id="{module}.{name}"' in reference for module in ("nimmt", home))


def test_the_citation_names_this_version_and_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= citation.keys()
    assert (citation["version"], citation["license"]) == (project["version"], project["license"])
    assert [author["name"] for author in citation["authors"]] == [author["name"] for author in project["authors"]]
