"""The TV view: a big screen in the middle, phones around it."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import finished
from tests.browser.gathering import Guest, gather, seat, until
from tests.browser.playing import Player
from tests.browser.scenes import CODE, LONGEST, SCENES, Line, Scene, reached, table
from tests.browser.serving import Server
from tests.browser.test_tables import open_table, sit_down
from tests.browser.visits import PHONE, Size, Visits, screenshot, violations, violations_in_both_themes

TV, OLD_TV = Size("tv", 1920, 1080), Size("old tv", 1280, 720)


def fits(tv: Page) -> None:
    """Nobody scrolls a TV, be it an old one."""
    for screen in (TV, OLD_TV):
        tv.set_viewport_size({"width": screen.width, "height": screen.height})
        until(lambda screen=screen: tv.evaluate("document.documentElement.scrollHeight") <= screen.height)


def shown_cards(page: Page) -> set[int]:
    """Every number that stands on a card, anywhere on the screen."""
    return {int(number) for number in page.locator(".card .number").all_inner_texts()}


def sees_no_hand(tv: Page, guests: list[Guest]) -> None:
    """No card that only its owner may know is in the page, and there is nothing to play with."""
    expect(tv.get_by_role("list", name="Your hand")).to_have_count(0)
    hands = {card for guest in guests for card in guest.known()["view"]["hand"]}
    assert set() == shown_cards(tv) & hands


def test_a_table_in_the_living_room(visit: Visits) -> None:
    """Two phones join by the TV's code, play, and the TV shows what happens but no hand."""
    ada = visit(PHONE)
    code = open_table(ada, seats=2)
    link = ada.get_by_role("link", name="TV view for a big screen")
    expect(link).to_have_attribute("href", f"/tv/{code}")
    tv = visit(TV, f"/tv/{code}", scheme="dark")
    expect(tv.get_by_role("img", name=re.compile(f"^QR code of the link .*{code}$"))).to_be_visible()
    expect(tv.get_by_text("-".join(re.findall(".{6}", code)), exact=True)).to_be_visible()
    seats = tv.get_by_role("list", name="Players").get_by_role("listitem")
    expect(seats).to_have_text(["Ada", "free"])
    assert [] == violations(tv)
    screenshot(tv, "tv-lobby")
    ben = visit(PHONE, f"/t/{code}")
    sit_down(ben, "Ben")
    expect(seats).to_have_text(["Ada", "Ben"])
    ada.get_by_role("button", name="Start", exact=True).click()
    expect(tv.get_by_role("list", name="Rows").get_by_role("listitem", name=re.compile(r"^Row \d"))).to_have_count(4)
    expect(tv.get_by_role("list", name="Your hand")).to_have_count(0)
    expect(tv.get_by_text("Waiting for Ada and Ben.")).to_be_visible()
    Player(ada).play()
    expect(tv.get_by_text("Waiting for Ben.")).to_be_visible()
    Player(ben).play()
    expect(tv.get_by_role("complementary", name="What happened")).to_contain_text("Revealed")


A_BOT = {"en": "a bot", "fr": "un bot", "de": "ein Bot"}


@pytest.mark.parametrize("locale", A_BOT)
def test_a_program_that_sat_down_is_shown_as_a_bot(visit: Visits, locale: str) -> None:
    with httpx.Client(base_url=visit.url, timeout=60) as api:
        ticket = api.post("/api/tables", json={"seats": [{}, {}], "host": {"name": "Ada"}}).json()
        code, host = ticket["table"]["code"], {"authorization": f"Bearer {ticket['token']}"}
        api.post(f"/api/tables/{code}/seats", json={"name": "mybot", "program": True}).raise_for_status()
        screens = [
            visit(PHONE, f"/t/{code}", locale, kept={"nimmt.seats": [seat(ticket)]}),
            visit(TV, f"/tv/{code}", locale),
        ]
        for page in screens:  # before the game
            expect(page.get_by_role("listitem").filter(has_text="mybot")).to_contain_text(A_BOT[locale])
            expect(page.get_by_role("listitem").filter(has_text="Ada")).not_to_contain_text(A_BOT[locale])
        api.post(f"/api/tables/{code}/start", headers=host).raise_for_status()
        for page in screens:  # and in it
            seats = page.locator(".seat")
            expect(seats.filter(has_text="mybot")).to_contain_text(A_BOT[locale])
            expect(seats.filter(has_text="mybot").locator(".face.bot")).to_be_visible()
            expect(seats.locator(".face:not(.bot)")).to_have_count(1)
        screenshot(screens[1], f"tv-program-{locale}")


