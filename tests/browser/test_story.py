"""The story is told in order, and nothing on the board changes its place meanwhile: whole games, every screen."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from msgspec import Struct
from playwright.sync_api import Page, expect

from tests.browser import theatre
from tests.browser.games import finished
from tests.browser.gathering import gather
from tests.browser.playing import Player
from tests.browser.serving import Server
from tests.browser.theatre import Moment
from tests.browser.visits import DESKTOP, LAPTOP, PHONE, SMALL, Motion, Size, Visits

FAN_CARDS = ["even_odd", "climb", "caper", "reversed_digits"]
ONE_ROUND = {"max_rounds": 1}
SHORT_ROUND = {**ONE_ROUND, "hand_size": 6}  # whole hands lie there in the base game and with all four fan cards
TV = Size("tv", 1280, 720)  # as small as they get: what moves costs a browser most on large screens
LONG = 180_000  # milliseconds for a whole game on a busy machine


class Watched(Struct, frozen=True):
    """A short game, and the screens on which it is watched: its people's, and the big one or none."""

    game: str
    sizes: tuple[Size, ...]
    tv: bool = False
    players: int = 4
    options: dict[str, Any] = {}
    name: str = ""


# the screens take turns, and every one meets a game with parts of its own
GAMES = (
    Watched("base", (SMALL,), tv=True, players=10, options=ONE_ROUND),
    Watched("pro", (PHONE,), options=SHORT_ROUND),
    Watched("even_odd", (DESKTOP,), options=SHORT_ROUND),
    Watched("climb", (SMALL,), options=SHORT_ROUND),
    Watched("caper", (DESKTOP,), options=SHORT_ROUND),
    Watched("reversed_digits", (PHONE,), options=SHORT_ROUND),
    Watched("base", (LAPTOP,), options={**ONE_ROUND, "fan_cards": FAN_CARDS}, name="all four fan cards"),
    Watched("surprise", (DESKTOP,), tv=True, options={"rounds": 1}),
    Watched("versus_ox", (PHONE,), tv=True),
    Watched("bullenparty", (PHONE, DESKTOP), tv=True, players=3),
)


def watch(visit: Visits, watched: Watched) -> list[Page]:
    """The screens after a whole game; a short clock keeps its stories short."""
    looks: dict[str, Any] = {"motion": "no-preference", "speed": "fast"}
    terms = {"game": watched.game, "options": watched.options, "clock": 2}
    guests = gather(visit, watched.sizes, watched.players - len(watched.sizes), **terms, **looks)
    pages = [guest.page for guest in guests]
    if watched.tv:
        pages.append(visit(TV, f"/tv/{guests[0].code}", **looks))
    for page in pages:
        expect(page.get_by_role("main", name="Table")).to_be_visible()
        theatre.record(page)
    for guest in guests:
        theatre.answer_by_script(guest.page)
    for page in pages:
        expect(page.locator(".final")).to_be_visible(timeout=LONG)
    return pages


def too_early(moments: list[Moment]) -> Iterator[str]:
    """Whatever was shown before the card that it belongs to."""
    told = moments[0].lines  # when a score changed last
    for before, now in pairwise(moments):
        still = set(before.tray) & set(now.tray)  # what may come at once after a story is another story
        if now.counter != before.counter and still:
            yield f"counter: {now.counter} while {still} wait"
        if now.over and now.tray:
            yield f"the end while {now.tray} wait"
        new = now.told[len(now.told) - max(0, now.lines - before.lines) :]
        yield from (f"log: {line.text}" for line in new if line.card in now.tray and line.tone == "bad")
        if now.scores != before.scores and before.scores and now.scores:
            if now.lines == told and not now.over:
                yield f"scores: {now.scores} without a word"
            told = now.lines
        gone = set(before.hand) - set(now.hand)
        if len(gone) == 1 and now.lines == before.lines and not now.over:
            yield f"hand: {gone} left it without a word"


@pytest.mark.parametrize("watched", GAMES, ids=lambda watched: watched.name or watched.game)
def test_nothing_runs_ahead_or_moves_in_a_whole_game(visit: Visits, watched: Watched) -> None:
    for page in watch(visit, watched):
        moments, size = theatre.moments(page), page.viewport_size
        assert size
        assert list(too_early(moments)) == []
        assert max(moment.wide for moment in moments) <= size["width"]
        assert theatre.shifts(page) == []
        expect(page.get_by_role("heading", level=2, name=re.compile("win|victory"))).to_be_visible()
    expect(page.get_by_role("main").get_by_text("The game is over", exact=True)).to_be_visible()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_turn_is_told_card_by_card(visit: Visits, motion: Motion) -> None:
    """With less motion, too: the same moments, without movement."""
    [guest] = gather(visit, (DESKTOP,), bots=3, motion=motion, speed=None)
    page, player = guest.page, Player(guest.page)
    expect(player.cards).to_have_count(10)
    theatre.record(page)
    player.play(9)
    expect(player.hand.get_by_role("button")).to_have_count(9)
    expect(player.cards.or_(player.offers).first).to_be_visible()
    moments = theatre.moments(page)
    assert list(too_early(moments)) == []
    waiting = [len(moment.tray) for moment in moments]
    assert {4, 3, 2, 1} <= set(waiting), "one card after another"
    assert all(not moment.asked for moment in moments if moment.tray and moment.question == ""), (
        "the question comes last"
    )
    assert page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches") == (motion == "reduce")


def test_a_tap_hurries_to_the_question(visit: Visits) -> None:
    [guest] = gather(visit, (PHONE,), bots=9, motion="no-preference", speed="slow")
    page, player = guest.page, Player(guest.page)
    expect(player.cards).to_have_count(10)
    theatre.record(page)
    player.play(9)
    on_their_way = page.get_by_role("list", name="Cards on their way").get_by_role("listitem")
    expect(on_their_way).not_to_have_count(0)
    page.locator(".board > .way").tap(position={"x": 4, "y": 4})
    expect(player.cards.or_(player.offers).first).to_be_visible()
    waiting = {len(moment.tray) for moment in theatre.moments(page)}
    assert 10 in waiting
    assert not waiting >= {*range(1, 10)}, "not one card after another to the end"


def test_a_replay_is_told_in_order(visit: Visits, server: Server) -> None:
    page = visit(DESKTOP, f"/replay/{finished(server)}", motion="no-preference", speed=None)
    happened = page.get_by_role("region", name="What just happened").get_by_role("listitem")
    score = page.get_by_role("list", name="Players")
    expect(happened.first).to_be_visible()
    step = page.get_by_text(re.compile(r"Step \d+ of"))
    before, scores = step.inner_text(), score.inner_text()
    page.get_by_role("button", name="One step on").click()
    expect(happened).not_to_have_count(0)
    assert (before, scores) == (step.inner_text(), score.inner_text())
    expect(step).not_to_have_text(before)


def test_the_log_is_there_after_the_start_and_after_a_return(visit: Visits) -> None:
    [guest] = gather(visit, (DESKTOP,), bots=2)
    page, log = guest.page, guest.page.get_by_role("list", name="What happened").get_by_role("listitem")
    expect(log.filter(has_text="The rows start with")).to_have_count(1)
    for left in (9, 8):
        Player(page).play(left)
        expect(Player(page).hand.get_by_role("button")).to_have_count(left)
    told = [line for line in log.all_inner_texts() if line]
    page.reload()
    expect(log).to_have_text(told)
