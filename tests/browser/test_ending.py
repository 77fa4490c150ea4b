"""The end of a game on the page: who won and why, the race, the rematch, and the proof of the deal."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.games import check_the_deal, finished
from tests.browser.gathering import until
from tests.browser.playing import Player
from tests.browser.serving import Server
from tests.browser.visits import (
    BARE,
    DESKTOP,
    LAPTOP,
    PHONE,
    Size,
    Visits,
    screenshot,
    violations,
    violations_in_both_themes,
)

BOT = {"level": "greedy"}


def table(server: Server, seats: list[dict[str, str]], grace: int = 60, **options: Any) -> tuple[str, str]:
    """A table that Ada has opened: its code and her token."""
    body = {"seats": seats, "options": options, "host": {"name": "Ada"}, "pace": "none", "grace": grace}
    ticket = httpx.post(f"{server.url}/api/tables", json=body, verify=False, timeout=60).json()
    return ticket["table"]["code"], ticket["token"]


def start(server: Server, code: str, token: str) -> None:
    headers = {"authorization": f"Bearer {token}"}
    assert (
        httpx.post(f"{server.url}/api/tables/{code}/start", headers=headers, verify=False, timeout=60).status_code < 300
    )


def sit(page: Page, code: str, token: str, name: str = "Ada") -> Player:
    """Bring a seat to this device, and chance of its own into the deal."""
    held = {"table": code, "token": token, "claim": None, "name": name}
    page.evaluate("held => localStorage.setItem('nimmt.seats', JSON.stringify([held]))", held)
    page.goto(f"/t/{code}")
    until(lambda: page.evaluate("localStorage.getItem('nimmt.promises')") is not None)
    return Player(page)


def test_the_ending_tells_who_won_and_why(visit: Visits, server: Server) -> None:
    code, token = table(server, [{}, BOT, BOT], max_rounds=2)
    ada = sit(visit(PHONE, BARE), code, token)
    start(server, code, token)
    ada.play_to_the_end()
    outcome = httpx.get(f"{server.url}/api/tables/{code}", verify=False, timeout=60).json()["outcome"]
    expect(ada.page.get_by_text("Fewest heads wins.")).to_be_visible()
    places = ada.page.get_by_role("main").get_by_role("listitem").filter(has_text=re.compile(r"Place \d"))
    expect(places).to_have_count(3)
    expect(places.first).to_contain_text(f"{min(outcome['totals'])} head")
    race = ada.page.get_by_role("figure")
    race.get_by_text("The same as a table").click()
    expect(race.get_by_role("row", name=f"total {' '.join(map(str, outcome['totals']))}")).to_be_visible()
    for number, heads in enumerate(outcome["rounds"], 1):
        expect(race.get_by_role("row", name=f"{number} {' '.join(map(str, heads))}", exact=True)).to_be_visible()
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= PHONE.width
    assert violations(ada.page) == []
    screenshot(ada.page, "ending")
    check_the_deal(ada.page)


def test_who_sent_chance_has_a_proof(visit: Visits, server: Server) -> None:
    code, token = table(server, [{}, BOT], max_rounds=1)
    ada = sit(visit(PHONE, BARE), code, token)
    start(server, code, token)
    ada.play_to_the_end()
    verdict = check_the_deal(ada.page)
    expect(verdict).to_contain_text("Yes, as far as this can be checked")
    expect(verdict).to_contain_text("the server could not choose the cards")
    verdict.get_by_role("button", name="Close").click()
    expect(ada.page.get_by_role("button", name="Check the deal")).to_be_focused()
    stranger = visit(LAPTOP, f"/replay/{code}")
    expect(check_the_deal(stranger)).to_contain_text("This device did not send chance")


def together(visit: Visits, server: Server, grace: int = 60) -> tuple[str, Player, Player]:
    """Ada, the host, and Ben on his phone, at the end of a game of theirs; and the code of their table."""
    code, token = table(server, [{}, {}], grace, max_rounds=1)
    ticket = httpx.post(f"{server.url}/api/tables/{code}/seats", json={"name": "Ben"}, verify=False, timeout=60).json()
    ada = sit(visit(DESKTOP, BARE), code, token)
    ben = sit(visit(PHONE, BARE), code, ticket["token"], "Ben")
    start(server, code, token)
    for turn in range(1, 10):  # the server plays last cards by itself
        take_turn(turn, ada, ben)
    for player in (ada, ben):
        expect(player.over).to_be_visible()
    return code, ada, ben


def test_a_rematch_is_agreed_by_being_ready(visit: Visits, server: Server) -> None:
    code, ada, ben = together(visit, server)
    tv = visit(DESKTOP, f"/tv/{code}")
    again, back = "Play again", "Not ready after all"
    ada.press(ada.page.get_by_role("button", name=again))
    for page in (ada.page, ben.page, tv):
        expect(page.get_by_role("list", name=again).get_by_role("listitem").filter(has_text="ready")).to_have_count(1)
    expect(ada.page.get_by_text("Waiting for Ben.")).to_be_visible()
    expect(tv.get_by_text("Waiting for Ben.")).to_be_visible()
    expect(ben.over).to_be_visible()  # nobody took his result away
    assert violations(ada.page) == []
    screenshot(ada.page, "ready")
    ada.press(ada.page.get_by_role("button", name=back))
    expect(ada.page.get_by_role("button", name=again)).to_be_visible()
    for player in (ben, ada):
        player.press(player.page.get_by_role("button", name=again))
    for player in (ada, ben):
        expect(player.hand.get_by_role("button")).to_have_count(10)
    old = visit(DESKTOP, f"/replay/{code}?game=1")
    expect(old.get_by_text("Game 1 · Round 1, turn 1")).to_be_visible()


def test_the_host_goes_on_without_the_absent_whose_result_stays(visit: Visits, server: Server) -> None:
    code, ada, ben = together(visit, server, grace=1)
    watcher = visit(DESKTOP, f"/t/{code}")
    watcher.get_by_role("button", name="Watch").click()
    expect(watcher.get_by_text("Fewest heads wins.")).to_be_visible()
    ada.press(ada.page.get_by_role("button", name="Play again"))
    ben.page.close()
    ada.press(ada.page.get_by_role("button", name="Start without Ben"))
    expect(ada.hand.get_by_role("button")).to_have_count(10)
    expect(watcher.get_by_text("The next game has begun.")).to_be_visible()
    expect(watcher.get_by_text("Fewest heads wins.")).to_be_visible()
    watcher.get_by_role("button", name="To the table").click()
    expect(watcher.get_by_text("Fewest heads wins.")).to_have_count(0)


def take_turn(turn: int, *players: Player) -> None:
    """Everybody plays a card; whoever must, takes a row."""
    for player in players:
        expect(now(player, turn)).to_be_visible()
        player.play()
    ended = now(players[0], turn + 1).or_(players[0].over).first
    offers = [player.offers.first for player in players]
    while not ended.is_visible():
        until(lambda: ended.is_visible() or any(offer.is_visible() for offer in offers))
        for player, offer in zip(players, offers, strict=True):
            if offer.is_visible():
                player.take()


def now(player: Player, turn: int) -> Locator:
    """The name of this turn, while the table shows it."""
    return player.page.get_by_role("heading", name=re.compile(rf"Round 1 · turn {turn}$"))


def test_the_ending_is_accessible(visit: Visits, server: Server, size: Size) -> None:
    page = visit(size, f"/t/{finished(server, max_rounds=2)}")
    page.get_by_role("button", name="Watch").click()
    page.get_by_text("The same as a table").click()
    page.get_by_role("button", name="Check the deal").click()
    expect(page.get_by_role("region", name="Was the deal fair?")).to_contain_text("Yes")
    assert violations_in_both_themes(page) == []


@pytest.mark.parametrize(
    ("game", "options", "rule"),
    [
        ("bullenparty", {}, "The highest score wins."),
        ("versus_ox", {}, "The team wins with fewer heads than the Buffalo."),
    ],
)
def test_other_games_end_by_their_own_rules(
    visit: Visits, server: Server, game: str, options: dict[str, Any], rule: str
) -> None:
    page = visit(DESKTOP, f"/t/{finished(server, game, **options)}")
    page.get_by_role("button", name="Watch").click()
    expect(page.get_by_text(rule)).to_be_visible()
    expect(page.get_by_text("Fewest heads wins.")).to_have_count(0)
