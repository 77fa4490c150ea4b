"""Whatever the server may refuse, the page has words for it in every language."""

import tomllib
from pathlib import Path

import pytest

from nimmt.server.app import HTTP_CODES, OTHER_HTTP_CODE
from nimmt.words import COMPLETE, words

from ..codes import codes_of, sendings

PAGE = Path(__file__).parents[2] / "web" / "src" / "words"
ELSEWHERE = ("arena", "cli", "client", "envs", "examples", "fast", "train")
"""Packages whose errors no client of the server can meet."""
WORKED_OUT = {
    ("server/app.py", "Refusal", "code"),  # one of the HTTP_CODES
    ("server/devices.py", "goodbye", "code"),  # given to `close`
    ("server/tables.py", "Goodbye", "code"),  # given to `goodbye`
}


def sent() -> set[str]:
    return codes_of(without=ELSEWHERE) | {*HTTP_CODES.values(), OTHER_HTTP_CODE}


def goodbyes() -> set[str]:
    return codes_of("close", "goodbye", "Goodbye")


def on_the_page(language: str) -> set[str]:
    """The codes that the page can put into words; in English the sentences of the engine's errors will do."""
    page = tomllib.loads((PAGE / f"{language}.toml").read_text("utf-8"))["page"]
    spoken = [key.partition(".") for key in words("fr" if language == "en" else language).entries]
    return {*page["refusals"], *(code for section, _, code in spoken if section in ("refusals", "errors"))}


def test_the_codes_are_found() -> None:
    assert {"spectators_off", "not_in_hand", "endless", "failed", "too_slow", "wrong_method", "no_such_table"} <= sent()
    assert {"deleted", "removed", "too_slow", "flood"} <= goodbyes()


def test_no_code_escapes() -> None:
    """A code is written where it is sent, or is that of an error passed on; whatever else there is, is listed above."""
    here = [place for place in sendings() if place.file.partition("/")[0] not in ELSEWHERE]
    found = {(place.file, place.by, place.written) for place in here if place.code is None}
    assert WORKED_OUT == {place for place in found if not place[2].endswith(".code")}


@pytest.mark.parametrize("language", COMPLETE)
def test_the_page_has_words_for_every_code(language: str) -> None:
    assert set() == sent() - on_the_page(language)
