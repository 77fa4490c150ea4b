"""Duplicate tables on the page: opened from the first one's link, started together, and compared at the end."""

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Player
from tests.browser.serving import Server
from tests.browser.test_ending import BOT, sit
from tests.browser.visits import BARE, PHONE, Size, Visits, screenshot, violations_in_both_themes

TABLES = "All tables with these deals"


def opened(server: Server, seats: list[dict[str, str]]) -> tuple[str, str]:
    """A duplicate that Ada has opened: its code and her token."""
    body = {"seats": seats, "options": {"max_rounds": 1}, "host": {"name": "Ada"}, "duplicate": True, "pace": "none"}
    ticket = httpx.post(f"{server.url}/api/tables", json=body, verify=False, timeout=60).json()
    return ticket["table"]["code"], ticket["token"]


def open_another(page: Page, name: str, first: str) -> str:
    """Open another table from the first one's link; the code of it."""
    form = page.get_by_role("form", name="Another table with the same deals")
    form.get_by_role("textbox", name="Your name").fill(name)
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile(first))
    return page.url.rpartition("/")[2]


@pytest.mark.thorough
def test_two_tables_play_the_same_deals_and_are_compared(visit: Visits, server: Server, size: Size) -> None:
    code, token = opened(server, [{}, BOT, BOT])
    ada = sit(visit(size, BARE), code, token)
    begin = ada.page.get_by_role("button", name="Start all tables")
    expect(ada.page.get_by_text("Somebody has to open another table first")).to_be_visible()
    expect(begin).to_be_disabled()
    bea = visit(size, f"/t/{code}", scheme="dark")
    open_another(bea, "Bea", code)
    expect(bea.get_by_text("The host of table 1 starts all tables together.")).to_be_visible()
    expect(bea.get_by_role("button", name="Start")).to_have_count(0)
    tables = ada.page.get_by_role("list", name=TABLES).get_by_role("listitem")
    expect(tables).to_have_count(2)
    expect(tables.nth(1)).to_contain_text("Bea")
    assert violations_in_both_themes(ada.page) == []
    screenshot(ada.page, "duplicate-lobby", whole=True)
    begin.click()
    other = Player(bea)
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


def test_people_find_a_seat_at_any_of_the_tables_and_each_device_has_one(visit: Visits, server: Server) -> None:
    visit.forgive("409")
    code, token = opened(server, [{}, {}, BOT])
    ada = sit(visit(PHONE, BARE), code, token).page
    expect(ada.get_by_role("button", name="Bot Seat 2")).to_have_count(0)
    bea = visit(PHONE, f"/t/{code}")
    other = open_another(bea, "Bea", code)
    bea.evaluate("localStorage.removeItem('nimmt.seats')")  # she forgets her seat, and the device remembers itself
    bea.goto(f"/t/{code}")
    expect(bea.get_by_role("list", name=TABLES).get_by_role("listitem").nth(1)).to_contain_text("Bea")
    screenshot(bea, "duplicate-join", whole=True)
    assert violations_in_both_themes(bea) == []
    bea.get_by_role("button", name="Sit down", exact=True).wait_for()
    bea.get_by_role("textbox", name="Your name").first.fill("Bea again")
    bea.get_by_role("button", name="Sit down", exact=True).click()
    expect(bea.get_by_role("alert").filter(has_text="This device already has a seat")).to_be_visible()
    cy = visit(PHONE, f"/t/{code}")
    cy.get_by_role("link", name="Sit down at table 2").click()
    expect(cy).to_have_url(re.compile(other))
    cy.get_by_role("textbox", name="Your name").first.fill("Cy")
    cy.get_by_role("button", name="Sit down", exact=True).click()
    expect(cy.get_by_text("your table")).to_be_visible()
    ada.get_by_role("button", name="Close table 2").click()
    expect(ada.get_by_role("list", name=TABLES).get_by_role("listitem")).to_have_count(1)
