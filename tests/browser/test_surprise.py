"""Surprise through the page: every kind of special, step by step."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.dealt import dealing, shuffled, specials_first
from tests.browser.gathering import Guest, gather, until
from tests.browser.serving import Server
from tests.browser.special_player import SpecialPlayer, SpecialSeat, play_out
from tests.browser.visits import DESKTOP, PHONE, Size, Visits, screenshot, violations_in_both_themes
from tests.surprise import SPECIALS

HANDS = (
    "negative_positive", "stop", "insert",
    "negative_positive", "seven", "slide",
    "negative_positive", "replace", "fifth_row",
)  # fmt: skip
DEAL = {"deal:1": shuffled(14), "specials:1": specials_first(SPECIALS, HANDS)}


@pytest.fixture(scope="module")
def server(page_built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from dealing(tmp_path_factory.mktemp("surprise"), DEAL)


class Seat(SpecialSeat):
    """The first card of a row turns positive, and the first special is exchanged."""

    SECRET = frozenset({"window"})  # whether a hand holds a special that can be used now

    def answer_positive(self) -> None:
        self.player.press(self.player.taken.first)
        expect(self.player.main.get_by_text(re.compile("turns positive and cancels"))).to_be_visible()
        self.inspect("surprise-positive")
        self.player.press(self.player.confirm)

    def answer_exchange(self) -> None:
        expect(self.player.keep).to_be_visible()
        self.player.press(self.player.specials.get_by_role("button").first)
        expect(self.player.confirm).to_be_visible()
        self.inspect("surprise-exchange")
        self.player.press(self.player.confirm)


def test_a_whole_match_with_every_special(visit: Visits) -> None:
    guests = gather(visit, (PHONE, DESKTOP, PHONE), bots=0, game="surprise", options={"rounds": 1})
    wanted: set[str] = set(SPECIALS)
    seats = [Seat(guest, wanted) for guest in guests]
    players = guests[1].page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(players.filter(has_text="Specials in hand: 3")).to_have_count(3)
    assert play_out(seats) >= {"card", "window", "positive", "exchange", "over"}
    assert set() == wanted, "every kind was used"
    view = guests[0].known()["view"]
    assert view["box"], "a card turned positive"
    totals = view["outcome"]["totals"]
    for guest in guests:
        expect(guest.page.get_by_role("heading", level=2, name=re.compile("win|victory"))).to_contain_text(
            f"{min(totals)} head"
        )
        listed = guest.page.get_by_role("list", name="Players").get_by_role("listitem")
        for seat, total in enumerate(totals):
            expect(listed.nth(seat)).to_contain_text(re.compile(rf"\b{total} heads?"))


def test_a_whole_match_by_names_alone(visit: Visits) -> None:
    """What is asked is read from the page, nothing is pointed at, and the server is not asked what it knows."""
    [guest] = gather(visit, (DESKTOP,), bots=1, game="surprise", options={"rounds": 1})
    player, page = SpecialPlayer(guest.page), guest.page
    question = player.main.get_by_text(
        re.compile(
            r"^(Choose a card\.|Your \d+ (is placed now|fits no row)|Which card of this|What does the|You may exchange)"
        )
    )
    seen: set[str] = set()
    while True:
        expect(question.or_(player.over).first).to_be_visible()
        if player.over.is_visible():
            break
        asked = question.inner_text()
        seen.add(re.sub(r"\d+", "N", asked)[:12])
        if asked.startswith("Choose"):
            held = player.hand.get_by_role("button").count()
            if held > 1:  # the server plays a last card by itself
                player.cards.last.press("Enter")
            if held:
                expect(player.hand.get_by_role("button")).not_to_have_count(held)
        elif "is placed now" in asked:
            kind = player.usable(dict.fromkeys(SPECIALS))
            (player.special(kind) if kind else player.nothing).press("Enter")
            while kind and not player.confirm.count():
                player.table_cards.or_(player.cards).first.press("Enter")
            if kind:
                player.confirm.press("Enter")
            expect(player.main.get_by_text(asked, exact=True)).to_have_count(0)
        elif "fits no row" in asked:
            expect(player.offers.first).to_be_visible()
            with player.row_taken():
                page.keyboard.press(re.findall(r"row (\d)", player.offers.first.inner_text())[0])  # not one with a Stop
        elif asked.startswith("What does"):
            player.ways.last.press("Enter")
            expect(player.main.get_by_text(asked)).to_have_count(0)
        elif asked.startswith("Which card"):
            if player.taken.count() > 1:  # nor is one asked about a single card
                player.taken.first.press("Enter")
                player.confirm.press("Enter")
            expect(player.main.get_by_text(asked)).to_have_count(0)
        else:
            player.keep.press("Enter")
            expect(player.main.get_by_text(asked)).to_have_count(0)
    assert len(seen) >= 3
    expect(page.get_by_text("Fewest heads wins.")).to_be_visible()


def until_window(seats: list[Seat], guest: Guest) -> None:
    """Play on until this guest may use a special; the others use none."""
    while not may_use(guest):
        assert "over" not in {seat.turn() for seat in seats if seat.guest is not guest or not may_use(guest)}


def may_use(guest: Guest) -> bool:
    return guest.is_asked() and guest.known()["view"]["phase"] == "window"


def test_a_slide_by_keys_is_foretold_taken_back_and_done(visit: Visits) -> None:
    guests = gather(visit, (PHONE, DESKTOP), bots=1, game="surprise", options={"rounds": 1})
    seats = [Seat(guest, set()) for guest in guests]
    guest, player = guests[1], seats[1].player
    page = guest.page
    until_window(seats, guest)
    expect(player.nothing).to_be_visible()
    assert [] == violations_in_both_themes(page)
    active = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"
    player.special("slide").press("Enter")
    until(lambda: page.evaluate(f"/^Slide the \\d+$/.test({active})"))
    page.keyboard.press("Enter")
    until(lambda: page.evaluate(f"/^Slide: the \\d+ to row \\d$/.test({active})"))
    expect(player.main.get_by_text("Into which row?")).to_be_visible()
    assert [] == violations_in_both_themes(page)
    page.keyboard.press("Escape")
    expect(player.main.get_by_text("Which card of the rows slides?")).to_be_visible()
    player.table_cards.first.press("Enter")
    row = re.findall(r"row (\d)", player.table_cards.filter(has_text="to row").last.inner_text())[0]
    page.keyboard.press(row)
    until(lambda: page.evaluate(active) == "Use Slide")
    expect(player.main.get_by_text(re.compile(rf"The \d+ slides from row \d to row {row}"))).to_be_visible()
    assert [] == violations_in_both_themes(page)
    screenshot(page, "surprise-slide")
    page.keyboard.press("Enter")
    until(lambda: "slide" in guest.known()["view"]["discards"])


def test_stop_lies_across_its_row(visit: Visits, size: Size) -> None:
    guests = gather(visit, (size,), bots=2, game="surprise", options={"rounds": 1})
    seat = Seat(guests[0], set())
    until_window([seat], guests[0])
    player = seat.player
    player.choose("stop")
    expect(player.main.get_by_text("Stop at row 1?")).to_be_visible()
    assert [] == violations_in_both_themes(player.page)
    assert player.page.evaluate("document.documentElement.scrollWidth") <= size.width
    screenshot(player.page, "surprise-stop")
    player.press(player.button("Back"))
    player.press(player.table_cards.nth(1))
    expect(player.main.get_by_text("Stop at row 2?")).to_be_visible()
    player.press(player.confirm)
    until(lambda: "window" != guests[0].known()["view"]["phase"] or not guests[0].is_asked())
    marked = [at for at, row in enumerate(guests[0].known()["view"]["rows"]) if "stop" in row.get("marks", [])]
    assert marked in ([1], []), "there, or gone again with a row that somebody took"
