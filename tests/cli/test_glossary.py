"""Every text that people read uses the words of the glossary of its language."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import nimmt
from nimmt.words import COMPLETE, rules_page, words

ROOT = Path(__file__).parents[2]
GLOSSARY = ROOT / "src" / "nimmt" / "words" / "glossary"


def glossary(language: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((GLOSSARY / f"{language}.toml").read_text("utf-8"))


def texts(language: str) -> dict[str, str]:
    """The terminal's catalogue, the page's, and the rules."""
    page = tomllib.loads((ROOT / "web" / "src" / "words" / f"{language}.toml").read_text("utf-8"))
    rules = {f"rules of {key}": rules_page(language, key) for key in nimmt.keys()}
    return {**words(language).entries, **flat(page), **rules}


def flat(entries: dict[str, Any], before: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in entries.items():
        found |= flat(value, f"{before}{name}.") if isinstance(value, dict) else {f"{before}{name}": value}
    return found


def test_the_glossaries_name_the_same_things() -> None:
    assert [list(glossary(language)) for language in COMPLETE] == [list(glossary("en"))] * len(COMPLETE)


@pytest.mark.parametrize("language", COMPLETE)
def test_catalogues_and_rules_keep_to_the_glossary(language: str) -> None:
    said = texts(language)
    strays = []
    for thing, term in glossary(language).items():
        assert any(re.search(term["word"], text, re.IGNORECASE) for text in said.values()), f"nobody says {thing}"
        for never in term.get("never", []):
            for key, text in said.items():
                plain = re.sub(r"\{\w+\}", "", text)
                for phrase in term.get("but", []):
                    plain = plain.replace(phrase, "")
                if re.search(rf"\b{never}\b", plain, re.IGNORECASE):
                    strays.append(f"{key}: {never!r} for {term['word']!r}")
    assert strays == []
