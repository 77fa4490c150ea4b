"""Duplicate tables on the page: opened from the first one's link, and compared at the end."""

import re

import httpx
from playwright.sync_api import expect

from tests.browser.playing import Player
from tests.browser.serving import Server
from tests.browser.test_ending import BOT, sit, start
from tests.browser.visits import BARE, Size, Visits, screenshot, violations_in_both_themes


def test_two_tables_play_the_same_deals_and_are_compared(visit: Visits, server: Server, size: Size) -> None:
    body = {"seats": [{}, BOT, BOT], "options": {"max_rounds": 1}, "host": {"name": "Ada"}, "duplicate": True}
    ticket = httpx.post(f"{server.url}/api/tables", json={**body, "pace": "none"}, verify=False).json()
    code, token = ticket["table"]["code"], ticket["token"]
    ada = sit(visit(size, BARE), code, token)
    bea = visit(size, f"/t/{code}", scheme="dark")
    form = bea.get_by_role("form", name="Another table with the same deals")
    form.get_by_role("textbox", name="Your name").fill("Bea")
    bea.keyboard.press("Enter")
    expect(bea).not_to_have_url(re.compile(code))
    bea.get_by_role("button", name="Start").click()
    other = Player(bea)
    start(server, code, token)
    expect(other.cards).to_have_count(10)
    expect(ada.cards).to_have_count(10)
    assert ada.hand.get_by_role("button").all_inner_texts() == other.hand.get_by_role("button").all_inner_texts()
    other.play_to_the_end()
    panel = bea.get_by_role("region", name="The same hands at all tables")
    expect(panel.get_by_text("Tables that are still playing: 1.")).to_be_visible()
    expect(bea.get_by_role("button", name="Play again")).to_have_count(0)
    ada.play_to_the_end()
    rows = panel.get_by_role("list", name="The same hands at all tables").get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="Ada")).to_have_count(1)
    expect(rows.filter(has_text="Bea")).to_have_count(1)
    assert violations_in_both_themes(bea) == []
    screenshot(bea, "duplicate", whole=True)
