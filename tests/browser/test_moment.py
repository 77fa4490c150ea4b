"""A shared moment of any game: what one seat saw, an answer among those it had, and what that is worth."""

import re
from collections.abc import Callable
from itertools import count
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

import nimmt
from nimmt import State, TableView
from nimmt.codec import to_json
from nimmt.games.bullenparty import PartyView
from nimmt.review.moments import choices_in, is_judged, judge_moment, moment_of, view_in
from nimmt.views import View
from tests.browser.games import finished
from tests.browser.serving import Server
from tests.browser.special_player import SpecialPlayer
from tests.browser.visits import DESKTOP, LAPTOP, SMALL, Size, Visits, screenshot, violations_in_both_themes

ERROR = 20.0
"""Heads: what a choice is worth does not matter here."""


def moment(game: str, players: int, phase: str, wanted: Callable[[State, int], bool] = lambda state, seat: True) -> str:
    """The code of the first such moment in games of random actions."""
    for seed in count():
        state, rng = nimmt.game(game, players=players).start(seed), Random(seed)
        while state.outcome is None:
            seat = rng.choice(state.to_act)
            code = moment_of(state.view(seat)) if state.phase == phase and wanted(state, seat) else None
            if code:
                return code
            state, _ = state.step(seat, rng.choice(state.legal(seat)))
    raise AssertionError


def has_use(kind: str) -> Callable[[State, int], bool]:
    return lambda state, seat: any(action.__class__.__name__ == kind for action in state.legal(seat))


def opened(visit: Visits, size: Size, code: str, locale: str = "en") -> SpecialPlayer:
    """Somebody opens the link; the verdict is that of a server that has signed it."""
    visit.forgive("422")
    page = visit(size, "about:blank", locale=locale)
    page.route(re.compile("/verdict"), lambda route: judged(route, view_in(code)))
    page.goto(f"/moment/{code}")
    return SpecialPlayer(page)


def judged(route: Route, view: View) -> None:
    choice = int(route.request.url.rpartition("choice=")[2]) if "choice=" in route.request.url else 0
    found = judge_moment(view, choice, ERROR)
    refusal = {"code": "no_danger", "sentence": "There is no danger here: nothing need be done."}
    route.fulfill(status=200 if found else 422, body=to_json(found or refusal))


def is_shown_well(page: Page, size: Size, name: str) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= size.width
    assert violations_in_both_themes(page) == []
    screenshot(page, f"moment-{name}-{size.name}")


def answered(page: Page, size: Size, name: str, said: str) -> None:
    """What the answer comes to, in a sentence to which those who use keys are led."""
    status = page.get_by_role("main").get_by_role("status")
    expect(status).to_have_text(re.compile(said))
    expect(status).to_be_focused()
    is_shown_well(page, size, f"{name}-answer")
    page.get_by_role("button", name="Choose again").click()
    expect(status).to_have_count(0)


def press(player: SpecialPlayer, size: Size, name: str) -> None:
    """With a thumb, or with keys."""
    button = player.page.get_by_role("main").get_by_role("button", name=re.compile(name)).first
    if size.touch:
        button.tap()
    else:
        button.focus()
        player.page.keyboard.press("Enter")


VERDICT = r"^\s*(Right: .+|Good: .+|Not “.+”: “.+” is better by .+|“.+”: whether that is good cannot be told; .+)$"
UNJUDGED = r"^\s*You chose “{}”\. Decisions of this kind are not judged\.$"


def small(size: Size) -> Size:
    return SMALL if size.touch else LAPTOP


def card(player: SpecialPlayer, size: Size, code: str) -> None:
    """Play the lowest card; the first tap raises it."""
    view = view_in(code)
    assert isinstance(view, TableView | PartyView)
    lowest = min(view.hand)
    expect(player.cards).to_have_count(len(view.hand) + isinstance(view, PartyView))  # and a zero card
    press(player, size, f"^{lowest}\\b")
    if size.touch:
        press(player, size, f"^(Play|Bid) {lowest}$")


@pytest.mark.parametrize(("game", "players"), [("surprise", 4), ("versus_ox", 3)])
def test_a_card_of_a_game_with_specials(visit: Visits, size: Size, game: str, players: int) -> None:
    size, code = small(size), moment(game, players, "card")
    player = opened(visit, size, code)
    expect(player.cards.first).to_be_visible()
    is_shown_well(player.page, size, f"{game}-card")
    card(player, size, code)
    answered(player.page, size, f"{game}-card", VERDICT)


