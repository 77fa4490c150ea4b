"""Each language calls games and cards by the names on its boxes (Q-Y12)."""

import ast
import re
from collections.abc import Iterator

import pytest

from nimmt.words import COMPLETE, rules_page, words

from ..codes import SOURCE
from .test_words import page

NAMES = {
    "fr": {
        "games.base.name": "6 qui prend !",
        "games.surprise.name": "6 qui surprend !",
        "games.versus_ox.name": "Bœuf contre tous",
        "games.even_odd.name": "Paire/Impaire",
        "games.climb.name": "Escalade",
        "games.caper.name": "Cabriole",
        "games.reversed_digits.name": "Chiffres inversés",
        "table.ox": "Le Bœuf",
        "specials.fifth_row": "5e série",
        "specials.seven": "7 qui prend !",
        "specials.insert": "Insérer",
        "specials.replace": "Remplacer",
        "specials.slide": "Glisser",
        "specials.stop": "Stop",
        "specials.negative_positive": "Négatif = Positif",
        "specials.first": "Première carte",
        "specials.last": "Dernière carte",
        "specials.sort": "Trier",
        "options.buffalo_table.label": "Cartes Buffle",
        "page.party.zero": "Carte Zéro {letter}",
        "page.ox.board": "Le Bœuf",
    },
    "de": {
        "games.base.name": "6 nimmt!",
        "games.versus_ox.name": "Schlag den Büffel",
        "games.even_odd.name": "Gerade/Ungerade",
        "games.caper.name": "Die springende Kuh",
        "games.bullenparty.name": "Bullenparty",
        "table.ox": "Der Büffel",
        "specials.seven": "7 nimmt!",
        "options.buffalo_table.label": "Bullenkarten",
        "page.party.zero": "Nullkarte {letter}",
        "page.ox.board": "Der Büffel",
    },
    "en": {
        "games.base.name": "6 nimmt!",
        "games.versus_ox.name": "Beat the Buffalo",
        "table.ox": "The Buffalo",
        "specials.slide": "Slide",
        "page.ox.board": "The Buffalo",
    },
}
OTHER_NAMES = {
    "en": re.compile(r"\bOx(en)?\b"),
    "de": re.compile(r"\bOchsen?\b|Alle gegen", re.IGNORECASE),
    "fr": re.compile(r"\bbuffle contre\b|\ble Buffle\b"),
}
"""What the Buffalo must not be called in the same language."""


def both(language: str) -> dict[str, str]:
    """The words of the terminal and of the page."""
    return {**words(language).entries, **page(language)}


@pytest.mark.rule("Q-Y12")
@pytest.mark.parametrize("language", COMPLETE)
def test_games_and_cards_have_the_names_on_the_boxes(language: str) -> None:
    said = {key: both(language)[key].replace("\u00a0", " ") for key in NAMES[language]}
    assert NAMES[language] == said


@pytest.mark.rule("Q-Y12")
@pytest.mark.parametrize("language", COMPLETE)
def test_the_buffalo_has_one_name_in_each_language(language: str) -> None:
    texts = [*both(language).values(), *(rules_page(language, key) for key in ("base", "pro", "versus_ox"))]
    assert [] == [text for text in texts if OTHER_NAMES[language].search(text)]


def test_the_sentences_in_the_source_call_it_so_too() -> None:
    """Refusals and descriptions are English there; what programmers read, names and docstrings, keeps the Ox."""
    texts = [text for path in SOURCE.rglob("*.py") for text in literals(ast.parse(path.read_text("utf-8")))]
    assert any("Buffalo" in text for text in texts)
    assert [] == [text for text in texts if OTHER_NAMES["en"].search(text)]


def literals(tree: ast.AST) -> Iterator[str]:
    """All strings but docstrings."""
    nodes = list(ast.walk(tree))
    docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    strings = (node for node in nodes if isinstance(node, ast.Constant) and id(node) not in docs)
    return (node.value for node in strings if isinstance(node.value, str))


@pytest.mark.rule("Q-Y12")
def test_take_5_and_bullenparty_are_named_where_the_rules_are() -> None:
    assert "Take 5" in rules_page("en", "base")
    assert all("Bullenparty" in rules_page(language, "bullenparty") for language in COMPLETE)
