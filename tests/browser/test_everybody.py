"""The screens before the game, for everybody: three languages, both themes, all sizes, no mouse."""

import re

import pytest
from playwright.sync_api import Page, expect

from nimmt.words import COMPLETE
from tests.browser.test_tables import hand, open_table, seats, sit_down
from tests.browser.visits import BARE, PHONE, SMALL, WALL, Scheme, Size, Visits, screenshot, violations_in_both_themes

# what is the same in all three languages: names, figures, and words that they share
SHARED = {
    "nimmt", "6 nimmt!", "6 nimmt! – nimmt", "Pro", "Bullenparty", "English", "Français", "Deutsch", "Auto", "Options",
    "Draft", "Bot", "Chat", "Ada", "Bruno", "Public", "Normal", "1 minute", "2 minutes", "5 minutes", "Esc",
    "Alma", "Cleo", "Delia", "Emil", "Rosa", "Coach",
}  # fmt: skip
TEXTS = """() => {
  const texts = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) // without scripts, a page cannot know the language
    if (!walker.currentNode.parentElement.closest("noscript")) texts.add(walker.currentNode.textContent.trim());
  for (const name of ["aria-label", "placeholder", "title", "alt"])
    for (const element of document.querySelectorAll(`[${name}]`)) texts.add(element.getAttribute(name).trim());
  return [...texts, document.title];
}"""


def unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")


def screens(visit: Visits, size: Size, locale: str = "en", scheme: Scheme = "light") -> dict[str, Page]:
    """Every screen before the game, with everything unfolded, each in a window of its own."""
    home = visit(size, locale=locale, scheme=scheme)
    expect(home.get_by_role("heading", level=2).first).to_be_visible()
    new = home.context.new_page()
    new.goto("/new")
    expect(new.get_by_role("radio").first).to_be_attached()
    person = {"name": "Ada"}
    terms = {"public": True, "seats": [{}, {}, {}, {"level": "easy"}], "options": {"point_limit": 30}, "clock": 120}
    ticket = home.request.post("/api/tables", data={"host": person, **terms}).json()
    code = ticket["table"]["code"]
    held = [{"table": code, "token": ticket["token"], "claim": ticket["claim"], "name": "Ada"}]
    lobby = home.context.new_page()
    lobby.goto(BARE)
    lobby.evaluate("held => localStorage.setItem('nimmt.seats', JSON.stringify(held))", held)
    lobby.goto(f"/t/{code}")
    expect(seats(lobby) if locale == "en" else lobby.get_by_role("listitem")).to_have_count(4)
    join = visit(size, f"/t/{code}", locale=locale, scheme=scheme)
    expect(join.get_by_role("button").nth(1)).to_be_visible()
    train = home.context.new_page()
    train.goto("/train")
    expect(train.get_by_role("main").get_by_role("button").first).to_be_visible()
    home.reload()
    expect(home.get_by_role("region").nth(2)).to_be_visible()
    pages = {"home": home, "new": new, "lobby": lobby, "join": join, "train": train}
    for page in pages.values():
        unfold(page)
    return pages


def texts(page: Page) -> set[str]:
    """All that the page says or would say to somebody who listens, but figures and codes."""
    found = [text for text in page.evaluate(TEXTS) if re.search(r"[^\W\d_]{2}", text)]
    return {text for text in found if not re.search("://|^([a-z][aeiou]|-)+$", text)}


def test_no_text_is_left_untranslated(visit: Visits) -> None:
    said = {language: screens(visit, PHONE, language) for language in COMPLETE}
    for screen in said["en"]:
        words = {language: texts(pages[screen]) for language, pages in said.items()}
        keys = {text for found in words.values() for text in found if re.fullmatch(r"[a-z_]+(\.\w+)+", text)}
        assert set() == keys, screen
        for other in ("fr", "de"):
            assert set() == (words["en"] & words[other]) - SHARED, f"{screen} in {other}"


def test_the_language_is_switched_at_once_and_kept(visit: Visits, size: Size) -> None:
    page = visit(size, "/new")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Deutsch").check()
    expect(page.get_by_role("heading", level=1)).to_have_text("Neuer Tisch")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    english = {"New table", "Open the table", "Your name", "Settings", "Language", "standard rules"}
    assert set() == english & texts(page)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Neuer Tisch")


