"""The coach on the page: asked near the question, answered by bars on the cards, and seen on the result."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.playing import Player
from tests.browser.serving import Server
from tests.browser.test_ending import sit, start
from tests.browser.visits import DESKTOP, Size, Visits, screenshot, violations_in_both_themes

PATIENCE_MS = 240_000  # the kernels may have to be compiled first
ASK = "What would the master consider?"


def table(server: Server, **terms: object) -> tuple[str, str]:
    bots = [{"level": "easy"}] * 3
    body = {"seats": [{}, *bots], "host": {"name": "Ada"}, "options": {"max_rounds": 1}, **terms}
    ticket = httpx.post(f"{server.url}/api/tables", json=body, verify=False).raise_for_status().json()
    return ticket["table"]["code"], ticket["token"]


def begin(visit: Visits, server: Server, size: Size, **terms: object) -> Player:
    code, token = table(server, **terms)
    ada = sit(visit(size, scheme="dark"), code, token)
    start(server, code, token)
    expect(ada.cards).to_have_count(10)
    return ada


def test_the_coach_is_asked_by_keyboard_and_its_help_shows_on_the_result(
    visit: Visits, server: Server, size: Size
) -> None:
    ada = begin(visit, server, size, coach=True)
    page, ask = ada.page, ada.page.get_by_role("button", name=ASK)
    expect(ask).to_be_visible()
    expect(ask).to_have_attribute("aria-disabled", "false")
    ask.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile(r"^Best: \d+\. Bars: extra heads expected\.$"))).to_be_visible(
        timeout=PATIENCE_MS
    )
    judged = ada.hand.get_by_role("button", name=re.compile(r"heads expected, takes a row: \d+%$"))
    expect(judged).to_have_count(10)
    assert violations_in_both_themes(page) == []
    screenshot(page, "coach")
    ada.play()
    expect(ada.hand.get_by_role("button")).to_have_count(9)
    expect(judged).to_have_count(0)
    ada.play_to_the_end()
    expect(page.get_by_text("Decisions with the coach’s help, You: 1")).to_be_visible()


@pytest.mark.parametrize(("game", "cards", "words"), [("surprise", 12, "heads?"), ("bullenparty", 6, "points? ahead")])
def test_the_coach_of_other_games_says_how_far_it_sees(
    visit: Visits, server: Server, size: Size, game: str, cards: int, words: str
) -> None:
    code, token = table(server, coach=True, game=game, options={})
    ada = sit(visit(size, scheme="dark"), code, token)
    start(server, code, token)
    expect(ada.cards).to_have_count(cards)
    page, ask = ada.page, ada.page.get_by_role("button", name=ASK)
    expect(ask).to_have_attribute("aria-disabled", "false")
    ask.focus()
    page.keyboard.press("Enter")
    said = page.get_by_text(re.compile(r"^Best, if all play by simple rules: .+\.$"))
    expect(said).to_be_visible(timeout=PATIENCE_MS)
    judged = ada.hand.get_by_role("button", name=re.compile(rf"\d {words} expected$"))
    expect(judged).to_have_count(cards)
    assert page.evaluate("document.documentElement.scrollWidth") <= size.width
    assert violations_in_both_themes(page) == []
    screenshot(page, f"coach-{game}-{size.name}")
    if game == "surprise":  # where another bar asks the next question
        ada.play()
        expect(judged).to_have_count(0)


def test_a_table_without_a_coach_offers_none(visit: Visits, server: Server) -> None:
    ada = begin(visit, server, DESKTOP)
    expect(ada.page.get_by_role("button", name=ASK)).to_have_count(0)
