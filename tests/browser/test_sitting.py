"""At the table: coming back, changing one's mind, running out of time, other languages, no mouse, all themes."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.gathering import Guest, gather, labels, until
from tests.browser.playing import Player
from tests.browser.serving import Server
from tests.browser.visits import DESKTOP, PHONE, SMALL, WALL, Size, Visits, screenshot, violations_in_both_themes

SERVER_AWAY = "WebSocket connection|ERR_CONNECTION_REFUSED"
FITS = "[...document.querySelectorAll('aside > *')].every((part) => part.scrollHeight <= part.clientHeight + 1)"
LINES = """() => {
  const tops = [...document.querySelectorAll(".bottom .hand li")].map((card) => card.offsetTop);
  return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
}"""


def cards(page: Page) -> list[str]:
    hand = page.get_by_role("list", name="Your hand").get_by_role("button")
    expect(hand.first).to_be_visible()
    return [label.partition(",")[0] for label in labels(hand)]


def chosen(page: Page) -> list[str]:
    """The card that lies ready, by its pressed button."""
    pressed = page.get_by_role("list", name="Your hand").get_by_role("button", pressed=True)
    return [label.partition(",")[0] for label in labels(pressed)]


def hand_is(guest: Guest) -> list[str]:
    return [str(card) for card in guest.known()["view"]["hand"]]


def test_a_change_of_mind_until_all_have_chosen(visit: Visits) -> None:
    ada, bea = gather(visit, bots=0)
    player, other = Player(ada.page), Player(bea.page)
    first = player.play(0)
    expect(ada.page.get_by_text(f"You play the {first}.")).to_be_visible()
    second = player.play(4)
    expect(ada.page.get_by_text(f"You play the {second}.")).to_be_visible()
    assert chosen(ada.page) == [second]
    seats = bea.page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(seats.nth(0)).to_contain_text("ready")
    expect(seats.nth(1)).to_contain_text("is thinking")
    other.play(0)
    until(lambda: len(ada.known()["view"]["hand"]) == 9)
    assert second not in hand_is(ada)
    assert first in hand_is(ada)


def test_reloading_loses_nothing(visit: Visits, size: Size) -> None:
    (ada, bea) = gather(visit, sizes=(size, DESKTOP), bots=0)
    card = Player(ada.page).play(3)
    expect(ada.page.get_by_text(f"You play the {card}.")).to_be_visible()
    ada.page.reload()
    expect(ada.page.get_by_text(f"You play the {card}.")).to_be_visible()
    assert chosen(ada.page) == [card]
    assert cards(ada.page) == hand_is(ada)
    assert bea.is_asked()


def test_the_server_stops_and_comes_back(visit_own: Visits, own_server: Server) -> None:
    visit_own.forgive(SERVER_AWAY)
    ada, bea = gather(visit_own, bots=0)
    card = Player(ada.page).play(2)
    expect(ada.page.get_by_text(f"You play the {card}.")).to_be_visible()
    own_server.down()
    banner = "Connection lost."
    expect(ada.page.get_by_text(banner)).to_be_visible()
    expect(bea.page.get_by_text(banner)).to_be_visible()
    own_server.up()
    expect(ada.page.get_by_text(banner)).to_have_count(0)
    assert chosen(ada.page) == [card]
    expect(bea.page.get_by_text(banner)).to_have_count(0)
    Player(bea.page).play(0)
    until(lambda: len(ada.known()["view"]["hand"]) == 9)
    assert card not in hand_is(ada)


def test_a_card_that_is_played_while_the_server_is_away_arrives(visit_own: Visits, own_server: Server) -> None:
    visit_own.forgive(SERVER_AWAY)
    ada, _ = gather(visit_own, bots=0)
    player = Player(ada.page)
    expect(player.cards.first).to_be_visible()
    own_server.down()
    expect(ada.page.get_by_text("Connection lost.")).to_be_visible()
    card = player.play(1)
    own_server.up()
    until(lambda: not ada.is_asked())
    assert ada.known()["view"]["choice"]["card"] == int(card)


def test_a_seat_is_brought_to_another_device(visit: Visits) -> None:
    ada, _ = gather(visit, bots=0)
    ada.page.get_by_role("button", name="More").tap()
    code = ada.page.get_by_text("Your seat on another device").locator("b").inner_text()
    other = visit(DESKTOP, f"/t/{ada.code}")
    other.get_by_text("I already have a seat here").click()
    other.get_by_role("main").get_by_label(re.compile("code", re.IGNORECASE)).fill(code)
    other.get_by_role("button", name=re.compile("Take my seat|Bring|Come back|seat", re.IGNORECASE)).last.click()
    assert cards(other) == hand_is(ada)
    Player(other).play(0)
    until(lambda: not ada.is_asked())
    expect(ada.page.get_by_text("You play the")).to_have_count(1)


def test_the_clock_runs_out(visit: Visits) -> None:
    (ada,) = gather(visit, sizes=(PHONE,), bots=1, clock=2)
    expect(ada.page.get_by_role("timer")).to_be_visible()
    until(lambda: len(ada.known()["view"]["hand"]) < 10)
    expect(ada.page.get_by_role("list", name="Your hand").get_by_role("button")).not_to_have_count(10)


def test_the_language_changes_in_the_middle_of_a_game(visit: Visits) -> None:
    (ada,) = gather(visit, sizes=(DESKTOP,), bots=2)
    expect(ada.page.get_by_text("Choose a card.")).to_be_visible()
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_role("radio", name="Français").check()
    expect(ada.page.get_by_text("Choisissez une carte.")).to_be_visible()
    expect(ada.page.get_by_role("list", name="Votre main")).to_be_visible()
    assert ada.page.evaluate("document.documentElement.lang") == "fr"


def test_a_turn_by_keys_alone(visit: Visits) -> None:
    (ada,) = gather(visit, sizes=(DESKTOP,), bots=2)
    hand = cards(ada.page)
    for _ in range(60):
        ada.page.keyboard.press("Tab")
        if ada.page.evaluate("document.activeElement.closest('ol')?.getAttribute('aria-label')") == "Your hand":
            break
    ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("ArrowRight")
    expect(ada.page.get_by_role("button", name=re.compile(rf"^{hand[2]}, "))).to_be_focused()
    expect(ada.page.locator("#foretold")).to_contain_text("Now:")
    ada.page.keyboard.press("Enter")
    until(lambda: hand[2] not in hand_is(ada))


def test_the_news_is_told_to_those_who_listen(visit: Visits) -> None:
    (ada,) = gather(visit, sizes=(DESKTOP,), bots=1)
    card = Player(ada.page).play(0)
    live = ada.page.locator("[aria-live=polite]", has_text="Revealed:")
    expect(live).to_contain_text(card)


def test_no_motion_where_people_want_none_and_motion_ends_by_itself(visit: Visits) -> None:
    (ada,) = gather(visit, sizes=(DESKTOP,), bots=2, motion="no-preference", speed=None)
    player = Player(ada.page)
    before = len(cards(ada.page))
    player.play(0)
    expect(ada.page.get_by_role("list", name="Cards on their way").get_by_role("listitem").first).to_be_visible()
    expect(player.hand.get_by_role("button")).to_have_count(before - 1)


def test_chat_and_reactions(visit: Visits) -> None:
    ada, bea = gather(visit, sizes=(DESKTOP, PHONE), bots=0)
    ada.page.get_by_label("Say something").fill("Hello there")
    ada.page.get_by_role("button", name="Send").click()
    ada.page.get_by_role("button", name="Bravo!").click()
    bea.page.get_by_role("button", name="More").tap()
    talk = bea.page.get_by_role("list", name="Chat")
    expect(talk).to_contain_text(re.compile("Hello there.*Bravo!", re.DOTALL))
    bea.page.reload()
    bea.page.get_by_role("button", name="More").tap()
    expect(talk).to_contain_text(re.compile("Hello there.*Bravo!", re.DOTALL))


def test_the_table_is_accessible(visit: Visits, size: Size) -> None:
    (ada,) = gather(visit, sizes=(size,), bots=3)
    player = Player(ada.page)
    expect(player.cards).to_have_count(10)
    player.press(player.cards.nth(9)) if size.touch else player.cards.nth(9).hover()
    expect(ada.page.locator("#foretold")).to_contain_text("Now:")
    screenshot(ada.page, "table")
    assert violations_in_both_themes(ada.page) == []
    if size.touch:
        ada.page.get_by_role("button", name="More").tap()
        screenshot(ada.page, "side")
        assert violations_in_both_themes(ada.page) == []
        for folded in ("Scores", "Cards seen"):
            ada.page.get_by_role("complementary").get_by_text(folded, exact=True).tap()
        assert ada.page.evaluate(FITS), "nothing runs into what stands below it"


@pytest.mark.parametrize("locale", ["fr", "de"])
def test_nothing_is_wider_than_the_screen(visit: Visits, locale: str) -> None:
    for screens in ((SMALL, PHONE), (DESKTOP, WALL)):
        (ada,) = gather(visit, sizes=screens[:1], bots=9, locale=locale)
        expect(ada.page.locator(".hand button")).to_have_count(10)
        for screen in screens:
            ada.page.set_viewport_size({"width": screen.width, "height": screen.height})
            assert ada.page.evaluate("document.documentElement.scrollWidth") <= screen.width
            assert ada.page.evaluate(LINES) == ([5, 5] if screen.touch else [10])


def test_a_seat_that_is_held_elsewhere_needs_its_token(visit: Visits) -> None:
    ada, _ = gather(visit, bots=0)
    held = {"table": ada.code, "token": "0" * 48, "claim": None, "name": ""}
    stranger = visit(DESKTOP, f"/t/{ada.code}", kept={"nimmt.seats": [held]})
    expect(stranger.get_by_role("alert")).to_contain_text("no longer has a seat")
