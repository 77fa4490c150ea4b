"""What watches the pages notices what it should: each of these visits would fail its test, were it not forgiven."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.gathering import until
from tests.browser.visits import Visits, violations

STRANGER = "http://stranger.example"


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("console.error('so wrong')", r"^console error: so wrong"),
        ("console.warn('so odd')", r"^console warning: so odd"),
        ("setTimeout(() => { throw new Error('so bad') })", r"^uncaught: .*so bad"),
        (f"void fetch('{STRANGER}/').catch(() => 0)", rf"^third-party request: {STRANGER}/"),
        (f"void new WebSocket('{STRANGER.replace('http', 'ws')}/')", r"^third-party socket: ws://stranger"),
        ("void fetch('/api/nowhere')", r"^console error: .*404"),
    ],
)
def test_a_complaint_is_noticed(visit: Visits, script: str, complaint: str) -> None:
    # without the page's own policy, which keeps strangers out in the first place
    page = visit(bypass_csp=True)
    page.evaluate(script)
    # asking the page anything lets the news of it come in
    until(lambda: page.evaluate("true") and any(re.search(complaint, each) for each in visit.complaints))
    visit.forgive(complaint)
    assert visit.complaints
    assert len(visit.unforgiven()) < len(visit.complaints)
    visit.forgive("stranger")  # the browser's own words about it


def test_axe_finds_what_is_wrong(visit: Visits) -> None:
    page = visit()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<main><button></button></main>')")
    assert any(each.startswith("button-name (critical)") for each in violations(page))
