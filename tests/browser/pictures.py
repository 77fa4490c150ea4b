"""Takes the pictures of the page that the documents show: python -m tests.browser.pictures, or those that are named.

And a sheet of every screen, small, to look at side by side: every size and theme in turn.
"""

import asyncio
import io
import re
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import httpx
from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright
from web.build import build

from nimmt.review.puzzles import shipped
from tests.browser.chromium import launch
from tests.browser.games import finished
from tests.browser.gathering import Guest, gather, shows, until
from tests.browser.playing import Player
from tests.browser.scenes import ENDS, FAN_CARDS, Line, Scene, come
from tests.browser.serving import Server
from tests.browser.visits import DESKTOP, LAPTOP, PHONE, Scheme, Size, Visits
from tests.server.client import Api, device, play_on

IMAGES = Path(__file__).parents[2] / "docs" / "images"
TURNS = 4  # until there is something to see in the rows


def keep(page: Page, name: str) -> None:
    """Small enough for a repository, sharp enough to read."""
    page.wait_for_timeout(500)  # cards and fonts have come to rest
    page.screenshot(path=IMAGES / f"page-{name}.jpg", type="jpeg", quality=60)


def turn(guest: Guest, player: Player) -> None:
    """Play a middling card, or take the first row."""
    until(guest.is_asked)
    view = guest.known()["view"]
    shows(guest.page, view["decision"])
    if view["phase"] == "row":
        player.press(player.offers.first)
    else:
        player.play(3)
    until(lambda: guest.known()["view"]["decision"] != view["decision"] or not guest.is_asked())


def table(visits: Visits, name: str, size: Size, game: str, turns: int) -> None:
    """A table in the middle of a game, with a card picked."""
    (ada,) = gather(visits, sizes=(size,), bots=3, game=game, scheme="dark")
    player = Player(ada.page)
    for _ in range(turns):
        turn(ada, player)
    until(ada.is_asked)
    if turns:
        card = player.cards.last
        player.press(card) if size.touch else card.hover()
    keep(ada.page, name)


async def others(url: str, people: int) -> None:
    """So many people play the deal of the day, each as they please."""
    for number in range(people):
        wish = {"device": f"somebody-else-{number:010}", "name": f"Guest {number}"}
        ticket = await Api(url).ok("POST", "/api/daily", wish)
        async with device(url, ticket["table"]["code"], ticket["token"]) as player:
            await play_on(player, Random(number))


def coach(visits: Visits, name: str) -> None:
    """A table against bots, where the coach has been asked."""
    page = visits(PHONE, "/new", scheme="dark")
    wish = {
        "seats": [{}, *[{"level": "hard"}] * 3],
        "host": {"name": "Ada"},
        "start": True,
        "coach": True,
        "pace": "none",
    }
    ticket = httpx.post(f"{visits.url}/api/tables", json=wish, verify=False, timeout=60).json()
    held = {"table": ticket["table"]["code"], "token": ticket["token"], "claim": None, "name": "Ada"}
    page.evaluate("held => localStorage.setItem('nimmt.seats', JSON.stringify([held]))", held)
    page.goto(f"/t/{held['table']}")
    page.get_by_role("button", name="What would the master consider?").click()
    expect(page.get_by_text("extra heads expected")).to_be_visible(timeout=240_000)
    keep(page, name)


def daily(visits: Visits, name: str) -> None:
    """How the deal of the day went, for somebody who played it after many others."""
    played = threading.Thread(target=asyncio.run, args=(others(visits.url, 24),))  # Playwright has this thread's loop
    played.start()
    played.join()
    page = visits(Size("long", PHONE.width, 760, touch=True), "/daily")
    page.get_by_role("button", name="Play today’s deal").click()
    Player(page).play_to_the_end()
    page.goto("/daily")
    expect(page.get_by_role("list", name="What bots took")).to_be_visible()
    keep(page, name)


def practice(visits: Visits, name: str) -> None:
    """A puzzle with its verdict."""
    puzzle = next(each for each in shipped().values() if each.theme == "low_cards" and ";base.4." in each.code)
    page = visits(DESKTOP, "/train", scheme="dark", kept={"nimmt.training": {puzzle.code: {"solved": 0, "due": 1}}})
    best = puzzle.verdict.options[puzzle.verdict.best].card
    other = next(option.card for option in puzzle.verdict.options if option.card != best)
    page.get_by_role("list", name="Your hand").get_by_role("button", name=re.compile(f"^{other},")).click()
    expect(page.get_by_role("region", name="Verdict")).to_be_visible()
    keep(page, name)


