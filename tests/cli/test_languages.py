"""Every registered language: complete ones lack nothing, and English stands in for what the others lack."""

from pathlib import Path

import pytest

import nimmt
from nimmt import words as catalogues
from nimmt.words import COMPLETE, LANGUAGES, rules_page, words

from .. import languages


@pytest.mark.parametrize("language", COMPLETE)
def test_a_complete_language_lacks_nothing(language: str) -> None:
    assert languages.missing(language) == {}, "add these words, or list the language under [begun] in languages.toml"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_has_words_that_english_lacks(language: str) -> None:
    assert languages.strays(language) == {}, "English has no such keys: mend these files"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_registered_language_has_catalogues_of_program_and_page(language: str) -> None:
    for folder in (languages.PROGRAM, languages.PAGE):
        assert (folder / f"{language}.toml").exists(), f"{language} is in languages.toml: add {folder / language}.toml"


def test_english_stands_in_for_what_a_language_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in ("en.toml", "rules/en/base.md"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text((languages.PROGRAM / file).read_text("utf-8"), "utf-8")
    (tmp_path / "xx.toml").write_text('[table]\nteam = "Tem"\n', "utf-8")
    monkeypatch.setattr(catalogues, "files", lambda _: tmp_path)
    started = words.__wrapped__("xx")
    assert (started.say("table.team"), started.say("table.ox")) == ("Tem", words("en").say("table.ox"))
    assert rules_page("xx", "base") == rules_page("en", "base")


def test_what_a_language_lacks_is_listed_by_file() -> None:
    lacking = languages.missing("xx")
    assert "table.team" in lacking["src/nimmt/words/xx.toml"]
    assert "page.unofficial" in lacking["web/src/words/xx.toml"]
    assert "row" in lacking["src/nimmt/words/glossary/xx.toml"]
    assert {f"src/nimmt/words/rules/xx/{key}.md" for key in nimmt.keys()} <= set(lacking)
