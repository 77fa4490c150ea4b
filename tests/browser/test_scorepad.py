"""The score pad for people with real cards, against the books' ends."""

import re

import pytest
from playwright.sync_api import Page, expect

from nimmt.words import COMPLETE
from tests.browser.visits import PHONE, SMALL, Size, Visits, screenshot, violations_in_both_themes


def begin(page: Page, game: str, *names: str) -> None:
    """Fill in the first form."""
    page.get_by_label("Which game?").select_option(label=game)
    fields = page.get_by_role("group", name="Who plays").get_by_role("textbox")
    while fields.count() > len(names):
        page.get_by_role("button", name="Remove").last.click()
    while fields.count() < len(names):
        page.get_by_role("button", name="Add player", exact=True).click()
    for field, name in zip(fields.all(), names, strict=True):
        field.fill(name)
    page.get_by_role("button", name="Begin", exact=True).click()


def write(page: Page, **heads: int) -> None:
    """Write down a round."""
    for name, number in heads.items():
        page.get_by_role("spinbutton", name=name, exact=True).fill(str(number))
    page.get_by_role("button", name="Save").click()


def totals(page: Page) -> list[str]:
    return page.get_by_role("table").first.get_by_role("row").last.get_by_role("cell").all_inner_texts()


def verdict(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=2, name=text, exact=True)).to_be_visible()


def test_66_heads_are_not_yet_the_end_and_67_are(visit: Visits, size: Size) -> None:
    page = visit(size, "/scores")
    begin(page, "6 nimmt!", "Ada", "Ben", "Cleo")
    write(page, Ada=40, Ben=3, Cleo=3)
    write(page, Ada=26, Ben=10, Cleo=4)
    expect(page.get_by_role("heading", name="Heads of round 3")).to_be_visible()
    assert ["66", "13", "7"] == totals(page)
    write(page, Ada=1, Ben=0, Cleo=6)
    verdict(page, "Shared victory with 13 heads each: Ben and Cleo.")
    expect(page.get_by_role("button", name="Save")).to_have_count(0)
    page.get_by_role("button", name="Take the last entry back").click()
    expect(page.get_by_role("heading", name="Heads of round 3")).to_be_visible()
    write(page, Ada=1, Ben=0, Cleo=5)
    verdict(page, "Cleo wins with 12 heads.")


def test_what_was_written_stays_on_the_device_and_works_without_a_network(visit: Visits) -> None:
    page = visit(PHONE, "/scores")
    begin(page, "6 nimmt!", "Ada", "Ben")
    write(page, Ada=12, Ben=3)
    expect(page.get_by_text("It works without a network, too.")).to_be_visible()
    page.context.set_offline(True)
    visit.forgive("ERR_INTERNET_DISCONNECTED")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Score pad · 6 nimmt!")
    assert ["12", "3"] == totals(page)
    write(page, Ada=60, Ben=4)
    verdict(page, "Ben wins with 7 heads.")


def test_other_pages_say_that_there_is_no_network(visit: Visits) -> None:
    page = visit(PHONE, "/scores")
    expect(page.get_by_text("It works without a network, too.")).to_be_visible()
    page.context.set_offline(True)
    visit.forgive("ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|dynamically imported")
    page.goto("/learn/base")
    expect(page.get_by_role("heading", level=1)).to_have_text("This page did not load.")
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("nimmt")
    page.get_by_role("link", name="Score pad for real cards").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Score pad")


def test_an_old_pad_is_never_shown_while_the_server_answers(visit: Visits) -> None:
    page = visit(PHONE, "/scores")
    expect(page.get_by_text("It works without a network, too.")).to_be_visible()
    page.evaluate("""async () => {
      const cache = await caches.open("scores");
      await cache.put("/scores", new Response("<h1>old</h1>", { headers: { "content-type": "text/html" } }));
    }""")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Score pad")
    expect(page.get_by_text("It works without a network, too.")).to_be_visible()
    page.context.set_offline(True)
    visit.forgive("ERR_INTERNET_DISCONNECTED")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Score pad")