def review(visits: Visits, name: str, game: str, size: Size, scheme: Scheme) -> None:
    """A game of bots reviewed, with a moment that mattered opened."""
    page = visits(size, f"/replay/{finished(visits, game, 3)}?review=1", scheme=scheme)
    panel = page.get_by_role("region", name="Review")
    expect(panel.get_by_role("heading", name="Moments that mattered")).to_be_visible(timeout=240_000)
    for moment in panel.get_by_role("listitem").get_by_role("button").all()[:1]:
        moment.click()
        expect(panel.get_by_role("list", name="What else?")).to_be_visible()
    keep(page, name)


PICTURES: dict[str, Callable[[Visits, str], None]] = {
    "table": lambda visits, name: table(visits, name, DESKTOP, "base", TURNS),
    "phone": lambda visits, name: table(visits, name, PHONE, "base", TURNS),
    "surprise": lambda visits, name: table(visits, name, DESKTOP, "surprise", 0),
    "versus_ox": lambda visits, name: table(visits, name, DESKTOP, "versus_ox", 0),
    "bullenparty": lambda visits, name: table(visits, name, DESKTOP, "bullenparty", 0),
    "coach": coach,
    "daily": daily,
    "train": practice,
    "review": lambda visits, name: review(visits, name, "base", DESKTOP, "dark"),
    "review-surprise": lambda visits, name: review(visits, name, "surprise", DESKTOP, "light"),
    "review-versus_ox": lambda visits, name: review(visits, name, "versus_ox", PHONE, "dark"),
    "review-bullenparty": lambda visits, name: review(visits, name, "bullenparty", DESKTOP, "dark"),
}


SHEET = IMAGES / "sheet.jpg"
COLUMNS, WIDE = 4, 330  # pixels
ON_SHEET = (
    *((Scene(game, "card", lambda view: view.turn == 4, players=4), None) for game in ("base", "pro", *FAN_CARDS)),
    (Scene("surprise", "window", lambda view: view.turn > 2, players=4), None),
    (Scene("versus_ox", "window", lambda view: view.turn > 2, players=3), None),
    (Scene("bullenparty", "bid", lambda view: view.round > 2, players=4), None),
    *((scene, None) for scene in ENDS),
    *((None, path) for path in ("/", "/new", "/learn/base", "/scores")),
)
SCREENS = (DESKTOP, LAPTOP, Size("tablet", 1024, 600), Size("on its side", 844, 390, touch=True))


def sheet(visits: Visits, server: Server) -> None:
    """Every screen in another size and theme, side by side."""
    shown = [*ON_SHEET, (None, f"/replay/{finished(server, max_rounds=1)}?step=9&hands=1")]
    pictures = []
    for at, (scene, path) in enumerate(shown):
        page = visits(SCREENS[at % len(SCREENS)], path or "/learn", scheme="dark" if at // 2 % 2 else "light")
        if scene:
            Line(page.context, scene)
            come(page)
        expect(page.get_by_role("heading", level=1).first).to_be_attached()
        page.wait_for_timeout(500)  # cards and fonts have come to rest
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        pictures.append(picture.resize((WIDE, WIDE * picture.height // picture.width)))
        page.context.close()
    lines = [pictures[at : at + COLUMNS] for at in range(0, len(pictures), COLUMNS)]
    heights = [max(picture.height for picture in line) + 4 for line in lines]
    whole = Image.new("RGB", (COLUMNS * (WIDE + 4), sum(heights)), "white")
    for number, line in enumerate(lines):
        for column, picture in enumerate(line):
            whole.paste(picture, (column * (WIDE + 4), sum(heights[:number])))
    whole.save(SHEET, quality=60)


def main(*names: str) -> None:
    """Take all of them, or those with these names."""
    build()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.up()
        browser = launch(playwright)
        for name in names or PICTURES:
            visits = Visits(browser, server.url)
            PICTURES[name](visits, name)
            visits.close()
        if not names:
            sheet(Visits(browser, server.url), server)
        browser.close()
        server.down()


if __name__ == "__main__":
    main(*sys.argv[1:])
