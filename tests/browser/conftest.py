"""Tests that open the built page in a real Chromium, served by a real server.

How to write one:

    def test_two_people_meet(visit: Visits, size: Size) -> None:
        anna = visit(size, locale="de")          # a new person: a browser context with storage of its own
        anna.get_by_role("button", name="Tisch eröffnen").click()
        ben = visit(DESKTOP, anna.url.removeprefix(visit.url), scheme="dark")
        expect(ben.get_by_text("Anna")).to_be_visible()
        assert violations(ben) == []             # axe
        screenshot(ben, "lobby")                 # build/screenshots/lobby-1440-dark.jpg

``visit(size, path, locale, scheme, motion, speed)`` gives Playwright's ``Page``; the defaults are a desktop, English,
light, reduced motion, and nothing but the result of each turn. A test with the parameter ``size`` runs on a phone and
on a desktop. Find things as people do: by role and name.

Every console error or warning, uncaught exception, failed or third-party request of any page fails the test; what a
test provokes on purpose it forgives: ``visit.forgive("WebSocket connection")``. What the pages of a failed test showed
is kept in build/screenshots.

``server`` is the process that all tests of one worker share: pace 0, no limits. A test that stops it takes
``own_server`` instead (``down()``, ``up()``: same port, same tables) and visits with ``visit_own``.

The page is built first if its sources have changed. The browser is the pinned Chromium of an npm package with its own
fonts, so that what passes does not depend on the machine; ``CHROMIUM=system`` or a path chooses another. The first
lines of a run say which it was. Without a browser these tests fail, they are never skipped.
"""

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright
from web.build import build

from tests.browser.chromium import launch
from tests.browser.serving import Server
from tests.browser.visits import DESKTOP, PHONE, Size, Visits

FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Not for the whole session: while it runs, tests elsewhere cannot use asyncio.run."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    try:
        browser = launch(playwright)
    except LookupError as missing:
        pytest.fail(str(missing))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def page_built() -> None:
    """The tests see the page that the sources describe."""
    build()


@pytest.fixture(scope="session")
def server(page_built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from _serve(tmp_path_factory.mktemp("server"))


@pytest.fixture
def own_server(page_built: None, tmp_path: Path) -> Iterator[Server]:
    """A server that this test may stop and start."""
    yield from _serve(tmp_path)


@pytest.fixture
def visit(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Visits]:
    yield from _visits(browser, server, request.node)


@pytest.fixture
def visit_own(browser: Browser, own_server: Server, request: pytest.FixtureRequest) -> Iterator[Visits]:
    yield from _visits(browser, own_server, request.node)


@pytest.fixture(params=[PHONE, DESKTOP], ids=lambda size: size.name)
def size(request: pytest.FixtureRequest) -> Size:
    assert isinstance(request.param, Size)
    return request.param


def _serve(folder: Path) -> Iterator[Server]:
    server = Server(folder)
    server.up()
    yield server
    server.down()


def _visits(browser: Browser, server: Server, test: pytest.Item) -> Iterator[Visits]:
    visits = Visits(browser, server.url)
    yield visits
    if test.stash.get(FAILED, False):
        visits.photograph(test.name)
    visits.close()
    assert visits.unforgiven() == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let the fixtures know whether the test failed."""
    report = yield
    item.stash[FAILED] = report.failed
    return report
