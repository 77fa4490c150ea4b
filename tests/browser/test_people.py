"""Whom one need not listen to, whom a host mutes or takes off the table, and a server without public tables."""

import re

from playwright.sync_api import Page, expect

from tests.browser.gathering import gather
from tests.browser.serving import Server
from tests.browser.visits import DESKTOP, Size, Visits, screenshot, violations

SAID = "Is anybody there?"


def speak(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Say something").fill(text)
    page.get_by_role("button", name="Send").click()


def test_a_host_keeps_order_with_the_keyboard_alone(visit: Visits, size: Size) -> None:
    ada, bea = (guest.page for guest in gather(visit, (size, DESKTOP), bots=0))
    if size.touch:
        ada.get_by_role("button", name=re.compile("^(More|New messages)")).press("Enter")
    ada.get_by_text("People at the table").press("Enter")
    ada.get_by_role("button", name="Do not show what Bea says").press("Enter")
    speak(bea, SAID)
    expect(bea.get_by_role("list", name="Chat")).to_contain_text(SAID)
    expect(ada.get_by_role("list", name="Chat")).not_to_contain_text(SAID)
    ada.get_by_role("button", name="Show what Bea says").press("Enter")
    expect(ada.get_by_role("list", name="Chat")).to_contain_text(SAID)
    ada.get_by_role("button", name="Mute Bea for everybody").press("Enter")
    expect(ada.get_by_role("button", name="Let Bea speak again")).to_be_focused()
    for button in ada.locator("details li .button").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44  # a thumb's width
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size.width
    assert violations(ada) == []
    screenshot(ada, "people")
    ada.get_by_role("button", name="Take Bea off the table", exact=True).press("Enter")
    ada.get_by_role("button", name="Yes").press("Enter")
    expect(ada.get_by_text("People at the table")).to_have_count(0)  # a bot sits there now


def test_a_server_offers_only_what_it_has(visit: Visits, own_server: Server, visit_own: Visits) -> None:
    own_server.down()
    own_server.options = ("--no-public", "--no-daily")
    own_server.up()
    for there, count in ((visit, 1), (visit_own, 0)):
        home = there(DESKTOP)
        expect(home.get_by_role("heading", name="Join")).to_be_visible()
        expect(home.get_by_role("heading", name="Public tables")).to_have_count(count)
        expect(home.get_by_role("link", name="Deal of the day")).to_have_count(count)
        terms = there(DESKTOP, "/new")
        terms.get_by_text("At the table", exact=True).click()
        expect(terms.get_by_role("switch", name="Spectators")).to_be_visible()
        expect(terms.get_by_role("switch", name="Public")).to_have_count(count)
