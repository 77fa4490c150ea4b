"""What is seen before the page has loaded, and where it never will."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import theatre
from tests.browser.gathering import gather
from tests.browser.visits import PHONE, Scheme, Size, Visits

TV = Size("tv", 1920, 1080)
OWN_PARTS = {"surprise": "SurpriseTable", "versus_ox": "OxTable", "bullenparty": "PartyTable"}  # loaded where played
SENTENCES = {"en": "needs JavaScript", "fr": "a besoin de JavaScript", "de": "braucht JavaScript"}


def brightness(page: Page) -> float:
    """Of the ground that the page is painted on, from 0 to 255."""
    colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    return sum(map(float, re.findall(r"[\d.]+", colour)[:3])) / 3


def looks_like(page: Page, scheme: Scheme) -> None:
    assert (brightness(page) > 128) == (scheme == "light")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_without_javascript_the_page_says_what_it_needs(visit: Visits, scheme: Scheme) -> None:
    page = visit(PHONE, scheme=scheme, java_script_enabled=False)
    for language, words in SENTENCES.items():
        sentence = page.locator(f"[lang={language}]", has_text=words)
        expect(sentence.last).to_be_in_viewport(ratio=1)
    looks_like(page, scheme)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_slow_line_shows_the_table_first(visit: Visits, scheme: Scheme) -> None:
    page = visit(PHONE, "about:blank", scheme=scheme)
    page.context.route("**/*.js", lambda route: None)  # it never comes
    page.goto("/", wait_until="commit")
    expect(page.get_by_text("nimmt", exact=True)).to_be_in_viewport()
    expect(page.locator(".splash i").last).to_be_in_viewport(ratio=1)
    looks_like(page, scheme)


def test_it_goes_when_the_page_has_come(visit: Visits) -> None:
    page = visit(PHONE)
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    expect(page.locator(".splash")).to_be_hidden()


@pytest.mark.parametrize("game", OWN_PARTS)
def test_a_game_whose_own_part_comes_late_moves_nothing(visit: Visits, game: str) -> None:
    [guest] = gather(visit, (PHONE,), bots=2, game=game)
    page, part, held = visit(TV, "about:blank"), f"**/{OWN_PARTS[game]}-*.js", list[Route]()
    page.context.route(part, lambda route: held.append(route))
    with page.expect_request(part):
        page.goto(f"/tv/{guest.code}")
        theatre.record(page)
    for _ in range(2):
        page.evaluate("() => new Promise(requestAnimationFrame)")  # all that is there has been painted
    for route in held:
        route.continue_()
    expect(page.locator(".live .story")).to_be_visible()
    expect(page.locator(".live .ground, .live .piles").first).to_be_visible()
    assert theatre.shifts(page) == []
