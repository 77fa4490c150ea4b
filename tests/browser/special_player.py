"""A person at a table with specials, who finds everything by its role and its name, in English."""

import re
from collections.abc import Collection

from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import Player

NAMES = {
    "seven": "7 takes", "stop": "Stop", "insert": "Insert", "replace": "Replace", "slide": "Slide",
    "fifth_row": "5th row", "negative_positive": "Negative = Positive",
    "first": "First card", "last": "Last card", "sort": "Sort",
}  # fmt: skip
CONFIRM = re.compile("^(Use|Propose|Exchange|Turn the|Remove a) (?!nothing)")
NOT_NOW = "cannot be used now"


class SpecialPlayer(Player):
    """Uses specials step by step, proposes, votes, exchanges."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.main = page.get_by_role("main")
        self.specials = self.main.get_by_role("list", name=re.compile("^(Your specials|Specials for the team)$"))
        self.nothing = self.button("Use nothing")
        self.nothing_this_turn = self.button("Nothing in this turn")
        self.keep = self.button("Keep all")
        self.agree, self.refuse = self.button("Agree"), self.button("Refuse")
        self.confirm = self.main.get_by_role("button", name=CONFIRM).and_(page.locator(":not([aria-pressed])"))
        self.table_cards = page.get_by_role("list", name="Rows").get_by_role("button")
        self.waiting = page.get_by_role("list", name="Cards on their way").get_by_role("button")
        self.taken = page.get_by_role("list", name="The row that you took").get_by_role("button")
        self.order = page.get_by_role("list", name="Order of the cards").get_by_role("button")

    def button(self, name: str) -> Locator:
        return self.main.get_by_role("button", name=name, exact=True)

    def special(self, kind: str) -> Locator:
        return self.specials.get_by_role("button", name=re.compile(f"^{re.escape(NAMES[kind])}"))

    def usable(self, wanted: Collection[str]) -> str | None:
        """One of these specials that can be used now."""
        expect(self.nothing).to_be_visible()
        for kind in wanted:
            card = self.special(kind)
            if card.count() and NOT_NOW not in card.inner_text():
                return kind
        return None

    def choose(self, kind: str) -> None:
        """Pick a special, touch what it lights up, until all is clear and the result is told."""
        self.press(self.special(kind))
        targets = self.table_cards.or_(self.waiting).and_(self.page.locator(":not([aria-pressed=true])"))
        expect(targets.or_(self.confirm).or_(self.cards).first).to_be_visible()
        while not self.confirm.count():
            self.press((targets if targets.count() else self.cards).first)
        expect(self.confirm).to_be_visible()

    def use(self, kind: str) -> None:
        """Use a special, or propose it."""
        self.choose(kind)
        self.press(self.confirm)
        expect(self.confirm).to_have_count(0)
