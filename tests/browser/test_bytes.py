"""What travels before the first card: how many requests, and how many bytes as they are sent."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from msgspec import Struct
from playwright.sync_api import Page, Request, WebSocket, expect

from nimmt.words import LANGUAGES
from tests.browser.gathering import until
from tests.browser.visits import PHONE, Visits


class Budget(Struct, frozen=True):
    """The most that may travel."""

    requests: int
    kilobytes: int


# the page itself, its script, its style, its words, public tables; icon and manifest are the browser's wish
HOME = Budget(requests=7, kilobytes=63)
# its letters, which are kept for a year
LETTERS = Budget(requests=2, kilobytes=45)
# the table's script and style, the open table, its socket; the names of games may come before the hand or after it
GAME = Budget(requests=5, kilobytes=45)
# once the browser is idle: what the small game that plays itself and the tiles of the games need
DEMO = Budget(requests=8, kilobytes=16)
BROWSERS_WISH = ("icon.svg", ".webmanifest")  # it asks for these when it likes
WHEN_IDLE = ("/api/examples/", "/api/games", "/Demo-", "/LessonBoard-", "/Caption-")  # for the picture and the tiles
TABLE_LOADED = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/table-'))"


@contextmanager
def travelling(page: Page) -> Iterator[list[Request | WebSocket]]:
    """Everything that the page asks for meanwhile, sockets included."""
    asked: list[Request | WebSocket] = []

    def ask(thing: Request | WebSocket) -> None:
        asked.append(thing)

    page.on("request", ask)
    page.on("websocket", ask)
    yield asked
    page.remove_listener("request", ask)
    page.remove_listener("websocket", ask)


def kilobytes(asked: list[Request | WebSocket]) -> float:
    """With their headers; frames of a socket are not counted."""
    sizes = [each.sizes() for each in asked if isinstance(each, Request)]
    return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) / 1000


@pytest.mark.parametrize("locale", LANGUAGES)
def test_little_travels_before_the_first_card(visit: Visits, locale: str) -> None:
    page = visit(PHONE, "about:blank", locale=locale)
    play = page.locator(".welcome button.main")
    with travelling(page) as home:
        page.goto("/")
        expect(play).to_be_enabled()
        until(lambda: page.evaluate(TABLE_LOADED))
        expect(page.locator(".demo")).to_be_visible()
        page.wait_for_load_state("networkidle")
    early = [each for each in home if "/table-" in each.url]
    letters = [each for each in home if each.url.endswith(".woff2")]
    assert len(letters) <= LETTERS.requests, [each.url for each in letters]
    assert kilobytes(letters) <= LETTERS.kilobytes
    later = [each for each in home if any(part in each.url for part in WHEN_IDLE)]
    assert len(later) <= DEMO.requests, [each.url for each in later]
    assert 0 < kilobytes(later) <= DEMO.kilobytes
    first = [each for each in home if each not in (*early, *letters, *later)]
    asked = {each.url: each for each in first}  # a browser may ask for its icon again
    assert len(asked) <= HOME.requests, list(asked)
    assert kilobytes([*asked.values()]) <= HOME.kilobytes
    with travelling(page) as game:
        play.click()
        expect(page.locator(".hand button").first).to_be_visible()
    game = [each for each in game if not each.url.endswith(BROWSERS_WISH)] + early
    assert len(game) <= GAME.requests, [each.url for each in game]
    assert kilobytes([each for each in game if isinstance(each, WebSocket) or each.response()]) <= GAME.kilobytes


def test_every_text_of_the_page_is_sent_compressed(visit: Visits) -> None:
    page = visit(PHONE, "about:blank")
    with travelling(page) as asked:
        page.goto("/", wait_until="networkidle")
    answers = [answer for each in asked if isinstance(each, Request) and (answer := each.response())]
    texts = [each for each in answers if each.url.endswith((".js", ".css", "/"))]
    assert len(texts) >= 4
    plain = [each.url for each in texts if each.header_value("content-encoding") not in ("br", "gzip")]
    assert plain == []
