"""Whole matches of base, Pro, the four fan cards and all of these together, each on two other screens."""

import re

import pytest
from playwright.sync_api import expect

from nimmt.words import words
from tests.browser.gathering import Guest, gather, until
from tests.browser.playing import Player
from tests.browser.sizes import HANDHELDS, LAPTOPS
from tests.browser.visits import PHONE, Visits, screenshot

FAN_CARDS = ["even_odd", "climb", "caper", "reversed_digits"]
GAMES = {**{key: key for key in ("base", "pro", *FAN_CARDS)}, "+".join(FAN_CARDS): "base"}
"""What is played, and the key of the game: all four fan cards are the base game as well (Q-Y8)."""


def draft(player: Player) -> None:
    card = player.page.get_by_role("list", name="Cards to draft from").get_by_role("button", disabled=False).first
    number = str(card.get_attribute("aria-label")).partition(",")[0]
    player.press(card)
    if player.touches:
        player.press(player.page.get_by_role("button", name=f"Take {number}", exact=True))


def answer(guest: Guest, player: Player, phase: str) -> None:
    """Do what is asked, as the page offers it."""
    if phase == "draft":
        draft(player)
    elif phase == "row":
        player.press(player.offers.first)
    else:
        player.play()


def play_out(guests: list[Guest], secret: bool) -> set[str]:
    """Play until the game is over; gives the kinds of decisions that came up.

    The only answer that there is the server gives by itself, unless it is a secret that there is no other.
    """
    players = [Player(guest.page) for guest in guests]
    seen: set[str] = set()
    while True:
        for guest, player in zip(guests, players, strict=True):
            known = guest.known()
            view = known["view"]
            if view["outcome"] is not None:
                return seen
            if guest.seat not in view["to_act"] or (len(known["legal"]) == 1 and not secret):
                continue
            seen.add(view["phase"])
            expect(player.page.get_by_role("button", disabled=False).first).to_be_visible()
            answer(guest, player, view["phase"])
            before = view["decision"]
            until(lambda guest=guest, before=before: guest.known()["view"]["decision"] > before or not guest.is_asked())


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_through_the_page(visit: Visits, game: str) -> None:
    cards = {"fan_cards": game.split("+")} if "+" in game else {}
    turn = [*GAMES].index(game)  # every game on other screens
    sizes = (HANDHELDS[turn % len(HANDHELDS)], LAPTOPS[turn % len(LAPTOPS)])
    guests = gather(visit, sizes, bots=2, game=GAMES[game], options={"max_rounds": 1, **cards})
    for guest in guests:
        expect(guest.page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(4)
    expect(guests[1].page.get_by_role("heading", level=1)).to_contain_text(
        " + ".join(words("en").say(f"games.{name}.name") for name in game.split("+"))
    )
    seen = play_out(guests, secret="reversed_digits" in game)  # nobody knows whether a last card can be reversed
    assert "card" in seen
    assert ("draft" in seen) == (game == "pro")
    outcome = guests[0].known()["view"]["outcome"]
    for guest in guests:
        page = guest.page
        expect(page.get_by_role("main").get_by_text("The game is over", exact=True)).to_be_visible()
        expect(page.get_by_role("heading", level=2, name=re.compile("win|victory"))).to_contain_text(
            str(min(outcome["totals"]))
        )
        screenshot(page, f"over-{game}")
    expect(guests[0].page.get_by_role("button", name="Play again")).to_be_visible()
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
