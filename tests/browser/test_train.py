"""The trainer: a position, a choice, the verdict, and what comes back; and a moment that somebody shares."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from nimmt.codec import to_json
from nimmt.review.positions import view_of
from nimmt.review.puzzles import Puzzle, judge_position, shipped
from tests.browser.games import finished
from tests.browser.serving import Server
from tests.browser.sizes import HANDHELDS, LAPTOPS
from tests.browser.visits import DESKTOP, SMALL, Size, Visits, screenshot, violations_in_both_themes

ROW = "12.55.44-66.68-77;70-81,;0=6-1=30;base.2.0"
PATIENCE_MS = 240_000  # on a busy machine
SHIFTS = """() => new PerformanceObserver((list) => {
  window.shifts ??= [];
  for (const entry of list.getEntries()) window.shifts.push(entry.sources.map(({ node }) => node?.outerHTML));
}).observe({ type: "layout-shift", buffered: true })"""


def hand(page: Page) -> Locator:
    return page.get_by_role("list", name="Your hand").get_by_role("button")


def choose(page: Page, size: Size, card: int | None) -> None:
    """With keys, or with a thumb that confirms."""
    button = hand(page).and_(page.get_by_role("button", name=re.compile(f"^{card},")))
    if size.touch:
        button.tap()
        page.get_by_role("button", name=f"Play {card}").tap()
    else:
        button.focus()
        page.keyboard.press("Enter")


def is_shown(page: Page, puzzle: Puzzle) -> None:
    """The seat's own cards, each by its name; no other hand is anywhere."""
    cards = view_of(puzzle.code).hand
    for card, button in zip(cards, range(len(cards)), strict=True):
        expect(hand(page).nth(button)).to_have_accessible_name(re.compile(f"^{card},"))
    expect(hand(page)).to_have_count(len(cards))


def held_back(page: Page, pattern: str) -> list[Route]:
    """Requests that get no answer until the test lets them."""
    held: list[Route] = []
    page.route(pattern, lambda route: held.append(route))
    return held


def test_one_position_after_another(visit: Visits, size: Size) -> None:
    """A failed one that is due again comes first, then those that were never seen; nothing moves that was there."""
    small = SMALL if size.touch else DESKTOP
    due = [*shipped().values()][-1]
    page = visit(small, "/", kept={"nimmt.training": {due.code: {"solved": 0, "due": 1}}})
    page.get_by_role("link", name="Practise").click()
    is_shown(page, due)
    expect(page.get_by_text(f"Solved: 0 of {len(shipped())} · to repeat now: 1")).to_be_visible()
    page.evaluate(SHIFTS)
    held = held_back(page, "**/verdict")
    verdict = due.verdict
    wrong, best = verdict.options[(verdict.best + 1) % len(verdict.options)].card, verdict.options[verdict.best].card
    with page.expect_request("**/verdict"):
        choose(page, small, wrong)
    status = page.get_by_role("main").get_by_role("status")
    expect(status).to_contain_text("played to its end")
    held.pop().continue_()
    expect(status).to_contain_text(re.compile(rf"Not the {wrong}: the {best} is better by \d"))
    panel = page.get_by_role("region", name="Verdict")
    expect(panel.get_by_role("list", name="What else?").get_by_role("button")).to_have_count(len(verdict.options))
    expect(panel).to_contain_text(f"The {best} is better than every other choice")
    assert violations_in_both_themes(page) == []
    onward = page.get_by_role("button", name="Next")
    page.unroute("**/verdict")
    if small.touch:
        onward.tap()
    else:
        expect(onward).to_be_focused()
        page.keyboard.press("Enter")
    following = next(each for each in shipped().values() if each.code != due.code)
    is_shown(page, following)
    screenshot(page, f"train-{small.name}")
    assert page.evaluate("window.shifts ?? []") == []


def test_a_theme_leaves_the_others_out_and_a_solved_one_counts(visit: Visits) -> None:
    page = visit(DESKTOP, "/train")
    page.get_by_role("combobox", name="About").select_option("Full rows")
    about = [each for each in shipped().values() if each.theme == "full_rows"]
    is_shown(page, about[0])
    choose(page, DESKTOP, about[0].verdict.options[about[0].verdict.best].card)
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("Right")
    expect(page.get_by_text(f"Solved: 1 of {len(about)}")).to_be_visible()
    memory: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('nimmt.training')"))
    assert [*memory] == [about[0].code]


