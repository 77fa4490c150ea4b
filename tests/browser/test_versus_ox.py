"""Versus the Ox through the page: every kind of special proposed, voted on and used, and the duel at the end."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.dealt import dealing, shuffled, specials_first
from tests.browser.gathering import gather, until
from tests.browser.serving import Server
from tests.browser.special_player import SpecialSeat, play_out
from tests.browser.visits import DESKTOP, PHONE, Visits, screenshot, violations, violations_in_both_themes
from tests.ox import SPECIALS

CUT_OFF = """() => [...document.querySelectorAll(".tray .owner")]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.innerText)"""
HALVES = (("stop", "slide", "seven", "insert"), ("sort", "first", "replace", "last"))


@pytest.fixture(scope="module", params=HALVES, ids=lambda half: half[0])
def half(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The specials that a team of three gets in this deal."""
    return tuple(request.param)


@pytest.fixture(scope="module")
def server(page_built: None, half: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    deal = {"deal:1": shuffled(11), "specials:1": specials_first(SPECIALS, half)}
    yield from dealing(tmp_path_factory.mktemp("ox"), deal)


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_with_mouse(card: Locator, onto: Locator) -> None:
    (x, y), (to_x, to_y) = middle(card), middle(onto)
    mouse = card.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(to_x + (5 if to_x > x else -5), to_y, steps=8)
    mouse.up()


def drag_with_finger(card: Locator, onto: Locator) -> None:
    (x, y), (to_x, to_y) = middle(card), middle(onto)
    by = to_x - x + (5 if to_x > x else -5)
    devtools = card.page.context.new_cdp_session(card.page)
    for step in range(9):
        at = {"x": x + by * step / 8, "y": y + (to_y - y) * step / 8}
        kind = "touchMove" if step else "touchStart"
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    devtools.detach()


class Seat(SpecialSeat):
    """Proposes every wanted special once, and agrees to all that others propose."""

    def answer_vote(self) -> None:
        """What is proposed lies on the table for all to see."""
        expect(self.player.main.get_by_role("paragraph").filter(has_text="proposes: ")).to_be_visible()
        expect(self.player.agree).to_be_visible()
        self.inspect("ox-vote")
        self.player.press(self.player.agree)

    def answer_replace(self) -> None:
        self.player.press(self.player.cards.first)
        self.player.press(self.player.main.get_by_role("button", name=re.compile(r"^Play \d+$")))

    def answer_order(self) -> None:
        """The first card goes to the end by keys, back with a mouse, and to the end with a finger."""
        order = self.player.order
        expect(order.first).to_be_visible()
        self.inspect("ox-order")
        count = order.count()
        first = re.findall(r"the (\d+)", str(order.first.get_attribute("aria-label")))[0]
        card = self.player.main.get_by_role("button", name=re.compile(rf"^\d: the {first} of "))
        for _ in range(count):
            card.press("ArrowRight")
        expect(order.last).to_have_accessible_name(re.compile(f"^{count}: the {first} of "))
        drag_with_mouse(order.last, order.first)
        expect(order.first).to_have_accessible_name(re.compile(f"^1: the {first} of "))
        drag_with_finger(order.first, order.last)
        expect(order.last).to_have_accessible_name(re.compile(f"^{count}: the {first} of "))
        self.player.button("Propose").press("Enter")  # a tap so soon after a flick would only stop the flick
        until(lambda: self.guest.known()["view"]["phase"] != "order")
        assert self.guest.known()["view"]["proposal"]["use"]["order"][-1] == int(first)


def test_a_whole_match_with_half_of_the_specials(visit: Visits, half: tuple[str, ...]) -> None:
    guests = gather(visit, (PHONE, DESKTOP, PHONE), bots=0, game="versus_ox")
    wanted = {*half, "remove_stop"} if "stop" in half else set(half)
    seats = [Seat(guest, wanted) for guest in guests]
    for guest in guests:
        expect(guest.page.get_by_role("region", name="The Buffalo")).to_contain_text("10 to play")
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
    for guest in guests[:2]:
        assert [] == violations_in_both_themes(guest.page)


@pytest.mark.rule("Q-Y3")
@pytest.mark.parametrize("half", [half for half in HALVES if "first" in half], indirect=True)
def test_whose_card_it_is_must_agree_and_nobody_else_is_asked(visit: Visits, half: tuple[str, ...]) -> None:
    """Ada proposes something for Bea's card; the consent of any member would do, but it is Bea's card."""
    guests = gather(visit, (DESKTOP, PHONE, PHONE), bots=0, game="versus_ox", options={"consent": "any"})
    ada, bea, cem = (Seat(guest, set()) for guest in guests)
    for seat in (ada, bea, cem):
        seat.answer_card()
    until(ada.guest.is_asked)
    expect(ada.player.nothing).to_be_visible()  # a special that is touched earlier only says when it can be used
    [card] = [play["card"] for play in ada.guest.known()["view"]["queue"] if play["seat"] == bea.guest.seat]
    ada.player.press(ada.player.special("first"))
    ada.player.press(ada.player.waiting.filter(has_text=re.compile(rf"\b{card}\b")).first)
    ada.player.press(ada.player.confirm)
    until(bea.guest.is_asked)
    assert [bea.guest.seat] == ada.guest.known()["view"]["to_act"]
    expect(bea.player.agree).to_be_visible()
    for seat in (ada, cem):
        expect(seat.player.main.get_by_role("paragraph").filter(has_text="propose")).to_be_visible()
        expect(seat.player.agree).to_have_count(0)
    bea.player.press(bea.player.agree)
    until(lambda: ada.guest.known()["view"]["queue"][0]["card"] == card)


@pytest.mark.parametrize("half", HALVES[:1], indirect=True)
def test_a_proposal_is_seen_refused_and_not_offered_again(visit: Visits, half: tuple[str, ...]) -> None:
    guests = gather(visit, (DESKTOP, PHONE, PHONE), bots=0, game="versus_ox", scheme="dark")
    ada, bea, cem = (Seat(guest, set()) for guest in guests)
    talk = bea.player.main.locator("summary").filter(has_text=re.compile("Silence|Talk"))
    words = bea.player.main.get_by_role("textbox", name="Say something")
    bea.player.press(talk)
    expect(words).to_be_disabled()
    bea.player.press(talk)
    for seat in (ada, bea, cem):
        seat.answer_card()
    until(ada.guest.is_asked)
    for seat in (ada, bea):
        expect(seat.player.main.get_by_text("You may talk now")).to_have_count(1)
    bea.player.press(talk)
    words.fill("Use the first one?")
    expect(words).to_be_in_viewport(ratio=1)
    assert [] == violations_in_both_themes(bea.player.page)
    screenshot(bea.player.page, "ox-talk")
    bea.player.press(bea.player.button("Send"))
    expect(ada.player.page.get_by_role("list", name="Chat")).to_contain_text("Use the first one?")
    expect(cem.player.page.get_by_role("log", name="Chat")).to_contain_text("Bea Use the first one?")
    bea.player.press(talk)
    kind = ada.player.usable([kind for kind in half if kind != "sort"])  # an order would have to be named first (Q-Y4)
    assert kind
    ada.player.choose(kind)
    assert [] == violations(ada.player.page)
    screenshot(ada.player.page, "ox-choice")
    ada.player.press(ada.player.confirm)
    expect(bea.player.main.get_by_role("paragraph").filter(has_text="Ada proposes: ")).to_be_visible()
    expect(ada.player.main.get_by_role("paragraph").filter(has_text="You propose: ")).to_be_visible()
    for seat in (ada, bea):
        assert [] == violations_in_both_themes(seat.player.page)
        expect(seat.player.hand.get_by_role("button").last).to_be_in_viewport(ratio=0.99)  # cards lie between pixels
        assert [] == seat.player.page.evaluate(CUT_OFF), "everybody's name can be read"
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
