"""The program's words: a catalogue for each language; English stands in for words that another one lacks."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, reduce
from importlib.resources import files
from math import isfinite
from typing import Any

from ..errors import NimmtError

_REGISTERED: dict[str, dict[str, str]] = tomllib.loads(files(__name__).joinpath("languages.toml").read_text("utf-8"))

COMPLETE = tuple(_REGISTERED["complete"])
"""The languages that lack no words."""

LANGUAGES = (*COMPLETE, *_REGISTERED["begun"])

_PERSON = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


class Words:
    """One language's catalogue: sentences by key, with places for numbers and names."""

    def __init__(self, language: str, entries: Mapping[str, str]) -> None:
        """Take the entries, which `words` reads from the catalogue."""
        self.language = language
        self.entries = entries

    def __contains__(self, key: str) -> bool:
        """Whether there are words for this."""
        return key in self.entries

    def say(self, key: str, you: bool = False, /, **values: object) -> str:
        """The sentence with its places filled; in ``[take|takes]`` the first form is for you, the second for others."""
        text = _PERSON.sub(lambda forms: forms[1 if you else 2], self.entries[key])
        return text.format(**values)

    def count(self, noun: str, number: float) -> str:
        """A number of things, such as "1 head", "3 heads" or "−1 point"; in French below 2 is singular as well."""
        single = abs(number) == 1 or (abs(number) < 2 and self.language == "fr")
        return self.say(
            f"nouns.{noun}.{'one' if single else 'other'}",
            n=self.figure(number, "d" if isinstance(number, int) else "g"),
        )

    def amount(self, noun: str, figure: float, error: float | None = None, form: str = ".1f") -> str:
        """A measured number of things, such as "0.1 heads" or "1.2 ± 0.3 points"; in French below 2 is singular."""
        shown = [self.figure(each, form) for each in (figure, error) if each is not None]
        single = self.language == "fr" and abs(float(format(figure, form))) < 2
        return self.say(f"nouns.{noun}.{'one' if single else 'other'}", n=" ± ".join(shown))

    def figure(self, number: float, form: str = ".2f") -> str:
        """A number in a table, with a minus sign and the language's decimal point; a dash where it is unknown."""
        if not isfinite(number):
            return "–"
        text = format(number, form).replace("-", "−")
        return text if self.language == "en" else text.replace(".", ",")

    def row(self, texts: Iterable[str]) -> str:
        """Texts in a row, separated by semicolons as the language spaces them."""
        *others, last = [*texts] or [""]
        return reduce(lambda rest, first: self.say("show.row", first=first, rest=rest), reversed(others), last)

    def error(self, error: NimmtError) -> str:
        """What went wrong; the engine's own sentences are English."""
        key = f"errors.{error.code}"
        return self.say(key) if key in self.entries else error.sentence


@cache
def words(language: str) -> Words:
    """The catalogue of one of the LANGUAGES, with English for what it lacks."""
    return Words(language, {**catalogue("en"), **catalogue(language)})


def catalogue(language: str) -> dict[str, str]:
    """The words that a language has itself; the engine's errors have English sentences already."""
    text = files(__name__).joinpath(f"{language}.toml").read_text("utf-8")
    return dict(_flat(tomllib.loads(text)))


def language_of(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for, if we have it; otherwise English."""
    wishes = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    wish = next(filter(None, wishes), "")[:2].lower()
    return wish if wish in LANGUAGES else "en"


def rules_page(language: str, key: str) -> str:
    """The rules of a game in our own words, as Markdown; in English if the language has none yet."""
    folder = files(__name__).joinpath("rules")
    page = folder.joinpath(language, f"{key}.md")
    return (page if page.is_file() else folder.joinpath("en", f"{key}.md")).read_text("utf-8")


@cache
def rulebook() -> dict[str, str]:
    """Every rule id with its sentence, in English."""
    text = files("nimmt").joinpath("rulebook.toml").read_text("utf-8")
    return {rule: str(entry["says"]) for rule, entry in tomllib.loads(text).items()}


def _flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Give entries of nested tables one key with dots."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value
