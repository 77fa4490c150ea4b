"""Every game fits on every screen: with most players, the longest names, in every phase, without scrolling."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import cache

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.browser.chromium import launch
from tests.browser.fitting import covered, faults
from tests.browser.scenes import (
    CODE,
    CROWDED,
    ENDS,
    LONGEST,
    MEANWHILE,
    SCENES,
    TOLD,
    Line,
    Scene,
    sit,
    table,
    whole_queue,
)
from tests.browser.serving import Server
from tests.browser.sizes import CLOSE, HANDHELDS, LAPTOPS, LETTERS, TVS, Letters, limits
from tests.browser.visits import DIFFERENCES, HINTS, Size, Visits, screenshot


class Screen:
    """A page that is opened once, and then comes to one table after another in all its sizes."""

    def __init__(self, visit: Visits, letters: Letters, sizes: Sequence[Size]) -> None:
        self.letters, self.sizes = letters, sizes
        self.path = f"/{'tv' if sizes is TVS else 't'}/{CODE}"
        self.page = visit(sizes[0], "/learn", locale=LONGEST)
        self.line = Line(self.page.context, SCENES[0], None if sizes is TVS else 0)
        sit(self.page)

    def misfits(self, scene: Scene, scrolls: bool = False) -> dict[str, list[str]]:
        """What does not fit, by size; `scrolls`: it may be longer than the screen, unless that is a TV."""
        self.line.turn_to(scene)
        self._resize(self.sizes[0])
        self.page.goto(self.path)
        self._paint(False)
        expect(self.page.locator(".hand li, .sorter li, .rows .row, .final").first).to_be_attached()
        assert self.page.evaluate(
            "pixels => matchMedia(`(min-width: ${innerWidth / pixels}em)`).matches", self.letters.pixels
        )
        found = {f"{size.width} × {size.height}": self._faults(scene, size, scrolls) for size in self.sizes}
        return {where: what for where, what in found.items() if what}

    def _faults(self, scene: Scene, size: Size, scrolls: bool) -> list[str]:
        self._resize(size)
        found = faults(
            self.page, limits(size, self.letters, scene.overfull), size.touch, scrolls and self.sizes is not TVS
        )
        if found:
            self._paint(True)
            screenshot(self.page, f"misfit {scene.name} {self.letters.pixels}".replace(" ", "-"))
        return found

    def _paint(self, wanted: bool) -> None:
        """Places and sizes are the same without paint, of which walls and TVs need most of a test's time."""
        self.page.evaluate("opacity => (document.documentElement.style.opacity = opacity)", "" if wanted else "0")

    def _resize(self, size: Size) -> None:
        self.page.set_viewport_size({"width": size.width, "height": size.height})


Screens = Callable[[Letters, Sequence[Size]], Screen]


@pytest.fixture(scope="module")
def screens(browser: Browser, playwright: Playwright, server: Server) -> Iterator[Screens]:
    """One screen for each size of letters and kind of device; what the browser complains about fails the last test."""
    with ExitStack() as stack:

        @cache
        def visits(letters: Letters) -> Visits:
            flag = f"--blink-settings=defaultFontSize={letters.pixels}"
            chosen = browser if letters == LETTERS[0] else launch(playwright, flag)
            stack.callback(lambda: None if chosen is browser else chosen.close())
            return stack.enter_context(closing(Visits(chosen, server.url)))

        @cache
        def screen(letters: Letters, sizes: Sequence[Size]) -> Screen:
            return Screen(visits(letters), letters, sizes)

        yield screen
        assert [] == [each for letters in LETTERS for each in visits(letters).unforgiven()]


with_letters = pytest.mark.parametrize("letters", LETTERS, ids=lambda letters: f"{letters.pixels} px")


@with_letters
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_the_table_fits(screens: Screens, scene: Scene, letters: Letters) -> None:
    assert {} == screens(letters, LAPTOPS).misfits(scene) | screens(letters, HANDHELDS).misfits(scene)


@with_letters
@pytest.mark.parametrize("scene", CROWDED, ids=lambda scene: scene.name)
def test_the_table_fits_on_a_tv(screens: Screens, scene: Scene, letters: Letters) -> None:
    assert {} == screens(letters, TVS).misfits(scene)


@with_letters
@pytest.mark.parametrize("scene", ENDS, ids=lambda scene: scene.name)
def test_the_end_fits(screens: Screens, scene: Scene, letters: Letters) -> None:
    found = [screens(letters, sizes).misfits(scene, scrolls=True) for sizes in (LAPTOPS, HANDHELDS, TVS)]
    assert [{}, {}, {}] == found


@pytest.mark.parametrize("scene", [*TOLD, *MEANWHILE], ids=lambda scene: f"{scene.name} {scene.players or ''}".strip())
def test_a_slip_covers_nothing_that_is_needed(visit: Visits, scene: Scene) -> None:
    page = visit(CLOSE[0], "/learn", locale=LONGEST, kept={HINTS: None, DIFFERENCES: []})
    Line(page.context, scene)
    sit(page)
    page.goto(f"/t/{CODE}")
    expect(page.locator(".hand li, .rows .row").first).to_be_attached()
    if scene in TOLD:
        expect(page.locator(".hints .slip")).to_be_attached()
    found = {}
    for size in CLOSE:
        page.set_viewport_size({"width": size.width, "height": size.height})
        below = covered(page)
        if below is None and scene in TOLD:
            below = ["nothing to be seen of it"]
        if below:
            found[f"{size.width} × {size.height}"] = below
            screenshot(page, f"slip {scene.name} {size.height}".replace(" ", "-"))
    assert {} == found


@pytest.mark.parametrize("size", [size for size in HANDHELDS if size.height < 400], ids=lambda size: size.name)
def test_a_finger_hits_the_cards_that_a_special_can_take_back(visit: Visits, size: Size) -> None:
    scene = Scene("versus_ox", "window", lambda view: whole_queue(view) and "replace" in view.face_up)
    page = table(visit, scene, size)
    replace = page.get_by_role("button", name="Ersetzen")
    replace.tap()
    targets = page.locator(".tray .target")
    expect(targets.first).to_be_visible()
    least = targets.evaluate_all("all => Math.min(...all.map((each) => each.getBoundingClientRect().width))")
    assert least >= 30
    assert [] == faults(page, limits(size, LETTERS[0]), size.touch)
