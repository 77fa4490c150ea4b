"""What does not fit on the screen at this moment, measured in the page."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.sizes import Letters

MEASURE = """({ readable, finger, letters, touch, scrolls, width, row_number, tray }) => {
  const faults = [];
  const root = document.documentElement;
  const boxOf = (each) => each.getBoundingClientRect();
  const shown = (each) => each.checkVisibility({ visibilityProperty: true }) && boxOf(each).width > 1;
  const all = (of) => [...document.querySelectorAll(of)].filter(shown);
  const words = (each) => (each.getAttribute("aria-label") ?? each.innerText ?? "").slice(0, 24);
  const named = (each) => `${each.getAttribute("class")?.replace(/ ?svelte-\\w+/g, "")} «${words(each)}»`;
  const px = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(" ");

  const wide = root.scrollWidth - width; // a phone zooms out instead of scrolling: its own width says nothing
  const outside = () => all("body *").filter((each) => boxOf(each).right > width + 0.5).slice(-1).map(named);
  if (wide > 0) faults.push(`it scrolls sideways by ${wide}: ${outside()}`);
  if (!scrolls && root.scrollHeight > innerHeight) faults.push(`it scrolls down by ${root.scrollHeight - innerHeight}`);

  /** The part of an element that nothing cuts off. */
  function seen(each) {
    let { left, top, right, bottom } = boxOf(each);
    const cut = (box) => {
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    };
    for (let up = each.parentElement; up && up !== document.body; up = up.parentElement)
      if (getComputedStyle(up).overflow !== "visible") cut(boxOf(up));
    cut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    return { width: right - left, height: bottom - top };
  }

  const hand = all(".bottom .hand li");
  const needed = document.querySelectorAll(".hand li, .row, .tray li, .bids li, .heap, .seat");
  const lost = [...needed].filter((each) => boxOf(each).width <= 1);
  if (lost.length) faults.push(`no room at all: ${lost.map(named)}`);
  const pool = all(".board .hand li");
  const shares = ".seat, .row, .tray li, .bids li, .heap, .piles.large > li, .board > p, .sides > .side, .hints";
  const asks = ".question, .foretold, .more, .buttons .button, .special, .sorter li, .proposal li";
  const parts = [...all(shares), ...all(asks), ...hand];
  if (!scrolls) for (const each of parts) {
    const box = boxOf(each), part = seen(each);
    const whole = part.width >= box.width - 1 && part.height >= box.height - 1;
    if (!whole) faults.push(`cut off: ${named(each)} at ${px(box)}`);
  }
  if (!scrolls) for (const [at, one] of parts.entries()) for (const other of parts.slice(at + 1)) {
    if (one.contains(other) || other.contains(one)) continue;
    const a = boxOf(one), b = boxOf(other);
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1.5 && high > 1.5) faults.push(`${named(one)} at ${px(a)} lies over ${named(other)} at ${px(b)}`);
  }
  if (touch) for (const each of all("main :is(button, a, summary), header :is(button, a)")) {
    const box = boxOf(each);
    const [wide, high] = [Math.round(box.width), Math.round(box.height)];
    if (Math.min(wide, high) < finger) faults.push(`too small for a finger: ${named(each)}, ${wide} by ${high}`);
  }
  for (const each of all(":is(.rows, .hand, .tray, .bids, .sorter) .number")) {
    const size = parseFloat(getComputedStyle(each).fontSize);
    if (size < readable - 0.05) faults.push(`hard to read: ${each.innerText} at ${size.toFixed(1)} pixels`);
  }
  /** On a handheld the rows come first: as wide as the screen, or most of it where the hand lies beside them. */
  const rows = all(".live .rows")[0];
  if (touch && rows) {
    const share = document.querySelector(".coached") ? 0.48 : 0.6; // the coach's words stand beside them, too
    const least = width > innerHeight ? share * width : width - 16;
    if (boxOf(rows).width < least - 1) faults.push(`narrow rows: ${Math.round(boxOf(rows).width)} pixels of ${width}`);
    const many = all(".row").length > 4 ? 0.8 : 1; // one more row leaves less for each
    for (const each of all(".rows .number")) {
      const size = parseFloat(getComputedStyle(each).fontSize);
      if (size < row_number * many - 0.05) faults.push(`small in a row: ${each.innerText}, ${size.toFixed(1)} px`);
    }
  }
  /** How many letters of a name are left before the dots. */
  function lettersOf(name) {
    const text = name.firstChild, range = document.createRange();
    if (!text || name.scrollWidth <= name.clientWidth) return Infinity;
    const dots = parseFloat(getComputedStyle(name).fontSize);
    range.setStart(text, 0);
    for (let most = text.length; most > 0; most--) {
      range.setEnd(text, most);
      if (boxOf(range).width + dots <= name.clientWidth) return most;
    }
    return 0;
  }
  const when = all(".played .when")[0];
  const said = when && boxOf(when.closest(".moment")).width > 1; // else only read out
  if (said && boxOf(when).right > boxOf(when.closest(".between")).right + 1) faults.push(`cut off: ${when.innerText}`);
  for (const each of all(".tray .number")) {
    const size = parseFloat(getComputedStyle(each).fontSize);
    if (all(".tray li").length > 4 || size >= tray - 0.05) continue;
    faults.push(`small on its way: ${each.innerText}, ${size.toFixed(1)} px`);
  }
  const usual = all(".row").length <= 5; // more rows leave less room for names
  const ranked = all(".final").length; // at the end the ranking is where people look for them
  if (usual) for (const each of all(ranked ? ".final li .name" : ".seat .name"))
    if (lettersOf(each) < letters) faults.push(`${lettersOf(each)} letters are left of ${named(each)}`);
  if (pool.some((each) => boxOf(each).width < 30)) faults.push("the pool's cards are too small");
  const most = 5;
  return faults.length > most ? [...faults.slice(0, most), `and ${faults.length - most} more`] : faults;
}"""


COVERED = """() => {
  const box = (each) => each.getBoundingClientRect();
  const needed = ".question, .said, .foretold, .bar .more, .buttons .button, .steps .button, .rows > .row";
  const others = ".seat, .cards, .tray li, .special, .sides > *, header > *, .rows .place > *, .ground.own > *";
  const slip = document.querySelector(".hints .slip");
  if (!slip || box(slip).width < 2) return null;
  const a = box(slip), found = [];
  const outside = a.left < 0 || a.top < 0 || a.right > innerWidth || a.bottom > innerHeight;
  if (outside || a.height < 30) found.push(`the slip at ${[a.left, a.top, a.right, a.bottom].map(Math.round)}`);
  for (const each of document.querySelectorAll(`${needed}, ${others}`)) {
    const b = box(each);
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (each.checkVisibility({ visibilityProperty: true }) && wide > 1.5 && high > 1.5)
      found.push(`${each.className} «${each.innerText.slice(0, 24)}» by ${Math.round(high)}`);
  }
  return found.slice(0, 5);
}"""


def covered(page: Page) -> list[str] | None:
    """What is needed and lies below the slip with a hint, or None where there is no slip to be seen."""
    found = page.evaluate(COVERED)
    assert found is None or isinstance(found, list)
    return found


def faults(page: Page, letters: Letters, touch: bool, scrolls: bool = False) -> list[str]:
    """Everything that is cut off, covered, too small to hit or to read; `scrolls`: it may be longer than the screen."""
    assert page.viewport_size
    limits = {"readable": letters.number, "finger": letters.finger, "letters": letters.name}
    limits["width"] = page.viewport_size["width"]
    limits["row_number"] = letters.row_number
    limits["tray"] = letters.row_number
    given: dict[str, Any] = {**limits, "touch": touch, "scrolls": scrolls}
    found = page.evaluate(MEASURE, given)
    assert isinstance(found, list)
    return found
