"""Small things that new players stumbled over."""

import re

from playwright.sync_api import expect

from tests.browser.gathering import gather
from tests.browser.playing import Player
from tests.browser.scenes import Scene, first_turn, table, whole_queue
from tests.browser.sizes import HANDHELDS
from tests.browser.visits import DESKTOP, LAPTOP, PHONE, SETTINGS, Size, Visits, screenshot

READABLE = 12  # pixels
SMALLEST = next(size for size in HANDHELDS if size.name == "smallest phone")
SIZES = "of => [...document.querySelectorAll(of)].map((each) => parseFloat(getComputedStyle(each).fontSize))"
RIM = 10  # pixels of wood around the table
COLOUR = "of => getComputedStyle(of).color"
GOLD_INK = "rgb(58, 33, 6)"


def test_a_special_looks_armed_only_while_it_can_be_used(visit: Visits, size: Size) -> None:
    page = table(visit, Scene("surprise", "card", first_turn, players=3), size, locale="en")
    special = page.get_by_role("list", name="Your specials").get_by_role("button").first
    Player(page).press(special)
    note = page.get_by_text(re.compile("^You can use it when it is your card’s turn."))
    expect(note).to_be_visible()
    expect(special).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".question")).to_have_text("Choose a card.")  # which is asked all the same
    Player(page).press(Player(page).cards.first)
    expect(note).to_have_count(0)


def test_names_can_be_read(visit: Visits) -> None:
    for size in (PHONE, SMALLEST):
        for players in (4, 8):
            page = table(visit, Scene("base", "row", whole_queue, players=players), size)
            sizes = page.evaluate(SIZES, ".seats .name, .tray .owner")
            assert len(sizes) > players
            assert min(sizes) >= READABLE, (size.name, players)


def test_what_a_press_does_hides_no_number(visit: Visits) -> None:
    page = table(visit, Scene("base", "row", whole_queue, players=4), PHONE, locale="en")
    expect(page.get_by_role("button", name=re.compile("^Take row"))).to_have_count(4)
    expect(page.locator(".offered .last b").filter(visible=True)).to_have_count(0)


def test_the_rules_stay_in_sight_when_scores_unfold(visit: Visits) -> None:
    [ada] = gather(visit, (LAPTOP,), bots=3)
    ada.page.get_by_role("complementary").get_by_text("Scores", exact=True).click()
    rules = ada.page.get_by_role("complementary").get_by_role("link", name="Rules", exact=True)
    expect(rules).to_be_in_viewport(ratio=1)


def test_buttons_keep_clear_of_the_rim(visit: Visits) -> None:
    for path in ("/", "/learn/base"):
        page = visit(DESKTOP, path)
        box = page.get_by_role("button", name="Settings").bounding_box()
        assert box
        assert box["y"] > RIM
        assert box["x"] + box["width"] < DESKTOP.width - RIM
    article = page.locator("article").bounding_box()
    assert article
    assert article["x"] > 4 * RIM


def test_a_code_says_what_it_is(visit: Visits) -> None:
    [ada] = gather(visit, (DESKTOP,), bots=1)
    expect(ada.page.locator("header").get_by_text("Table code")).to_be_visible()


def test_first_piles_say_what_they_are_for(visit: Visits, size: Size) -> None:
    scene = Scene("bullenparty", "lay", lambda view: not view.piles[0], players=4)
    page = table(visit, scene, size, locale="en")
    expect(page.get_by_text("Your best pile counts for you, the others against you.")).to_be_in_viewport(ratio=1)
    screenshot(page, "first-pile")


def test_few_players_fill_their_column_on_the_tv(visit: Visits) -> None:
    [ada] = gather(visit, (PHONE,), bots=3)
    tv = visit(Size("tv", 1920, 1080), f"/tv/{ada.code}", scheme="dark")
    seats = tv.get_by_role("list", name="Players")
    expect(seats.get_by_role("listitem")).to_have_count(4)
    box = seats.bounding_box()
    assert box
    assert box["height"] > 0.45 * 1080
    screenshot(tv, "tv-few")


def test_a_table_opened_with_keys_has_the_focus_on_its_hand(visit: Visits) -> None:
    page = visit()
    page.get_by_role("button", name="Play now").press("Enter")
    expect(page.locator(".hand button").first).to_be_focused()


def test_a_missing_name_is_asked_for_where_it_can_be_seen(visit: Visits, size: Size) -> None:
    page = visit(size, "/new", locale="fr")
    page.get_by_role("button", name="Ouvrir la table").click()
    expect(page.get_by_role("alert")).to_have_text("Indiquez un nom, s’il vous plaît.")
    name = page.get_by_role("main").get_by_label("Votre nom")
    expect(name).to_be_focused()
    box, end = name.bounding_box(), page.locator(".end").bounding_box()
    assert box
    assert end
    assert box["y"] + box["height"] < end["y"]


def test_people_come_first_in_the_lobby(visit: Visits) -> None:
    page = visit(PHONE, "/new", scheme="dark", kept={"nimmt.settings": {**SETTINGS, "asked": False, "name": "Ada"}})
    page.get_by_role("button", name="Open the table").click()
    order = [
        page.get_by_text("Invite others"),
        page.get_by_role("button", name="Fill with bots"),
        page.get_by_text("Play with sound?"),
    ]
    tops = [(each.bounding_box() or {"y": 0.0})["y"] for each in order]
    assert tops == sorted(tops)
    assert 0 < tops[0] < tops[1] < tops[2]
    yes, no = (
        page.get_by_role("group", name="Play with sound?").get_by_role("button", name=name) for name in ("Yes", "No")
    )
    assert yes.evaluate(COLOUR) == GOLD_INK  # on brass, whatever lies under it
    assert no.evaluate(COLOUR) != GOLD_INK


def test_practice_uses_its_room(visit: Visits) -> None:
    page = visit(DESKTOP, "/train")
    expect(page.get_by_text("Struck out: seen in this round")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page = visit(PHONE, "/train")
    page.locator(".hand button").first.wait_for()
    cards = page.locator(".hand button").evaluate_all("all => all.map((each) => each.getBoundingClientRect().top)")
    assert len(cards) > 4
    assert len({round(top) for top in cards}) > 1
