"""How soon the first screen can be used: from the first request until "Play now" listens, in a real Chromium.

The server is on this machine. Beside it: a page with one button and no script, which is what the browser alone takes.
"""

import os
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Route, sync_playwright  # noqa: E402
from tests.browser.chromium import launch  # noqa: E402
from tests.browser.serving import Server  # noqa: E402
from tests.browser.visits import PHONE  # noqa: E402
from web.build import build  # noqa: E402

TIMES = 15
READY = 1000  # milliseconds
PLAIN = "<!doctype html><title>plain</title><button>Play now</button>"
LISTENS = """() => new Promise((done) => {
  const look = () => {
    const button = [...document.querySelectorAll("button")].find((each) => each.textContent.includes("Play now"));
    button && !button.disabled ? done(performance.now()) : requestAnimationFrame(look);
  };
  look();
})"""


def milliseconds(browser: Browser, url: str, plain: bool) -> list[float]:
    """By new visitor, who has nothing in any cache: measured by the page itself."""

    def answer(route: Route) -> None:
        route.fulfill(body=PLAIN, content_type="text/html")

    times = []
    for _ in range(TIMES):
        context = browser.new_context(viewport={"width": PHONE.width, "height": PHONE.height}, is_mobile=True)
        page = context.new_page()
        if plain:
            page.route("**/*", answer)
        page.goto(url, wait_until="commit")
        times.append(float(page.evaluate(LISTENS)))
        context.close()
    return times


def main() -> int:
    build()
    print(f"{os.cpu_count()} processors, load before the run: {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.up()
        browser = launch(playwright)
        try:
            plain, ours = (milliseconds(browser, server.url, kind) for kind in (True, False))
        finally:
            browser.close()
            server.down()
    print(f"a page with one button: {median(plain):5.0f} ms (at most {max(plain):.0f})")
    ratio = median(ours) / median(plain)
    print(f"the first screen:       {median(ours):5.0f} ms (at most {max(ours):.0f}), {ratio:.1f} x (aim: {READY} ms)")
    return 0 if median(ours) < READY else 1


if __name__ == "__main__":
    sys.exit(main())
