"""The coach on the page: asked near the question, answered by bars on the cards, and seen on the result."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.playing import Player
from tests.browser.serving import Server
from tests.browser.test_ending import sit, start
from tests.browser.visits import BARE, DESKTOP, LAPTOP, SMALL, Size, Visits, screenshot, violations_in_both_themes

PATIENCE_MS = 240_000  # on a busy machine
ASK = "What would the master consider?"


def table(server: Server, **terms: object) -> tuple[str, str]:
    bots = [{"level": "easy"}] * 3
    body = {"seats": [{}, *bots], "host": {"name": "Ada"}, "options": {"max_rounds": 1}, **terms}
    answer = httpx.post(f"{server.url}/api/tables", json=body, verify=False, timeout=60)  # the judges are loaded first
    ticket = answer.raise_for_status().json()
    return ticket["table"]["code"], ticket["token"]


def begin(visit: Visits, server: Server, size: Size, **terms: object) -> Player:
    code, token = table(server, **terms)
    ada = sit(visit(size, BARE, scheme="dark"), code, token)
    start(server, code, token)
    expect(ada.cards).to_have_count(10)
    return ada


def test_the_coach_is_asked_by_keyboard_and_its_help_shows_on_the_result(
    visit: Visits, server: Server, size: Size
) -> None:
    ada = begin(visit, server, size, coach=True)
    page, ask = ada.page, ada.page.get_by_role("button", name=ASK)
    expect(ask).to_be_visible()
    expect(ask).to_have_attribute("aria-disabled", "false")
    ask.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile(r"^Best: \d+\. Bars: extra heads expected\.$"))).to_be_visible(
        timeout=PATIENCE_MS
    )
    judged = ada.hand.get_by_role("button", name=re.compile(r"heads expected, takes a row: \d+%$"))
    expect(judged).to_have_count(10)
    assert violations_in_both_themes(page) == []
    screenshot(page, "coach")
    ada.play()
    expect(ada.hand.get_by_role("button")).to_have_count(9)
    expect(judged).to_have_count(0)
    ada.play_to_the_end()
    expect(page.get_by_text("Decisions with the coach’s help, You: 1")).to_be_visible()


@pytest.mark.parametrize(("game", "cards", "words"), [("surprise", 12, "heads?"), ("bullenparty", 6, "points? ahead")])
def test_the_coach_of_other_games_says_how_far_it_sees(
    visit: Visits, server: Server, size: Size, game: str, cards: int, words: str
) -> None:
    code, token = table(server, coach=True, game=game, options={})
    ada = sit(visit(size, BARE, scheme="dark"), code, token)
    start(server, code, token)
    expect(ada.cards).to_have_count(cards)
    page, ask = ada.page, ada.page.get_by_role("button", name=ASK)
    expect(ask).to_have_attribute("aria-disabled", "false")
    ask.focus()
    page.keyboard.press("Enter")
    said = page.get_by_text(re.compile(r"^Best, if all play by simple rules: .+\.$"))
    expect(said).to_be_visible(timeout=PATIENCE_MS)
    judged = ada.hand.get_by_role("button", name=re.compile(rf"\d {words} expected$"))
    expect(judged).to_have_count(cards)
    assert page.evaluate("document.documentElement.scrollWidth") <= size.width
    assert violations_in_both_themes(page) == []
    screenshot(page, f"coach-{game}-{size.name}")
    if game == "surprise":  # where another bar asks the next question
        ada.play()
        expect(judged).to_have_count(0)


def known(server: Server, code: str, token: str) -> dict[str, Any]:
    """What the person may know now."""
    headers = {"authorization": f"Bearer {token}"}
    return dict(httpx.get(f"{server.url}/api/tables/{code}/view", headers=headers, verify=False, timeout=60).json())


def advice(route: Route, now: dict[str, Any]) -> None:
    """Doing without is best; one use of every special that can be used costs a head more than the one before."""
    kinds = {action["type"]: action for action in now["legal"]}
    uses = [kinds.pop("pass"), *kinds.values()]
    options = [{"action": action, "mean": 2.0 + at, "error": 0.1} for at, action in enumerate(uses)]
    measure = "balance" if now["view"]["type"] == "ox_view" else "heads"
    body = {"decision": now["view"]["decision"], "options": options, "best": 0, "measure": measure}
    route.fulfill(json=body)


def until_window(server: Server, ada: Player, code: str, token: str) -> None:
    """Play cards until specials can be used or kept, and some can be used."""
    while True:
        now = known(server, code, token)
        asked = 0 in now["view"]["to_act"]
        if asked and now["view"]["phase"] == "window" and len({action["type"] for action in now["legal"]}) > 1:
            return
        if asked and now["view"]["phase"] in ("card", "window", "exchange", "positive", "cancel", "vote"):
            answer = now["legal"][0] | ({"agree": False} if now["view"]["phase"] == "vote" else {})
            act(ada.page, code, token, now["view"]["decision"], answer)
        elif asked and now["view"]["phase"] == "row":
            act(ada.page, code, token, now["view"]["decision"], now["legal"][0])


def act(page: Page, code: str, token: str, decision: int, action: dict[str, Any]) -> None:
    """Answer from another device of the same person."""
    page.evaluate(ACT, {"code": code, "token": token, "decision": decision, "action": action})


ACT = """({ code, token, decision, action }) => new Promise((done) => {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/tables/${code}/socket`);
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token }));
  socket.onmessage = ({ data }) => {
    const { type } = JSON.parse(data);
    if (type === "welcome") socket.send(JSON.stringify({ type: "act", id: crypto.randomUUID(), decision, action }));
    if (type === "acknowledged" || type === "rejected") { socket.close(); done(); }
  };
})"""


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("game", ["surprise", "versus_ox"])
def test_specials_to_use_or_keep_have_bars(visit: Visits, server: Server, size: Size, game: str, locale: str) -> None:
    size = SMALL if size.touch else LAPTOP
    code, token = table(server, coach=True, game=game, options={})
    page = visit(size, BARE, locale=locale)
    page.route("**/coach", lambda route: advice(route, known(server, code, token)))
    ada = sit(page, code, token)
    start(server, code, token)
    until_window(server, ada, code, token)
    ask = page.get_by_role("button", name={"en": ASK, "de": "Was würde der Meister erwägen?"}[locale])
    expect(ask).to_have_attribute("aria-disabled", "false")
    screenshot(page, f"coach-{game}-window-{locale}")
    ask.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile(f"^{BEST[locale]}: .+"))).to_be_visible()
    expected = {"en": r"\d heads? expected", "de": r"\d .+ zu erwarten"}[locale]
    uses = {action["type"] for action in known(server, code, token)["legal"]}
    judged = page.get_by_role("main").get_by_role("button", name=re.compile(expected))
    expect(judged).to_have_count(len(uses))
    assert page.evaluate("document.documentElement.scrollWidth") <= size.width
    assert violations_in_both_themes(page) == []
    screenshot(page, f"coach-{game}-window-{locale}-asked")
    judged.first.focus()
    page.keyboard.press("Enter")
    expect(judged).not_to_have_count(len(uses))


@pytest.mark.parametrize("locale", ["en", "de"])
def test_cards_to_lay_down_have_bars(visit: Visits, server: Server, size: Size, locale: str) -> None:
    size = SMALL if size.touch else LAPTOP
    code, token = table(server, coach=True, game="bullenparty", options={})
    page = visit(size, BARE, locale=locale)
    sit(page, code, token)
    start(server, code, token)
    while (now := known(server, code, token))["view"]["phase"] != "lay":
        if 0 in now["view"]["to_act"]:
            act(page, code, token, now["view"]["decision"], now["legal"][-1])
    ask, done = (page.get_by_role("button", name=words) for words in LAYING[locale])
    expect(ask).to_have_attribute("aria-disabled", "false")
    expect(done).to_be_visible()
    ask.focus()
    page.keyboard.press("Enter")
    said = page.get_by_text(re.compile(f"^{BEST[locale]}: .+|^{UNCLEAR[locale]}"))
    expect(said).to_be_visible(timeout=PATIENCE_MS)
    assert not overlap(said, done)
    assert not overlap(ask, done)
    bars = page.get_by_role("main").locator(".hand .risk")
    assert (bars.count() > 0) == said.inner_text().startswith(BEST[locale])
    assert page.evaluate("document.documentElement.scrollWidth") <= size.width
    assert violations_in_both_themes(page) == []
    screenshot(page, f"coach-bullenparty-lay-{locale}")


BEST = {"en": "Best, if all play by simple rules", "de": "Am besten, wenn alle einfach spielen"}
UNCLEAR = {"en": "The coach cannot tell", "de": "Der Coach kann nichts dazu sagen"}
LAYING = {"en": (ASK, "Done"), "de": ("Was würde der Meister erwägen?", "Fertig")}


def overlap(one: Locator, other: Locator) -> bool:
    """Whether two things cover each other."""
    here, there = one.bounding_box(), other.bounding_box()
    assert here
    assert there
    beside = here["x"] + here["width"] <= there["x"] or there["x"] + there["width"] <= here["x"]
    above = here["y"] + here["height"] <= there["y"] or there["y"] + there["height"] <= here["y"]
    return not (beside or above)


def test_the_coach_is_not_offered_where_it_cannot_judge(visit: Visits, server: Server, size: Size) -> None:
    """Cards against the Buffalo."""
    size = SMALL if size.touch else LAPTOP
    code, token = table(server, coach=True, game="versus_ox", options={})
    page = visit(size, BARE)
    ada = sit(page, code, token)
    start(server, code, token)
    expect(ada.cards).to_have_count(10)
    expect(page.get_by_text(re.compile(r"^Choose a card\."))).to_be_visible()
    expect(page.get_by_role("button", name=ASK)).to_have_count(0)
    screenshot(page, "coach-versus_ox-card")


def test_a_table_without_a_coach_offers_none(visit: Visits, server: Server) -> None:
    ada = begin(visit, server, DESKTOP)
    expect(ada.page.get_by_role("button", name=ASK)).to_have_count(0)
