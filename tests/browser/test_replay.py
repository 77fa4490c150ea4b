"""Finished games on the page: step, jump, other eyes, links to a moment, the record, and the check of the deal."""

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

import nimmt
from tests.browser.games import check_the_deal, finished
from tests.browser.gathering import labels, until
from tests.browser.serving import Server
from tests.browser.visits import DESKTOP, PHONE, Size, Visits, screenshot, violations_in_both_themes


def step_of(page: Page) -> int:
    """The step that the address bar names."""
    return int(parse_qs(urlsplit(page.url).query)["step"][0])


def told(page: Page, **wish: Any) -> Any:
    """What the server shows at the step of the address bar."""
    code = urlsplit(page.url).path.rpartition("/")[2]
    return page.request.get(f"/api/tables/{code}/replay", params={"step": step_of(page), **wish}).json()


def rows(page: Page) -> list[list[int]]:
    """The cards of the rows, as they are named."""
    listed = page.get_by_role("list", name="Rows").get_by_role("listitem", name=re.compile(r"^Row \d"))
    named = [label.partition(":")[2].partition(";")[0] for label in labels(listed)]
    return [[int(card) for card in re.findall(r"\d+", cards)] for cards in named]


def expect_moment(page: Page, place: int, turn: int) -> None:
    """The page shows this turn, just as the server does."""
    expect(page.get_by_text(f"Round {place}, turn {turn} ·")).to_be_visible()
    view = told(page)["view"]
    assert (view["round"], view["turn"]) == (place, turn)
    assert rows(page) == [row["cards"] for row in view["rows"]]


def test_step_and_jump_by_round_and_turn(visit: Visits, server: Server, size: Size) -> None:
    page = visit(size, f"/replay/{finished(server, max_rounds=2)}")
    expect_moment(page, 1, 1)
    assert step_of(page) == 0
    page.get_by_role("button", name="One step on").click()
    page.wait_for_url("**step=3*")  # three cards were chosen
    expect(page.get_by_role("list", name="What just happened")).to_contain_text("Revealed")
    assert rows(page) == [row["cards"] for row in told(page)["view"]["rows"]]
    page.get_by_role("button", name="One step back").click()
    page.wait_for_url("**step=0*")
    page.get_by_role("combobox", name="Round").select_option("2")
    expect_moment(page, 2, 1)
    page.get_by_role("combobox", name="Turn").select_option("7")
    expect_moment(page, 2, 7)
    screenshot(page, "replay")


CUT = """select => {
  const whole = select.cloneNode();
  whole.append(select.selectedOptions[0].cloneNode(true));
  whole.style.cssText = "position: absolute; width: max-content";
  select.parentElement.append(whole);
  const cut = whole.offsetWidth - select.offsetWidth;
  whole.remove();
  return cut;
}"""


@pytest.mark.parametrize("locale", ["en", "fr", "de"])
def test_rounds_and_turns_can_be_read_on_the_smallest_phone(visit: Visits, server: Server, locale: str) -> None:
    page = visit(Size("smallest phone", 320, 568, touch=True), f"/replay/{finished(server, max_rounds=2)}", locale)
    chosen = page.get_by_role("group").get_by_role("combobox")
    expect(chosen).to_have_count(2)
    chosen.last.select_option("10")
    page.wait_for_url(re.compile(r"step=[1-9]"))
    assert [select.evaluate(CUT) <= 0 for select in chosen.all()] == [True, True]
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    screenshot(page, f"replay-smallest-{locale}")


def test_every_card_that_is_laid_down_has_a_link(visit: Visits, server: Server) -> None:
    code = finished(server, "bullenparty")
    index = httpx.get(f"{server.url}/api/tables/{code}/replay/index", verify=False, timeout=60).json()
    later = next(moment for moment in index["moments"] if moment["seat"] is not None)
    page = visit(DESKTOP, f"/replay/{code}?step={later['step']}&seat={later['seat']}")
    link = page.get_by_role("button", name="What would you play?")
    expect(link).to_have_attribute("aria-disabled", "false")
    assert step_of(page) == later["step"]
    page.get_by_role("combobox", name="Seen by").select_option("")  # a spectator sees nothing of it
    page.wait_for_url(re.compile(f"step=(?!{later['step']}&)"))
    expect(link).to_have_attribute("aria-disabled", "true")


