"""The catalogues: alike, and well set."""

import re
import string
import tomllib
from math import nan
from pathlib import Path
from typing import get_args

import pytest

import nimmt
from nimmt.cards import Special
from nimmt.cli.ask import PROMPTS
from nimmt.cli.forms import FORMS
from nimmt.codec import AnyAction, AnyEvent
from nimmt.events import Mark, ReasonCode
from nimmt.games.bullenparty import Tally
from nimmt.games.versus_ox.actions import RemoveStop
from nimmt.specials.actions import UseSpecial
from nimmt.words import COMPLETE, LANGUAGES, Words, _flat, language_of, rulebook, rules_page, words
from nimmt.words import catalogue as own_words
from nimmt.words.story import story

from ..codes import codes_of

ENGINE = Path(nimmt.__file__).parent
PAGE = Path(__file__).parents[2] / "web" / "src" / "words"
OTHERS = [language for language in COMPLETE if language != "en"]
NOT_ENGINE = ("cli", "server", "words")


def catalogue(language: str) -> dict[str, str]:
    """All entries but the errors, which are English in the engine itself."""
    return {key: text for key, text in own_words(language).items() if not key.startswith("errors.")}


def page(language: str) -> dict[str, str]:
    """The catalogues of the page in the browser, those of its parts included."""
    files = PAGE.rglob(f"{language}.toml")
    return {key: text for file in files for key, text in _flat(tomllib.loads(file.read_text("utf-8")))}


