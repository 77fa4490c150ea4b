"""What people say is seen where they sit, a card under way shows that it is, and addresses without a page say so."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.gathering import gather, until
from tests.browser.playing import Player
from tests.browser.visits import DESKTOP, PHONE, SMALL, Size, Visits, screenshot, violations

SAID = "Well played, that was close"
NOTE_BUBBLES = """() => {
  window.bubbles = []; // they go by themselves: where each was when it came
  const note = (bubble) => requestAnimationFrame(() => {
    const { left, right, top } = bubble.getBoundingClientRect();
    const face = document.querySelector("[data-seat='1']").getBoundingClientRect();
    const says = bubble.textContent.trim().replace(/\\s+/g, " ");
    window.bubbles.push({ says, left, right, below: top - face.bottom });
  });
  new MutationObserver((changes) => changes.flatMap(({ addedNodes }) => [...addedNodes])
    .filter((each) => each instanceof Element).forEach(note))
    .observe(document.querySelector(".bubbles"), { childList: true });
}"""
NOWHERE = {"en": "There is no such page", "fr": "Cette page n’existe pas", "de": "Diese Seite gibt es nicht"}


@pytest.mark.parametrize("size", [SMALL, PHONE, DESKTOP], ids=lambda size: size.name)
def test_what_people_say_appears_at_their_face(visit: Visits, size: Size) -> None:
    ada, bea = (guest.page for guest in gather(visit, (size, DESKTOP)))
    expect(Player(ada).cards.first).to_be_visible()
    said = ada.get_by_role("log", name="Chat")
    more = ada.get_by_role("button", name=re.compile("^(More|New messages)"))
    ada.evaluate(NOTE_BUBBLES)
    bea.get_by_role("textbox", name="Say something").fill(SAID)
    bea.get_by_role("button", name="Send").click()
    until(lambda: ada.evaluate("window.bubbles.length"))
    [bubble] = ada.evaluate("window.bubbles")
    screenshot(ada, "bubble")
    assert bubble["says"] == f"Bea {SAID}"
    assert bubble["left"] >= 0
    assert bubble["right"] <= size.width
    assert 0 <= bubble["below"] <= 12
    if size.touch:
        expect(ada.locator(".unread")).to_have_text(re.compile("1$"))
        more.click()
        expect(ada.locator(".unread")).to_have_count(0)
    expect(ada.get_by_role("list", name="Chat")).to_contain_text(SAID)
    expect(said.locator("p")).to_have_count(0)  # time enough to read it
    bea.get_by_role("button", name="Bravo").click()
    until(lambda: ada.evaluate("window.bubbles.length") > 1)
    assert violations(ada) == []


class Line:
    """The sockets of a page, where a test lets nothing of a kind through until it says so."""

    def __init__(self, page: Page) -> None:
        self.held: list[tuple[str, Callable[[str], None]]] = []
        self.cut: tuple[str, ...] = ()
        page.route_web_socket(re.compile("/socket$"), self._connect)

    def release(self) -> None:
        self.cut = ()
        for message, send in self.held:
            send(message)

    def _connect(self, here: WebSocketRoute) -> None:
        there = here.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            text = str(message)
            if json.loads(text)["type"] in self.cut:
                self.held.append((text, there.send))
            else:
                there.send(text)

        here.on_message(pass_on)


def test_a_card_that_is_not_acknowledged_shows_that_it_is_under_way(visit: Visits) -> None:
    page = visit(PHONE)
    line = Line(page)
    page.get_by_role("button", name="Play now").click()
    ada = Player(page)
    expect(ada.cards.first).to_be_visible()
    line.cut = ("act",)
    ada.play()
    expect(page.get_by_text("Still on its way to the server")).to_be_visible()
    expect(ada.hand.locator(".late")).to_have_count(1)
    screenshot(page, "late")
    line.release()
    expect(page.get_by_text("Still on its way to the server")).to_have_count(0)
    expect(ada.hand.get_by_role("button")).to_have_count(9)


def test_being_offline_is_told_within_a_moment(visit: Visits) -> None:
    page = visit(PHONE)
    visit.forgive("WebSocket connection")  # one that was just being made when the network went
    line = Line(page)
    page.get_by_role("button", name="Play now").click()
    expect(Player(page).cards.first).to_be_visible()
    line.cut = ("ping", "act", "hello")
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.get_by_text("Connection lost")).to_be_visible()
    line.cut = ()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text("Connection lost")).to_have_count(0)


@pytest.mark.parametrize(("locale", "title"), NOWHERE.items())
def test_an_address_without_a_page_says_so(visit: Visits, locale: str, title: str) -> None:
    visit.forgive("404")
    page = visit(PHONE, "/nothing/here", locale=locale)
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    page.locator("main .button").click()
    expect(page.locator(".welcome button.main")).to_be_visible()


def test_broken_addresses_leave_nobody_before_an_empty_page(visit: Visits) -> None:
    visit.forgive("404")
    page = visit(PHONE, "/%E0%A4%A")
    expect(page.get_by_role("heading", name=NOWHERE["en"])).to_be_visible()
