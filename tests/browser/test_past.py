"""What a device keeps for its owner: past games, a series at one table, and how cards are played."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.serving import Server
from tests.browser.test_ending import BOT, sit, start, table
from tests.browser.visits import BARE, DESKTOP, PHONE, SMALL, Size, Visits, violations


def test_finished_games_are_kept_and_make_a_series(visit: Visits, server: Server) -> None:
    code, token = table(server, [{}, BOT], max_rounds=1)
    ada = sit(visit(PHONE, BARE), code, token)
    start(server, code, token)
    ada.play_to_the_end()
    page = ada.page
    expect(page.get_by_role("table", name="at this table")).to_have_count(0)
    page.get_by_role("button", name="Play again").click()
    expect(ada.cards).to_have_count(10)
    ada.play_to_the_end()
    expect(page.get_by_role("table", name="2 games at this table")).to_be_visible()
    page.goto("/past")
    expect(page.get_by_role("row", name=re.compile(r"^6 nimmt! 2 \d"))).to_have_count(1)
    links = page.get_by_role("main").get_by_role("link")
    expect(links).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE.width
    assert violations(page) == []
    links.first.click()
    expect(page).to_have_url(re.compile(rf"/replay/{code}\?game=2"))


@pytest.mark.parametrize("locale", ["en", "fr", "de"])
def test_the_games_of_the_family_fit_a_small_phone(visit: Visits, locale: str) -> None:
    result = {"seat": 0, "names": ["Ann", "Maximiliane Wolkenbruch"], "totals": [9, 8], "ranks": [2, 1]}
    terms = {"game": 1, "rounds": 2, "unit": "heads", "opponent": None, "fans": [], "played": 1}
    keys = ("base", "surprise", "versus_ox", "bullenparty")
    page = visit(
        SMALL, "/past", locale=locale,
        kept={"nimmt.past": [{"table": key, "key": key, **terms, **result} for key in keys]},
    )  # fmt: skip
    expect(page.get_by_role("main").get_by_role("row")).to_have_count(1 + len(keys))
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL.width


def test_forgetting_leaves_nothing(visit: Visits) -> None:
    page = visit(path="/past")
    expect(page.get_by_text("No game has been finished")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(re.compile("/t/"))


def test_the_title_calls_whoever_is_waited_for(visit: Visits, server: Server) -> None:
    code, token = table(server, [{}, BOT], max_rounds=1)
    ada = sit(visit(path=BARE), code, token)
    start(server, code, token)
    expect(ada.page).to_have_title(re.compile("^● Your turn – 6 nimmt!"))
    ada.play_to_the_end()
    expect(ada.page).to_have_title(re.compile("^6 nimmt!"))


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=lambda size: size.name)
def test_a_card_dragged_to_the_table_is_played(visit: Visits, server: Server, size: Size) -> None:
    code, token = table(server, [{}, BOT], max_rounds=1)
    ada = sit(visit(size, BARE), code, token)
    start(server, code, token)
    expect(ada.cards).to_have_count(10)
    box = ada.cards.first.bounding_box()
    assert box
    across, down = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = ada.page.mouse
    for way in (0.2, 2):  # let go too near it goes back
        expect(ada.cards).to_have_count(10)
        mouse.move(across, down)
        mouse.down()
        mouse.move(across + 5, down - box["height"] * way, steps=4)
        mouse.up()
    expect(ada.hand.get_by_role("button")).to_have_count(9)


def test_whoever_wants_to_confirms_every_card(visit: Visits, server: Server) -> None:
    code, token = table(server, [{}, BOT], max_rounds=1)
    ada = sit(visit(DESKTOP, BARE), code, token)
    start(server, code, token)
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_role("switch", name="Confirm every card").click()
    ada.page.keyboard.press("Escape")
    ada.cards.first.click()
    expect(ada.page.get_by_role("button", name=re.compile("^Play "))).to_be_visible()
    expect(ada.cards).to_have_count(10)
    ada.cards.first.click()
    expect(ada.hand.get_by_role("button")).to_have_count(9)
