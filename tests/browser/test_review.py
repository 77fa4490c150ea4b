"""The review of a finished game on the page: its course, the moments that mattered, and what else there was."""

import json
import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.games import finished
from tests.browser.serving import Server
from tests.browser.visits import Size, Visits, screenshot, violations_in_both_themes

PATIENCE_MS = 240_000  # the kernels may have to be compiled first


def with_a_blunder(page: Page) -> list[Any]:
    """Let the server's reviews say that the first decision was a blunder, for any game has its own; returns them."""
    told: list[Any] = []

    def change(route: Route) -> None:
        answer = route.fetch(timeout=PATIENCE_MS)
        found = answer.json()
        found["review"]["decisions"][0]["mark"] = "blunder"
        told.append(found)
        route.fulfill(response=answer, body=json.dumps(found))

    page.route("**/review?*", change)
    return told


def test_a_round_is_reviewed_and_the_alternatives_are_drawn(visit: Visits, server: Server, size: Size) -> None:
    code = finished(server, players=2, max_rounds=1)
    page = visit(size, f"/replay/{code}")
    told = with_a_blunder(page)
    page.get_by_role("button", name="Review").click()
    panel = page.get_by_role("region", name="Review")
    blunder = panel.get_by_role("button", name=re.compile("^Turn 1: .*blunder$"))
    expect(blunder).to_be_visible(timeout=PATIENCE_MS)
    expect(panel.get_by_role("img", name=re.compile("^Expected heads in this round"))).to_be_visible()
    blunder.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="Seen by")).to_have_value("0")
    decision, prospects = told[0]["review"]["decisions"][0], told[0]["prospects"][0]
    choices = panel.get_by_role("list", name="What else?").get_by_role("button")
    expect(choices).to_have_count(len(decision["options"]))
    fits = next(
        at for at, each in enumerate(prospects) if any(event["type"] == "card_placed" for event in each["events"])
    )
    card = decision["options"][fits]["card"]
    choice = choices.filter(has_text=re.compile(rf"^{card} "))
    choice.focus()
    page.keyboard.press("Enter")
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("list", name="Rows").locator(".ghost").filter(has_text=str(card))).to_have_count(1)
    assert violations_in_both_themes(page) == []
    screenshot(page, "review")
    panel.get_by_role("button", name=re.compile("^Practise my mistakes")).click()
    expect(page.get_by_role("combobox", name="About")).to_have_value("own")
    expect(page.get_by_role("list", name="Your hand").get_by_role("button").first).to_be_visible()
