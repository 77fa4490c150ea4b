"""What a page shows at every moment of a game, in order, and what moves: written down by the browser itself.

``ROBOT`` answers whatever is asked by clicks of a script. The browser does not take them for a person's, so that it
forgives no shift of the page because of them.
"""

from typing import Any

from msgspec import Struct, convert
from playwright.sync_api import Page

RECORDER = """() => {
  const numbers = (of) => [...document.querySelectorAll(of)].map((each) => Number(each.textContent));
  const text = (of) => document.querySelector(of)?.textContent.trim().replace(/\\s+/g, " ") ?? "";
  const seats = ".seats > li";
  const look = () => ({
    placed: numbers(".rows .card:not(.ghost) .number"),
    tray: numbers(":is(.tray, .bids) .number"),
    hand: numbers(".bottom .hand .number"),
    asked: document.querySelectorAll(".bottom .hand button[aria-disabled=false], .take, .confirm").length,
    question: text(".bottom .question"),
    counter: text("h1.moment"),
    scores: [...document.querySelectorAll(seats)].map((seat) => seat.querySelector(".heads").textContent.trim()),
    lines: document.querySelectorAll(".log li, .story li").length,
    told: [...document.querySelectorAll(".log li, .story li")].slice(-12).map((line) => ({
      card: Number(line.querySelector(".card")?.textContent ?? 0),
      tone: line.className.split(" ")[0],
      text: line.textContent.trim(),
    })),
    over: !!document.querySelector(".final"),
    wide: Math.max(document.documentElement.scrollWidth, innerWidth), // a phone zooms out where something sticks out
  });
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(",");
  window.moments = [];
  window.shifts = [];
  let before = "";
  const note = () => {
    const now = JSON.stringify(look());
    if (now !== before) window.moments.push(JSON.parse(before = now));
  };
  const begin = () => {
    if (!document.querySelector(".game")) return requestAnimationFrame(begin);
    note();
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(note).observe(document.body, all);
    new PerformanceObserver((list) => {
      for (const entry of document.querySelector(".live") ? list.getEntries() : []) { // the end is another screen
        // centred words that change begin elsewhere: their box is reported as well, though it is where it was
        const moved = entry.sources.filter(({ previousRect, currentRect }) => box(previousRect) !== box(currentRect));
        if (entry.sources.length && !moved.length) continue;
        const named = moved.map(({ node, previousRect, currentRect }) =>
          [node?.nodeName, node?.className ?? node?.textContent, box(previousRect), box(currentRect)].join(" "));
        window.shifts.push({ value: entry.value, input: entry.hadRecentInput, moved: named });
      }
    }).observe({ type: "layout-shift", buffered: false });
  };
  begin();
}"""
ROBOT = """() => {
  const first = (of) => [...document.querySelectorAll(of)].find((each) => !each.disabled && each.checkVisibility());
  const answers = [".confirm", ".take", ".done", ".piles .offered button", ".sorter .main", ".proposal .main",
    ".bottom .bar .buttons .button:not(.main)", ".board .hand button[aria-disabled=false]",
    ".bottom .hand button[aria-disabled=false][aria-pressed=false]"];
  const sealed = ".bottom .hand button[aria-pressed=true]";
  setInterval(() => {
    if (document.querySelector(sealed) && !document.querySelector(".piles .offered")) return;
    for (const of of answers) if (first(of)) return first(of).click();
  }, 40);
}"""


class Line(Struct):
    """A line of the log; `card` is 0 where it names none."""

    card: int
    tone: str
    text: str


class Moment(Struct):
    """What is seen at one moment: numbers on cards, and words."""

    placed: list[int]
    tray: list[int]
    hand: list[int]
    asked: int
    question: str
    counter: str
    scores: list[str]
    lines: int
    told: list[Line]
    over: bool
    wide: int


def record(page: Page) -> None:
    """Write down from now on what the page shows and what moves."""
    page.evaluate(RECORDER)


def answer_by_script(page: Page) -> None:
    page.evaluate(ROBOT)


def moments(page: Page) -> list[Moment]:
    return convert(page.evaluate("window.moments"), list[Moment])


def shifts(page: Page) -> list[Any]:
    """Everything that moved without being a movement, also right after somebody touched the page."""
    return list(page.evaluate("window.shifts"))
