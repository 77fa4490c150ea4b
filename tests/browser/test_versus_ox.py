"""Versus the Ox through the page: every kind of special proposed, voted on and used, and the duel at the end."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from nimmt.games.versus_ox.table import SPECIALS
from tests.browser.dealt import dealing, shuffled, specials_first
from tests.browser.gathering import gather, until
from tests.browser.serving import Server
from tests.browser.special_player import SpecialSeat, play_out
from tests.browser.visits import DESKTOP, PHONE, Visits, screenshot, violations

HALVES = (("stop", "slide", "seven", "insert"), ("sort", "first", "replace", "last"))


@pytest.fixture(scope="module", params=HALVES, ids=lambda half: half[0])
def half(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The specials that a team of three gets in this deal."""
    return tuple(request.param)


@pytest.fixture(scope="module")
def server(page_built: None, half: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    deal = {"deal:1": shuffled(11), "specials:1": specials_first(SPECIALS, half)}
    yield from dealing(tmp_path_factory.mktemp("ox"), deal)


class Seat(SpecialSeat):
    """Proposes every wanted special once, and agrees to all that others propose."""

    def answer_vote(self) -> None:
        """What is proposed lies on the table for all to see."""
        expect(self.player.main.get_by_role("paragraph").filter(has_text="proposes: ")).to_be_visible()
        self.player.press(self.player.agree)

    def answer_replace(self) -> None:
        self.player.press(self.player.cards.first)
        self.player.press(self.player.main.get_by_role("button", name=re.compile(r"^Play \d+$")))

    def answer_order(self) -> None:
        """The first card goes to the end, by keys; then all are named one after another."""
        expect(self.player.order.first).to_be_visible()
        count = self.player.order.count()
        first = re.findall(r"the (\d+)", str(self.player.order.first.get_attribute("aria-label")))[0]
        card = self.player.main.get_by_role("button", name=re.compile(rf"^\d: the {first} of "))
        for _ in range(count):
            card.press("ArrowRight")
        expect(self.player.order.last).to_have_accessible_name(re.compile(f"^{count}: the {first} of "))
        self.player.press(self.player.button("This order"))
        until(lambda: self.guest.known()["view"]["phase"] != "order")
        queue = self.guest.known()["view"]["queue"]
        assert not queue or queue[-1]["card"] == int(first)


def test_a_whole_match_with_half_of_the_specials(visit: Visits, half: tuple[str, ...]) -> None:
    guests = gather(visit, (PHONE, DESKTOP, PHONE), bots=0, game="versus_ox")
    wanted = {*half, "remove_stop"} if "stop" in half else set(half)
    seats = [Seat(guest, wanted) for guest in guests]
    for guest in guests:
        expect(guest.page.get_by_role("region", name="The Ox")).to_contain_text("10 to play")
        expect(guest.page.get_by_text("Silence until the cards are revealed")).to_have_count(1)
    seen = play_out(seats)
    assert seen >= {"card", "window", "vote", "over"}
    assert set() == wanted, "every special was used"
    outcome = guests[0].known()["view"]["outcome"]
    for guest in guests:
        main = guest.page.get_by_role("main")
        expect(main.get_by_text("The game is over", exact=True)).to_be_visible()
        expect(
            main.get_by_role("definition").filter(has_text=re.compile(rf"^{outcome['totals'][0]}$")).first
        ).to_be_visible()
        expect(
            main.get_by_role("definition").filter(has_text=re.compile(rf"^{outcome['opponent']}$")).first
        ).to_be_visible()
        screenshot(guest.page, "ox-end")


def test_a_proposal_is_seen_refused_and_not_offered_again(visit: Visits, half: tuple[str, ...]) -> None:
    guests = gather(visit, (DESKTOP, PHONE, PHONE), bots=0, game="versus_ox", scheme="dark")
    ada, bea, cem = (Seat(guest, set()) for guest in guests)
    for seat in (ada, bea, cem):
        seat.answer_card()
    until(ada.guest.is_asked)
    for seat in (ada, bea):
        expect(seat.player.main.get_by_text("You may talk now")).to_have_count(1)
    kind = ada.player.usable(half)
    assert kind
    ada.player.choose(kind)
    assert [] == violations(ada.player.page)
    screenshot(ada.player.page, "ox-choice")
    ada.player.press(ada.player.confirm)
    expect(bea.player.main.get_by_role("paragraph").filter(has_text="Ada proposes: ")).to_be_visible()
    expect(ada.player.main.get_by_role("paragraph").filter(has_text="You propose: ")).to_be_visible()
    for seat in (ada, bea):
        assert [] == violations(seat.player.page)
        screenshot(seat.player.page, "ox-proposal")
    bea.player.press(bea.player.refuse)
    votes = cem.player.main.get_by_role("list", name="Votes").get_by_role("listitem")
    expect(votes.filter(has_text="Bea")).to_contain_text("refuses")
    cem.player.press(cem.player.agree)
    until(lambda: ada.guest.known()["view"]["phase"] == "window")
    assert len(ada.guest.known()["view"]["refused"]) == 1
    for seat in (ada, bea, cem):
        expect(seat.player.nothing).to_be_visible()
    ada.player.press(ada.player.nothing_this_turn)
    until(lambda: 0 in ada.guest.known()["view"]["passed"])
    expect(ada.player.nothing).to_have_count(0)
