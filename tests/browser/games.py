"""Games that bots have played, for screens that come after the end."""

import time
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.browser.serving import Server
from tests.browser.visits import Visits

PATIENCE = 60.0


def finished(server: Server | Visits, game: str = "base", players: int = 3, **options: Any) -> str:
    """A table at which bots have played a game to its end."""
    with httpx.Client(base_url=server.url, verify=False, timeout=PATIENCE) as client:
        seats = [{"level": "greedy"}] * players
        ticket = client.post("/api/tables", json={"game": game, "options": options, "seats": seats}).json()
        code = str(ticket["table"]["code"])
        client.post(f"/api/tables/{code}/start", headers={"authorization": f"Bearer {ticket['token']}"})
        ends = time.monotonic() + PATIENCE
        while client.get(f"/api/tables/{code}").json()["state"] != "over":
            assert time.monotonic() < ends, "the bots do not come to an end"
            time.sleep(0.05)
        return code


def check_the_deal(page: Page) -> Locator:
    """The answer to whether the deal was fair: it opens where the person looks, who need not look for it."""
    page.get_by_role("button", name="Check the deal").click()
    proof = page.get_by_role("region", name="Was the deal fair?")
    verdict = proof.get_by_role("status")
    expect(proof).to_be_focused()
    expect(verdict).not_to_have_text("Dealing the cards again…")
    for part in (proof.get_by_role("heading", name="Was the deal fair?"), verdict):
        expect(part).to_be_in_viewport(ratio=1)
    return proof