def places(text: str) -> set[str]:
    """The {places} of a text, those in its [two|forms] included."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_has_the_same_places_in_every_language(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert [] == [key for key in english if places(english[key]) != places(other[key])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_is_empty_or_has_blanks_at_its_ends(language: str) -> None:
    assert [] == [key for key, text in words(language).entries.items() if not text or text != text.strip()]


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_was_left_in_english(language: str) -> None:
    """A sentence of three words or more that is the same in both languages was not translated."""
    english, other = catalogue("en"), catalogue(language)

    def words_in(text: str) -> list[str]:
        return re.findall(r"[a-z]{2,}", re.sub(r"\{\w+\}", "", text))

    assert [] == [key for key in english if english[key] == other[key] and len(words_in(english[key])) > 2]


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_word_slipped_in(language: str) -> None:
    small = r"\b(the|your?|rows?|cards?|heads|takes?|with|and|this|that|is|are|of|there|cannot|which|what|who)\b"
    texts = {key: re.sub(r"\{\w+\}", "", text).lower() for key, text in words(language).entries.items()}
    assert [] == [key for key, text in texts.items() if re.search(small, text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_words(language: str) -> None:
    codes = codes_of("Refusal", without=NOT_ENGINE)
    assert {"not_in_hand", "no_such_row", "reversal_used", "not_offered"} <= codes
    assert set() == {code for code in codes if f"refusals.{code}" not in words(language)}


@pytest.mark.parametrize("language", OTHERS)
def test_every_error_has_words(language: str) -> None:
    codes = codes_of("BadSetup", "Malformed", "BadRecord", "NimmtError", without=NOT_ENGINE)
    assert {"bad_players", "malformed", "wrong_outcome", "bad_json"} <= codes
    assert set() == {code for code in codes if f"errors.{code}" not in words(language)}
    assert not [key for key in words("en").entries if key.startswith("errors.")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_and_option_has_words(language: str) -> None:
    speech = words(language)
    for key in nimmt.keys():
        assert all(f"games.{key}.{part}" in speech for part in ("name", "sentence", "length")), key
        assert rules_page(language, key).startswith("# ")
        for option in nimmt.spec(key).options:
            assert f"options.{option.name}.label" in speech, option.name
            assert f"options.{option.name}.help" in speech, option.name
            spoken = [choice for choice in option.choices if re.search("[a-z]", choice)]
            home = "games.{}.name" if option.kind == "set" else f"options.{option.name}.choices.{{}}"
            assert all(home.format(choice) in speech for choice in spoken), option.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mark_has_words(language: str) -> None:
    for mark in get_args(Mark):
        assert all(f"marks.{mark}.{part}" in words(language) for part in ("name", "short", "legend")), mark


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words(language: str) -> None:
    told = {key.rpartition(".")[2] for key in words(language).entries if key.startswith("events.")}
    assert set() == set(get_args(ReasonCode)) - told


EVENTS = {event.__struct_config__.tag: event for event in get_args(AnyEvent)}


def test_every_event_can_be_told() -> None:
    assert EVENTS.keys() == story().keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", sorted(EVENTS))
def test_the_story_of_an_event_has_words_and_fills_their_places(event: str, language: str) -> None:
    telling, entries = story()[event], words(language).entries
    reasons = {key.rpartition(".")[2] for key in entries if key.startswith(f"events.{event}.")} & {
        *get_args(ReasonCode)
    }
    said = {entry for entry, *_ in [*telling.cases, *([telling.also] if telling.also else [])] if entry}
    said = (said - {"reason"}) | (reasons if telling.why or "reason" in said else set())
    assert bool(said) != telling.silent
    for entry in said:
        assert places(entries[f"events.{event}.{entry}"]) <= telling.with_.keys(), entry


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_can_be_foretold_has_words_for_the_reasons_of_its_story(language: str) -> None:
    entries = words(language).entries
    foretold = {event: telling for event, telling in story().items() if telling.foretold}
    assert {"card_placed", "row_taken"} < foretold.keys()
    for event, telling in foretold.items():
        told = {key.removeprefix("events.") for key in entries if key.startswith(f"events.{event}.")}
        keys = told if telling.foretold == "reason" else {f"{event}.{telling.foretold}"}
        assert keys == {key.removeprefix("preview.") for key in entries if key.startswith(f"preview.{event}.")}
        for key in keys:
            assert places(entries[f"preview.{key}"]) <= telling.with_.keys(), key


@pytest.mark.parametrize("event", sorted(EVENTS))
def test_the_story_of_an_event_is_made_of_its_fields(event: str) -> None:
    telling, fields = story()[event], set(EVENTS[event].__struct_fields__)
    fields |= {*Tally.__struct_fields__} if telling.each else set()
    conditions = [condition for _, *rest in [*telling.cases, telling.also or [""]] for condition in rest]
    named = [telling.by, telling.card, telling.each, telling.if_, *(" is ".join(conditions).split(" is "))]
    for form in telling.with_.values():
        kind, *used = form.split()
        assert kind in FORMS or (kind == "count" and f"nouns.{used[0]}.one" in words("en"))
        named += used[kind == "count" :]
    assert {*filter(None, named)} <= fields


def test_every_question_can_be_asked() -> None:
    for key in nimmt.keys():
        assert nimmt.game(key, players=nimmt.spec(key).players[-1]).rules.questions.keys() <= PROMPTS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_special_and_every_use_has_words(language: str) -> None:
    assert set() == {special for special in get_args(Special) if f"specials.{special}" not in words(language)}
    uses = {kind.__struct_config__.tag for kind in get_args(AnyAction) if issubclass(kind, UseSpecial | RemoveStop)}
    assert "use_slide" in uses
    assert set() == {use for use in uses if f"uses.{use}" not in words(language)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_has_a_name(language: str) -> None:
    """A shared moment says what was chosen, whatever it was; these are told by their number, or as two answers."""
    other = {"draft_card", "play_card", "take_row", "vote"}
    kinds = {str(kind.__struct_config__.tag) for kind in get_args(AnyAction)} - other
    known = words(language)
    assert set() == {kind for kind in kinds if not {f"uses.{kind}", f"review.choices.{kind}"} & known.entries.keys()}


@pytest.mark.parametrize("whose", ["terminal", "page"])
def test_french_typography(whose: str) -> None:
    """No-break spaces before high punctuation and inside guillemets, and typographic apostrophes."""
    for key, text in (words("fr").entries if whose == "terminal" else page("fr")).items():
        plain = re.sub(r"\{[^}]*\}", "x", text)
        assert "'" not in plain, key
        assert not re.search(r"« |(?<!Tapez) [!?:;»]", plain), key
        assert not re.search(r"[^\s\u00a0?][;»]", plain), key
        assert "\u202f" not in plain, key  # one kind of space in all sentences


@pytest.mark.parametrize("language", ["en", "fr"])
def test_dots_and_apostrophes_of_the_page(language: str) -> None:
    """An ellipsis follows its word at once (in German after a space); apostrophes are typographic."""
    assert [key for key, text in page(language).items() if " …" in text or "'" in text] == []


def test_german_quotation_marks() -> None:
    for key, text in words("de").entries.items():
        assert text.count("„") == text.count("“"), key
        assert "”" not in text, key


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_AT"}, "de"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "de_DE", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": ""}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "C"}, "en"),
        ({"LANG": "nl_NL"}, "en"),
    ],
)
def test_the_language_of_the_system(environment: dict[str, str], language: str) -> None:
    assert language == language_of(environment)


def test_numbers_and_persons() -> None:
    assert ["0 heads", "1 head", "2 heads"] == [words("en").count("heads", number) for number in range(3)]
    assert ["0 tête", "1 tête", "2 têtes"] == [words("fr").count("heads", number) for number in range(3)]
    assert "0 Hornochsen" == words("de").count("heads", 0)
    for language in ("en", "fr"):
        assert ["−2 points", "−1 point"] == [words(language).count("points", number) for number in (-2, -1)]
    speech = Words("en", {"x": "[you take|{who} takes] {n}"})
    assert ("you take 1", "Ada takes 1") == (speech.say("x", True, who="Ada", n=1), speech.say("x", who="Ada", n=1))


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", ["0.1 heads", "1.0 heads", "−1.5 heads", "1.9 heads", "2.0 heads"]),
        ("fr", ["0,1 tête", "1,0 tête", "−1,5 tête", "1,9 tête", "2,0 têtes"]),
        ("de", ["0,1 Hornochsen", "1,0 Hornochsen", "−1,5 Hornochsen", "1,9 Hornochsen", "2,0 Hornochsen"]),
    ],
)
def test_measured_numbers_of_things(language: str, shown: list[str]) -> None:
    """In French, what is below 2 as it is shown is singular."""
    assert shown == [words(language).amount("heads", figure) for figure in (0.1, 0.99, -1.5, 1.94, 1.96)]
    with_error = {"en": "1.25 ± 0.50 points", "fr": "1,25 ± 0,50 point", "de": "1,25 ± 0,50 Punkte"}
    assert with_error[language] == words(language).amount("points", 1.25, 0.5, ".2f")


def test_no_measured_figure_has_a_plural_of_its_own_in_french() -> None:
    """It would be wrong below 2: figures come with their nouns."""
    measured = r"\{(heads|loss|lead|now|given|margin|figure|error)\} (têtes|points)"
    texts = {**{key: text for key, text in words("fr").entries.items() if key.startswith("review.")}, **page("fr")}
    assert [] == [key for key, text in texts.items() if re.search(measured, text)]


@pytest.mark.parametrize("language", OTHERS)
def test_a_percentage_is_not_torn_apart(language: str) -> None:
    for key, text in {**words(language).entries, **page(language)}.items():
        assert not re.search(r"[\d}] %", text), key


@pytest.mark.parametrize(("language", "pronoun"), [("en", "you"), ("fr", "vous"), ("de", "du")])
def test_nobody_is_named_twice(language: str, pronoun: str) -> None:
    """The name stands in front of what somebody does; only a reason may come between, as with taken rows."""
    events = {key: text for key, text in words(language).entries.items() if key.startswith("events.")}
    named = {key for key, text in events.items() if text.startswith(f"[{pronoun} ")}
    assert {f"events.row_taken.{key}" for key in ("takes", "takes_but", "takes_whole")} == named


@pytest.mark.parametrize(
    ("language", "number", "shown"),
    [("en", 14.5, "14.50"), ("fr", 14.5, "14,50"), ("de", 14.5, "14,50"), ("fr", nan, "–"), ("en", nan, "–")],
)
def test_figures_of_tables(language: str, number: float, shown: str) -> None:
    assert shown == words(language).figure(number)


@pytest.mark.parametrize(("language", "shown"), [("en", "a; b; c"), ("fr", "a\u00a0; b\u00a0; c"), ("de", "a; b; c")])
def test_texts_in_a_row_have_the_semicolons_of_the_language(language: str, shown: str) -> None:
    assert shown == words(language).row("abc")
    assert "" == words(language).row([])


def test_the_opponent_of_the_team_has_one_name_in_german() -> None:
    texts = [*words("de").entries.values(), *page("de").values(), *(rules_page("de", key) for key in nimmt.keys())]
    assert [] == [text for text in texts if re.search(r"\bOchsen?\b", text)]


@pytest.mark.parametrize("key", ["buffalo", "winner", "winners", "team_won", "team_lost", "team_drew"])
def test_a_single_head_is_right_in_german(key: str) -> None:
    """Behind a preposition or a verb it would be "1 Hornochsen"."""
    [text] = [
        text for name, text in words("de").entries.items() if name.startswith("events.") and name.endswith(f".{key}")
    ]
    assert not re.search(r"\b(mit|mit je|gegen|bei|hat|weitere) \{(heads|ox)\}", text)


@pytest.mark.parametrize(
    ("language", "room", "taking"), [("en", "six", "seventh"), ("fr", "six", "septième"), ("de", "sechs", "siebte")]
)
def test_the_sign_of_7_takes_says_that_the_seventh_card_takes(language: str, room: str, taking: str) -> None:
    assert re.search(rf"\b{room}\b.*\b{taking}\b", words(language).say("marks.seven.legend"))


@pytest.mark.parametrize(
    ("language", "won", "lost"),
    [
        ("en", "The team wins: 40 against 50.", "The Buffalo wins: the team has 40, the Buffalo 50."),
        ("fr", "L’équipe gagne : 40 contre 50.", "Le Bœuf gagne : l’équipe a 40, le Bœuf 50."),
        ("de", "Das Team gewinnt (Team: 40, Büffel: 50).", "Der Büffel gewinnt (Team: 40, Büffel: 50)."),
    ],
)
def test_the_heads_of_team_and_buffalo_are_those_of_each(language: str, won: str, lost: str) -> None:
    for key, told in (("team_won", won), ("team_lost", lost)):
        assert told == words(language).say(f"events.game_ended.{key}", heads=40, ox=50).replace("\u00a0", " ")


@pytest.mark.parametrize(("language", "row"), [("en", "row"), ("fr", "rangée"), ("de", "Reihe")])
def test_the_number_of_a_row_follows_its_name(language: str, row: str) -> None:
    texts = [*words(language).entries.items(), *page(language).items()]
    numbered = {key: text for key, text in texts if "{row}" in text}
    assert {"events.card_placed.smallest_difference", "refusals.no_such_row"} <= numbered.keys()
    assert {} == {key: text for key, text in numbered.items() if not re.search(rf"{row}[ \u00a0]\{{row\}}", text, re.I)}


def test_rows_are_counted_from_one() -> None:
    assert {"place"} == {
        form.split()[0] for telling in story().values() for name, form in telling.with_.items() if name == "row"
    }


@pytest.mark.parametrize(
    ("language", "less", "more"), [("en", "less", "more"), ("fr", "de moins", "de plus"), ("de", "weniger", "mehr")]
)
def test_good_luck_costs_less_than_expected_and_bad_luck_more(language: str, less: str, more: str) -> None:
    texts = page(language)
    assert [f"{{heads}} {less}", f"{{heads}} {more}"] == [
        found.group()
        for key in ("good_luck", "bad_luck")
        for name, text in texts.items()
        if name.endswith(f".{key}") and (found := re.search(rf"\{{heads\}} ({less}|{more})", text))
    ]


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(KeyError):
        words("en").say("no.such.key")


def test_the_rulebook_can_be_read() -> None:
    assert "104" in rulebook()["B-1"]


def test_every_entry_is_used() -> None:
    """The key stands in the source, or its last part does, or it is put together from its beginning there."""
    sources = [*ENGINE.rglob("*.py"), ENGINE / "words" / "story.toml"]
    source = "".join(path.read_text("utf-8") for path in sources)

    def used(key: str) -> bool:
        parent, _, last = key.rpartition(".")
        told = parent.partition(".")[2] in story() and last in get_args(ReasonCode)
        return told or f'"{key}"' in source or f'"{last}"' in source or f"{parent}.{{" in source

    put_together = ("games.", "options.", "marks.", "nouns.", "refusals.cannot_reverse/")
    assert [] == [key for key in catalogue("en") if not key.startswith(put_together) and not used(key)]
