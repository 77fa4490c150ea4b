"""What is at stake is seen: what a row costs its taker, how near the end is, and which rows are special."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from nimmt.events import Reason, RowTaken
from tests.browser.gathering import gather
from tests.browser.playing import Player
from tests.browser.scenes import CODE, Line, Scene, come, reached, table
from tests.browser.sizes import HANDHELDS
from tests.browser.visits import BARE, DESKTOP, PHONE, Size, Visits, screenshot

SCREENS = (*HANDHELDS, DESKTOP)
DEAR, CHEAP = (11, 22, 33), (1, 2, 3)
SEAT = 3
LOOT = """seat => {
  const box = (each) => each.getBoundingClientRect();
  const [own, loot] = [`.seat[data-seat="${seat}"]`, `.seat[data-seat="${seat}"] .loot`].map((of) => box(document.querySelector(of)));
  const over = (other) => Math.min(loot.right, other.right) - Math.max(loot.left, other.left) > 1
    && Math.min(loot.bottom, other.bottom) - Math.max(loot.top, other.top) > 1;
  const covered = [...document.querySelectorAll(".seat .sign")].filter((each) => over(box(each)));
  return { inside: loot.left >= own.left - 1 && loot.right <= own.right + 1, covered: covered.map((each) => each.innerText) };
}"""  # noqa: E501
HIDDEN = """all => all.map((each) => {
  const [own, room, pile] = [each, each.closest(".heads"), each.closest(".seat").querySelector(".pile")]
    .map((part) => part?.getBoundingClientRect());
  return own.right > room.right + 0.5 || (pile?.width && own.right > pile.left + 0.5 && own.bottom > pile.top);
})"""
CUT = """each => each.scrollHeight > each.parentElement.clientHeight + 1 || each.scrollWidth > each.clientWidth
  || getComputedStyle(each).textOverflow === "ellipsis" && each.scrollWidth > each.clientWidth"""


def taken(cards: tuple[int, ...], heads: int, seat: int = SEAT) -> RowTaken:
    return RowTaken(seat, 0, cards, heads, 99, (99,), Reason("sixth_card", (33, 66)))


def playing(players: int) -> Scene:
    return Scene("base", "card", lambda view: bool(view.turn == 2), players=players)


@pytest.mark.parametrize("players", [4, 10])
def test_what_a_row_costs_is_told_at_its_takers_seat_and_over_nobodys_score(visit: Visits, players: int) -> None:
    page = visit(SCREENS[0], BARE, locale="de", speed="slow")
    line = Line(page.context, playing(players))
    come(page)
    for size in SCREENS:
        page.set_viewport_size({"width": size.width, "height": size.height})
        page.reload()
        expect(page.locator(".hand li").first).to_be_attached()
        line.sockets[:] = line.sockets[-1:]
        line.tell(taken(DEAR, 10))
        expect(page.locator(f'.seat[data-seat="{SEAT}"] .loot')).to_be_visible()
        assert {"inside": True, "covered": []} == page.evaluate(LOOT, SEAT), size.name
        said = page.locator(".bar .said p")
        expect(said).to_contain_text(re.compile(r"nimmt 3 Karten: \+10$"))
        assert not said.evaluate(CUT), size.name
        screenshot(page, f"taken-{players}-{size.width}")


@pytest.mark.parametrize(
    ("heads", "weight", "jolts"), [(4, "light", 0), (5, "hard", 0), (9, "hard", 0), (10, "heavy", 1)]
)
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_row_weighs_what_it_costs(visit: Visits, heads: int, weight: str, jolts: int, motion: Any) -> None:
    page = visit(DESKTOP, BARE, speed="slow", motion=motion)
    line = Line(page.context, playing(4))
    come(page)
    line.tell(taken(DEAR if heads > 4 else CHEAP, heads))
    expect(page.locator(f".row.{weight}")).to_have_count(1)
    expect(page.locator(".game.jolted")).to_have_count(jolts)
    expect(page.locator(".loot b")).to_have_text(f"+{heads}")


def test_a_big_screen_names_the_taker_of_a_dear_row(visit: Visits) -> None:
    page = visit(DESKTOP, BARE, speed="slow")
    line = Line(page.context, playing(4), None)
    page.goto(f"/tv/{CODE}")
    expect(page.locator(".row").first).to_be_visible()
    line.tell(taken(DEAR, 12))
    expect(page.locator(".shout")).to_have_text(re.compile(r"^3 WWW.* \+12$"))
    screenshot(page, "tv-shout")


@pytest.mark.parametrize("players", [4, 10])
def test_the_goal_stands_at_every_seat(visit: Visits, players: int) -> None:
    page = table(visit, playing(players), PHONE, locale="en")
    for size in SCREENS:
        page.set_viewport_size({"width": size.width, "height": size.height})
        limits = page.locator(".seat .limit")
        expect(limits).to_have_text(["/66"] * players)
        assert not any(limits.evaluate_all(HIDDEN)), size.name
    expect(page.get_by_text("Last round")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=lambda size: size.name)
@pytest.mark.parametrize(
    "scene",
    [
        Scene("base", "card", lambda view: bool(view.facts.last_round), players=4),
        Scene("surprise", "card", lambda view: bool(view.round == 2), players=4),
    ],
    ids=lambda scene: scene.game,
)
def test_the_last_round_is_announced(visit: Visits, scene: Scene, size: Size) -> None:
    page = table(visit, scene, size, locale="en")
    expect(page.get_by_text("Last round")).to_be_visible()
    screenshot(page, f"last-round-{scene.game}")


@pytest.mark.parametrize("game", ["climb", "even_odd"])
def test_a_special_row_looks_special_and_shows_what_cannot_go_there(visit: Visits, game: str) -> None:
    scene = Scene(game, "card", lambda view: any(view.barred), players=4)
    view: Any = reached(scene).view(0)
    page = table(visit, scene, DESKTOP, locale="en")
    at = next(number for number, row in enumerate(view.rows) if row.marks)
    row = page.locator(".row").nth(at)
    expect(page.locator(".row.rule")).to_have_count(1)
    sign = row.locator(".sign-post")
    expect(
        sign.locator("svg") if game == "climb" else sign.get_by_text(re.compile("^(odd|even) only$"))
    ).to_be_visible()
    expect(page.locator(".hand .barred")).to_have_count(0)
    row.hover()
    expect(page.locator(".hand .barred .number")).to_have_text([str(card) for card in view.barred[at]])
    screenshot(page, f"special-row-{game}")
    page.locator(".question").hover()
    expect(page.locator(".hand .barred")).to_have_count(0)


def test_cards_laid_this_turn_show_whose_they_are(visit: Visits) -> None:
    scene = Scene("base", "card", lambda view: bool(view.turn == 3), players=4)
    view: Any = reached(scene).view(0)
    page = table(visit, scene, DESKTOP)
    laid = {event.card: event.seat for event in view.last if type(event).__name__ in ("CardPlaced", "RowTaken")}
    shown = page.locator(".place:has(.whose)").evaluate_all(
        "all => all.map((at) => [at.querySelector('.number').innerText, at.querySelector('.whose').dataset.whose])"
    )
    assert {str(card): str(seat) for card, seat in laid.items()} == dict(shown)


def test_once_a_card_is_chosen_the_button_goes_and_the_awaited_are_named(visit: Visits) -> None:
    one, other = gather(visit, (PHONE, DESKTOP), bots=0)
    Player(one.page).play()
    expect(one.page.get_by_text("Waiting for Bea")).to_be_visible()
    expect(one.page.get_by_role("button", name=re.compile("^Play "))).to_have_count(0)
    expect(other.page.get_by_text("Waiting for Ada")).to_have_count(0)
