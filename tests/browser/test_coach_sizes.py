"""What the coach says fits on every screen beside what is asked, and covers none of the cards it speaks of."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from tests.browser.fitting import faults
from tests.browser.scenes import Line, Scene, come, first_turn, reached, specials_held, whole_queue
from tests.browser.sizes import HANDHELDS, LETTERS, limits
from tests.browser.visits import DESKTOP, LAPTOP, PHONE, Size, Visits, screenshot

ASK = {
    "en": "What would the master consider?",
    "fr": "Que ferait le maître\u00a0?",
    "de": "Was würde der Meister erwägen?",
}
SCENES = (
    Scene("base", "card", first_turn, players=4, coached=True),
    Scene("reversed_digits", "card", first_turn, players=4, coached=True),
    Scene("surprise", "card", first_turn, players=4, coached=True),
    Scene("surprise", "window", specials_held, players=4, coached=True),
    Scene("versus_ox", "window", whole_queue, players=4, coached=True),
    Scene("bullenparty", "bid", players=4, coached=True),
    Scene("bullenparty", "lay", lambda view: len(view.piles[0]) > 2, players=4, coached=True),
)
SIZES = (*HANDHELDS, Size("laptop 1280", 1280, 600), Size("zoom of 200 %", 960, 470), LAPTOP, DESKTOP)
MEASURES = {"bullenparty": "lead", "versus_ox": "balance"}
ROW_GAMES = ("base", "reversed_digits")

COVERED = """() => {
  const faults = [];
  const shown = (each) => each.checkVisibility({ visibilityProperty: true });
  const all = (of) => [...document.querySelectorAll(of)].filter(shown);
  const wordsOf = (each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const { bottom } = each.closest("p, button").getBoundingClientRect(); // the lines that are not cut off
    return [...range.getClientRects()].filter((line) => line.bottom < bottom + 2);
  };
  /** The ink of a number is lower than its line. */
  const ink = (each) => wordsOf(each).map(({ left, right, top, bottom }) => {
    const middle = (top + bottom) / 2, half = 0.36 * parseFloat(getComputedStyle(each).fontSize);
    return { left, right, top: middle - half, bottom: middle + half };
  });
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]);
  const meet = (a, b) => shared(a, b, "left", "right") > 1 && shared(a, b, "top", "bottom") > 1;
  const apart = (one, others, boxes) => {
    for (const other of others) if (boxes(other).some((box) => meet(one.getBoundingClientRect(), box)))
      faults.push(`${one.className} lies over «${other.innerText}»`);
  };
  for (const bar of all(".hand .risk")) apart(bar, bar.parentElement.querySelectorAll(".number, .zero > *"), ink);
  for (const bar of all(".special .risk")) apart(bar, all(".special .name"), ink);
  for (const button of all(".bottom :is(.steps, .buttons) .button"))
    apart(button, all(".question > span, :is(.foretold, .more) > span:not(.spoken)"), wordsOf);
  const questions = all(".question");
  if (questions.length !== 1 || !questions[0].innerText) faults.push("nobody sees what is asked");
  for (const said of all(".foretold, .told > .more"))
    if (said.scrollHeight > said.clientHeight + 1) faults.push(`cut off: «${said.innerText}»`);
  return faults;
}"""


def advice(scene: Scene) -> dict[str, Any]:
    """Every choice is judged; each costs a head and a half more than the one before."""
    state = reached(scene)
    choices = [action for action in state.legal(0) if type(action).__name__ not in ("TakeCardBack", "Done")]
    options = [{**_told(action, scene), "mean": 2 + 1.5 * at, "error": 0.1} for at, action in enumerate(choices)]
    measure = MEASURES.get(scene.game, "heads")
    return {"decision": state.view(0).decision, "options": options, "best": 0, "measure": measure, "unclear": False}


def _told(action: Any, scene: Scene) -> dict[str, Any]:
    told = msgspec.to_builtins(action)
    if told["type"] != "play_card":
        return {"action": told}
    return {**told, **({"takes": 0.25, "now": 1.0} if scene.game in ROW_GAMES else {})}


def asked(visit: Visits, scene: Scene, locale: str) -> Page:
    """Somebody has asked the coach."""
    page = visit(PHONE, "/learn", locale=locale)
    Line(page.context, scene)
    page.route("**/coach", lambda route: route.fulfill(json=advice(scene)))
    ask = come(page).get_by_role("button", name=ASK[locale])
    expect(ask).to_have_attribute("aria-disabled", "false")
    ask.click()
    expect(page.locator(".risk").first).to_be_visible()
    return page


def misfits(page: Page, size: Size) -> list[str]:
    page.set_viewport_size({"width": size.width, "height": size.height})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found = [*page.evaluate(COVERED), *faults(page, limits(size, LETTERS[0]), size.touch)]
    return [f"{size.width} × {size.height}: {fault}" for fault in found]


@pytest.mark.thorough
@pytest.mark.parametrize("locale", ["en", "fr", "de"])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_the_coach_covers_neither_cards_nor_questions(visit: Visits, scene: Scene, locale: str) -> None:
    page = asked(visit, scene, locale)
    found = [fault for size in SIZES for fault in misfits(page, size)]
    screenshot(page, f"coached-{scene.name.replace(' ', '-')}-{locale}")
    assert found == []