def test_keys_step_play_and_jump(visit: Visits, server: Server) -> None:
    page = visit(DESKTOP, f"/replay/{finished(server, max_rounds=1)}")
    expect_moment(page, 1, 1)
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**step=3*")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**step=0*")
    page.keyboard.press("End")
    expect(page.get_by_role("list", name="What just happened")).to_contain_text("The game is over")
    page.keyboard.press("Home")
    page.wait_for_url("**step=0*")
    page.keyboard.press("Space")
    page.wait_for_url(lambda url: not url.endswith("step=0"))
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_replay_plays_by_itself_to_the_end(visit: Visits, server: Server) -> None:
    code = finished(server, players=2, max_rounds=1)
    moments = httpx.get(f"{server.url}/api/tables/{code}/replay/index", verify=False, timeout=60).json()["moments"]
    page = visit(PHONE, f"/replay/{code}?step={moments[-3]['step']}")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("list", name="What just happened")).to_contain_text("The game is over")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_any_seat_or_all_hands(visit: Visits, server: Server, size: Size) -> None:
    page = visit(size, f"/replay/{finished(server, max_rounds=1)}?step=6")
    players = page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(players).to_have_count(3)
    expect(players.filter(has_text="face down")).to_have_count(3)
    eyes = page.get_by_role("combobox", name="Seen by")
    eyes.select_option("Rosa")
    expect(players.filter(has_text="face down")).to_have_count(2)
    hand = told(page, seat=1)["view"]["hand"]
    expect(players.nth(1)).to_contain_text(f"Hand: {', '.join(map(str, hand))}")
    assert "seat=1" in page.url
    eyes.select_option("everybody: all hands")
    expect(players.filter(has_text="face down")).to_have_count(0)
    for seat, view in enumerate(told(page, hands=True)["hands"]):
        expect(players.nth(seat)).to_contain_text(f"Hand: {', '.join(map(str, view['hand']))}")
    assert "seat=" not in page.url
    assert "hands=1" in page.url


def test_what_was_asked_for_last_is_shown_however_slow_the_answers(visit: Visits, server: Server) -> None:
    page = visit(DESKTOP, f"/replay/{finished(server, max_rounds=2)}")
    expect_moment(page, 1, 1)
    held: list[Route] = []
    page.route("**/replay?**", lambda route: held.append(route))
    page.get_by_role("combobox", name="Round").select_option("2")
    page.get_by_role("combobox", name="Turn").select_option("4")
    for name in ("One step on", "One step back"):
        page.get_by_role("button", name=name).click()
    for name in ("Alma", "Rosa"):
        page.get_by_role("combobox", name="Seen by").select_option(name)
    until(lambda: page.evaluate("true") and any("seat=1" in route.request.url for route in held))
    for route in reversed(held):  # the last question is answered first
        route.fulfill(response=route.fetch())
    page.unroute_all()
    expect_moment(page, 2, 4)
    rosa = page.get_by_role("list", name="Players").get_by_role("listitem").nth(1)
    expect(rosa).to_contain_text(f"Hand: {', '.join(map(str, told(page, seat=1)['view']['hand']))}")


