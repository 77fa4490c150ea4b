"""A person at a table of the page, who finds everything by its role and its name, in English."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.gathering import until


class Player:
    """Sees the table, chooses cards and rows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.hand = page.get_by_role("list", name="Your hand")
        self.cards = self.hand.get_by_role("button", disabled=False)
        self.rows = page.get_by_role("list", name="Rows").get_by_role("listitem", name=re.compile(r"^Row \d"))
        self.offers = page.get_by_role("button", name=re.compile(r"^Take row \d"))
        self.too_low = page.get_by_role("main").get_by_text(re.compile(r"^Your \d+ fits no row"))
        self.over = page.get_by_role("main").get_by_text("The game is over", exact=True)
        self.touches = page.evaluate("matchMedia('(pointer: coarse)').matches")

    @property
    def code(self) -> str:
        """The code of the table, from the address."""
        return urlsplit(self.page.url).path.rpartition("/")[2]

    def play(self, which: int = 0) -> str:
        """Choose a card of the hand, where fingers slip in two steps; gives its number."""
        number = str(self.cards.nth(which).get_attribute("aria-label")).partition(",")[0]
        card = self.hand.get_by_role("button", name=re.compile(rf"^{number}, "), pressed=False)
        sure = self.page.get_by_role("button", name=f"Play {number}", exact=True, disabled=False)
        self.press(card)
        until(lambda: sure.is_visible() or not card.count())  # it is raised, or chosen
        if card.count():  # where fingers slip, or it can be turned round
            self.press(sure)
        return number

    def press(self, button: Locator) -> None:
        """Tap or click, as the device has it."""
        return button.tap() if self.touches else button.click()

    def play_to_the_end(self) -> int:
        """Play the leftmost card and take the cheapest row, again and again; gives the number of decisions."""
        decisions = 0
        several = self.cards.nth(1)  # the last card of a hand is played by the server
        while True:
            expect(self.offers.or_(several).or_(self.over).first).to_be_visible()
            if self.over.is_visible():
                return decisions
            if self.offers.first.is_visible():
                self.take()
            else:
                self._play_and_wait()
            decisions += 1

    def take(self) -> None:
        """Take the cheapest of the rows on offer."""
        heads = [int(re.findall(r"\d+", offer)[1]) for offer in self.offers.all_inner_texts()]
        with self.row_taken():
            self.press(self.offers.nth(heads.index(min(heads))))

    @contextmanager
    def row_taken(self) -> Iterator[None]:
        """Then the row is taken; rows may be on offer again at once, for the last card, which the server plays."""
        asked = self.too_low.inner_text()
        yield
        expect(self.page.get_by_role("main").get_by_text(asked)).to_have_count(0)

    def _play_and_wait(self) -> None:
        """A card that was played leaves the hand; with the last one, a new hand comes or the game ends."""
        held = self.hand.get_by_role("button")
        before = held.count()
        self.play()
        expect(held).not_to_have_count(before)
