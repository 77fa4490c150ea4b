"""The first minutes: hints beside the table, signs that explain themselves, one question about sound."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from nimmt.words import COMPLETE
from tests.browser.gathering import until
from tests.browser.sizes import HANDHELDS, LAPTOPS
from tests.browser.visits import DESKTOP, HINTS, PHONE, SETTINGS, Size, Visits, violations_in_both_themes

LOW = next(size for size in LAPTOPS if size.name == "laptop 1280")
NEW = {HINTS: None, "nimmt.settings": {**SETTINGS, "asked": False, "speed": "instant"}}
BOXES = """of => [...document.querySelectorAll(of)].map((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return [left, top, right, bottom];
})"""
TABS = 30  # until the keyboard has come to the rows
READING = 3.0  # words that a slow reader takes in every second
FINDING = 4.0  # seconds until somebody has found what to press next
LOADING = 4.0  # seconds that page and cards may take to appear, on a slow phone
Box = list[float]


def boxes(page: Page, of: str) -> list[Box]:
    found: list[Box] = page.evaluate(BOXES, of)
    return found


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] - 1 and other[0] < one[2] - 1 and one[1] < other[3] - 1 and other[1] < one[3] - 1


def newcomer(visit: Visits, size: Size, locale: str = "en", **more: Any) -> Page:
    """Somebody who has never been here presses the first button."""
    page = visit(size, locale=locale, kept=NEW, **more)
    page.locator(".welcome button.main").click()
    expect(page.locator(".hand button")).to_have_count(10)
    expect(page.locator(".hints .slip")).to_be_visible()
    return page


def test_hints_lie_beside_the_table_and_change_no_size(visit: Visits) -> None:
    for size in (*HANDHELDS, LOW, DESKTOP):
        page = newcomer(visit, size, "fr")  # the longest words
        [hint] = boxes(page, ".hints .slip")
        before = boxes(page, ".rows > .row, .hand button")
        assert len(before) == 14
        assert [each for each in before if overlap(hint, each)] == [], size.name
        assert 0 <= hint[0] < hint[2] <= size.width, size.name
        assert 0 <= hint[1] < hint[3] <= size.height, size.name
        page.locator(".hints .slip > .close").click()
        expect(page.locator(".hints")).to_have_count(0)
        assert boxes(page, ".rows > .row, .hand button") == before, size.name


@pytest.mark.parametrize("locale", COMPLETE)
def test_a_newcomer_plays_a_first_card_within_a_minute(visit: Visits, locale: str) -> None:
    """They read every word of the first screen's welcome and of every hint, and press three times."""
    page = visit(PHONE, locale=locale, kept=NEW)
    read = [page.locator(".welcome").inner_text()]
    page.locator(".welcome button.main").click()
    hint, card = page.locator(".hints .slip p"), page.locator(".hand button").last
    expect(card).to_be_visible()
    read.append(hint.inner_text())
    card.tap()
    expect(hint).not_to_have_text(read[-1])  # it says what this card would do
    read.append(hint.inner_text())
    foretold = page.locator(".foretold")
    expect(foretold).to_have_text(re.compile(r"\d.*\."))
    assert foretold.evaluate("each => each.scrollHeight <= each.clientHeight"), foretold.inner_text()  # nothing is cut
    page.locator(".bar button.main").tap()
    expect(page.locator(".hand button")).to_have_count(9)
    words = len(" ".join(read).split())
    assert words > 40
    assert LOADING + 3 * FINDING + words / READING < 60


def test_the_goal_comes_first_and_hints_end_for_this_device(visit: Visits) -> None:
    page = newcomer(visit, PHONE)
    hint = page.get_by_role("region", name="Hint")
    expect(hint.locator("strong")).to_have_text("Take as few bulls’ heads as you can.")
    assert [] == violations_in_both_themes(page)
    page.get_by_role("button", name="No more hints").click()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".hand button")).to_have_count(10)
    expect(hint).to_have_count(0)


def test_a_mouse_is_told_that_a_click_plays(visit: Visits) -> None:
    """A finger only raises a card at first, and is told so."""
    for size, words in ((DESKTOP, "a click plays it"), (PHONE, "Touch a card to see where")):
        expect(newcomer(visit, size).get_by_role("region", name="Hint")).to_contain_text(words)


def play_highest(page: Page, left: int) -> None:
    """Play the last card of the hand; a high card is hardly ever too low."""
    take = page.get_by_role("button", name=re.compile("^Take row"))
    cards = page.locator(".hand button:not([aria-disabled=true])")
    page.locator(".hand button").last.click()
    until(lambda: cards.count() == left or take.count() > 0)
    if take.count():
        take.first.click()
        expect(cards).to_have_count(left)


def test_who_leaves_the_question_about_sound_open_still_gets_hints(visit: Visits) -> None:
    page = newcomer(visit, DESKTOP)
    play_highest(page, 9)
    question = page.get_by_role("group", name="Play with sound?")
    expect(question).to_be_visible()
    play_highest(page, 8)
    expect(question).to_have_count(0)
    expect(page.locator(".hints .slip p")).to_be_visible()


def test_sound_is_asked_about_once(visit: Visits) -> None:
    page = newcomer(visit, DESKTOP)
    play_highest(page, 9)
    question = page.get_by_role("group", name="Play with sound?")
    question.get_by_role("button", name="Yes").click()
    expect(page.get_by_role("button", name="Sound off")).to_be_visible()
    expect(question).to_have_count(0)
    page.reload()
    expect(page.get_by_role("region", name="Hint")).to_be_visible()
    expect(question).to_have_count(0)


def test_signs_explain_themselves_to_mouse_finger_and_keys(visit: Visits) -> None:
    for size in (DESKTOP, PHONE):
        page = visit(size)
        page.get_by_role("button", name="Play now").click()
        expect(page.locator(".hand button")).to_have_count(10)
        slip = page.locator(".explanation")
        for sign, words in ((".row .sign", "takes all the cards before it"), (".cost", "what this row costs")):
            thing = page.locator(sign).first
            thing.tap() if size.touch else thing.hover()
            expect(slip).to_contain_text(words)
            expect(slip).to_be_in_viewport(ratio=1)
            page.mouse.move(size.width / 2, size.height - 2) if not size.touch else page.touchscreen.tap(
                size.width / 2, 20
            )
            expect(slip).to_be_hidden()
        for _ in range(TABS):
            if page.evaluate("document.activeElement.matches('.cost')"):
                break
            page.keyboard.press("Tab")
        expect(slip).to_contain_text("what this row costs the player who takes it")
        expect(slip).to_contain_text("takes all the cards before it")
        page.keyboard.press("Escape")
        expect(slip).to_be_hidden()