def test_the_address_is_a_link_to_the_moment(visit: Visits, server: Server) -> None:
    anna = visit(
        DESKTOP, f"/replay/{finished(server, max_rounds=2)}", permissions=["clipboard-read", "clipboard-write"]
    )
    anna.get_by_role("combobox", name="Seen by").select_option("Alma")
    anna.get_by_role("combobox", name="Round").select_option("2")
    anna.get_by_role("combobox", name="Turn").select_option("4")
    expect_moment(anna, 2, 4)
    anna.get_by_role("button", name="Link to this moment").click()
    expect(anna.get_by_role("button", name="Copied")).to_be_visible()
    link = str(anna.evaluate("navigator.clipboard.readText()"))
    assert link == anna.url
    ben = visit(PHONE, link.removeprefix(visit.url))
    expect_moment(ben, 2, 4)
    expect(ben.get_by_role("combobox", name="Seen by")).to_have_value("2")
    assert ben.url == link


def test_the_record_can_be_kept_and_verified(visit: Visits, server: Server) -> None:
    code = finished(server, max_rounds=1)
    page = visit(DESKTOP, f"/replay/{code}")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    assert download.value.suggested_filename == f"nimmt-{code}-1.jsonl"
    record = nimmt.read_record(download.value.path().read_text(encoding="utf-8"))
    assert nimmt.verify(record).outcome == record.outcome
    assert record.fairness


GAMES: list[tuple[str, dict[str, Any]]] = [
    ("base", {"max_rounds": 2}),
    ("base", {"max_rounds": 1, "draft": True}),
    ("bullenparty", {}),
]


@pytest.mark.parametrize(("game", "options"), GAMES, ids=lambda each: str(each))
def test_an_honest_deal_is_found_honest(visit: Visits, server: Server, game: str, options: dict[str, Any]) -> None:
    page = visit(PHONE, f"/replay/{finished(server, game, **options)}")
    verdict = check_the_deal(page)
    expect(verdict.get_by_role("status")).to_contain_text("Yes, as far as this can be checked")
    expect(verdict).not_to_contain_text("does not hold")


def test_a_dishonest_deal_is_found_out(visit: Visits, server: Server) -> None:
    def other_secret(route: Route) -> None:
        record = route.fetch().json()
        record["fairness"]["secret"] = "00" * 32
        route.fulfill(body=json.dumps(record), content_type="application/json")

    def other_hand(route: Route) -> None:
        shown = route.fetch().json()
        one, other = shown["hands"][0]["hand"], shown["hands"][1]["hand"]
        one[0], other[0] = other[0], one[0]
        route.fulfill(body=json.dumps(shown), content_type="application/json")

    path = f"/replay/{finished(server, max_rounds=1)}"
    for pattern, forge, fault in (
        ("**/record?*", other_secret, "whose fingerprint it published"),
        ("**/replay?*hands=true*", other_hand, "Round 1: hands and first cards"),
    ):
        page = visit(DESKTOP, path)
        page.route(pattern, forge)
        verdict = check_the_deal(page)
        expect(verdict.get_by_role("status")).to_contain_text("No: not everything fits")
        expect(verdict.get_by_role("listitem").filter(has_text="does not hold").filter(has_text=fault)).to_have_count(1)


def test_a_running_game_has_no_replay_yet(visit: Visits, server: Server) -> None:
    visit.forgive("409")
    body = {"seats": [{}, {"level": "greedy"}], "host": {"name": "Ada"}}
    ticket = httpx.post(f"{server.url}/api/tables", json=body, verify=False, timeout=60).json()
    code, headers = ticket["table"]["code"], {"authorization": f"Bearer {ticket['token']}"}
    httpx.post(f"{server.url}/api/tables/{code}/start", headers=headers, verify=False, timeout=60)
    page = visit(PHONE, f"/replay/{code}")
    expect(page.get_by_role("alert")).to_have_text("This game is still running. Its replay opens when it is over.")
    page.get_by_role("link", name="To the table").click()
    page.wait_for_url(f"**/t/{code}")


def test_a_replay_is_accessible(visit: Visits, server: Server, size: Size) -> None:
    page = visit(size, f"/replay/{finished(server, max_rounds=1)}?step=9&hands=1")
    expect(check_the_deal(page).get_by_role("status")).to_contain_text("Yes")
    assert violations_in_both_themes(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size.width
