"""How soon the first screen can be used and the first hand is on the table, in a real Chromium.

Twice: as this machine is, and as a phone far away is (1.6 Mbit/s, 150 ms for every round trip, a processor four times
slower). The server is on this machine. Beside it: a page with one button and no script, which is what the browser alone
takes. Then the longest task of the page while ten cards are placed.
"""

import os
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from msgspec import Struct  # noqa: E402
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright  # noqa: E402
from tests.browser.chromium import launch  # noqa: E402
from tests.browser.gathering import gather, until  # noqa: E402
from tests.browser.serving import Server  # noqa: E402
from tests.browser.theatre import answer_by_script  # noqa: E402
from tests.browser.visits import PHONE, Visits  # noqa: E402
from web.build import build  # noqa: E402

TIMES = 9
PLAIN = "<!doctype html><title>plain</title><button>Play now</button>"
LISTENS = """() => new Promise((done) => {
  const look = () => {
    const button = [...document.querySelectorAll("button")].find((each) => each.textContent.includes("Play now"));
    button && !button.disabled ? done(performance.now()) : requestAnimationFrame(look);
  };
  look();
})"""
PLAYS = """() => new Promise((done) => {
  const start = performance.now();
  [...document.querySelectorAll("button")].find((each) => each.textContent.includes("Play now")).click();
  const look = () => {
    const cards = document.querySelectorAll(".hand button");
    cards.length === 10 ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look);
  };
  look();
})"""

TURNS = 4  # in each of them ten cards are placed
LONGEST = {1: 50, 4: 150}  # processor so many times slower → milliseconds
WATCHES = """() => {
  window.tasks = [];
  const note = (list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration));
  new PerformanceObserver(note).observe({ type: "longtask" });
}"""


class Line(Struct, frozen=True):
    """How somebody is connected, and what we promise them, in milliseconds."""

    name: str
    latency: int
    bits_a_second: int
    processor: int
    ready: int
    hand: int


HERE = Line("as it is", 0, -1, 1, ready=1000, hand=1000)
FAR = Line("a phone far away", 150, 1_600_000, 4, ready=1500, hand=1000)


def slow_down(page: Page, line: Line) -> None:
    """What the browser's own developer tools do."""
    tools = page.context.new_cdp_session(page)
    throughput = line.bits_a_second / 8 if line.bits_a_second > 0 else -1
    conditions: dict[str, float] = {"offline": False, "latency": line.latency}
    conditions |= {"downloadThroughput": throughput, "uploadThroughput": throughput}
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", conditions)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": line.processor})


def milliseconds(browser: Browser, url: str, line: Line, plain: bool) -> list[tuple[float, float]]:
    """Until the button listens, and from the click until the hand is there: by visitors with nothing in any cache."""

    def answer(route: Route) -> None:
        route.fulfill(body=PLAIN, content_type="text/html")

    times = []
    for _ in range(TIMES):
        context = browser.new_context(viewport={"width": PHONE.width, "height": PHONE.height}, is_mobile=True)
        page = context.new_page()
        slow_down(page, line)
        if plain:
            page.route("**/*", answer)
        page.goto(url, wait_until="commit")
        times.append((float(page.evaluate(LISTENS)), 0.0 if plain else float(page.evaluate(PLAYS))))
        context.close()
    return times


def told(what: str, times: list[float], aim: int) -> bool:
    """One line of the report; whether the aim was met."""
    print(f"  {what:32} {median(times):5.0f} ms (at most {max(times):.0f}; aim: {aim})", flush=True)
    return median(times) < aim


def measured(browser: Browser, url: str, line: Line) -> bool:
    """Measure and tell; whether both aims were met."""
    plain, ours = (milliseconds(browser, url, line, kind) for kind in (True, False))
    bare = [ready for ready, _ in plain]
    print(f"{line.name}:\n  {'a page with one button':32} {median(bare):5.0f} ms")
    ready = told("the first screen can be used", [ready for ready, _ in ours], line.ready)
    return told("from the click to the hand", [hand for _, hand in ours], line.hand) and ready


def longest(browser: Browser, url: str, slower: int) -> float:
    """The longest task while cards are placed, in several turns; 0 where the browser found none worth reporting.

    A script in the page answers: to look for buttons by their roles, as tests do, would itself be the longest task.
    """
    visits = Visits(browser, url)
    [guest] = gather(visits, (PHONE,), bots=9, motion="no-preference", speed="normal")
    page, hand = guest.page, guest.page.locator(".bottom .hand button")
    expect(hand).to_have_count(10)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.evaluate(WATCHES)
    answer_by_script(page)
    for left in range(9, 9 - TURNS, -1):
        until(lambda fewest=left: hand.count() <= fewest)
    tasks: list[float] = page.evaluate("window.tasks")
    visits.close()
    return max(tasks, default=0.0)


def unbroken(browser: Browser, url: str) -> bool:
    """Measure and tell; whether the aims were met."""
    found = {slower: longest(browser, url, slower) for slower in LONGEST}
    for slower, task in found.items():
        print(
            f"ten cards are placed, processor {slower} x slower: longest task {task:4.0f} ms (aim: {LONGEST[slower]})",
            flush=True,
        )
    return all(task <= LONGEST[slower] for slower, task in found.items())


def main() -> int:
    build()
    print(f"{os.cpu_count()} processors, load before the run: {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.up()
        browser = launch(playwright)
        try:
            met = [measured(browser, server.url, line) for line in (HERE, FAR)]
            met.append(unbroken(browser, server.url))
        finally:
            browser.close()
            server.down()
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
