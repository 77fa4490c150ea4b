"""Slips beside the table: hints for newcomers, what differs in other games, and what was played meanwhile."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.gathering import gather, until
from tests.browser.playing import Player
from tests.browser.visits import BARE, DESKTOP, DIFFERENCES, HINTS, PHONE, Size, Visits, screenshot
from tests.browser.visits import violations_in_both_themes as violations

NEW = {HINTS: None}


def slip(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def test_who_joins_by_a_link_gets_hints(visit: Visits) -> None:
    ada = visit(DESKTOP, "/new")
    ada.get_by_role("main").get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="Open the table").click()
    expect(ada.get_by_role("button", name="Fill with bots and start")).to_be_visible()
    bea = visit(PHONE, ada.url.removeprefix(visit.url), kept=NEW)
    bea.get_by_role("main").get_by_label("Your name").fill("Bea")
    bea.get_by_role("button", name="Sit down").click()
    expect(bea.get_by_text("Bea (you)")).to_be_visible()
    ada.get_by_role("button", name="Fill with bots and start").click()
    expect(slip(bea, "Hint")).to_contain_text("Take as few bulls’ heads as you can.")
    expect(ada.locator(".hand button")).to_have_count(10)
    expect(slip(ada, "Hint")).to_have_count(0)  # she has put them away


def test_the_deal_of_the_day_has_hints(visit: Visits) -> None:
    page = visit(DESKTOP, "/daily", kept=NEW)
    page.get_by_role("button", name="Play today’s deal").click()
    expect(slip(page, "Hint")).to_be_visible()


def test_hints_go_on_at_the_next_table(visit: Visits) -> None:
    page = visit(DESKTOP, kept=NEW)
    for _ in range(2):
        page.get_by_role("button", name="Play now").click()
        expect(slip(page, "Hint")).to_be_visible()
        page.goto("/")


DIFFERS = {
    "surprise": "you are asked whether to use a special",
    "versus_ox": "with fewer heads than it has after ten turns",
    "bullenparty": "The lowest bid chooses a row first",
    "pro": "You pick your hand yourself",
    "climb": "runs downwards",
}


@pytest.mark.parametrize("game", DIFFERS)
def test_the_first_turn_of_another_game_says_how_it_differs(visit: Visits, size: Size, game: str) -> None:
    [ada] = gather(visit, (size,), bots=3, game=game, kept={DIFFERENCES: []})
    told = slip(ada.page, "What is different here")
    expect(told).to_contain_text(DIFFERS[game])
    expect(told).to_be_in_viewport(ratio=1)
    expect(ada.page.get_by_text("count twice")).to_have_count(0)
    assert [] == violations(ada.page)
    screenshot(ada.page, f"differs-{game}")
    told.get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)
    ada.page.reload()
    expect(ada.page.locator(".hand").first).to_be_visible()
    expect(told).to_have_count(0)


def test_two_against_the_buffalo_are_told_that_heads_count_twice(visit: Visits) -> None:
    [ada] = gather(visit, (DESKTOP,), bots=1, game="versus_ox", kept={DIFFERENCES: []})
    expect(slip(ada.page, "What is different here")).to_contain_text("your heads count twice")


def test_what_differs_goes_with_the_first_turn(visit: Visits) -> None:
    [ada] = gather(visit, (DESKTOP,), bots=2, game="caper", kept={DIFFERENCES: []})
    told, player = slip(ada.page, "What is different here"), Player(ada.page)
    expect(told).to_be_visible()
    player.play(len(ada.known()["view"]["hand"]) - 1)
    until(lambda: ada.known()["view"]["turn"] > 1 or player.offers.count())
    if player.offers.count():
        player.take()
    expect(told).to_have_count(0)
    kept: Any = ada.page.evaluate("localStorage.getItem('nimmt.differences')")
    assert "caper" in kept


def test_who_comes_back_learns_that_somebody_else_has_played_and_may_change_it(visit: Visits, size: Size) -> None:
    ada, bea = gather(visit, (DESKTOP, size), bots=0, grace=1, options={"max_rounds": 1})
    expect(ada.page.locator(".hand button")).to_have_count(10)
    address = bea.page.url
    bea.page.goto(BARE)
    until(lambda: bea.known()["view"]["choice"])  # the bot has chosen for her
    bea.page.goto(address)
    told = slip(bea.page, "You were away")
    expect(told).to_contain_text("Somebody else had to play for you. A card is chosen for this turn too")
    expect(told).to_be_in_viewport(ratio=1)
    assert [] == violations(bea.page)
    screenshot(bea.page, "away")
    chosen = bea.known()["view"]["choice"]["card"]
    other = next(card for card in bea.known()["view"]["hand"] if card != chosen)
    player = Player(bea.page)
    player.press(player.hand.get_by_role("button", name=re.compile(rf"^{other}, ")))
    sure = bea.page.get_by_role("button", name=f"Play {other}", exact=True)
    if player.touches:
        player.press(sure)
    until(lambda: bea.known()["view"]["choice"]["card"] == other)
    expect(told).to_have_count(0)
    bea.page.reload()
    expect(bea.page.locator(".hand button")).to_have_count(10)
    expect(told).to_have_count(0)


def test_a_tap_opens_what_is_too_long_for_a_strip(visit: Visits) -> None:
    options = {"fan_cards": ["even_odd", "climb", "caper", "reversed_digits"]}
    [ada] = gather(visit, (PHONE,), bots=3, options=options, kept={DIFFERENCES: []})
    told = slip(ada.page, "What is different here")
    cut = "each => each.scrollHeight > each.clientHeight + 1"
    words = told.locator("p")
    expect(words).to_be_visible()
    assert words.evaluate(cut)
    told.get_by_role("button", name="What is different here").click()
    expect(told).to_be_in_viewport(ratio=1)
    assert not words.evaluate(cut)
    assert [] == violations(ada.page)
    screenshot(ada.page, "differs-open")
    ada.page.keyboard.press("Escape")
    until(lambda: words.evaluate(cut))