def test_a_special_is_used_or_kept(visit: Visits, size: Size) -> None:
    size, code = small(size), moment("surprise", 4, "window", has_use("UseSeven"))
    player = opened(visit, size, code)
    expect(player.nothing).to_be_visible()
    is_shown_well(player.page, size, "surprise-window")
    player.use("seven")
    answered(player.page, size, "surprise-window", VERDICT)
    press(player, size, "^Use nothing$")
    answered(player.page, size, "surprise-kept", r"^\s*There is no danger here")


def test_an_exchange_is_not_judged(visit: Visits, size: Size) -> None:
    size, code = small(size), moment("surprise", 4, "exchange")
    player = opened(visit, size, code)
    press(player, size, "^Keep all$")
    answered(player.page, size, "surprise-exchange", UNJUDGED.format("keep all"))


def test_the_team_proposes_and_votes(visit: Visits, size: Size) -> None:
    size = small(size)
    player = opened(visit, size, moment("versus_ox", 3, "window", has_use("UseFirst")))
    expect(player.nothing).to_be_visible()
    is_shown_well(player.page, size, "versus_ox-window")
    player.use("first")
    answered(player.page, size, "versus_ox-window", VERDICT)
    player = opened(visit, size, moment("versus_ox", 3, "vote"))
    expect(player.agree).to_be_visible()
    is_shown_well(player.page, size, "versus_ox-vote")
    press(player, size, "^Agree$")
    answered(player.page, size, "versus_ox-vote", UNJUDGED.format("agree"))


def test_bids_rows_and_piles_of_bullenparty(visit: Visits, size: Size) -> None:
    size, code = small(size), moment("bullenparty", 4, "bid")
    player = opened(visit, size, code)
    expect(player.cards.first).to_be_visible()
    is_shown_well(player.page, size, "bullenparty-bid")
    card(player, size, code)
    answered(player.page, size, "bullenparty-bid", VERDICT)
    player = opened(visit, size, moment("bullenparty", 4, "claim"))
    press(player, size, "^Take row 1")
    answered(player.page, size, "bullenparty-claim", VERDICT)
    code = moment("bullenparty", 4, "lay")
    player = opened(visit, size, code)
    press(player, size, f"^{view_in(code).hand[0]}\\b")
    press(player, size, "new pile")
    answered(player.page, size, "bullenparty-lay", VERDICT)


def test_a_draft_is_not_judged(visit: Visits, size: Size) -> None:
    size, code = small(size), moment("pro", 4, "draft")
    player = opened(visit, size, code)
    first = view_in(code).pool[0]  # type: ignore[attr-defined]
    press(player, size, f"^{first}\\b")
    is_shown_well(player.page, size, "draft")
    if size.touch:
        press(player, size, f"^Take {first}$")
    answered(player.page, size, "draft", UNJUDGED.format(first))


def test_a_link_from_a_replay_shows_one_seat_and_asks_for_nothing_else(visit: Visits, server: Server) -> None:
    """Neither the table's code nor what was played is in it."""
    code = finished(server, "surprise", players=3)
    page = visit(DESKTOP, f"/replay/{code}")
    page.get_by_role("combobox", name="Seen by").select_option("1")
    share = page.get_by_role("button", name="What would you play?")
    expect(share).to_have_attribute("aria-disabled", "false")
    share.click()
    link = page.locator(".links input").input_value()
    assert code not in link
    guest = visit(DESKTOP, "about:blank")
    asked: list[str] = []
    guest.on("request", lambda request: asked.append(request.url))
    guest.goto(link)
    view = view_in(link.partition("/moment/")[2].partition("~")[0])
    assert isinstance(view, TableView)
    assert is_judged(view)
    assert len(choices_in(view)) == len(view.hand)
    expect(SpecialPlayer(guest).cards).to_have_count(len(view.hand))
    assert {url.partition("/api/")[2].split("/")[0] for url in asked if "/api/" in url} <= {"positions", "games"}


def test_codes_that_somebody_made_up_are_said_to_be_none(visit: Visits) -> None:
    visit.forgive("422")
    for code, said in (("view1.AAAA", "damaged"), ("view9.AAAA", "another version")):
        page = visit(DESKTOP, f"/moment/{code}")
        expect(page.get_by_role("alert")).to_contain_text(said)
