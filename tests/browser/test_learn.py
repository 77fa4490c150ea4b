"""Learning: the rules of every game, the worked examples on a table, and a first game with hints."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from nimmt.examples import Example, builtin
from nimmt.examples.format import RowExample
from nimmt.games.registry import PRESETS, keys
from nimmt.words import COMPLETE, rules_page, words
from tests.browser.gathering import labels, until
from tests.browser.playing import Player
from tests.browser.visits import DESKTOP, PHONE, SMALL, Size, Visits, screenshot, violations, violations_in_both_themes

LINK = {"en": "Learn the games", "fr": "Apprendre les jeux", "de": "Die Spiele lernen"}
PLAY = {"fr": "Apprendre en jouant", "de": "Beim Spielen lernen"}
HINT = {"fr": "Conseil", "de": "Hinweis"}
NEXT = {"en": "Next", "fr": "Suite", "de": "Weiter"}


def title_of(game: str, language: str) -> str:
    return rules_page(language, game).partition("\n")[0].removeprefix("# ")


def examples_of(game: str) -> list[Example]:
    found = builtin()
    return [*found.get(game, ()), *(found[PRESETS[game][0]] if game in PRESETS else ())]


def step_to_the_end(page: Page, language: str = "en") -> int:
    """Press the button for the next step until there is none; gives the number of steps."""
    onward = page.get_by_role("button", name=NEXT[language], exact=True)
    expect(onward).to_be_visible()
    at, steps = map(int, re.findall(r"\d+", page.locator(".controls span").inner_text()))
    for _ in range(at, steps):
        onward.click()
    expect(onward).to_have_count(0)
    return steps


def rows(page: Page) -> list[list[int]]:
    """The rows as they are read out."""
    listed = page.get_by_role("list", name="Rows").get_by_role("listitem", name=re.compile(r"^Row \d"))
    return [named_cards(label) for label in labels(listed)]


def named_cards(label: str) -> list[int]:
    """The cards of a row or a pile, as it is called."""
    return [int(card) for card in re.findall(r"\d+", label.partition(":")[2].partition(";")[0])]


@pytest.mark.parametrize("language", COMPLETE)
def test_the_rules_of_every_game_can_be_read_and_an_example_played(visit: Visits, language: str) -> None:
    page = visit(PHONE, "/", locale=language)
    page.get_by_role("link", name=LINK[language]).click()
    for game in keys():
        page.get_by_role("link", name=words(language).say(f"games.{game}.name"), exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(title_of(game, language))
        if examples_of(game):
            expect(page.get_by_role("option").first).to_have_text(examples_of(game)[0].title[language])
            if language == "en":
                assert step_to_the_end(page, language) > 0
            else:
                page.get_by_role("button", name=NEXT[language], exact=True).click()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE.width
        page.get_by_role("navigation").get_by_role("link").first.click()


@pytest.mark.thorough
@pytest.mark.parametrize("game", builtin())
def test_every_example_ends_as_the_book_says(visit: Visits, game: str) -> None:
    """The same data as in the tests of the engine, seen on the page."""
    page = visit(DESKTOP, f"/learn/{game}")
    picker = page.get_by_role("combobox", name=re.compile("^Example"))
    for example in examples_of(game):
        picker.select_option(label=example.title["en"])
        expect(page.locator(".controls span")).to_have_text(re.compile(r"^\D*0\D"))
        if isinstance(example, RowExample):
            assert rows(page) == [list(row) for row in example.rows]
        step_to_the_end(page)
        if isinstance(example, RowExample):
            assert example.expect.rows is None or rows(page) == [list(row) for row in example.expect.rows], example.id
        else:
            assert piles(page) == expected_piles(example)
            assert hands(page) == [sorted(player.expect.hand) for player in example.players]  # type: ignore[attr-defined]


def piles(page: Page) -> list[list[list[int]]]:
    """Everybody's piles, from the bottom."""
    return [
        [named_cards(pile) for pile in labels(own.get_by_role("listitem"))] for own in page.locator(".players ul").all()
    ]


def hands(page: Page) -> list[list[int]]:
    """Everybody's hand, as it is read out."""
    texts = page.get_by_text(re.compile("^Hand: ")).all_inner_texts()
    return [[int(card) for card in re.findall(r"\d+", text)] for text in texts]


def expected_piles(example: Any) -> list[list[list[int]]]:
    return [[list(pile) for pile in player.expect.piles] for player in example.players]


