"""A whole match through the page, as a newcomer comes to it."""

import re

from playwright.sync_api import expect

from tests.browser.playing import Player
from tests.browser.visits import PHONE, Visits, screenshot


def test_a_newcomer_plays_a_whole_match_within_two_clicks(visit: Visits) -> None:
    page = visit(PHONE)
    page.get_by_role("button", name="Play now").click()
    player = Player(page)
    expect(player.hand.get_by_role("button")).to_have_count(10)
    expect(player.rows).to_have_count(4)
    screenshot(page, "table")
    assert player.play_to_the_end() >= 10
    screenshot(page, "end")
    assert page.request.get(f"/api/tables/{player.code}").json()["state"] == "over"
    outcome = page.request.get(f"/api/tables/{player.code}/view").json()["view"]["outcome"]
    verdict = page.get_by_role("heading", level=2, name=re.compile("win|victory"))
    expect(verdict).to_contain_text(f"{min(outcome['totals'])} head")
    expect(page.get_by_text("Fewest heads wins.")).to_be_visible()
    player.press(page.get_by_role("button", name="Play again"))
    expect(player.hand.get_by_role("button")).to_have_count(10)
