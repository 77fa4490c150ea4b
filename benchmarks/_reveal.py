"""How long the page cannot answer while ten cards are placed: the longest tasks that the browser itself reports.

Ten play, on a phone; as this machine is, and with a processor four times slower. Only the time between the first card
that is turned up and the next question counts.
"""

from playwright.sync_api import Browser, expect
from tests.browser.gathering import gather
from tests.browser.playing import Player
from tests.browser.visits import PHONE, Visits

TURNS = 4
AIMS = {1: 50, 4: 150}  # processor so many times slower → milliseconds
WATCHES = """() => {
  window.tasks = [];
  const note = (list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration));
  new PerformanceObserver(note).observe({ type: "longtask" });
}"""


def longest(browser: Browser, url: str, slower: int) -> float:
    """The longest task while cards are placed, in several turns; 0 where the browser found none worth reporting."""
    visits = Visits(browser, url)
    [guest] = gather(visits, (PHONE,), bots=9, motion="no-preference", speed="normal")
    page, player = guest.page, Player(guest.page)
    expect(player.cards).to_have_count(10)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.evaluate(WATCHES)
    for left in range(9, 9 - TURNS, -1):
        player.play(-1)
        expect(player.hand.get_by_role("button")).to_have_count(left)
        expect(player.cards.or_(player.offers).first).to_be_visible()
        if player.offers.first.is_visible():
            player.press(player.offers.first)
            expect(player.cards.first).to_be_visible()
    tasks: list[float] = page.evaluate("window.tasks")
    visits.close()
    return max(tasks, default=0.0)


def measured(browser: Browser, url: str) -> bool:
    """Measure and tell; whether the aims were met."""
    found = {slower: longest(browser, url, slower) for slower in AIMS}
    for slower, task in found.items():
        print(
            f"ten cards are placed, processor {slower} x slower: longest task {task:4.0f} ms (aim: {AIMS[slower]})",
            flush=True,
        )
    return all(task <= AIMS[slower] for slower, task in found.items())
