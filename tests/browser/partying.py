"""A person at a table of Bullenparty, who finds everything by its role and its name, in English."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import Player


class PartyPlayer(Player):
    """Bids, takes and extends rows, lays down."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        main = page.get_by_role("main")
        self.bids = main.get_by_role("list", name="Bids")
        self.zero = self.hand.get_by_role("button", name=re.compile("^Zero card [A-E]"))
        self.values = self.hand.get_by_role("button", name=re.compile(r"^\d+, \d heads?"))
        self.puts = main.get_by_role("button", name=re.compile(r"^Put the \d+ into row \d$"))
        self.piles = main.get_by_role("list", name="Your piles")
        self.places = main.get_by_role("button", name=re.compile("^(Lay the|Begin a new pile)"))
        self.back = main.get_by_role("button", name="Take back", exact=True)
        self.done = main.get_by_role("button", name="Done", exact=True)

    def bid(self, card: Locator) -> str:
        """Choose a card, where fingers slip in two steps; gives its name."""
        name = str(card.get_attribute("aria-label"))
        words = name.lower().replace("zero card", "zero") if name.startswith("Zero") else name.partition(",")[0]
        self.press(card)
        if self.touches:
            self.press(self.page.get_by_role("button", name=re.compile(f"^Bid {words}", re.IGNORECASE)))
        return words

    def lay(self) -> None:
        """Lay the lowest card on the first place that is offered."""
        before = self.values.count()
        self.press(self.values.first)
        self.press(self.places.first)
        expect(self.values).to_have_count(before - 1)

    def lay_down(self) -> int:
        """Lay until it is enough; gives how many cards."""
        laid = 0
        expect(self.done).to_be_visible()
        while self.done.is_disabled():
            self.lay()
            laid += 1
        self.press(self.done)
        expect(self.done).to_have_count(0)
        return laid