def test_light_motion_and_sound_are_chosen_and_kept(visit: Visits) -> None:
    page = visit(PHONE, scheme="light", speed=None)
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "light")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Theme").get_by_role("radio", name="Dark").check()
    expect(html).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("group", name="Motion").get_by_role("radio", name="None")).to_be_checked()
    page.get_by_role("group", name="Motion").get_by_role("radio", name="Slow").check()
    expect(page.get_by_role("switch", name="Sounds")).not_to_be_checked()
    page.get_by_role("switch", name="Sounds").check()
    page.reload()
    expect(html).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("radio", name="Slow")).to_be_checked()
    expect(page.get_by_role("switch", name="Sounds")).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_axe_finds_nothing_wrong(visit: Visits, size: Size) -> None:
    pages = screens(visit, size)
    for name, page in pages.items():
        assert [] == violations_in_both_themes(page), name
        screenshot(page, name, whole=True)
    pages["home"].get_by_role("button", name="Settings").click()
    assert [] == violations_in_both_themes(pages["home"])


@pytest.mark.parametrize("locale", COMPLETE)
def test_nothing_sticks_out_at_the_side(visit: Visits, locale: str) -> None:
    for name, page in screens(visit, SMALL, locale).items():
        for size in (SMALL, WALL):
            page.set_viewport_size({"width": size.width, "height": size.height})
            assert page.evaluate("document.documentElement.scrollWidth") <= size.width, name


def test_thumbs_find_what_can_be_tapped(visit: Visits) -> None:
    small = """() => [...document.querySelectorAll("main :is(a, button, select, summary, input)")].filter((each) => {
      if (each.ariaHidden) return false;
      const { width, height } = (each.type === "checkbox" ? each.parentElement : each).getBoundingClientRect();
      return width && (height < 43.5 || width < 43.5);
    }).map((each) => each.outerHTML)"""
    for name, page in screens(visit, PHONE).items():
        assert [] == page.evaluate(small), name


def press(page: Page, *names: str) -> None:
    for name in names:
        page.keyboard.press(name)


def tab_to(page: Page, name: str) -> None:
    """Go on with the tab key until this is in focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.textContent.trim()") == name:
            return
    pytest.fail(f"the tab key does not lead to {name!r}")


def test_two_keys_and_the_cards_are_dealt(visit: Visits) -> None:
    page = visit()
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    tab_to(page, "Play now")
    assert "solid" == page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    page.keyboard.press("Enter")
    expect(hand(page)).to_have_count(10)


def test_a_table_is_opened_and_filled_with_the_keyboard_alone(visit: Visits) -> None:
    page = visit()
    expect(page.get_by_role("link", name="Open a table")).to_be_visible()
    tab_to(page, "Open a table")
    page.keyboard.press("Enter")
    main = page.get_by_role("main")
    first = main.get_by_role("radio", name="6 nimmt!", exact=True)
    expect(first).to_be_checked()
    for _ in range(9):
        press(page, "Tab")
        if first.evaluate("each => each === document.activeElement"):
            break
    press(page, "ArrowDown")
    expect(main.get_by_role("radio", name="Even/Odd")).to_be_checked()
    press(page, "Tab")
    page.keyboard.type("Ada")
    press(page, "Tab", "ArrowLeft", "ArrowLeft", "Enter")
    expect(page.get_by_role("heading", name="Even/Odd")).to_be_visible()
    expect(page.get_by_text("1 of 2 taken")).to_be_visible()
    tab_to(page, "Fill with bots and start")
    press(page, "Enter")
    expect(hand(page)).to_have_count(10)


def test_a_guest_sits_down_with_the_keyboard_alone(visit: Visits) -> None:
    code = open_table(visit(PHONE))
    page = visit(path=f"/t/{code}")
    name = page.get_by_role("main").get_by_label("Your name")
    expect(name).to_be_visible()
    for _ in range(9):
        press(page, "Tab")
        if name.evaluate("each => each === document.activeElement"):
            break
    page.keyboard.type("Bob")
    press(page, "Enter")
    expect(seats(page).nth(1)).to_contain_text("Bob (you)")


def test_the_name_is_remembered(visit: Visits) -> None:
    ada = visit(PHONE)
    open_table(ada, name="Ada")
    ada.goto("/new")
    expect(ada.get_by_role("main").get_by_label("Your name")).to_have_value("Ada")
    code = open_table(visit(PHONE), name="Cleo")
    ada.goto(f"/t/{code}")
    expect(ada.get_by_role("main").get_by_label("Your name")).to_have_value("Ada")
    sit_down(ada, "Ada L.")
    ada.goto("/new")
    expect(ada.get_by_role("main").get_by_label("Your name")).to_have_value("Ada L.")
