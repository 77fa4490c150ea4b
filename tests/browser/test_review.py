"""The review of a finished game on the page: its course, the moments that mattered, and what else there was."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.games import finished
from tests.browser.serving import Server
from tests.browser.sizes import HANDHELDS
from tests.browser.visits import DESKTOP, Size, Visits, screenshot, violations_in_both_themes

PATIENCE_MS = 240_000  # on a busy machine


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


def has_room(page: Page) -> bool:
    """Whether a quarter of the screen is left to read the review, or half of a low one, whatever else is in sight."""
    covered = """() => {
      const panel = document.querySelector("section[aria-labelledby=review]");
      panel.scrollIntoView({ block: "center" });
      const middle = (({ left, right }) => (left + right) / 2)(panel.getBoundingClientRect());
      const free = Array.from({ length: innerHeight }, (_, y) => panel.contains(document.elementFromPoint(middle, y)));
      return free.filter(Boolean).length / innerHeight;
    }"""
    assert page.viewport_size
    return bool(page.evaluate(covered) >= (0.5 if page.viewport_size["height"] < 480 else 0.25))


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("surprise", "Not judged, because too little is known to tell"),
        ("versus_ox", "Luck and skill are not told apart"),
        ("bullenparty", "Points ahead in the end"),
    ],
)
def test_the_other_games_are_reviewed_as_far_as_they_can_be(
    visit: Visits, server: Server, size: Size, game: str, told: str
) -> None:
    code = finished(server, game, players=3)
    page = visit(size, f"/replay/{code}?review=1")
    panel = page.get_by_role("region", name="Review")
    expect(panel.get_by_role("img", name=re.compile("^Expected result"))).to_be_visible(timeout=PATIENCE_MS)
    expect(panel).to_contain_text(told)
    expect(panel.get_by_role("combobox", name="Whose decisions")).to_have_count(0 if game == "versus_ox" else 1)
    for moment in panel.get_by_role("listitem").get_by_role("button").all()[:1]:
        moment.click()
        expect(panel.get_by_role("list", name="What else?").get_by_role("button").first).to_be_visible()
    assert violations_in_both_themes(page) == []
    screenshot(page, f"review-{game}-{size.name}")
    for other in HANDHELDS if size.touch else ():
        page.set_viewport_size({"width": other.width, "height": other.height})
        assert has_room(page), f"{other.width} × {other.height}"


def test_what_was_given_away_is_kept_on_the_device(visit: Visits, server: Server) -> None:
    """The rounds of one's own games whose review was opened, and no others."""
    code = finished(server, players=2, max_rounds=1)
    past = {
        "key": "base",
        "fans": [],
        "played": 1,
        "seat": 1,
        "names": ["Ann", "Bea"],
        "totals": [9, 8],
        "ranks": [2, 1],
    }
    page = visit(
        DESKTOP, "/past",
        kept={"nimmt.past": [{"table": code, "game": 1, "rounds": 1, "unit": "heads", "opponent": None, **past}]},
    )  # fmt: skip
    rating = page.get_by_role("region", name="Heads and points given away")
    expect(rating).to_contain_text("Open the review of a game")
    page.get_by_role("link", name=re.compile("^6 nimmt")).click()
    page.get_by_role("button", name="Review").click()
    panel = page.get_by_role("region", name="Review")
    panel.get_by_role("combobox", name="Whose decisions").select_option("1")
    expect(panel.get_by_role("img", name=re.compile("^Expected heads"))).to_be_visible(timeout=PATIENCE_MS)
    page.goto(page.url.partition("/replay")[0] + "/past")
    expect(rating).to_contain_text(
        re.compile(r"1 round: −?\d+\.\d ± \d+\.\d heads more a round than with the best choices")
    )
    expect(page.get_by_text(re.compile(r"gave away −?\d"))).to_be_visible()
    assert violations_in_both_themes(page) == []
    screenshot(page, "past-rating")