def test_steps_go_back_and_on_to_the_next_example(visit: Visits) -> None:
    page = visit(DESKTOP, "/learn/base")
    expect(page.get_by_text("This is the table before anything happens.").first).to_be_visible()
    before = rows(page)
    step_to_the_end(page)
    back = page.get_by_role("button", name="Back", exact=True)
    while back.get_attribute("aria-disabled") != "true":
        back.click()
    assert rows(page) == before
    step_to_the_end(page)
    page.get_by_role("button", name="Next example").click()
    assert rows(page) == [list(row) for row in examples_of("base")[1].rows]  # type: ignore[attr-defined]


def test_the_rules_are_a_link_away_from_the_table(visit: Visits) -> None:
    page = visit(DESKTOP)
    page.get_by_role("button", name="Play now").click()
    link = page.get_by_role("complementary").get_by_role("link", name="Rules", exact=True)
    with page.context.expect_page() as opened:
        link.click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("6 nimmt!")


# --- The first game --------------------------------------------------------------------------------


def test_a_first_game_with_hints(visit: Visits, size: Size) -> None:
    page = visit(size, "/learn", scheme="dark" if size is DESKTOP else "light")
    page.get_by_role("button", name="Learn by playing").click()
    hint, player = page.get_by_role("region", name="Hint"), Player(page)
    expect(hint).to_contain_text("Everybody secretly chooses a card")
    assert [] == violations(page)
    screenshot(page, "hints")
    player.press(player.cards.last) if player.touches else player.cards.last.hover()
    expect(hint).to_contain_text("The pale card shows")
    screenshot(page, "hints-preview")
    if player.touches:
        page.get_by_role("button", name=re.compile(r"^Play \d")).tap()
    else:
        player.cards.first.click()
    expect(hint).to_contain_text(
        re.compile("went to row|you took|took the five|somebody else took|lower than the last card of every row")
    )
    screenshot(page, "hints-why")
    page.reload()
    expect(hint).to_be_visible()
    if not player.touches:
        return
    player.play_to_the_end()
    expect(hint).to_contain_text("That was your first round.")
    assert [] == violations(page)
    screenshot(page, "hints-end")


@pytest.mark.parametrize("language", ["fr", "de"])
def test_hints_on_the_smallest_screen(visit: Visits, language: str) -> None:
    page = visit(SMALL, "/learn", locale=language, scheme="dark")
    page.get_by_role("button", name=PLAY[language]).click()
    hint = page.get_by_role("region", name=HINT[language])
    expect(hint).to_be_visible()
    expect(hint).to_be_in_viewport(ratio=1)
    expect(page.locator(".hand button").last).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL.width
    assert [] == violations(page)
    screenshot(page, f"hints-{language}")


UNCOVERED = """() => {
  const edge = (of, side) => document.querySelector(of)?.getBoundingClientRect()[side];
  return document.querySelector(".tray li") && edge(".tray", "bottom") <= edge(".bottom", "top");
}"""


def test_cards_on_their_way_are_seen_on_the_smallest_screen(visit: Visits) -> None:
    page = visit(SMALL, "/learn", motion="no-preference", speed=None)
    page.get_by_role("button", name="Learn by playing").click()
    player = Player(page)
    expect(player.cards.first).to_be_visible()
    player.play(-1)  # a high card, after which the next question comes at once, and with it the whole hand
    until(lambda: page.evaluate(UNCOVERED))


def test_hints_can_be_put_away_for_good(visit: Visits) -> None:
    page = visit(PHONE, "/learn/base")
    page.get_by_role("button", name="Learn by playing").click()
    page.get_by_role("button", name="No more hints").click()
    expect(page.get_by_role("region", name="Hint")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()
    expect(page.get_by_role("region", name="Hint")).to_have_count(0)


@pytest.mark.parametrize("path", ["", "/base", "/surprise", "/bullenparty"])
def test_axe_finds_nothing_wrong(visit: Visits, path: str) -> None:
    for size, language in ((SMALL, "de"), (DESKTOP, "fr")):
        page = visit(size, f"/learn{path}", locale=language)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        if path:
            expect(page.get_by_role("combobox")).to_be_visible()
            page.get_by_role("button", name=NEXT[language], exact=True).click()
        assert [] == violations_in_both_themes(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size.width
        screenshot(page, f"learn{path.replace('/', '-')}", whole=True)
