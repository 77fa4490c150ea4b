"""People who open the page: each a browser context of a size, a language and a taste, watched for errors."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from msgspec import Struct
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebError, WebSocket, expect

from nimmt.games.registry import keys

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
PATIENCE = 60_000  # milliseconds; bots may think for a while, and the machine may be busy
expect.set_options(timeout=PATIENCE)

Scheme = Literal["light", "dark"]
Motion = Literal["reduce", "no-preference"]
Speed = Literal["instant", "off", "fast", "normal", "slow"]
REMEMBER = """if (location.origin === "{url}" && !sessionStorage.getItem("remembered")) {{
  sessionStorage.setItem("remembered", "once"); // what the page changes later is not set back by a reload
  for (const [name, value] of Object.entries({kept})) localStorage.setItem(name, JSON.stringify(value));
}}"""
BARE = "/health"  # a page of the server without scripts, for what a browser is to know before it opens the real one
HINTS = "nimmt.hints"  # most people have played before
DIFFERENCES = "nimmt.differences"  # and know all games
COLOUR_RULES = ("color-contrast", "link-in-text-block")
SETTINGS = {"language": None, "theme": "auto", "sound": False, "asked": True, "seen": False, "handy": False, "name": ""}


class Size(Struct, frozen=True):
    """A screen."""

    name: str
    width: int
    height: int
    touch: bool = False


PHONE = Size("phone", 390, 844, touch=True)
SMALL = Size("small", 360, 640, touch=True)
LAPTOP = Size("laptop", 1366, 650)
DESKTOP = Size("desktop", 1440, 900)
WALL = Size("wall", 3840, 2160)


class Visits:
    """Opens the page for one person after another, and keeps what the browser complained about."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.forgiven: list[str] = []

    def __call__(
        self,
        size: Size = DESKTOP,
        path: str = "/",
        locale: str = "en",
        scheme: Scheme = "light",
        motion: Motion = "reduce",
        speed: Speed | None = "instant",
        kept: dict[str, Any] | None = None,
        **more: Any,
    ) -> Page:
        """A new person opens the page; ``page.context.new_page()`` is another tab of the same person.

        Most tests are about what comes of a turn, and see only that; with ``speed=None`` the story is told at length.
        ``kept`` is what the browser still knows from earlier; where no hint was ever shown, ``{HINTS: None}``; where no
        other game was played, ``{DIFFERENCES: []}``.
        """
        kept = {
            HINTS: "",
            DIFFERENCES: keys(),
            **({"nimmt.settings": {**SETTINGS, "speed": speed}} if speed else {}),
            **(kept or {}),
        }
        context = self.browser.new_context(
            base_url=self.url,
            viewport={"width": size.width, "height": size.height},
            has_touch=size.touch,
            is_mobile=size.touch,
            locale=locale,
            color_scheme=scheme,
            reduced_motion=motion,
            **more,
        )
        self._watch(context)
        page = context.new_page()
        # Playwright's storage_state would open another page just to write this
        page.add_init_script(REMEMBER.format(url=self.url, kept=json.dumps(kept)))
        page.goto(path)
        return page

    def forgive(self, pattern: str) -> None:
        """Let complaints pass that this test causes on purpose, such as sockets that break with the server."""
        self.forgiven.append(pattern)

    def unforgiven(self) -> list[str]:
        return [text for text in self.complaints if not any(re.search(pattern, text) for pattern in self.forgiven)]

    def close(self) -> None:
        for context in self.contexts:
            context.close()

    def photograph(self, name: str) -> None:
        """Keep what everybody sees, for whoever wonders why a test failed."""
        for number, page in enumerate(page for context in self.contexts for page in context.pages):
            screenshot(page, re.sub(r"\W+", "-", f"failed-{name}-{number}"))

    def _watch(self, context: BrowserContext) -> None:
        context.set_default_timeout(PATIENCE)
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("requestfailed", self._failed)
        context.on("page", lambda page: page.on("websocket", self._socket))
        self.contexts.append(context)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"console {message.type}: {message.text} ({message.location['url']})")

    def _error(self, error: WebError) -> None:
        self.complaints.append(f"uncaught: {error.error}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.url}/", "data:", "blob:")):
            self.complaints.append(f"third-party request: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page went elsewhere before the answer came
            self.complaints.append(f"failed request: {request.url} ({request.failure})")

    def _socket(self, socket: WebSocket) -> None:
        if not socket.url.startswith(self.url.replace("http", "ws", 1) + "/"):
            self.complaints.append(f"third-party socket: {socket.url}")


def violations(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What axe finds wrong with what the page shows now, by all of its rules or by these: rule, reason and elements."""
    options = {"resultTypes": ["violations"], **({"runOnly": [*rules]} if rules else {})}
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("async (options) => (await axe.run(options)).violations", options)
    return [
        f"{each['id']} ({each['impact']}): {each['help']}\n" + "\n".join(f"  {node['html']}" for node in each["nodes"])
        for each in found
    ]


def violations_in_both_themes(page: Page) -> list[str]:
    """The same in the light and in the dark theme, which differ in colours alone; the page goes on as it was."""
    html = page.locator("html")
    before = html.get_attribute("data-theme")
    after = "dark" if before == "light" else "light"
    found = violations(page)
    for theme in (after, before):
        page.emulate_media(color_scheme="light" if theme == "light" else "dark")
        expect(html).to_have_attribute("data-theme", str(theme))
        found += violations(page, COLOUR_RULES) if theme == after else []
    return found


def screenshot(page: Page, name: str, whole: bool = False) -> Path:
    """Keep a picture of the screen in build/screenshots, named after what it shows and the screen's width.

    Not as PNG, which the grain of the cloth makes so slow that pictures would take longer than what they show.
    """
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert page.viewport_size
    path = SCREENSHOTS / f"{name}-{page.viewport_size['width']}-{'dark' if dark else 'light'}.jpg"
    page.screenshot(path=path, type="jpeg", quality=90, full_page=whole)
    return path
