"""The first screen: small, quick, and asking nobody else."""

import gzip

from playwright.sync_api import Response, expect

from tests.browser.visits import PHONE, Size, Visits, screenshot

SCRIPT = 100_000  # bytes of gzip on the first load


def test_home_opens(visit: Visits, size: Size) -> None:
    page = visit(size)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    screenshot(page, "home")


def test_home_loads_less_script_than_100_kb(visit: Visits) -> None:
    page = visit(PHONE, "about:blank")
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))
    page.goto("/", wait_until="networkidle")
    scripts = {each.url: each.body() for each in responses if "javascript" in each.headers["content-type"]}
    assert scripts
    assert sum(len(gzip.compress(body)) for body in scripts.values()) < SCRIPT


def test_home_can_be_installed(visit: Visits) -> None:
    page = visit(PHONE)
    link = page.locator("link[rel=manifest]").get_attribute("href")
    answer = page.request.get(str(link))
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert {"name", "short_name", "start_url", "display", "icons"} <= manifest.keys()
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        assert page.request.get(icon["src"]).headers["content-type"] == icon["type"]
