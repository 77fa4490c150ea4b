"""What is seen before the page has loaded, and where it never will."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visits import PHONE, Scheme, Visits

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
