"""Several people on one device: a curtain between them, and never two hands."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.gathering import labels, shows, until
from tests.browser.playing import Player
from tests.browser.special_player import NAMES
from tests.browser.test_tables import open_table, seats
from tests.browser.visits import BARE, DESKTOP, PHONE, Size, Visits, screenshot, violations_in_both_themes

HOLDS = "held => localStorage.setItem('nimmt.seats', JSON.stringify(held))"


class People:
    """Those who share a page; what the server lets each of them know."""

    def __init__(self, page: Page, code: str) -> None:
        held = json.loads(page.evaluate("localStorage.getItem('nimmt.seats')"))
        self.page, self.code = page, code
        self.tokens = [each["token"] for each in held if each["table"] == code]
        self.names = {at: each["name"] for at, each in enumerate(held)}

    def view(self, who: int) -> Any:
        headers = {"authorization": f"Bearer {self.tokens[who]}"}
        return self.page.request.get(f"/api/tables/{self.code}/view", headers=headers).json()["view"]

    def hand(self, who: int) -> set[int]:
        return set(self.view(who)["hand"])

    def hands(self) -> set[int]:
        return set[int]().union(*(self.hand(who) for who in range(len(self.tokens))))

    def owing(self) -> list[int]:
        """Once the bots have answered: who of these people owes something; nobody at the end."""
        held = range(len(self.tokens))
        until(lambda: self.view(0)["outcome"] or set(held) & set(self.view(0)["to_act"]))
        view = self.view(0)
        return [] if view["outcome"] else [who for who in held if who in view["to_act"]]


def on_screen(page: Page) -> set[int]:
    """Every number on a card, and every card that can be pressed."""
    named = labels(page.locator(".hand button"))
    pressed = {int(label.partition(",")[0]) for label in named if label[0].isdigit()}  # a zero card has no number
    return pressed | {int(number) for number in page.locator(".card .number").all_inner_texts()}


def specials_on_screen(page: Page) -> set[str]:
    texts = page.get_by_role("list", name="Your specials").get_by_role("button").all_inner_texts()
    return {kind for kind, name in NAMES.items() if any(text.startswith(name) for text in texts)}


def share(
    visit: Visits, size: Size, game: str = "base", names: tuple[str, ...] = ("Ada", "Bea"), **wish: Any
) -> People:
    """People who sit at one device already, with a bot behind them."""
    page = visit(size, BARE, **{key: wish.pop(key) for key in ("scheme", "locale") if key in wish})
    terms = {"game": game, "seats": [*({} for _ in names), {"level": "random"}], "host": {"name": names[0]}, **wish}
    tickets = [page.request.post("/api/tables", data=terms).json()]
    code = tickets[0]["table"]["code"]
    tickets += [page.request.post(f"/api/tables/{code}/seats", data={"name": name}).json() for name in names[1:]]
    page.request.post(f"/api/tables/{code}/start", headers={"authorization": f"Bearer {tickets[0]['token']}"})
    pairs = zip(tickets, names, strict=True)
    page.evaluate(HOLDS, [{"table": code, "token": t["token"], "claim": t["claim"], "name": name} for t, name in pairs])
    page.goto(f"/t/{code}")
    return People(page, code)


def behind_the_curtain(people: People, who: int) -> None:
    """The device is for this person, and shows nobody's cards; then they take it and see their own, and no other's."""
    page, name = people.page, people.names[who]
    expect(page.get_by_role("heading", name=f"Pass the device to {name}")).to_be_visible()
    assert on_screen(page) | specials_on_screen(page) == set(), "the curtain is down"
    page.get_by_role("button", name=f"I am {name}", exact=True).click()
    expect(page.get_by_role("list", name=re.compile("^(Your hand|The row that you took)$"))).to_be_visible()


def sees_only(people: People, who: int) -> None:
    view = people.view(who)
    shows(people.page, view["decision"])
    own = set() if view["phase"] in ("positive", "cancel") else set(view["hand"])  # what was taken is shown instead
    assert on_screen(people.page) & people.hands() == own
    if own and view["type"] == "surprise_view":
        assert specials_on_screen(people.page) == set(view["specials"][who])


def act(people: People, who: int) -> None:
    """Play the leftmost card, take the first row, use no special."""
    player, view = Player(people.page), people.view(who)
    before = view["decision"]
    shows(people.page, before)
    if view["phase"] == "row":
        player.press(player.offers.first)
    elif view["phase"] in ("window", "overflow", "positive", "cancel", "exchange"):
        player.press(people.page.get_by_role("button", name=re.compile("^(Use nothing|Keep all)$")))
    else:
        player.play()
    until(lambda: who not in people.view(who)["to_act"] or people.view(who)["decision"] != before)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "size", "options"),
    [("base", PHONE, {"max_rounds": 1}), ("surprise", DESKTOP, {"rounds": 1})],
    ids=["base-phone", "surprise-desktop"],
)
def test_a_whole_game_at_one_device_never_shows_two_hands(
    visit: Visits, game: str, size: Size, options: dict[str, int]
) -> None:
    people = share(visit, size, game, options=options)
    holder, curtains = -1, 0
    while owing := people.owing():
        if holder not in owing:
            holder = owing[0]
            behind_the_curtain(people, holder)
            curtains += 1
        expect(people.page.get_by_role("heading", name=re.compile("^Pass the device"))).to_have_count(0)
        if people.view(holder)["phase"] not in ("positive", "cancel"):
            expect(people.page.locator(".hand button")).to_have_count(len(people.hand(holder)))
        sees_only(people, holder)
        act(people, holder)
    assert curtains >= 10, "in every turn it goes to the other one"
    expect(people.page.get_by_role("main").get_by_text("The game is over", exact=True)).to_be_visible()
    expect(people.page.get_by_role("button", name="Play again")).to_be_visible()  # the host's, whoever played last


@pytest.mark.parametrize("game", ["surprise", "versus_ox", "bullenparty"])
def test_the_curtain_hides_the_hands_of_every_kind_of_game(visit: Visits, game: str) -> None:
    people = share(visit, PHONE, game)
    behind_the_curtain(people, 0)
    sees_only(people, 0)
    player = Player(people.page)
    player.press(player.cards.last)
    player.press(people.page.get_by_role("button", name=re.compile(r"^(Play|Bid) \d+$")))
    behind_the_curtain(people, 1)
    sees_only(people, 1)


def test_who_has_answered_may_look_again_while_others_think(visit: Visits) -> None:
    """Ada covers the hand of Bea, who played last, looks at her own and changes her mind."""
    people = share(visit, PHONE, seats=[{}, {}, {}], names=("Ada", "Bea"))
    page = people.page
    page.request.post(f"/api/tables/{people.code}/seats", data={"name": "Cem"})
    token = people.tokens[0]
    page.request.post(f"/api/tables/{people.code}/start", headers={"authorization": f"Bearer {token}"})
    for who in (0, 1):
        behind_the_curtain(people, who)
        act(people, who)
    expect(page.get_by_text("Waiting for Cem.")).to_be_visible()
    page.get_by_role("button", name="Cover").click()
    behind_the_curtain(people, 0)
    sees_only(people, 0)
    card = Player(page).play(3)
    until(lambda: people.view(0)["choice"]["card"] == int(card))
    page.get_by_role("button", name="Cover").click()
    assert on_screen(page) == set()
    page.get_by_role("button", name="I am Bea").click()
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()
    sees_only(people, 1)


def test_a_reload_lets_the_curtain_down(visit: Visits) -> None:
    people = share(visit, PHONE)
    behind_the_curtain(people, 0)
    people.page.reload()
    behind_the_curtain(people, 0)


def test_somebody_sits_down_at_this_device(visit: Visits, size: Size) -> None:
    page = visit(size)
    code = open_table(page, seats=2)
    page.get_by_text("Somebody else plays on this device").click()
    page.get_by_label("Their name").fill("Bea")
    page.get_by_role("button", name="Add this person").click()
    expect(seats(page).nth(1)).to_contain_text("Bea")
    expect(page.get_by_text("2 of 2 taken")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    people = People(page, code)
    behind_the_curtain(people, 0)
    sees_only(people, 0)
    act(people, 0)
    behind_the_curtain(people, 1)
    sees_only(people, 1)
    page.goto("/")
    expect(page.get_by_role("region", name="My tables").get_by_role("listitem")).to_have_count(1)


def test_the_host_takes_somebody_off_this_device_again(visit: Visits) -> None:
    page = visit(DESKTOP)
    open_table(page, seats=3)
    page.get_by_text("Somebody else plays on this device").click()
    for name in ("Bea", "Cem"):
        page.get_by_label("Their name").fill(name)
        page.get_by_role("button", name="Add this person").click()
        expect(page.get_by_role("button", name=f"Remove {name} from the table")).to_be_visible()
    page.get_by_role("button", name="Remove Bea from the table").click()
    expect(page.get_by_text("2 of 3 taken")).to_be_visible()
    until(lambda: page.evaluate("JSON.parse(localStorage['nimmt.seats']).length") == 2)


def test_axe_finds_nothing_wrong(visit: Visits, size: Size) -> None:
    people = share(visit, size)
    expect(people.page.get_by_role("button", name="I am Ada")).to_be_visible()
    assert [] == violations_in_both_themes(people.page)
    screenshot(people.page, "curtain")
    lobby = visit(size)
    open_table(lobby, seats=3)
    lobby.get_by_text("Somebody else plays on this device").click()
    assert [] == violations_in_both_themes(lobby)
    screenshot(lobby, "hotseat-lobby", whole=True)
