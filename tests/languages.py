"""What the languages lack: ``python -m tests.languages`` lists it for each of them, file by file."""

import sys
import tomllib
from pathlib import Path

from nimmt.words import LANGUAGES, _flat

ROOT = Path(__file__).parents[1]
PROGRAM = ROOT / "src" / "nimmt" / "words"
PAGE = ROOT / "web" / "src" / "words"


def files(language: str) -> list[Path]:
    """The catalogues of a language: the program's, its glossary, the page's and those of the page's parts."""
    folders = [PROGRAM, PROGRAM / "glossary", *sorted({file.parent for file in PAGE.rglob("en.toml")})]
    return [folder / f"{language}.toml" for folder in folders]


def missing(language: str) -> dict[str, list[str]]:
    """What English has and this language has not, by the file where it belongs; of a page of rules, the page."""
    found: dict[str, list[str]] = {}
    for english, own in zip(files("en"), files(language), strict=True):
        lacking = [key for key in keys(english) if key not in keys(own)]
        if lacking:
            found[str(own.relative_to(ROOT))] = lacking
    for page in sorted((PROGRAM / "rules" / "en").glob("*.md")):
        own = PROGRAM / "rules" / language / page.name
        if not own.exists():
            found[str(own.relative_to(ROOT))] = ["the whole page"]
    return found


def strays(language: str) -> dict[str, list[str]]:
    """What this language has and English has not; only English lacks words for the engine's errors."""
    return {
        str(own.relative_to(ROOT)): lost
        for english, own in zip(files("en"), files(language), strict=True)
        if (lost := [key for key in keys(own) if key not in keys(english) and not key.startswith("errors.")])
    }


def keys(file: Path) -> list[str]:
    """The keys of a catalogue; none if there is no such file. A glossary has a key for each thing."""
    entries = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    return list(entries) if file.parent.name == "glossary" else [key for key, _ in _flat(entries)]


if __name__ == "__main__":
    for language in sys.argv[1:] or LANGUAGES:
        lacking = missing(language)
        lines = [f"{language}: {sum(map(len, lacking.values()))} missing"]
        lines += [f"  {file}: {', '.join(entries)}" for file, entries in lacking.items()]
        sys.stdout.write("\n".join(lines) + "\n")
