"""Takes the pictures of the page that the documents show: python -m tests.browser.pictures."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from web.build import build

from tests.browser.chromium import launch
from tests.browser.gathering import Guest, gather, until
from tests.browser.playing import Player
from tests.browser.serving import Server
from tests.browser.visits import DESKTOP, PHONE, Size, Visits

IMAGES = Path(__file__).parents[2] / "docs" / "images"
TURNS = 4  # until there is something to see in the rows


def keep(page: Page, name: str) -> None:
    """Small enough for a repository, sharp enough to read."""
    page.wait_for_timeout(500)  # cards and fonts have come to rest
    page.screenshot(path=IMAGES / f"page-{name}.jpg", type="jpeg", quality=70)


def turn(guest: Guest, player: Player) -> None:
    """Play a middling card, or take the first row."""
    until(guest.is_asked)
    view = guest.known()["view"]
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


PICTURES: dict[str, Callable[[Visits, str], None]] = {
    "table": lambda visits, name: table(visits, name, DESKTOP, "base", TURNS),
    "phone": lambda visits, name: table(visits, name, PHONE, "base", TURNS),
    "surprise": lambda visits, name: table(visits, name, DESKTOP, "surprise", 0),
    "versus_ox": lambda visits, name: table(visits, name, DESKTOP, "versus_ox", 0),
    "bullenparty": lambda visits, name: table(visits, name, DESKTOP, "bullenparty", 0),
}


def main() -> None:
    """Take all of them."""
    build()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.up()
        browser = launch(playwright)
        for name, take in PICTURES.items():
            visits = Visits(browser, server.url)
            take(visits, name)
            visits.close()
        browser.close()
        server.down()


if __name__ == "__main__":
    main()
