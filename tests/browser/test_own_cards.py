"""Bullenparty with the heads of one's own cards, entered on the page (Q-Y9)."""

import pytest
from playwright.sync_api import expect

from tests.browser.visits import PHONE, Visits, screenshot, violations

CARDS = [1 + card % 7 for card in range(1, 101)]


@pytest.mark.rule("Q-Y9")
def test_own_cards_are_entered_kept_played_with_and_named(visit: Visits) -> None:
    visit.forgive("422")
    page = visit(PHONE, "/new")
    main = page.get_by_role("main")
    main.get_by_role("radio", name="Bullenparty", exact=True).check()
    main.get_by_label("Your name").fill("Ada")
    main.get_by_role("group", name="Seats", exact=True).get_by_role("radio", name="2", exact=True).check()
    main.get_by_role("group", name="Seats for bots").get_by_role("radio", name="1", exact=True).check()
    main.get_by_text("Options", exact=True).click()
    main.get_by_role("switch", name="Own value cards").check()
    digits = "".join(map(str, CARDS))
    main.get_by_role("textbox", name="100 digits from 1 to 7").fill(digits[:99])
    expect(main.get_by_text("99 of 100")).to_be_visible()
    main.get_by_role("textbox", name="100 digits from 1 to 7").fill(digits[:52] + "8" + digits[53:])
    expect(main.get_by_text("Number 53 is not from 1 to 7.")).to_be_visible()
    main.get_by_role("button", name="Open the table").click()
    expect(main.get_by_role("alert")).to_contain_text("number 53 is 8")
    main.get_by_role("textbox", name="100 digits from 1 to 7").fill(digits)
    expect(main.get_by_text("All 100 are there.")).to_be_visible()
    assert [] == violations(page)
    screenshot(page, "own-cards")
    main.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Own value cards: 100 numbers, sum 397")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("Heads read off real cards: Own value cards")).to_be_attached()
    cards = page.get_by_role("list", name="Your hand").get_by_role("button")
    expect(cards).to_have_count(6)
    for card in cards.all()[1:]:
        number = int(card.locator(".number").inner_text())
        drawn = card.locator(".heads path").first.get_attribute("d") or ""
        assert CARDS[number - 1] == drawn.count("M")  # each head begins with a move of the pen
    screenshot(page, "own-cards-table")
    page.goto("/new")
    main.get_by_role("radio", name="Bullenparty", exact=True).check()
    main.get_by_text("Options", exact=True).click()
    main.get_by_role("switch", name="Own value cards").check()
    expect(main.get_by_role("textbox", name="100 digits from 1 to 7")).to_have_value(digits)
