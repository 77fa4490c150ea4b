"""The deal of the day on the page: found on the front page, played once, and compared."""

import re

from playwright.sync_api import Page, expect

from tests.browser.playing import Player
from tests.browser.visits import Size, Visits, screenshot, violations_in_both_themes

PATIENCE_MS = 120_000  # on a busy machine


def begin(page: Page) -> Player:
    link = page.get_by_role("link", name="Deal of the day")
    link.focus()
    page.keyboard.press("Enter")
    play = page.get_by_role("button", name="Play today’s deal")
    expect(page.get_by_text("one round, one try")).to_be_visible()
    screenshot(page, "daily-begin")
    play.focus()
    page.keyboard.press("Enter")
    player = Player(page)
    expect(player.cards.first).to_be_visible(timeout=PATIENCE_MS)
    return player


def test_the_deal_of_the_day_is_played_once_and_compared(visit: Visits, size: Size) -> None:
    first, second = begin(visit(size)), begin(visit(size, scheme="dark"))
    assert first.hand.get_by_role("button").all_inner_texts() == second.hand.get_by_role("button").all_inner_texts()
    first.play_to_the_end()
    second.play_to_the_end()
    page = second.page
    panel = page.get_by_role("region", name="Deal of the day")
    expect(panel.get_by_text(re.compile(r"^Place \d+ of \d+ today$"))).to_be_visible(timeout=PATIENCE_MS)
    expect(panel.get_by_role("img", name=re.compile(r"^You took \d+ heads?\. People by heads: "))).to_be_visible()
    same = panel.get_by_role("list", name="What bots took in your place")
    expect(same.get_by_role("listitem").filter(has_text="You")).to_have_count(1)
    expect(same.get_by_role("listitem").filter(has_text="Medium")).to_have_count(1)
    for closed in ("Play again", "Check the deal", "Download the record"):
        expect(page.get_by_role("button", name=closed)).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= size.width
    assert violations_in_both_themes(page) == []
    screenshot(page, "daily", whole=True)
    code = second.code
    page.goto("/daily")
    expect(panel.get_by_text(re.compile(r"^Place \d+ of \d+ today$"))).to_be_visible()
    expect(page.get_by_role("button", name="Play today’s deal")).to_have_count(0)
    expect(page.get_by_role("heading", name="Deal of the day")).to_have_count(1)
    assert violations_in_both_themes(page) == []
    screenshot(page, "daily-page", whole=True)
    later = visit(size, "/daily")
    expect(later.get_by_text(re.compile(r"^Finished today by \d+ players\.$"))).to_be_visible()
    page.get_by_role("link", name="Review my play").click()
    expect(page).to_have_url(re.compile(rf"/replay/{code}"))
    expect(page.get_by_role("region", name="Review")).to_be_visible()
