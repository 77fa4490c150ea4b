"""Several specials for one card of Surprise: an Insert that takes a row, then Negative = Positive (Q-Y6)."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.dealt import dealing, specials_first
from tests.browser.gathering import gather, until
from tests.browser.serving import Server
from tests.browser.special_player import SpecialPlayer, SpecialSeat
from tests.browser.test_hotseat import act, behind_the_curtain, on_screen, share, specials_on_screen
from tests.browser.test_tv import TV, sees_no_hand
from tests.browser.visits import DESKTOP, PHONE, Visits
from tests.surprise import SPECIALS

ADA = (51, 52, 53, 54, *range(80, 88))
BEA = (60, 61, 62, 63, *range(90, 98))
ROWS = (50, 1, 2, 3)
"""Ada's lowest cards go to the 3, once the first row is 50 51 60; in the fourth turn it ends 61 62 and is full."""

HANDS = ("insert", "negative_positive", "stop", "seven", "stop", "stop")
UNLIMITED = {"rounds": 1, "specials_per_placement": "unlimited"}


def dealt(*cards: int) -> tuple[int, ...]:
    """An order of the number cards that begins with these."""
    return (*(card - 1 for card in cards), *(place for place in range(104) if place + 1 not in cards))


@pytest.fixture(scope="module")
def server(page_built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    deal = {"deal:1": dealt(*ADA, *BEA, *ROWS), "specials:1": specials_first(SPECIALS, HANDS)}
    yield from dealing(tmp_path_factory.mktemp("overflow"), deal)


class Seat(SpecialSeat):
    """Nothing is used until an Insert takes a whole row."""

    def answer_window(self) -> None:
        known = self.guest.known()
        rows = [action["row"] for action in known["legal"] if action["type"] == "use_insert"]
        full = [row for row in rows if len(known["view"]["rows"][row]["cards"]) == 5]
        if full:
            insert(self.player, rows.index(full[0]))
        else:
            self.player.press(self.player.nothing)

    def answer_overflow(self) -> None:
        ask_and_turn(self.player, lambda: self.inspect("surprise-overflow"))

    def answer_positive(self) -> None:
        turn_the_50(self.player)

    def answer_cancel(self) -> None:
        cancel_three(self.player)

    def answer_exchange(self) -> None:
        self.player.press(self.player.keep)


def insert(player: SpecialPlayer, which: int) -> None:
    player.press(player.special("insert"))
    if not player.confirm.count():
        player.press(player.table_cards.nth(which))
    player.press(player.confirm)


def ask_and_turn(player: SpecialPlayer, look: object) -> None:
    """The question says what was taken; only Negative = Positive can be used."""
    expect(player.main.get_by_text("You have taken 50 · 51 · 54 · 60 · 61. Use Negative = Positive?")).to_be_visible()
    expect(player.nothing).to_be_visible()
    expect(player.special("stop")).to_contain_text("cannot be used now")
    if callable(look):
        look()
    player.use("negative_positive")


def turn_the_50(player: SpecialPlayer) -> None:
    """Any of the cards may turn positive, the inserted one too."""
    expect(player.taken).to_have_count(5)
    player.press(player.taken.filter(has_text="50").first)
    expect(player.main.get_by_text(re.compile("turns positive and cancels"))).to_be_visible()
    player.press(player.confirm)


def cancel_three(player: SpecialPlayer) -> None:
    """The 60 is chosen from the start; another choice is one key away, and the preview follows."""
    expect(player.ways).to_have_count(2)
    expect(player.ways.first).to_be_checked()
    expect(player.main.get_by_text("What does the 50 cancel?")).to_be_visible()
    expect(player.main.get_by_text(re.compile("cancels 60"))).to_be_visible()
    player.ways.first.focus()
    player.page.keyboard.press("ArrowDown")
    expect(player.main.get_by_role("radio", name="51, 1 head; 54, 1 head; 61, 1 head")).to_be_checked()
    expect(player.main.get_by_text(re.compile("cancels 51 54 61"))).to_be_visible()
    player.page.keyboard.press("1")
    expect(player.ways.first).to_be_checked()
    player.page.keyboard.press("2")
    player.ways.nth(1).press("Enter")


@pytest.mark.rule("Q-Y6")
def test_the_heads_of_an_insert_that_takes_are_cancelled(visit: Visits) -> None:
    guests = gather(visit, (PHONE, DESKTOP), bots=0, game="surprise", options=UNLIMITED)
    tv = visit(TV, f"/tv/{guests[0].code}")
    seats = [Seat(guest, set()) for guest in guests]
    ada, bea = seats
    while ada.turn() != "overflow":
        bea.turn()
    expect(guests[1].page.get_by_text("Waiting for Ada.").first).to_be_visible()
    sees_no_hand(tv, guests)
    assert "positive" == ada.turn()
    expect(guests[1].page.get_by_text("Waiting for Ada.").first).to_be_visible()
    expect(guests[1].page.get_by_role("radio", name=re.compile("head"))).to_have_count(0)
    sees_no_hand(tv, guests)
    assert "cancel" == ada.turn()
    view = guests[1].known()["view"]
    assert {50, 51, 54, 61} == set(view["box"]), "everybody sees what left the round"
    for page in (guests[1].page, tv):
        expect(page.get_by_text(re.compile("the 50 turns positive")).first).to_be_attached()
    assert "exchange" == ada.turn()
    until(lambda: guests[0].known()["view"]["phase"] in ("card", "window"))


@pytest.mark.rule("Q-Y6")
def test_at_one_device_only_whoever_took_the_row_is_asked(visit: Visits) -> None:
    """The device stays with Ada from her Insert to the exchange, and then goes to Bea behind the curtain."""
    people = share(visit, PHONE, "surprise", seats=[{}, {}], options=UNLIMITED)
    player, holder, asked = SpecialPlayer(people.page), -1, list[str]()
    while "exchange" not in asked:
        owing = people.owing()
        if holder not in owing:
            holder = owing[0]
            behind_the_curtain(people, holder)
        view = people.view(holder)
        asked += [view["phase"]] if holder == 0 else []
        if view["phase"] == "window" and holder == 0 and len(view["rows"][0]["cards"]) == 5:
            insert(player, 0)
            until(lambda: people.view(0)["phase"] == "overflow")
        elif view["phase"] == "overflow":
            assert on_screen(people.page).isdisjoint(people.hand(1))
            assert specials_on_screen(people.page) == set(view["specials"][0])
            ask_and_turn(player, None)
            until(lambda: people.view(0)["phase"] == "positive")
        elif view["phase"] == "positive":
            assert on_screen(people.page).isdisjoint(people.hand(1))
            turn_the_50(player)
            until(lambda: people.view(0)["phase"] == "cancel")
        elif view["phase"] == "cancel":
            assert on_screen(people.page).isdisjoint(people.hand(1))
            cancel_three(player)
            until(lambda: people.view(0)["phase"] == "exchange")
        else:
            act(people, holder)
    assert ["window", "overflow", "positive", "cancel", "exchange"] == asked[-5:]
    behind_the_curtain(people, 1)