def test_a_moment_is_shared_and_shows_one_seat_and_nothing_else(visit: Visits, server: Server, size: Size) -> None:
    code = finished(server, players=2, max_rounds=1)
    page = visit(size, f"/replay/{code}")
    share = page.get_by_role("button", name="What would you play?")
    expect(share).to_have_attribute("aria-disabled", "true")
    page.get_by_role("combobox", name="Seen by").select_option("1")
    expect(share).to_have_attribute("aria-disabled", "false")
    share.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.locator(".links input").input_value()
    assert "/moment/" in link
    assert code not in link

    guest = visit(size, "about:blank")
    asked: list[str] = []
    guest.on("request", lambda request: asked.append(request.url))
    guest.goto(link)
    cards = view_of(link.partition("/moment/")[2].partition("~")[0]).hand  # less its signature
    expect(hand(guest)).to_have_count(len(cards))
    choose(guest, size, cards[0])
    expect(guest.get_by_role("region", name="Verdict")).to_be_visible(timeout=PATIENCE_MS)
    assert [url for url in asked if "/api/tables/" in url] == []
    assert {url.partition("/api/")[2].split("/")[0] for url in asked if "/api/" in url} <= {"positions"}


def test_a_row_is_taken_in_a_shared_moment(visit: Visits, size: Size) -> None:
    """The verdict is given for what a server has signed; here the moment itself is what counts."""
    visit.forgive("403")
    page = visit(size, f"/moment/{ROW}")
    expect(page.get_by_role("main").get_by_role("status")).to_have_text("Which row would you take?")
    expect(page.get_by_role("list", name="Cards on their way").get_by_role("listitem")).to_have_count(2)
    expect(hand(page).and_(page.locator("[aria-disabled=true]"))).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= size.width
    assert violations_in_both_themes(page) == []
    screenshot(page, f"moment-row-{size.name}")
    page.route("**/verdict", lambda route: route.fulfill(body=to_json(judge_position(view_of(ROW), 1.0))))
    take = page.get_by_role("button", name="Take row 4: ")
    if size.touch:
        take.tap()
    else:
        take.focus()
        page.keyboard.press("Enter")
    expect(page.get_by_role("main").get_by_role("status")).to_have_text(
        re.compile(r"Not row 4: row 1 is better by \d\.\d heads\.")
    )
    expect(page.get_by_role("region", name="Verdict")).to_contain_text(re.compile(r"Row 4 cost \d.* row 1 "))
    expect(page.get_by_role("list", name="What else?").get_by_role("button")).to_have_count(4)
    screenshot(page, f"moment-row-verdict-{size.name}", whole=True)


LOW = tuple(size for size in (*HANDHELDS, *LAPTOPS) if size.height < 480)


@pytest.mark.parametrize("path", ["/train", f"/moment/{ROW}"], ids=["card", "row"])
@pytest.mark.parametrize("low", LOW, ids=lambda low: low.name)
def test_rows_question_and_hand_are_on_a_low_screen_together(visit: Visits, low: Size, path: str) -> None:
    page = visit(low, path, locale="fr")
    cards = page.get_by_role("list", name="Votre main").get_by_role("button")
    rows = page.get_by_role("list", name="Rangées").get_by_role("listitem", name=re.compile(r"^Rangée \d"))
    expect(cards.first).to_be_visible()
    for each in (*rows.all(), page.locator(".question"), *page.locator(".queue").all(), *cards.all()):
        expect(each).to_be_in_viewport(ratio=0.99)
    screenshot(page, f"train-low-{low.height}-{path[1:6]}")


def test_what_is_no_position_is_said(visit: Visits) -> None:
    visit.forgive("422")
    page = visit(DESKTOP, "/moment/nonsense")
    expect(page.get_by_role("alert")).to_contain_text("position")
    page.get_by_role("link", name="Practise with other positions").click()
    expect(hand(page).first).to_be_visible()
