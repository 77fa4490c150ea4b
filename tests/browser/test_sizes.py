"""Every game fits on every screen: with most players, the longest names, in every phase, without scrolling."""

from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fitting import faults
from tests.browser.scenes import CODE, CROWDED, ENDS, HELD, SCENES, Line, Scene
from tests.browser.sizes import HANDHELDS, LAPTOPS, TVS
from tests.browser.visits import Size, Visits

SITS = "held => localStorage.setItem('nimmt.seats', JSON.stringify([held]))"
LONGEST = "de"


def come(page: Page) -> Page:
    """Somebody comes to the table at which they sit."""
    page.evaluate(SITS, HELD)
    page.goto(f"/t/{CODE}")
    expect(page.locator(".hand li, .sorter li, .final").first).to_be_attached()
    return page


def table(visit: Visits, scene: Scene, size: Size, **looks: Any) -> Page:
    """Somebody's page at this table."""
    page = visit(size, "/learn", **{"locale": LONGEST, **looks})
    Line(page.context, scene)
    return come(page)


def tv(visit: Visits, scene: Scene) -> Page:
    """The same table on a big screen."""
    page = visit(TVS[0], "/learn", locale=LONGEST)
    Line(page.context, scene, None)
    page.goto(f"/tv/{CODE}")
    expect(page.locator(".rows .row, .board .hand li, .final").first).to_be_attached()
    return page


def misfits(page: Page, sizes: Iterable[Size], scrolls: bool = False) -> dict[str, list[str]]:
    """What does not fit, by screen."""
    found = {}
    for size in sizes:
        page.set_viewport_size({"width": size.width, "height": size.height})
        found[f"{size.width} × {size.height}"] = faults(page, size.touch, scrolls)
    return {where: what for where, what in found.items() if what}


def misfits_everywhere(visit: Visits, scene: Scene, scrolls: bool = False) -> dict[str, list[str]]:
    """The same for everybody who plays, with a mouse or with fingers."""
    page, phone = table(visit, scene, LAPTOPS[0]), table(visit, scene, HANDHELDS[0])
    return misfits(page, LAPTOPS, scrolls) | misfits(phone, HANDHELDS, scrolls)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_the_table_fits(visit: Visits, scene: Scene) -> None:
    assert {} == misfits_everywhere(visit, scene)


@pytest.mark.parametrize("scene", CROWDED, ids=lambda scene: scene.name)
def test_the_table_fits_on_a_tv(visit: Visits, scene: Scene) -> None:
    assert {} == misfits(tv(visit, scene), TVS)


@pytest.mark.parametrize("scene", ENDS, ids=lambda scene: scene.name)
def test_the_end_fits(visit: Visits, scene: Scene) -> None:
    assert {} == misfits_everywhere(visit, scene, scrolls=True) | misfits(tv(visit, scene), TVS)
