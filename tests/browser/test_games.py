"""Turns of base, Pro, the four fan cards and all of these together by roles and names, each on two other screens.

Whole matches of every game are in test_story.
"""

import re

import pytest
from playwright.sync_api import expect

from nimmt.words import words
from tests.browser.gathering import Guest, gather, shows, until
from tests.browser.playing import Player
from tests.browser.sizes import HANDHELDS, LAPTOPS
from tests.browser.visits import PHONE, Visits

FAN_CARDS = ["even_odd", "climb", "caper", "reversed_digits"]
GAMES = {**{key: key for key in ("base", "pro", *FAN_CARDS)}, "+".join(FAN_CARDS): "base"}
"""What is played, and the key of the game: all four fan cards are the base game as well (Q-Y8)."""


def draft(player: Player) -> None:
    card = player.page.get_by_role("list", name="Cards to draft from").get_by_role("button", disabled=False).first
    number = str(card.get_attribute("aria-label")).partition(",")[0]
    player.press(card)
    if player.touches:
        player.press(player.page.get_by_role("button", name=f"Take {number}", exact=True))


def answer(player: Player, phase: str) -> None:
    """Do what is asked, as the page offers it."""
    if phase == "draft":
        draft(player)
    elif phase == "row":
        player.press(player.offers.first)
    else:
        player.play()


def answer_some(guests: list[Guest], most: int) -> set[str]:
    """Whoever is asked answers, so many times in all; gives the kinds of decisions that came up."""
    players = [Player(guest.page) for guest in guests]
    seen: set[str] = set()
    for _ in range(most):
        until(lambda: any(guest.is_asked() for guest in guests))
        at = next(at for at, guest in enumerate(guests) if guest.is_asked())
        view = guests[at].known()["view"]
        before = view["decision"]
        shows(guests[at].page, before)
        seen.add(view["phase"])
        answer(players[at], view["phase"])
        until(lambda at=at, before=before: guests[at].known()["view"]["decision"] > before or not guests[at].is_asked())
    return seen


@pytest.mark.parametrize("game", GAMES)
def test_turns_through_the_page(visit: Visits, game: str) -> None:
    cards = {"fan_cards": game.split("+")} if "+" in game else {}
    turn = [*GAMES].index(game)  # every game on other screens
    sizes = (HANDHELDS[turn % len(HANDHELDS)], LAPTOPS[turn % len(LAPTOPS)])
    guests = gather(visit, sizes, bots=2, game=GAMES[game], options={"hand_size": 3, **cards})
    for guest in guests:
        expect(guest.page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(4)
    expect(guests[1].page.get_by_role("heading", level=1)).to_contain_text(
        " + ".join(words("en").say(f"games.{name}.name") for name in game.split("+"))
    )
    drafts = game == "pro"
    seen = answer_some(guests, most=8 if drafts else 4)
    assert "card" in seen
    assert ("draft" in seen) == drafts
    expect(guests[1].page.get_by_text("Ada")).not_to_have_count(0)


@pytest.mark.parametrize(
    ("game", "legend"), [("even_odd", "only (even|odd) cards"), ("climb", "downwards"), ("caper", "takes up one place")]
)
def test_markers_lie_at_their_rows(visit: Visits, game: str, legend: str) -> None:
    (ada,) = gather(visit, sizes=(PHONE,), bots=2, game=game)
    marked = ada.page.get_by_role("list", name="Rows").get_by_role("listitem", name=re.compile(legend))
    expect(marked).to_have_count(1)


def test_a_card_is_reversed_by_its_button(visit: Visits) -> None:
    guests = gather(visit, bots=0, game="reversed_digits", options={"max_rounds": 1})
    ada, bea = guests
    player = Player(bea.page)
    legal = [action["card"] for action in bea.known()["legal"] if action.get("reverse")]
    card = legal[0]
    player.page.get_by_role("button", name=re.compile(rf"^{card}, ")).click()
    player.page.get_by_role("button", name=re.compile("^↺")).click()
    player.page.get_by_role("button", name=re.compile("^Play ↺")).click()
    until(lambda: not bea.is_asked())
    assert bea.known()["view"]["choice"] == {"type": "play_card", "card": card, "reverse": True}
    assert ada.known()["view"]["choice"] is None
