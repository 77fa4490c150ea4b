"""People who sit at a table already: opened and joined by the API, so that a test begins where its matter begins."""

import time
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.browser.visits import DESKTOP, PHONE, Size, Visits

PATIENCE = 60.0


class Guest:
    """One person with a page of their own at the table."""

    def __init__(self, page: Page, ticket: dict[str, Any]) -> None:
        self.page, self.seat, self.token = page, int(ticket["seat"]), str(ticket["token"])
        self.code, self.claim = str(ticket["table"]["code"]), str(ticket["claim"])

    def known(self) -> Any:
        """What the server lets this seat know."""
        headers = {"authorization": f"Bearer {self.token}"}
        return self.page.request.get(f"/api/tables/{self.code}/view", headers=headers).json()

    def is_here(self) -> bool:
        """Whether the server has heard of this page."""
        return bool(self.known()["presence"][self.seat]["here"])

    def is_asked(self) -> bool:
        view = self.known()["view"]
        return view["outcome"] is None and self.seat in view["to_act"]


def shows(page: Page, decision: int) -> None:
    """The page has come to this decision: what it offered before may look just the same."""
    expect(page.locator("[data-decision]")).to_have_attribute("data-decision", str(decision))


def labels(things: Locator) -> list[str]:
    """How they are called, all at one moment."""
    return [str(label) for label in things.evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")]


def until(holds: Any) -> None:
    """Wait for something that the server or a page knows.

    Playwright's own `wait_for_function` evaluates text in the page, which the page's policy forbids.
    """
    ends = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < ends, "it did not come to that"
        time.sleep(0.05)


def gather(visit: Visits, sizes: tuple[Size, ...] = (PHONE, DESKTOP), bots: int = 1, **wish: Any) -> list[Guest]:
    """Open a table with a guest for each screen, seat bots behind them, and start.

    With a grace it starts when everybody is there: a page may take longer to open than stand-ins wait.
    """
    looks = {key: wish.pop(key) for key in ("locale", "scheme", "motion", "speed") if key in wish}
    kept = wish.pop("kept", {})
    plan: list[dict[str, str]] = [{} for _ in sizes] + [{"level": "random"} for _ in range(bots)]
    terms = {"seats": plan, "pace": "none", "host": {"name": "Ada"}, **wish}
    with httpx.Client(base_url=visit.url, timeout=PATIENCE, verify=False) as api:
        tickets = [api.post("/api/tables", json=terms).json()]
        code = tickets[0]["table"]["code"]
        for _, name in zip(sizes[1:], ("Bea", "Cem", "Dan"), strict=False):
            tickets.append(api.post(f"/api/tables/{code}/seats", json={"name": name}).json())

        def sit() -> list[Guest]:
            return [
                Guest(visit(size, f"/t/{code}", kept={**kept, "nimmt.seats": [seat(ticket)]}, **looks), ticket)
                for size, ticket in zip(sizes, tickets, strict=True)
            ]

        host = {"authorization": f"Bearer {tickets[0]['token']}"}
        early = sit() if "grace" in wish else None
        for guest in early or ():
            until(guest.is_here)
        api.post(f"/api/tables/{code}/start", headers=host)
    return early or sit()


def seat(ticket: dict[str, Any]) -> dict[str, str]:
    """A seat as the page remembers it."""
    return {"table": ticket["table"]["code"], "token": ticket["token"], "claim": ticket["claim"], "name": ""}
