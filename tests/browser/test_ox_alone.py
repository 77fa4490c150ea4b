"""Alone against the Ox through the page."""

import re

from playwright.sync_api import expect

from tests.browser.gathering import gather
from tests.browser.special_player import SpecialPlayer
from tests.browser.visits import DESKTOP, Visits, screenshot, violations_in_both_themes


def test_alone_by_names_and_keys(visit: Visits) -> None:
    """A whole game without votes or specials; what is asked is read from the page, and nothing is pointed at."""
    [guest] = gather(visit, (DESKTOP,), bots=0, game="versus_ox")
    player, page = SpecialPlayer(guest.page), guest.page
    expect(player.main.get_by_text("There are no specials in this game.")).to_be_attached()
    several = player.cards.nth(1)  # the server plays a last card by itself
    while True:
        expect(player.offers.or_(several).or_(player.over).first).to_be_visible()
        if player.over.is_visible():
            break
        if player.offers.first.is_visible():
            with player.row_taken():
                page.keyboard.press("1")
        else:
            held = player.hand.get_by_role("button").count()
            player.cards.first.press("Enter")
            expect(player.hand.get_by_role("button")).not_to_have_count(held)
    expect(
        player.main.get_by_text("counted twice").or_(player.main.get_by_text(re.compile("^0$"))).first
    ).to_be_visible()
    expect(player.main.get_by_text("With one or two players the team's heads count twice.")).to_be_visible()
    assert [] == violations_in_both_themes(page)
    screenshot(page, "ox-alone")
