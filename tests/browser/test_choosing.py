"""Choosing a card: pointing picks nothing, a card that was turned round is played so, and keys stay in the hand."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.gathering import Guest, gather, until
from tests.browser.playing import Player
from tests.browser.scenes import Scene, table
from tests.browser.visits import DESKTOP, PHONE, Size, Visits

HELD = "document.activeElement.closest('.bottom .hand, main') !== null"


def reversible(visit: Visits, size: Size = DESKTOP) -> tuple[Guest, Player, Locator]:
    """A person, and one of their cards that can be turned round, with others between it and the button."""
    ada, _ = gather(visit, (size, PHONE), bots=0, game="reversed_digits", options={"max_rounds": 1})
    card = next(action["card"] for action in ada.known()["legal"] if action.get("reverse"))
    player = Player(ada.page)
    return ada, player, player.hand.get_by_role("button", name=re.compile(rf"^{card}, "))


def test_pointing_at_other_cards_changes_nothing(visit: Visits) -> None:
    _, player, card = reversible(visit)
    card.click()
    play = player.page.get_by_role("button", name=re.compile("^Play"))
    picked = play.inner_text()
    for other in player.cards.all():
        other.hover()
        assert play.inner_text() == picked
    expect(card).to_have_class(re.compile("picked"))


def test_pointing_shows_what_a_card_would_do(visit: Visits) -> None:
    [ada] = gather(visit, (DESKTOP,), bots=2)
    player = Player(ada.page)
    player.cards.last.hover()
    expect(ada.page.locator("#foretold")).to_contain_text("Now:")
    expect(ada.page.get_by_role("button", name=re.compile("^Play"))).to_have_count(0)
    ada.page.mouse.move(2, 2)
    expect(ada.page.locator("#foretold")).not_to_contain_text("Now:")


def test_a_click_on_a_card_that_was_turned_round_plays_it_so(visit: Visits, size: Size) -> None:
    ada, player, card = reversible(visit, size)
    player.press(card)
    player.press(player.page.get_by_role("button", name=re.compile("^↺")))
    for other in player.cards.all()[-2:] if not player.touches else []:
        other.hover()
    player.press(card)
    until(lambda: not ada.is_asked())
    assert ada.known()["view"]["choice"]["reverse"] is True


def test_a_whole_game_by_keys_never_loses_the_focus(visit: Visits) -> None:
    [ada] = gather(visit, (DESKTOP,), bots=2, options={"max_rounds": 1})
    page, player = ada.page, Player(ada.page)
    expect(player.cards).to_have_count(10)
    player.cards.nth(4).focus()
    several = player.cards.nth(1)  # the server plays a last card by itself
    while True:
        expect(player.offers.or_(several).or_(player.over).first).to_be_visible()
        until(lambda: page.evaluate(HELD))
        if player.over.is_visible():
            return
        if player.offers.first.is_visible():
            with player.row_taken():
                expect(player.offers.first).to_be_focused()
                page.keyboard.press("1")
        else:
            held = player.hand.get_by_role("button").count()
            until(lambda: page.evaluate("document.activeElement.closest('.hand') !== null"))
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            expect(player.hand.get_by_role("button")).not_to_have_count(held)


def test_a_question_stays_in_its_place_when_its_buttons_come(visit: Visits, size: Size) -> None:
    """Another card for one that was taken back: there is nothing to press before one is chosen."""
    page = table(visit, Scene("versus_ox", "replace"), size, locale="en")
    player, question = Player(page), page.get_by_text("Which card do you play instead?")
    expect(question).to_be_visible()
    before = question.bounding_box()
    player.press(player.cards.first)
    chosen = page.get_by_text(re.compile(r"^Replace: play the \d+ instead\?$"))
    expect(page.get_by_role("button", name=re.compile(r"^Play \d+$"))).to_be_visible()
    after = chosen.bounding_box()
    assert before
    assert after
    assert before["y"] == after["y"]