@pytest.mark.parametrize("game", ["base", "bullenparty", "surprise", "versus_ox"])
def test_the_tv_never_shows_a_hand(visit: Visits, game: str) -> None:
    guests = gather(visit, (PHONE, PHONE), bots=1, game=game)
    tv = visit(TV, f"/tv/{guests[0].code}")
    expect(tv.get_by_role("main", name="Table")).to_be_visible()
    rows = tv.get_by_role("list", name="Rows").get_by_role("listitem", name=re.compile(r"^Row \d"))
    expect(rows.first).to_be_visible()
    sees_no_hand(tv, guests)
    for guest in guests:
        player = Player(guest.page)
        expect(player.cards.first).to_be_visible()
        card = player.cards.last
        before = guest.known()["view"]["decision"]
        player.press(card)
        player.press(guest.page.get_by_role("button", name=re.compile(r"^(Play|Bid) \d+$")))
        until(lambda guest=guest, before=before: not guest.is_asked() or guest.known()["view"]["decision"] > before)
        if guest is guests[0]:
            sees_no_hand(tv, guests)
    assert [] == violations_in_both_themes(tv)
    assert tv.evaluate("document.documentElement.scrollHeight") <= TV.height, "nobody scrolls a TV"
    screenshot(tv, f"tv-{game}")


@pytest.mark.rule("Q-Y10")
def test_the_tv_shows_no_pile_of_the_buffalo(visit: Visits) -> None:
    """The team's may be looked through there too."""
    scene = Scene("versus_ox", "card", lambda view: all(view.piles))
    tv = visit(TV, "/learn")
    Line(tv.context, scene, None)
    tv.goto(f"/tv/{CODE}")
    view: Any = reached(scene).view(None)
    team, ox = view.piles
    pile = tv.locator("details").filter(has_text="Look at the team’s pile")
    pile.locator("summary").click()
    shown = {int(number) for number in pile.locator(".card .number").all_inner_texts()}
    assert set(team) == shown
    assert set(ox).isdisjoint(shown_cards(tv))
    board = tv.get_by_role("region", name="The Buffalo")
    expect(board).not_to_contain_text(re.compile(rf"\b{len(ox)} cards|pile"))


@pytest.mark.parametrize(("game", "players"), [("base", 4), ("surprise", 4), ("versus_ox", 3)])
def test_the_end_fits_on_a_tv(visit: Visits, server: Server, game: str, players: int) -> None:
    tv = visit(TV, f"/tv/{finished(server, game, players)}")
    expect(Player(tv).over.first).to_be_visible()
    expect(tv.get_by_role("navigation")).to_have_count(0)
    fits(tv)


def test_a_device_that_holds_a_seat_shows_no_hand_as_a_tv(visit: Visits) -> None:
    [guest] = gather(visit, (TV,), bots=1)
    expect(guest.page.get_by_role("list", name="Your hand")).to_be_visible()
    guest.page.goto(f"/tv/{guest.code}")
    expect(guest.page.get_by_role("main", name="Table")).to_be_visible()
    sees_no_hand(guest.page, [guest])


def test_a_table_without_spectators_has_no_tv(visit: Visits) -> None:
    [guest] = gather(visit, (PHONE,), bots=1, spectators=False)
    tv = visit(TV, f"/tv/{guest.code}")
    expect(tv.get_by_role("alert")).to_have_text("This table is not open to spectators.")


@pytest.mark.parametrize("game", ["base", "caper", "surprise", "versus_ox", "bullenparty"])
def test_cards_are_far_larger_on_a_tv_than_on_a_desk(visit: Visits, game: str) -> None:
    """By 1.6 at least, on the same screen, and everything is still in sight."""
    scene = next(scene for scene in SCENES if scene.game == game and scene.phase in ("row", "window", "claim"))
    desk = table(visit, scene, TV)
    tv = visit(TV, "/learn", locale=LONGEST)
    Line(tv.context, scene, seat=None)
    tv.goto(f"/tv/{CODE}")
    expect(tv.locator(".rows .card").first).to_be_visible()
    sizes = [
        page.locator(".rows .card").first.evaluate("card => card.getBoundingClientRect().width") for page in (tv, desk)
    ]
    assert sizes[0] >= 1.6 * sizes[1]
    for part in (".rows > .row", ":is(.tray, .bids) > li", ".seat", ".question", ".side", ".story"):
        for each in tv.locator(part).all():
            expect(each).to_be_in_viewport(ratio=0.99)


def test_axe_finds_nothing_wrong(visit: Visits) -> None:
    [guest] = gather(visit, (PHONE,), bots=3)
    tv = visit(TV, f"/tv/{guest.code}")
    expect(tv.get_by_role("list", name="Rows")).to_be_visible()
    assert [] == violations_in_both_themes(tv)
    assert tv.evaluate("document.documentElement.scrollWidth") <= TV.width
    screenshot(tv, "tv")
    fits(tv)


def test_the_phone_shows_the_hand_large(visit: Visits) -> None:
    [guest] = gather(visit, (PHONE,), bots=3)
    page, player = guest.page, Player(guest.page)

    def width(of: str) -> float:
        return float(page.locator(of).first.evaluate("each => each.getBoundingClientRect().width"))

    expect(player.cards).to_have_count(10)
    hand, row = width(".hand .card"), width(".rows .card")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Large hand").check()
    page.keyboard.press("Escape")
    until(lambda: width(".hand .card") > hand)
    assert width(".rows .card") < row
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE.width
    assert [] == violations(page)
    screenshot(page, "hand-large")
