"""From the front page to a table where the cards are dealt: opening, inviting, joining, seating bots, coming back."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

import nimmt
from nimmt.games.registry import keys, spec
from nimmt.words import words
from tests.browser.visits import DESKTOP, PHONE, Size, Visits, screenshot, violations

GAMES = {key: words("en").say(f"games.{key}.name") for key in keys()}


def open_table(page: Page, game: str = "base", name: str = "Ada", seats: int = 4, public: bool = False) -> str:
    """Fill in the form of a new table; gives the code."""
    page.goto("/new")
    form = page.get_by_role("main")
    form.get_by_role("radio", name=GAMES[game], exact=True).check()
    form.get_by_label("Your name").fill(name)
    form.get_by_role("group", name="Seats", exact=True).get_by_role("radio", name=str(seats), exact=True).check()
    if public:
        form.get_by_text("At the table").click()
        form.get_by_role("switch", name="Public").check()
    form.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    return code_of(page)


def sit_down(page: Page, name: str) -> None:
    page.get_by_role("main").get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()


def code_of(page: Page) -> str:
    return urlsplit(page.url).path.rpartition("/")[2]


def table_at(page: Page) -> Any:
    return page.request.get(f"/api/tables/{code_of(page)}").json()


def seats(page: Page) -> Locator:
    return page.get_by_role("region", name="Seats").get_by_role("listitem")


def hand(page: Page) -> Locator:
    return page.get_by_role("list", name="Your hand").get_by_role("button")


@pytest.mark.parametrize("game", keys())
def test_every_game_can_be_opened_by_its_card(visit: Visits, game: str) -> None:
    page = visit(PHONE)
    open_table(page, game, seats=spec(game).players[-1])
    expect(page.get_by_role("heading", level=1)).to_have_text(GAMES[game])
    # the printed heads of Bullenparty are unknown to us: its numbers are nobody's rules
    rules = "usual settings" if game == "bullenparty" else "standard rules"
    expect(page.get_by_text(re.compile(f"^{rules}( ·|$)"))).to_be_visible()
    expect(seats(page)).to_have_count(spec(game).players[-1])
    setup = table_at(page)["setup"]
    book = {option.name: option.default for option in spec(game).options} | spec(game).preset
    agreed = nimmt.game(game, players=spec(game).players[-1], **setup["options"]).setup.options
    assert book == book | dict(agreed)
    assert nimmt.game(game, players=spec(game).players[-1]).setup.options == agreed


def test_options_and_terms_reach_the_table(visit: Visits, size: Size) -> None:
    page = visit(size, "/new")
    main = page.get_by_role("main")
    main.get_by_label("Your name").fill("Ada")
    main.get_by_role("group", name="Seats for bots").get_by_role("radio", name="2", exact=True).check()
    main.get_by_text("Options", exact=True).click()
    main.get_by_label("Point limit").fill("30")
    main.get_by_label("End of the game").select_option("reach the limit")
    main.get_by_role("switch", name="Draft").check()
    main.locator("summary", has_text="Fan cards").click()
    for card in ("Caper", "Even/Odd"):
        main.get_by_role("checkbox", name=card).check()
    expect(main.get_by_text("Even/Odd + Caper")).to_be_visible()
    screenshot(page, "fan-cards")
    expect(main.get_by_text("changed: 3")).to_be_visible()
    main.get_by_text("At the table", exact=True).click()
    main.get_by_label("Name of the table").fill("Friday")
    main.get_by_label("Time for each decision").select_option("1 day")
    expect(main.get_by_label("If somebody is away")).to_have_value("0")
    main.get_by_role("switch", name="Spectators").uncheck()
    main.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday")
    agreed = "Point limit: 30 · End of the game: reach the limit · Draft: on · 1 day"
    expect(page.get_by_text(f"Even/Odd + Caper · {agreed}")).to_be_visible()
    table = table_at(page)
    assert ["person", "free", "bot", "bot"] == [seat["kind"] for seat in table["seats"]]
    assert (86_400, None, False, True) == tuple(table[term] for term in ("clock", "grace", "spectators", "chat"))


def test_what_the_book_keeps_hidden_is_named_as_a_comfort(visit: Visits) -> None:
    page = visit(PHONE)
    open_table(page, "base")
    comforts = page.get_by_text("standard rules · for convenience: open totals, list of cards seen", exact=True)
    expect(comforts).to_be_visible()
    page.goto("/new?game=base")
    main = page.get_by_role("main")
    main.get_by_text("Options", exact=True).click()
    main.get_by_role("switch", name="Show scores").uncheck()
    main.get_by_text("At the table", exact=True).click()
    main.get_by_role("switch", name="Cards seen").uncheck()
    main.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Show scores: off", exact=True)).to_be_visible()


def test_fan_cards_are_no_options_and_stay_when_these_go_back(visit: Visits) -> None:
    main = visit(DESKTOP, "/new").get_by_role("main")
    main.locator("summary", has_text="Fan cards").click()
    main.get_by_role("checkbox", name="Reversed digits").check()
    expect(main.get_by_text("standard rules", exact=True)).to_be_visible()
    main.get_by_text("Options", exact=True).click()
    main.get_by_label("Point limit").fill("30")
    expect(main.get_by_text("changed: 1")).to_be_visible()
    main.get_by_role("button", name="Back to the standard rules").click()
    expect(main.get_by_label("Point limit")).to_have_value("66")
    expect(main.get_by_role("checkbox", name="Reversed digits")).to_be_checked()


def test_what_the_server_refuses_is_said_in_place(visit: Visits) -> None:
    visit.forgive("422")
    page = visit(PHONE, "/new", locale="fr")
    main = page.get_by_role("main")
    main.get_by_label("Votre nom").fill("Ada")
    main.get_by_text("Options", exact=True).click()
    main.get_by_label("Limite de points").fill("")
    main.get_by_role("button", name="Ouvrir la table").click()
    expect(main.get_by_role("alert")).to_contain_text("sinon la partie ne finit jamais")
    main.get_by_label("Limite de points").fill("30")
    expect(main.get_by_role("alert")).to_have_count(0)
    main.get_by_role("button", name="Revenir à la règle").click()
    main.get_by_role("button", name="Ouvrir la table").click()
    expect(page.get_by_role("heading", name="Places", exact=True)).to_be_visible()


def test_a_second_person_joins_by_the_link_and_both_are_dealt_cards(visit: Visits, size: Size) -> None:
    ada = visit(size)
    open_table(ada, seats=2)
    link = ada.get_by_label("Link to this table").input_value()
    assert ada.url == link
    start = ada.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_disabled()
    expect(start).to_have_accessible_description("Seats still free: 1. Wait for people, or let bots sit there.")
    bob = visit(size, link)
    expect(bob.get_by_text("At the table: Ada")).to_be_visible()
    sit_down(bob, "Bob")
    expect(seats(bob).nth(1)).to_contain_text("Bob (you)")
    expect(seats(ada).nth(1)).to_contain_text("Bob")
    expect(seats(ada).nth(1)).to_contain_text("here")
    expect(bob.get_by_text("Waiting for the host to start")).to_be_visible()
    start.click()
    for page in (ada, bob):
        expect(hand(page)).to_have_count(10)


def test_somebody_who_still_thinks_sees_the_seats_fill_up(visit: Visits) -> None:
    code = open_table(visit(DESKTOP), seats=2)
    thinking, quick = visit(PHONE, f"/t/{code}"), visit(PHONE, f"/t/{code}")
    expect(thinking.get_by_text("At the table: Ada")).to_be_visible()
    sit_down(quick, "Bob")
    expect(thinking.get_by_text("At the table: Ada and Bob")).to_be_visible()
    expect(thinking.get_by_role("main").get_by_label("Your name")).to_have_count(0)


def test_a_name_that_is_taken_is_refused_and_another_one_sits_down(visit: Visits) -> None:
    visit.forgive("409")
    ada = visit(DESKTOP)
    code = open_table(ada)
    other = visit(PHONE, f"/t/{code}", locale="de")
    main = other.get_by_role("main")
    main.get_by_label("Dein Name").fill("ada")
    main.get_by_role("radio", name="Platz 3").check()
    main.get_by_role("button", name="Hinsetzen").click()
    expect(main.get_by_role("alert")).to_have_text("Jemand an diesem Tisch heißt schon so.")
    main.get_by_label("Dein Name").fill("Bea")
    main.get_by_role("button", name="Hinsetzen").click()
    expect(seats(ada).nth(2)).to_contain_text("Bea")


def test_the_lobby_shows_link_qr_code_and_the_code_to_be_said(visit: Visits, size: Size) -> None:
    page = visit(size, permissions=["clipboard-read", "clipboard-write"])
    code = open_table(page)
    picture = page.get_by_role("img", name=f"QR code of the link {page.url}")
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth > 0")
    expect(page.get_by_text("-".join(re.findall(".{6}", code)), exact=True)).to_be_visible()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.url == page.evaluate("navigator.clipboard.readText()")


def test_the_host_seats_bots_takes_them_off_and_starts(visit: Visits, size: Size) -> None:
    page = visit(size)
    open_table(page)
    expect(page.get_by_text("1 of 4 taken")).to_be_visible()
    page.get_by_role("button", name="Bot Seat 3").click()
    expect(page.get_by_text("2 of 4 taken")).to_be_visible()
    expect(seats(page).nth(2)).to_contain_text("bot")
    seats(page).nth(2).get_by_role("button", name=re.compile("^Remove .* from the table$")).click()
    expect(page.get_by_text("1 of 4 taken")).to_be_visible()
    page.get_by_role("button", name="Fill with bots and start").click()
    expect(hand(page)).to_have_count(10)
    assert ["person", "bot", "bot", "bot"] == [seat["kind"] for seat in table_at(page)["seats"]]


@pytest.mark.parametrize("button", ["Bot Seat 3", "Fill with bots and start"])
def test_bots_sit_down_before_the_server_has_said_which_levels_there_are(visit: Visits, button: str) -> None:
    page = visit(DESKTOP)
    page.route("**/api/bots?*", lambda route: None)
    open_table(page)
    page.get_by_role("button", name=button).click()
    expect(page.get_by_text("2 of 4 taken").or_(hand(page).first)).to_be_visible()
    assert "easy" == table_at(page)["seats"][2]["level"]


def test_a_guest_is_taken_off_or_leaves_and_the_host_closes_the_table(visit: Visits) -> None:
    ada = visit(DESKTOP)
    code = open_table(ada)
    bob, eve = visit(PHONE, f"/t/{code}"), visit(PHONE, f"/t/{code}")
    sit_down(bob, "Bob")
    sit_down(eve, "Eve")
    ada.get_by_role("button", name="Remove Eve from the table").click()
    expect(eve.get_by_role("alert")).to_contain_text("The host has removed you from this table.")
    expect(bob.get_by_role("button", name=re.compile("from the table"))).to_have_count(0)
    bob.get_by_role("button", name="Leave the table").click()
    bob.get_by_role("button", name="Yes").click()
    expect(bob.get_by_role("button", name="Play now")).to_be_visible()
    expect(ada.get_by_text("1 of 4 taken")).to_be_visible()
    ada.get_by_role("button", name="Close the table").click()
    ada.get_by_role("button", name="Yes").click()
    expect(ada.get_by_role("button", name="Play now")).to_be_visible()
    assert ada.request.get(f"/api/tables/{code}").status == 404


def test_a_code_as_somebody_says_it_leads_to_the_table(visit: Visits, size: Size) -> None:
    visit.forgive("404")
    code = open_table(visit(DESKTOP))
    page = visit(size)
    page.get_by_label("Code or link").fill("no such table")
    page.get_by_role("button", name="Go").click()
    expect(page.get_by_role("alert")).to_have_text("There is no such table.")
    page.get_by_label("Code or link").fill(" ".join(re.findall("..", code)).upper())
    page.get_by_role("button", name="Go").click()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    assert code == code_of(page)


def test_a_link_to_no_table_says_so_and_leads_home(visit: Visits) -> None:
    visit.forgive("404")
    page = visit(PHONE, "/t/bababababa", locale="de")
    expect(page.get_by_role("alert")).to_have_text("Diesen Tisch gibt es nicht.")
    assert [] == violations(page)
    page.get_by_role("link", name="Zur Startseite").last.click()
    expect(page.get_by_role("button", name="Gleich spielen")).to_be_visible()


def test_a_seat_comes_to_another_device_with_its_code(visit: Visits) -> None:
    ada = visit(DESKTOP)
    code = open_table(ada)
    ada.get_by_text("My seat on another device").click()
    claim = ada.get_by_text(re.compile(r"^[2-9A-Z]{4} [2-9A-Z]{4}$")).inner_text()
    phone = visit(PHONE)
    phone.get_by_label("Code or link").fill(code)
    phone.get_by_text("I have a seat there already").click()
    phone.get_by_label("Seat code").fill(claim.lower())
    phone.get_by_role("button", name="Go").click()
    expect(seats(phone).nth(0)).to_contain_text("Ada (you)")
    tablet = visit(DESKTOP, f"/t/{code}")
    tablet.get_by_text("I already have a seat here").click()
    tablet.get_by_label("Seat code").fill(claim)
    tablet.get_by_role("button", name="Back to my seat").click()
    expect(seats(tablet).nth(0)).to_contain_text("Ada (you)")


def test_my_tables_say_whose_turn_it_is_and_can_be_forgotten_and_deleted(visit: Visits, size: Size) -> None:
    page = visit(size)
    page.get_by_role("button", name="Play now").click()
    expect(hand(page)).to_have_count(10)
    playing = code_of(page)
    waiting = open_table(page, "climb")
    page.goto("/")
    mine = page.get_by_role("region", name="My tables")
    first, second = mine.get_by_role("listitem").nth(0), mine.get_by_role("listitem").nth(1)
    expect(first).to_contain_text("Your turn")
    expect(second).to_contain_text("not yet started")
    second.get_by_label("More about Climb").click()
    second.get_by_role("button", name="Delete").click()
    second.get_by_role("button", name="No").click()
    second.get_by_role("button", name="Delete").click()
    second.get_by_role("button", name="Yes").click()
    expect(mine.get_by_role("listitem")).to_have_count(1)
    assert (404, 200) == tuple(page.request.get(f"/api/tables/{code}").status for code in (waiting, playing))
    first.get_by_label("More about 6 nimmt!").click()
    first.get_by_role("button", name="Forget").click()
    first.get_by_role("button", name="Yes").click()
    expect(mine).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="Public tables")).to_be_visible()
    expect(mine).to_have_count(0)


def test_a_public_table_is_listed_to_join_and_then_to_watch(visit: Visits) -> None:
    ada = visit(DESKTOP)
    code = open_table(ada, "caper", seats=2, public=True)
    guest = visit(PHONE)
    row = (
        guest.get_by_role("region", name="Public tables")
        .get_by_role("listitem")
        .filter(has=guest.locator(f"a[href='/t/{code}']"))
    )
    expect(row).to_contain_text("Caper")
    expect(row).to_contain_text("Ada")
    row.get_by_role("link", name="Join (1 free)").click()
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()
    ada.get_by_role("button", name="Fill with bots and start").click()
    expect(hand(ada)).to_have_count(10)
    guest.goto("/")
    row.get_by_role("link", name="Watch").click()
    expect(guest.get_by_text("The game at this table has started.")).to_be_visible()
    guest.get_by_role("button", name="Watch").click()
    expect(guest.get_by_role("list", name="Rows")).to_be_visible()
    expect(hand(guest)).to_have_count(0)
