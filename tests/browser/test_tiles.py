"""The first screen leads to a table: a tile plays its game, and a game that goes on comes first."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.gathering import gather
from tests.browser.visits import DESKTOP, PHONE, SMALL, Size, Visits, screenshot, violations_in_both_themes

TILE = "section[aria-labelledby=games] button"


def tapped(page: Page, game: str) -> Locator:
    page.get_by_role("button", name=re.compile(f"^{game}")).click()
    sheet = page.get_by_role("dialog", name=game)
    expect(sheet).to_be_visible()
    return sheet


def test_a_tile_plays_its_game_against_bots_without_a_name(visit: Visits, size: Size) -> None:
    page = visit(size)
    sheet = tapped(page, "Surprise!")
    expect(sheet.get_by_text("3 bots, level Easy. No account, no name.")).to_be_visible()
    assert [] == violations_in_both_themes(page)
    screenshot(page, "tile")
    sheet.get_by_role("button", name="Against bots").click()
    expect(page.get_by_role("list", name="Your hand").get_by_role("button")).to_have_count(12)
    expect(page.get_by_role("listitem").filter(has_text="You").first).to_be_visible()


def test_every_tile_has_its_sheet(visit: Visits) -> None:
    page = visit(SMALL)
    tiles = page.locator(TILE)
    expect(tiles).to_have_count(9)
    for tile in tiles.all():
        tile.click()
        sheet = page.get_by_role("dialog")
        for way in (sheet.get_by_role("link", name="With friends"), sheet.get_by_role("link", name="Rules")):
            expect(way).to_be_in_viewport(ratio=1)
        expect(sheet.get_by_role("button", name=re.compile("^(Against|With) bots$"))).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        expect(tile).to_be_focused()


def test_friends_and_rules_are_a_tap_from_the_tile(visit: Visits) -> None:
    page = visit(DESKTOP)
    tapped(page, "Bullenparty").get_by_role("link", name="With friends").click()
    expect(page.get_by_role("radio", name="Bullenparty")).to_be_checked()
    page.go_back()
    tapped(page, "Bullenparty").get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bullenparty")


def test_a_team_plays_with_bots_and_not_against_them(visit: Visits) -> None:
    page = visit(DESKTOP)
    tapped(page, "Beat the Buffalo").get_by_role("button", name="With bots").click()
    expect(page.get_by_text("The Buffalo", exact=True).first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_running_table_comes_first_on_the_start_page(visit: Visits, size: Size, scheme: str) -> None:
    [ada] = gather(visit, (size,), bots=2, scheme=scheme)
    page = ada.page
    page.goto("/")
    back = page.get_by_role("link", name=re.compile("^Back to your table"))
    expect(back).to_contain_text("6 nimmt! · Your turn")
    first = page.locator("main a, main button").first
    expect(first).to_have_text(re.compile("Back to your table"))
    screenshot(page, "back")
    back.click()
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()


def test_where_nothing_runs_the_start_page_begins_as_ever(visit: Visits) -> None:
    page = visit(PHONE)
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Back to your table"))).to_have_count(0)