def test_surprise_has_two_rounds_and_no_limit(visit: Visits) -> None:
    page = visit(path="/scores")
    begin(page, "Surprise!", "Ada", "Ben")
    write(page, Ada=80, Ben=2)
    expect(page.get_by_role("heading", name="Heads of round 2")).to_be_visible()
    write(page, Ada=0, Ben=1)
    verdict(page, "Ben wins with 3 heads.")


@pytest.mark.parametrize(
    ("names", "result"),
    [
        (("Ada", "Ben"), "The Buffalo wins: the team has 22 heads, the Buffalo 21."),
        (("Ada", "Ben", "Cleo"), "The team wins: 11 heads against 21."),
    ],
)
def test_two_against_the_ox_count_twice(visit: Visits, names: tuple[str, ...], result: str) -> None:
    page = visit(path="/scores")
    begin(page, "Beat the Buffalo", *names)
    write(page, **{"Team": 11, "The Buffalo": 21})
    verdict(page, result)
    expect(page.get_by_text("heads count twice")).to_have_count(1 if len(names) == 2 else 0)


def test_bullenparty_counts_piles(visit: Visits, size: Size) -> None:
    page = visit(size, "/scores")
    begin(page, "Bullenparty", "Ada", "Ben")
    ada, ben = (page.get_by_role("group", name=re.compile(f"^{name}")) for name in ("Ada", "Ben"))
    for at, heads in enumerate((14, 6, 3), 1):
        if at > 1:
            page.get_by_role("button", name="Another pile for Ada").click()
        ada.get_by_role("spinbutton", name=f"Pile {at}").fill(str(heads))
    ada.get_by_role("spinbutton", name="Buffalo cards").fill("9")
    expect(ada.get_by_text("14 points")).to_be_visible()
    ben.get_by_role("spinbutton", name="Pile 1").fill("13")
    screenshot(page, "pad-piles", whole=True)
    page.get_by_role("button", name="Save").click()
    verdict(page, "Ada wins with 14 points.")
    expect(page.get_by_text("The highest score wins.")).to_be_visible()


def test_another_limit_and_impossible_heads(visit: Visits) -> None:
    page = visit(path="/scores")
    page.get_by_label("Point limit").fill("30")
    begin(page, "6 nimmt!", "Ada", "Ben")
    write(page, Ada=100, Ben=72)
    expect(page.get_by_role("alert")).to_have_text("Together these are more heads than the deck has (171).")
    write(page, Ada=31, Ben=0)
    verdict(page, "Ben wins with 0 heads.")


def test_axe_finds_nothing_wrong(visit: Visits, size: Size) -> None:
    page = visit(size, "/scores")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert [] == violations_in_both_themes(page)
    screenshot(page, "pad-begin", whole=True)
    begin(page, "6 nimmt!", "Ada", "Ben", "Cleo")
    write(page, Ada=40, Ben=3, Cleo=3)
    assert [] == violations_in_both_themes(page)
    screenshot(page, "pad-round", whole=True)
    write(page, Ada=30, Ben=4, Cleo=3)
    assert [] == violations_in_both_themes(page)
    screenshot(page, "pad-end", whole=True)


KEPT = {
    "en": "It works without a network, too.",
    "fr": "Elle fonctionne aussi sans réseau.",
    "de": "Funktioniert auch offline.",
}


@pytest.mark.parametrize("locale", COMPLETE)
def test_nothing_sticks_out_at_the_side(visit: Visits, locale: str) -> None:
    page = visit(SMALL, locale=locale)
    many = {"game": "base", "names": [f"Maximiliane-{n}" for n in range(10)], "limit": 66, "rounds": None}
    for entries in ([], [{"heads": [7] * 10}], [{"heads": [67] + [1] * 9}]):
        page.evaluate("pad => localStorage.setItem('nimmt.pad', JSON.stringify(pad))", {**many, "entries": entries})
        page.goto("/scores")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_text(KEPT[locale])).to_be_visible()  # whoever leaves earlier breaks requests off
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL.width
