"""What must be seen by everybody: edges where the system takes all colours away, and that the line is broken."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.scenes import LONGEST, SCENES, Line, Scene, come, table
from tests.browser.sizes import HANDHELDS, LAPTOPS
from tests.browser.visits import BARE, Motion, Scheme, Size, Visits, screenshot, violations_in_both_themes

FULL = Scene("base", "card", lambda view: any(len(row.cards) == 5 for row in view.rows), "with a full row")
TAKING = next(scene for scene in SCENES if (scene.game, scene.phase) == ("base", "row"))
EDGES = """of => [...document.querySelectorAll(of)].filter((each) => each.checkVisibility()).map((each) => {
  const { borderTopStyle, borderTopWidth, borderTopColor, outlineStyle } = getComputedStyle(each);
  const ground = getComputedStyle(document.body).backgroundColor;
  const edge = borderTopStyle !== "none" && parseFloat(borderTopWidth) >= 1 && borderTopColor !== ground;
  return { edge, line: `${borderTopStyle} ${borderTopWidth} ${borderTopColor}`, outline: outlineStyle };
})"""
COUNTS_UP = """total => {
  const flushed = () => getComputedStyle(total).width;
  flushed();
  total.style.setProperty("--total", "40");
  flushed();
  return total.getAnimations().map(({ transitionProperty }) => transitionProperty);
}"""
COVERED = """() => {
  const box = document.querySelector("header [role=status]").getBoundingClientRect();
  const covers = (each) => {
    const other = each.getBoundingClientRect();
    const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    return wide > 1 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1;
  };
  const things = document.querySelectorAll(".row, .hand li, .tray li, button, a, .seat");
  return [...things].filter(covers).map((each) => each.className);
}"""


def edges(page: Page, of: str) -> list[dict[str, Any]]:
    found = page.evaluate(EDGES, of)
    assert found, of
    return list(found)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_edges_remain_in_forced_colours(visit: Visits, scheme: Scheme) -> None:
    page = table(visit, FULL, LAPTOPS[0], scheme=scheme, forced_colors="active")
    for of in (".card", ".row", ".seat", ".button", ".empty"):
        assert all(each["edge"] for each in edges(page, of)), of
    full, plain = edges(page, ".row.full"), edges(page, ".row:not(.full, .aim)")
    assert full[0]["line"] != plain[0]["line"]
    page.locator(".hand button").first.focus()
    page.keyboard.press("ArrowRight")
    assert "solid" == edges(page, ".hand button:focus")[0]["outline"]
    screenshot(page, "forced-colours")


@pytest.mark.parametrize(("motion", "runs"), [("no-preference", ["--total"]), ("reduce", [])])
def test_a_total_runs_up_where_people_want_motion(visit: Visits, motion: Motion, runs: list[str]) -> None:
    page = table(visit, FULL, LAPTOPS[0], motion=motion)
    total = page.locator(".seat .total").first
    assert "counter(total, minus)" == total.evaluate("each => getComputedStyle(each, '::before').content")
    assert runs == total.evaluate(COUNTS_UP)


@pytest.mark.parametrize("sizes", [LAPTOPS[3:4], HANDHELDS[1:]], ids=["laptop", "handhelds"])
def test_a_broken_line_is_told_and_covers_nothing(visit: Visits, sizes: tuple[Size, ...]) -> None:
    page = visit(sizes[0], BARE, locale=LONGEST)
    line = Line(page.context, TAKING)
    come(page)
    line.cut()
    told = page.locator("header").get_by_role("status")
    for size in sizes:
        page.set_viewport_size({"width": size.width, "height": size.height})
        expect(told).to_be_in_viewport(ratio=1)
        assert [] == page.evaluate(COVERED), size.name
    assert [] == violations_in_both_themes(page)
